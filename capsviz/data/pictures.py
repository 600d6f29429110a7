"""Labelled pictures, data sets, and their split for training."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np
import torch
from jaxtyping import Float, Int, UInt8
from torch import Tensor

from capsviz.config import LabelSet, PictureFormat
from capsviz.errors import CapsvizError
from capsviz.wording import amount_of

#: Number of validation pictures held out of the training set, and the seed of the choice. They are
#: the same for every network, so that fine-tuning never trains on another network's validation
#: pictures.
HELD_OUT, HELD_OUT_SEED = 5000, 1998


@dataclass(frozen=True, slots=True)
class Pictures:
    """Labelled images: bytes 0..255, bright ink on black or in colour, and classes 0..J-1.

    Raises `CapsvizError` if images and labels differ in number, or a label is negative.
    """

    images: UInt8[Tensor, "n *c side side"]
    labels: Int[Tensor, " n"]

    def __post_init__(self) -> None:
        if len(self.images) != len(self.labels):
            raise CapsvizError(
                f"{amount_of(len(self.images), 'image')} cannot have "
                f"{amount_of(len(self.labels), 'label')}"
            )
        if len(self.labels) and int(self.labels.min()) < 0:
            raise CapsvizError(
                f"{int(self.labels.min())} is not a label: labels are counted from 0"
            )

    def __len__(self) -> int:
        return len(self.labels)

    def some(self, per_class: int) -> Pictures:
        """Return the first `per_class` pictures of every class, class by class."""
        rows = [(self.labels == k).nonzero().squeeze(1)[:per_class] for k in self.labels.unique()]
        return self.at(torch.cat(rows))

    def at(self, indices: Int[Tensor, " some"]) -> Pictures:
        """Return the pictures at these indices."""
        return Pictures(self.images[indices], self.labels[indices])

    def batches(
        self, n: int, device: torch.device
    ) -> Iterator[tuple[Float[Tensor, "_ *c side side"], Int[Tensor, " _"]]]:
        """Yield n pictures at a time on a device: pixels in 0..1, and labels."""
        for images, labels in zip(self.images.split(n), self.labels.split(n), strict=True):
            yield images.to(device).float() / 255, labels.to(device)

    def shuffle(self, n: int, seed: int = 0) -> Pictures:
        """Return n pictures, or all if there are fewer, in an order that the seed determines."""
        random = torch.Generator().manual_seed(seed)
        return self.at(torch.randperm(len(self), generator=random)[:n])

    def sample(self, n: int, seed: int = 0) -> Pictures:
        """Return n pictures, or all if there are fewer, chosen at random, in their own order."""
        indices = np.random.default_rng(seed).permutation(len(self))[:n]
        return self.at(torch.from_numpy(np.sort(indices)))


#: Pictures whose classes are the digits 0..9, white on black.
Digits = Pictures


@dataclass(frozen=True, slots=True)
class DrawnPictures:
    """Pictures drawn from known factors, which each kind defines."""

    images: UInt8[Tensor, "n *c side side"]
    labels: Int[Tensor, " n"]
    factors: Float[Tensor, "n F"]

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def pictures(self) -> Pictures:
        """The network's input."""
        return Pictures(self.images, self.labels)


