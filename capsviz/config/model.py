"""Picture formats and model sizes, as plain frozen data."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from capsviz.bounds import Number
from capsviz.config.plain import Plain
from capsviz.errors import CapsvizError

#: Maximum of any size in a configuration from a file, so that a damaged header cannot request
#: terabytes.
SIZE_LIMIT = 4096

#: The same for a network of parts: more do not fit on a page.
PARTS_LIMIT = 256

#: Maximum number of values of one layer for a single picture: 268 MB in float32. With shared
#: weights, a small file can describe a huge network.
ACTIVATION_LIMIT = 1 << 26

#: Builds on the small convolutions of `capsviz.model.compact`.
_COMPACT = ("compact", "compact_cnn")

#: Number of convolutional capsule layers, with 3 x 3 windows, between PrimaryCaps and the classes.
_CONV_CAPSULES = {"matrix": 2, "deep_2": 1, "deep_3": 2, "deep_4": 3}

#: Maximum routing iterations.
MAX_ITERATIONS = 50

#: Maximum iterations of an exported graph, and of a page by default.
MAX_SHOWN_ITERATIONS = 10

#: Smallest and largest side of pictures of one's own, in pixels.
PICTURE_SIDES = (16, 128)

#: Channels of a pixel: a grey level; red, green and blue; or two or four of any kind.
CHANNELS = (1, 2, 3, 4)
#: Channels that pages and figures show as red, green and blue: two as an anaglyph, the first in red
#: and the second in cyan, and the first three of four.
_SHOWN_CHANNELS = {2: (0, 1, 1), 4: (0, 1, 2)}


def shown_channels(channels: int) -> tuple[int, ...]:
    """Return which channels are shown: as a grey level, or as red, green and blue."""
    return _SHOWN_CHANNELS.get(channels, tuple(range(channels)))


@dataclass(frozen=True, slots=True)
class PictureFormat:
    """Format of a picture: grey, [side, side], or several channels, [channels, side, side].

    Attributes
    ----------
    side : height and width, in pixels.
    channels : 1 for grey levels, 3 for red, green and blue, 2 or 4 for others.
    """

    side: int = 28
    channels: int = 1

    def __post_init__(self) -> None:
        if self.channels not in CHANNELS:
            raise CapsvizError(f"pictures have 1 to {CHANNELS[-1]} channels, not {self.channels!r}")

    @property
    def colour(self) -> bool:
        """Whether pixels have several channels."""
        return self.channels > 1

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the array of one picture."""
        square = (self.side, self.side)
        return (self.channels, *square) if self.colour else square

    @property
    def values(self) -> int:
        """Number of values in one picture."""
        return self.channels * self.side**2

    def __str__(self) -> str:
        many = f" in {self.channels} channels"
        return f"{self.side}x{self.side}" + {1: "", 3: " in colour"}.get(self.channels, many)


