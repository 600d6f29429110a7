"""What a model is and how it is trained, as plain frozen data."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from capsviz.bounds import Number
from capsviz.errors import CapsvizError

#: Largest value accepted for any size in a configuration that comes from a file.
#: It stops a damaged header from asking for terabytes.
SIZE_LIMIT = 4096

#: The same for a network of parts: no more of them fits on a page.
PARTS_LIMIT = 256

#: Longest name of a data set or class, in characters.
NAME_LIMIT = 60

#: What one of the things is called that the networks of a data set tell apart.
_THINGS = {"mnist": "digit", "sprites": "shape", "fashion": "garment"}

#: Sets of what is drawn: of a photograph of it, the ink is what counts.
_INK = ("mnist", "sprites")

#: Builds on the small convolutions of `capsviz.model.compact`.
_COMPACT = ("compact", "compact_cnn")


#: What a network was made to read that does not say it.
OWN = "own"

#: What a pixel may hold: a grey level, or red, green and blue.
CHANNELS = (1, 3)


@dataclass(frozen=True, slots=True)
class PictureFormat:
    """What one picture is: grey, [side, side], or red, green and blue, [3, side, side].

    Attributes
    ----------
    side : height and width, in pixels.
    channels : 1 for grey levels, 3 for colours.
    """

    side: int = 28
    channels: int = 1

    def __post_init__(self) -> None:
        if self.channels not in CHANNELS:
            raise CapsvizError(f"pictures have 1 channel or 3, not {self.channels!r}")

    @property
    def colour(self) -> bool:
        """Whether a pixel is a colour."""
        return self.channels > 1

    @property
    def shape(self) -> tuple[int, ...]:
        """Of an array of one picture."""
        square = (self.side, self.side)
        return (self.channels, *square) if self.colour else square

    @property
    def values(self) -> int:
        """Numbers in one picture."""
        return self.channels * self.side**2

    def __str__(self) -> str:
        return f"{self.side}x{self.side}{' in colour' * self.colour}"


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """Dimensions of a network.

    The defaults are those of Sabour, Frosst and Hinton (2017), section 4:
    8,215,568 parameters with the decoder.

    Attributes
    ----------
    architecture : name of the build in ``capsviz.model.networks.ARCHITECTURES``. All but the
        paper's have convolutions of their own: `conv_channels` and `kernel` mean nothing to
        them, and the CNNs have no capsules at all.
    routing : name of the routing in ``capsviz.model.routing.ROUTINGS``, or "matrix" with the
        architecture of that name; its setting behind a colon, where that is another than usual:
        "top_k:2".
    matrices : what the votes' matrices are made of, one of
        ``capsviz.model.vote_matrices.FORMS`` with its number, as in "low_rank:2"; "full" for all
        of their own numbers.
    iterations : routing iterations r, 1 to 10.
    image_size : height and width of the input, in pixels.
    channels : 1 where it reads grey levels, 3 for colours.
    classes : number of output capsules J.
    conv_channels : filters of the first convolution.
    kernel : side of both convolutions' kernels, in pixels.
    primary_types : kinds of primary capsule at each place; of a matrix network, of those below
        the classes, which stand where others have primary ones.
    first_types, inner_types : of a matrix network, kinds of capsule in the two layers below
        those; they mean nothing to others.
    primary_dim : dimensions of a primary capsule.
    digit_dim : dimensions D of an output capsule.
    decoder_hidden : widths of the decoder's two hidden layers; of the pooled CNN, which has no
        decoder, of its own two.
    """

    architecture: str = "capsnet"
    routing: str = "dynamic"
    iterations: int = 3
    image_size: int = 28
    classes: int = 10
    conv_channels: int = 256
    kernel: int = 9
    primary_types: int = 32
    first_types: int = 8
    inner_types: int = 16
    primary_dim: int = 8
    digit_dim: int = 16
    decoder_hidden: tuple[int, int] = (512, 1024)
    channels: int = 1
    matrices: str = "full"

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if field.name in ("architecture", "routing", "matrices"):
                good = isinstance(value, str)
            elif field.name == "decoder_hidden":
                good = len(value) == 2 and all(_is_size(width) for width in value)
            else:
                good = _is_size(value)
            if not good:
                raise CapsvizError(f"the model's {field.name} cannot be {value!r}")
        if not 1 <= self.iterations <= 10:
            raise CapsvizError(f"routing runs 1 to 10 iterations, not {self.iterations}")
        _ = self.format
        if self.grid < 1:
            raise CapsvizError(f"an image of {self.image_size} pixels is too small for the network")

    @property
    def format(self) -> PictureFormat:
        """What one of its pictures is."""
        return PictureFormat(self.image_size, self.channels)

    @property
    def routing_name(self) -> str:
        """The routing without its setting."""
        return self.routing.partition(":")[0]

    @property
    def grid(self) -> int:
        """Places along one side of the primary capsules' grid: 6 for 28 pixels."""
        if self.architecture == "matrix":
            return (((self.image_size - self.kernel) // 2 - 2) // 2) - 1
        if self.architecture in _COMPACT:
            return ((self.image_size - 7) // 2) // 2 + 1
        if self.architecture != "capsnet":
            return 1
        return (self.image_size - self.kernel + 1 - self.kernel) // 2 + 1

    @property
    def rows(self) -> int:
        """Places below each other in that grid, which is a square here."""
        return self.grid

    @property
    def primary_capsules(self) -> int:
        """Number of primary capsules I: 1,152 for the paper's dimensions."""
        return self.rows * self.grid * self.primary_types

    @property
    def receptive_field(self) -> int:
        """Side of the square of pixels one primary capsule sees: 17."""
        if self.architecture in _COMPACT:
            return 67  # the whole image, mostly its own neighbourhood
        if self.architecture == "matrix":
            return self.kernel + 12  # squares of 3 x 3 in steps of 2, then of 4 pixels
        if self.architecture != "capsnet":
            return self.image_size
        return 2 * self.kernel - 1

    @property
    def core(self) -> int:
        """Side of the square in the middle of that which moves a capsule most: 17, all of it.

        Where the field is the whole image, the square that the convolutions with steps see: in
        the shipped networks a quarter to two thirds of the squared gradient lies there.
        """
        return 11 if self.architecture in _COMPACT else self.receptive_field

    @property
    def stride(self) -> int:
        """Pixels from one place's square to the next: 2."""
        return 4 if self.architecture in (*_COMPACT, "matrix") else 2

    @property
    def first_pixel(self) -> int:
        """Row where the first place's square begins: 0; below it where convolutions pad."""
        return -30 if self.architecture in _COMPACT else 0

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return dataclasses.asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> ModelConfig:
        """Build from plain values; raises `CapsvizError` for a field it does not know."""
        unknown = set(values) - {field.name for field in dataclasses.fields(cls)}
        if unknown:
            raise CapsvizError(f"the model's configuration has unknown fields: {sorted(unknown)}")
        values = dict(values)
        if "decoder_hidden" in values:
            values["decoder_hidden"] = tuple(values["decoder_hidden"])
        return cls(**values)


def _is_size(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= SIZE_LIMIT


#: Numbers of an output capsule that a training may choose.
DIGIT_DIM = Number(int, 1, 64)


@dataclass(frozen=True, slots=True)
class PartsConfig:
    """Sizes of a network of parts and objects that is learnt without labels.

    Attributes
    ----------
    parts : number of part capsules M, each with a template of its own.
    template : side of a template, in pixels.
    objects : number of object capsules K.
    image_size : height and width of the input, in pixels.
    hidden : width of the two layers that read the parts.
    poses : whether the likelihood is of poses and presences, or of presences alone.
    """

    parts: int = 16
    template: int = 11
    objects: int = 10
    image_size: int = 28
    hidden: int = 128
    poses: bool = True

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if field.name != "poses" and not (_is_size(value) and value <= PARTS_LIMIT):
                raise CapsvizError(f"the model's {field.name} cannot be {value!r}")
        if not isinstance(self.poses, bool):
            raise CapsvizError(f"the model's poses cannot be {self.poses!r}: true or false")

    @property
    def format(self) -> PictureFormat:
        """What one picture is: grey, of this size."""
        return PictureFormat(self.image_size)

    @property
    def channels(self) -> int:
        """Of a picture: one, grey levels."""
        return self.format.channels

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return dataclasses.asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> PartsConfig:
        """Build from plain values; raises `CapsvizError` for a field it does not know."""
        unknown = set(values) - {field.name for field in dataclasses.fields(cls)}
        if unknown:
            raise CapsvizError(f"the model's configuration has unknown fields: {sorted(unknown)}")
        return cls(**values)


#: How the learning rate may fall.
DECAYS = ("exponential", "cosine")

#: What each number of a `TrainConfig` may be.
LIMITS = {
    "epochs": Number(int, 1, 100_000),
    "batch": Number(int, 1, 65_536),
    "peak_rate": Number(float, 0, 1, above=True),
    "final_rate": Number(float, 0, 1, above=True),
    "warmup": Number(float, 0, 1),
    "average": Number(float, 0, 1e9, above=True),
    "reconstruction_weight": Number(float, 0, 1000),
    "down_weight": Number(float, 0, 1000),
    "weight_decay": Number(float, 0, 1),
    "dropout": Number(float, 0, 0.9),
    "share": Number(float, 0, 1, above=True),
    "adversarial": Number(float, 0, 1),
    "pass_length": Number(int, 0, 10_000_000),
    "clip": Number(float, 0, 1e9),
    "seed": Number(int, 0, 2**32 - 1),
    "patience": Number(int, 0, 100_000),
}


#: What each number of a `PartsTrainConfig` may be.
PARTS_LIMITS = {
    "epochs": Number(int, 0, 100_000),
    "object_epochs": Number(int, 1, 100_000),
    "restarts": Number(int, 1, 1000),
    "batch": Number(int, 1, 65_536),
    "peak_rate": Number(float, 0, 1, above=True),
    "seed": Number(int, 0, 2**32 - 1),
}


@dataclass(frozen=True, slots=True)
class PartsTrainConfig:
    """How parts and then objects are learnt, without labels.

    A number outside its `PARTS_LIMITS` raises `CapsvizError`.

    Attributes
    ----------
    epochs : passes over the training pictures in which the parts learn; 0 where they are another
        network's.
    object_epochs : passes after these in which the objects learn, the parts held fixed.
    restarts : how often the objects begin anew, of which the end is kept that makes the training
        pictures' parts likeliest, for which no label is asked. Some beginnings end with two objects
        for one class and one for two; checkpoints/parts.md tells how often the likelihood keeps
        another.
    batch : pictures per optimiser step; of the objects, four times as many.
    peak_rate : Adam's rate after the first 200 steps; of the parts, half of it in the second half
        of their steps and a fifth in the last fifth.
    seed : of the initial weights, the order and the noise.
    """

    epochs: int = 12
    object_epochs: int = 12
    restarts: int = 5
    batch: int = 64
    peak_rate: float = 2e-3
    seed: int = 0

    def __post_init__(self) -> None:
        for name, limit in PARTS_LIMITS.items():
            value = getattr(self, name)
            if not limit.holds(value):
                raise CapsvizError(f"a training's {name} cannot be {value!r}: it is {limit}")

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return dataclasses.asdict(self)


@dataclass(frozen=True, slots=True)
class LabelSet:
    """What a network was made to read.

    Attributes
    ----------
    data_set : name of the set of pictures it learnt from: "mnist", "sprites", "folder:photos".
    classes : what each output class is called, in the classes' order; all different.
    inverted : whether its pictures are dark on bright and were turned over before it learnt
        from them; None where that is not on record.
    """

    data_set: str
    classes: tuple[str, ...]
    inverted: bool | None = dataclasses.field(default=None, compare=False)

    def __post_init__(self) -> None:
        if self.inverted not in (True, False, None):
            raise CapsvizError("a data set's pictures are inverted or not: true, false or null")
        for text in (self.data_set, *self.classes):
            if not (isinstance(text, str) and 0 < len(text) <= NAME_LIMIT and text.isprintable()):
                raise CapsvizError(
                    f"a data set or class cannot be called {str(text)[:NAME_LIMIT]!r}: use 1 to "
                    f"{NAME_LIMIT} printable characters"
                )
        if len(set(self.classes)) < len(self.classes):
            raise CapsvizError("two classes cannot have the same name")

    @property
    def digits(self) -> bool:
        """Whether it is MNIST's digits."""
        return self.data_set == "mnist"

    @property
    def ink(self) -> bool:
        """Whether its things are drawn; other pictures are taken as they are."""
        return self.data_set in _INK

    @property
    def way(self) -> str:
        """How a picture from elsewhere is read: one of `capsviz.data.upload.WAYS`."""
        if self.ink:
            return "ink"
        return {None: "whole", False: "straight", True: "inverted"}[self.inverted]

    @property
    def thing(self) -> str:
        """What one of the things told apart is called: "digit", "shape", else "class"."""
        return _THINGS.get(self.data_set, "class")

    def class_phrase(self, k: int) -> str:
        """What class `k` is called within a sentence or beside a number: "digit 3", "sandal"."""
        return f"{self.thing} {self.classes[k]}" if self.digits else self.classes[k]

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return dataclasses.asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> LabelSet:
        """Build from plain values; raises `CapsvizError` for names that cannot be."""
        return cls(values["data_set"], tuple(values["classes"]), values.get("inverted"))


#: MNIST's digits: what a network reads of which nothing else is said.
DIGITS = LabelSet("mnist", tuple("0123456789"))


@dataclass(frozen=True, slots=True)
class TrainConfig:
    """How a model is trained; the defaults follow the paper's recipe.

    A number outside its `LIMITS` raises `CapsvizError`.

    Attributes
    ----------
    task : what is learnt: "digits", one in each image, "expanded", one anywhere on a larger
        field, or "overlap", two over each other; the last two have shifts of their own
        besides the other variations.
    epochs : passes over the training images: the number is fixed before the first one.
    batch : images per optimiser step.
    peak_rate : Adam's largest rate, reached at the end of the warm-up.
    final_rate : rate at the last step.
    decay : how the rate falls from one to the other: "exponential" or "cosine".
    warmup : share of all steps spent rising linearly to `peak_rate`, 0 to 1.
    average : half-life, in steps, of the running average of the weights that is shipped.
    augment : how pictures are varied, by its name in ``capsviz.data.augment.AUGMENTATIONS``.
    reconstruction_weight : factor of the summed squared pixel error (paper: 0.0005).
    margins : m⁺ and m⁻ of the margin loss, of lengths of classes in the picture and of others
        (paper: 0.9 and 0.1).
    down_weight : λ, the weight of absent classes in it (paper: 0.5).
    weight_decay : of the weights in each step, times its rate, apart from the gradients
        (Loshchilov and Hutter 2019); the paper has none.
    dropout : share of the primary capsules that a step leaves out, each whole (the paper has
        none), or of a CNN's last features; with 0 a CNN leaves out the share it is built with.
    share : of the training pictures of each class that are learnt from, picked by `seed` and
        repeated, so that a pass stays as long.
    pass_length : pictures of a pass, for small trials: the next pass goes on with the next ones; 0
        for all.
    adversarial : how far a pixel may be changed, 0 to 1, in the first half of each batch, which is
        attacked by FGSM on the network as it is (Goodfellow, Shlens, Szegedy 2015); 0: none is.
    all_gradients : gradients flow through every routing iteration, not the last alone, as in
        the authors' code.
    clip : largest norm of all gradients together: longer ones are shortened; 0 for none.
    seed : of the initial weights, the order and the shifts.
    start : checkpoint whose weights the run begins with, where names and shapes fit: a name
        or a path; none by default.
    teachers : CNNs' checkpoints, names or paths with commas between, whose mean probabilities
        the lengths learn besides the labels; none by default.
    freeze : keep the convolutions as they are at the start, and train what follows them.
    all : hold no picture out: learn from the validation pictures as well, and score nothing.
    patience : stop after so many epochs in which the validation pictures were read no better
        than in the best one, and ship the weights of that one; 0 for all epochs and the last.
    """

    task: str = "digits"
    epochs: int = 20
    batch: int = 128
    peak_rate: float = 2e-3
    final_rate: float = 5e-5
    decay: str = "exponential"
    warmup: float = 0.05
    average: float = 500.0
    augment: str = "mild"
    reconstruction_weight: float = 0.0005
    margins: tuple[float, float] = (0.9, 0.1)
    down_weight: float = 0.5
    weight_decay: float = 0.0
    dropout: float = 0.0
    share: float = 1.0
    pass_length: int = 0
    adversarial: float = 0.0
    all_gradients: bool = False
    clip: float = 0.0
    seed: int = 0
    start: str = ""
    teachers: str = ""
    freeze: bool = False
    all: bool = False
    patience: int = 0

    def __post_init__(self) -> None:
        for name, limit in LIMITS.items():
            value = getattr(self, name)
            if not limit.holds(value):
                raise CapsvizError(f"a training's {name} cannot be {value!r}: it is {limit}")
        if not 0 <= self.margins[1] < self.margins[0] <= 1:
            raise CapsvizError(
                f"a training's margins cannot be {self.margins!r}: they are two lengths, 0 to 1, "
                "the larger first"
            )
        if self.decay not in DECAYS:
            raise CapsvizError(f"there is no decay {self.decay!r}: choose one of {list(DECAYS)}")
        if self.all and self.patience:
            raise CapsvizError(
                "--all scores no picture, so nothing tells when to stop: leave out --patience"
            )

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return dataclasses.asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> TrainConfig:
        """Build from plain values; raises `TypeError` for a field it does not know."""
        values = dict(values)
        if "margins" in values:
            above, below = values["margins"]
            values["margins"] = (above, below)
        return cls(**values)
