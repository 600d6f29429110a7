"""What a picture and a model are, as plain frozen data."""

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

#: Most numbers that one layer may hold for a single picture: 268 MB in float32. A small file can
#: describe a huge network where weights are shared by many places.
ACTIVATION_LIMIT = 1 << 26

#: Builds on the small convolutions of `capsviz.model.compact`.
_COMPACT = ("compact", "compact_cnn")

#: Layers of convolutional capsules, 3 x 3 places a field, between PrimaryCaps and the classes.
_CONV_CAPSULES = {"matrix": 2, "deep_2": 1, "deep_3": 2}

#: Most routing iterations that can be asked for.
MAX_ITERATIONS = 50

#: Most iterations that an exported graph unrolls, and that pages show unless more are asked for.
MAX_SHOWN_ITERATIONS = 10

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
    iterations : routing iterations r, 1 to 50.
    image_size : height and width of the input, in pixels.
    channels : 1 where it reads grey levels, 3 for colours.
    classes : number of output capsules J.
    conv_channels : filters of the first convolution.
    kernel : side of both convolutions' kernels, in pixels.
    primary_types : kinds of primary capsule at each place; of a network with convolutional
        capsules, of those below the classes, which stand where others have primary ones.
    first_types, inner_types : of such a network, kinds of capsule in PrimaryCaps and, where it
        has two convolutional layers, in the first; they mean nothing to others.
    padding : of such a network, pixels of paper that are put around the picture.
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
    padding: int = 0

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if field.name in ("architecture", "routing", "matrices"):
                good = isinstance(value, str)
            elif field.name == "decoder_hidden":
                good = len(value) == 2 and all(_is_size(width) for width in value)
            elif field.name == "padding":
                good = value == 0 or _is_size(value)
            else:
                good = _is_size(value) or field.name == "iterations"  # below, for all its values
            if not good:
                raise CapsvizError(f"the model's {field.name} cannot be {value!r}")
        if not _is_size(self.iterations) or self.iterations > MAX_ITERATIONS:
            raise CapsvizError(
                f"routing runs 1 to {MAX_ITERATIONS} iterations, not {self.iterations!r}"
            )
        _ = self.format
        if self.grid < 1:
            raise CapsvizError(f"an image of {self.image_size} pixels is too small for the network")
        if (largest := self._largest_layer()) > ACTIVATION_LIMIT:
            raise CapsvizError(
                f"the network is too large: a layer of it has {largest:,} numbers for one picture, "
                f"and {ACTIVATION_LIMIT:,} are allowed"
            )

    def _largest_layer(self) -> int:
        """Numbers that the largest layer holds for one picture: feature maps, or votes."""
        layers = [
            self.conv_channels * self.image_size**2,
            self.primary_capsules * self.classes * self.digit_dim,
        ]
        if self.conv_capsule_layers:
            below, grid = self.primary_types, self.grid
            for types in (self.inner_types, self.first_types)[-self.conv_capsule_layers :]:
                # A field holds 3 x 3 places, and each capsule there votes for each type above.
                layers.append(grid**2 * 9 * below * types * self.primary_dim)
                below, grid = types, grid + 2
        return max(layers)

    @property
    def format(self) -> PictureFormat:
        """What one of its pictures is."""
        return PictureFormat(self.image_size, self.channels)

    @property
    def routing_name(self) -> str:
        """The routing without its setting."""
        return self.routing.partition(":")[0]

    @property
    def conv_capsule_layers(self) -> int:
        """Layers of capsules that route in fields of places, below the classes: 0, 1 or 2."""
        return _CONV_CAPSULES.get(self.architecture, 0)

    @property
    def input_capsules(self) -> str:
        """What the capsules that vote for the classes are called, before that word."""
        layers = self.conv_capsule_layers
        return f"ConvCaps{layers}" if layers else "primary"

    @property
    def first_grid(self) -> int:
        """Places along one side of PrimaryCaps below convolutional capsules: 12 for 28 pixels."""
        return (self.image_size + 2 * self.padding - self.kernel) // 2 + 1

    @property
    def grid(self) -> int:
        """Places along one side of the primary capsules' grid: 6 for 28 pixels."""
        if self.conv_capsule_layers:  # of one more than 2 n places, n fields; then all but two
            return (self.first_grid - 1) // 2 - 2 * (self.conv_capsule_layers - 1)
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
        if self.conv_capsule_layers:  # squares of 3 x 3 in steps of 2, then of 4 pixels
            return self.kernel + (4, 12)[self.conv_capsule_layers - 1]
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
        return 4 if self.architecture in _COMPACT or self.conv_capsule_layers else 2

    @property
    def first_pixel(self) -> int:
        """Row where the first place's square begins: 0; below it where convolutions pad."""
        return -30 if self.architecture in _COMPACT else -self.padding

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
        painted = self.parts * self.objects * self.image_size**2
        if painted > ACTIVATION_LIMIT:  # as each object expects each part
            raise CapsvizError(
                f"the network is too large: its objects paint {painted:,} pixels, and "
                f"{ACTIVATION_LIMIT:,} are allowed"
            )

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