@dataclass(frozen=True, slots=True)
class Learning:
    """Training and validation pictures of a data set, without its test pictures.

    Attributes
    ----------
    training : returns the pictures of an epoch, counted from 0; all epochs have equal length.
    validation : validation pictures; None if all are used for training.
    how : how the validation pictures were chosen, for the model card.
    different : number of different pictures in all epochs, if it differs from an epoch's length.
    unfamiliar : pictures unlike the training pictures, which are scored after every epoch, too;
    None if there are none.
    """

    training: Callable[[int], Pictures]
    validation: Pictures | None
    how: str = ""
    different: int | None = None
    unfamiliar: Pictures | None = None

    @classmethod
    def of(cls, training: Pictures, validation: Pictures | None, how: str = "") -> Learning:
        """Use the same training pictures in every epoch."""
        return cls(lambda _: training, validation, how)

    def whole(self) -> Learning:
        """Add the validation pictures to the training pictures."""
        validation = self.validation
        if validation is None:
            return self
        return replace(
            self, training=lambda number: _join(self.training(number), validation)
        ).blind()

    def part(self, share: float, seed: int, length: int = 0) -> Learning:
        """Use a share of each class's training pictures, the same ones in every epoch.

        They are repeated up to the original length of an epoch, so that a training on few pictures
        takes about as many steps as one on all.

        Parameters
        ----------
        share : above 0, at most 1; each class keeps at least one picture.
        length : pictures per epoch instead; each epoch continues where the last one ended.
        """
        if share >= 1 and not length:
            return self
        pictures = self.training(0)
        random = torch.Generator().manual_seed(seed)
        order = torch.randperm(len(pictures), generator=random)
        rows = [order[pictures.labels[order] == k] for k in pictures.labels.unique()]
        subset = torch.cat([row[: max(1, round(share * len(row)))] for row in rows])
        subset = subset[torch.randperm(len(subset), generator=random)]
        length = length or len(pictures) // len(subset) * len(subset)

        def of_pass(number: int) -> Pictures:
            rows = subset[(torch.arange(length) + number * length) % len(subset)]
            return (pictures if share < 1 else self.training(number)).at(rows)

        return replace(self, training=of_pass, different=len(subset))

    def blind(self) -> Learning:
        """The same training pictures, without validation pictures."""
        return replace(self, validation=None, how="")


class DataSet(ABC):
    """Labelled pictures, split into training and test.

    Attributes
    ----------
    name : name in a checkpoint's header.
    title : usual name.
    classes : names of the classes, in order.
    side : height and width of the pictures, in pixels.
    channels : 1 for grey, 3 for colour, 2 or 4 for others.
    usual : settings that differ from the defaults of `capsviz.config.TrainConfig`.
    """

    name: str
    title: str
    classes: tuple[str, ...]
    side: int
    channels: int = 1
    usual: Mapping[str, Any] = MappingProxyType({})

    @property
    def format(self) -> PictureFormat:
        """Format of the pictures."""
        return PictureFormat(self.side, self.channels)

    @property
    def subject(self) -> LabelSet:
        """Data set and classes for a checkpoint's header."""
        return LabelSet(self.name, self.classes)

    def describe(self) -> str:
        """Describe the pictures before a training; empty for built-in sets."""
        return ""

    @abstractmethod
    def learning(self) -> Learning:
        """Load training and validation pictures; raises `CapsvizError` if they cannot be read."""

    def held_out(self) -> Pictures:
        """Load the validation pictures; raises `CapsvizError` if there are none."""
        validation = self.learning().validation
        if validation is None:
            raise CapsvizError(f"the set {self.name!r} has no validation pictures")
        return validation

    @property
    def how(self) -> str:
        """Identify the splits of a set that may change; empty for built-in sets."""
        return ""

    def whole(self) -> Pictures:
        """Load all pictures of all parts; raises `CapsvizError` if they cannot be read."""
        return _join(self.learning().whole().training(0), self.test())

    @abstractmethod
    def test(self) -> Pictures:
        """Load the test pictures, for evaluation only; raises `CapsvizError` on failure."""


def hold_out(pictures: Pictures, n: int = HELD_OUT, seed: int = HELD_OUT_SEED) -> Learning:
    """Hold `n` validation pictures out of the training pictures.

    Each class has the same share, to within one picture.

    Raises `CapsvizError` if there are too few pictures.
    """
    if not 0 < n < len(pictures):
        raise CapsvizError(
            f"{n:,} validation pictures cannot be held out of {len(pictures):,}: learn from all "
            "with --all, or bring more"
        )
    random = torch.Generator().manual_seed(seed)
    order = torch.randperm(len(pictures), generator=random)
    # Sort by class, at random within each: every len/n-th covers each class evenly.
    row = order[pictures.labels[order].argsort(stable=True)]
    picked = torch.zeros(len(pictures), dtype=torch.bool)
    picked[row[torch.arange(n) * len(pictures) // n]] = True
    return Learning.of(
        pictures.at((~picked).nonzero().squeeze(1)),
        pictures.at(picked.nonzero().squeeze(1)),
        f"held out of the training images, the same share of each class, seed {seed}",
    )


def _join(first: Pictures, second: Pictures) -> Pictures:
    return Pictures(
        torch.cat([first.images, second.images]), torch.cat([first.labels, second.labels])
    )