@dataclass(frozen=True, slots=True)
class ModelConfig(Plain):
    """Dimensions of a network.

    The defaults are those of Sabour, Frosst and Hinton (2017), section 4: 8,215,568 parameters with
    the decoder.

    Attributes
    ----------
    architecture : name of the build in ``capsviz.model.networks.ARCHITECTURES``. All but the
        paper's have convolutions of their own and ignore `conv_channels` and `kernel`; the CNNs
        have no capsules.
    routing : name of the routing in ``capsviz.model.routing.ROUTINGS``, or "matrix" with the
        architecture of that name; a setting other than the default follows a colon: "top_k:2".
    matrices : form of the transformation matrices, one of ``capsviz.model.vote_matrices.FORMS``
        with its number, as in "low_rank:2"; "full" for unconstrained matrices.
    iterations : routing iterations r, 1 to 50.
    image_size : height and width of the input, in pixels.
    channels : 1 for grey input, 3 for colours, 2 or 4 for others.
    classes : number of output capsules J.
    conv_channels : filters of the first convolution.
    kernel : side of both convolutions' kernels, in pixels.
    primary_types : types of primary capsule at each place; in a network with convolutional
        capsules, types of the last layer below the classes.
    first_types, inner_types : for networks with convolutional capsules, types in PrimaryCaps and in
        the first of two convolutional layers; other networks ignore them.
    padding : for networks with convolutional capsules, zero padding of the picture in pixels.
    primary_dim : dimensions of a primary capsule.
    digit_dim : dimensions D of an output capsule.
    decoder_hidden : widths of the decoder's two hidden layers; for the pooled CNN, which has no
        decoder, widths of its own two.
    primary_norm : whether batch normalisation precedes the squash of the primary capsules, in the
        paper's network; others ignore it.
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
    primary_norm: bool = False

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if field.name in ("architecture", "routing", "matrices"):
                good = isinstance(value, str)
            elif field.name == "decoder_hidden":
                good = len(value) == 2 and all(_is_size(width) for width in value)
            elif field.name == "primary_norm":
                good = isinstance(value, bool)
            elif field.name == "padding":
                good = value == 0 or _is_size(value)
            else:
                # checked below with all its constraints
                good = _is_size(value) or field.name == "iterations"
            if not good:
                raise CapsvizError(f"the model's {field.name} cannot be {value!r}")
        if not _is_size(self.iterations) or self.iterations > MAX_ITERATIONS:
            raise CapsvizError(
                f"routing runs 1 to {MAX_ITERATIONS} iterations, not {self.iterations!r}"
            )
        _ = self.format
        if self.grid < 1:
            raise CapsvizError(
                f"an image of {self.image_size} pixels is too small for the network: "
                "choose a larger side, or another network such as compact"
            )
        if (largest := self._largest_layer()) > ACTIVATION_LIMIT:
            raise CapsvizError(
                f"the network is too large: a layer of it has {largest:,} numbers for one picture, "
                f"and {ACTIVATION_LIMIT:,} are allowed"
            )

    def _largest_layer(self) -> int:
        """Size of the largest layer for one picture: feature maps, or votes."""
        layers = [
            self.conv_channels * self.image_size**2,
            self.primary_capsules * self.classes * self.digit_dim,
        ]
        if self.conv_capsule_layers:
            below, grid = self.primary_types, self.grid
            inner = [self.inner_types] * (self.conv_capsule_layers - 1)
            for types in (*inner, self.first_types):
                # A window has 3 x 3 places, and each capsule in it votes for each type above.
                layers.append(grid**2 * 9 * below * types * self.primary_dim)
                below, grid = types, grid + 2
        return max(layers)

    @property
    def format(self) -> PictureFormat:
        """Format of the input pictures."""
        return PictureFormat(self.image_size, self.channels)

    @property
    def routing_name(self) -> str:
        """Name of the routing without its setting."""
        return self.routing.partition(":")[0]

    @property
    def conv_capsule_layers(self) -> int:
        """Number of capsule layers that route within windows, below the classes, 0 to 3."""
        return _CONV_CAPSULES.get(self.architecture, 0)

    @property
    def input_capsules(self) -> str:
        """Adjective for the capsules that vote for the classes."""
        layers = self.conv_capsule_layers
        return f"ConvCaps{layers}" if layers else "primary"

    @property
    def first_grid(self) -> int:
        """Places along one side of PrimaryCaps below convolutional capsules: 12 for 28 pixels."""
        return (self.image_size + 2 * self.padding - self.kernel) // 2 + 1

    @property
    def grid(self) -> int:
        """Places along one side of the primary capsules' grid: 6 for 28 pixels."""
        # n windows from one more than 2 n places, then all but two places
        if self.conv_capsule_layers:
            return (self.first_grid - 1) // 2 - 2 * (self.conv_capsule_layers - 1)
        if self.architecture in _COMPACT:
            return ((self.image_size - 7) // 2) // 2 + 1
        if self.architecture != "capsnet":
            return 1
        return (self.image_size - self.kernel + 1 - self.kernel) // 2 + 1

    @property
    def rows(self) -> int:
        """Places per column of that grid, which is square here."""
        return self.grid

    @property
    def primary_capsules(self) -> int:
        """Number of primary capsules I: 1,152 for the paper's dimensions."""
        return self.rows * self.grid * self.primary_types

    @property
    def receptive_field(self) -> int:
        """Side of the square of pixels that one primary capsule sees: 17."""
        if self.architecture in _COMPACT:
            return 67  # the whole image, mostly its own neighbourhood
        if self.conv_capsule_layers:  # squares of 3 x 3 in steps of 2, then of 4 pixels
            return self.kernel + 8 * self.conv_capsule_layers - 4
        if self.architecture != "capsnet":
            return self.image_size
        return 2 * self.kernel - 1

    @property
    def core(self) -> int:
        """Side of the square in the middle of the receptive field that affects a capsule most: 17.

        Equal to the field, unless the field is the whole image: then it is the field of the strided
        convolutions. In the shipped networks it has a quarter to two thirds of the squared
        gradient.
        """
        return 11 if self.architecture in _COMPACT else self.receptive_field

    @property
    def stride(self) -> int:
        """Pixels from one place's square to the next: 2."""
        return 4 if self.architecture in _COMPACT or self.conv_capsule_layers else 2

    @property
    def first_pixel(self) -> int:
        """Row where the first place's square begins: 0, or negative with padding."""
        return -30 if self.architecture in _COMPACT else -self.padding


def _is_size(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= SIZE_LIMIT


#: Range of the dimensions of an output capsule in a training.
DIGIT_DIM = Number(int, 1, 64)


@dataclass(frozen=True, slots=True)
class PartsConfig(Plain):
    """Sizes of an unsupervised network of parts and objects.

    Attributes
    ----------
    parts : number of part capsules M, each with a template.
    template : side of a template, in pixels.
    objects : number of object capsules K.
    image_size : height and width of the input, in pixels.
    hidden : width of the two layers on top of the parts.
    poses : whether the likelihood covers poses and presences, or presences alone.
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
        pixels = self.parts * self.objects * self.image_size**2
        if pixels > ACTIVATION_LIMIT:  # each object predicts each part
            raise CapsvizError(
                f"the network is too large: its objects paint {pixels:,} pixels, and "
                f"{ACTIVATION_LIMIT:,} are allowed"
            )

    @property
    def format(self) -> PictureFormat:
        """Format of the input pictures: grey, of this size."""
        return PictureFormat(self.image_size)

    @property
    def channels(self) -> int:
        """Channels of a picture: one, for grey levels."""
        return self.format.channels
