"""How a model is trained, as plain frozen data."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from capsviz.bounds import Number
from capsviz.errors import CapsvizError

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


def _are_margins(value: object) -> bool:
    """Whether it is a pair of lengths, the larger first."""
    length = Number(float, 0, 1)
    if not isinstance(value, tuple | list) or len(value) != len(("m+", "m-")):
        return False
    return all(map(length.holds, value)) and value[1] < value[0]


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
class TrainConfig:
    """How a model is trained; the defaults follow the paper's recipe.

    A number outside its `LIMITS` raises `CapsvizError`.

    Attributes
    ----------
    task : what is learnt: "digits", one in each image, "expanded", one anywhere on a larger
        canvas, or "overlap", two over each other; the last two have shifts of their own
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
        if not _are_margins(self.margins):
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
