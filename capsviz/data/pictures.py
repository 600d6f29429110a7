"""Labelled pictures, sets of them, and which of them a training may see."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import torch
from jaxtyping import Int, UInt8
from torch import Tensor

from capsviz.config import LabelSet, PictureFormat
from capsviz.errors import CapsvizError

#: Training pictures that a training holds out to be scored on, and the seed that picks them:
#: the same for every network, or one that begins with another's weights has seen them.
HELD_OUT, HELD_OUT_SEED = 5000, 1998


@dataclass(frozen=True, slots=True)
class Pictures:
    """Labelled images: bytes 0..255, bright ink on black or in colour, and classes 0..J-1.

    Raises `CapsvizError` where images and labels differ in number, or a label is negative.
    """

    images: UInt8[Tensor, "n *c side side"]
    labels: Int[Tensor, " n"]

    def __post_init__(self) -> None:
        if len(self.images) != len(self.labels):
            raise CapsvizError(
                f"{len(self.images):,} images cannot have {len(self.labels):,} labels"
            )
        if len(self.labels) and int(self.labels.min()) < 0:
            raise CapsvizError(f"{int(self.labels.min())} is no label: they are counted from 0")

    def __len__(self) -> int:
        return len(self.labels)

    def some(self, each: int) -> Pictures:
        """The first `each` of every class, class by class."""
        rows = [(self.labels == k).nonzero().squeeze(1)[:each] for k in self.labels.unique()]
        return self.at(torch.cat(rows))

    def at(self, which: Int[Tensor, " some"]) -> Pictures:
        """The pictures at these positions."""
        return Pictures(self.images[which], self.labels[which])


@dataclass(frozen=True, slots=True)
class Learning:
    """What a training may see of a data set: never a test picture.

    Attributes
    ----------
    training : the pictures of a pass, counted from 0; as many in each.
    validation : pictures that are only scored; None where all are learnt from.
    how : how the validation pictures were come by, for the model card.
    different : of how many pictures all passes are, where that is not as many as one has.
    """

    training: Callable[[int], Pictures]
    validation: Pictures | None
    how: str = ""
    different: int | None = None

    @classmethod
    def of(cls, training: Pictures, validation: Pictures | None, how: str = "") -> Learning:
        """The same training pictures in every pass."""
        return cls(lambda _: training, validation, how)

    def whole(self) -> Learning:
        """Nothing held out: the validation pictures are learnt from as well."""
        held = self.validation
        if held is None:
            return self
        return replace(self, training=lambda number: _join(self.training(number), held)).blind()

    def part(self, share: float, seed: int, length: int = 0) -> Learning:
        """A share of each class's training pictures, in every pass the same ones.

        They are repeated while a pass is no longer than before, so that a training by few
        pictures takes about as many steps as one by all.

        Parameters
        ----------
        share : above 0, at most 1; of each class at least one picture is left.
        seed : of the choice.
        length : pictures of a pass, in place of that: each goes on where the last one ended.
        """
        if share >= 1 and not length:
            return self
        whole = self.training(0)
        random = torch.Generator().manual_seed(seed)
        order = torch.randperm(len(whole), generator=random)
        rows = [order[whole.labels[order] == k] for k in whole.labels.unique()]
        few = torch.cat([row[: max(1, round(share * len(row)))] for row in rows])
        few = few[torch.randperm(len(few), generator=random)]
        length = length or len(whole) // len(few) * len(few)

        def of_pass(number: int) -> Pictures:
            rows = few[(torch.arange(length) + number * length) % len(few)]
            return (whole if share < 1 else self.training(number)).at(rows)

        return replace(self, training=of_pass, different=len(few))

    def blind(self) -> Learning:
        """The same training pictures, and none to score."""
        return replace(self, validation=None, how="")


class DataSet(ABC):
    """Pictures of classes, parted into those to learn from and those to test on.

    Attributes
    ----------
    name : as it stands in a checkpoint's header.
    title : what people call it.
    classes : names of the classes, in order.
    side : height and width of the pictures, in pixels.
    channels : 1 where they are grey, 3 in colour.
    usual : how a training on it differs from the defaults of `capsviz.config.TrainConfig`.
    """

    name: str
    title: str
    classes: tuple[str, ...]
    side: int
    channels: int = 1
    usual: Mapping[str, Any] = MappingProxyType({})

    @property
    def format(self) -> PictureFormat:
        """What one of its pictures is."""
        return PictureFormat(self.side, self.channels)

    @property
    def subject(self) -> LabelSet:
        """What the header of a checkpoint says that learnt from this set."""
        return LabelSet(self.name, self.classes)

    def describe(self) -> str:
        """What there is to tell of the pictures before a training; nothing of known sets."""
        return ""

    @abstractmethod
    def learning(self) -> Learning:
        """What a training may see; raises `CapsvizError` where it cannot be read."""

    @property
    def how(self) -> str:
        """Names the parts of a set that may change: none of those that come by name."""
        return ""

    def whole(self) -> Pictures:
        """All pictures of all parts; raises `CapsvizError` where they cannot be read."""
        return _join(self.learning().whole().training(0), self.test())

    @abstractmethod
    def test(self) -> Pictures:
        """What only an evaluation may see; raises `CapsvizError` where it cannot be read."""


def hold_out(pictures: Pictures, n: int = HELD_OUT, seed: int = HELD_OUT_SEED) -> Learning:
    """Part training pictures from `n` that are only scored.

    Of each class the same share is held out, to within one picture.

    Parameters
    ----------
    n : pictures to hold out.
    seed : of the choice.

    Raises
    ------
    CapsvizError : there are too few pictures for that.
    """
    if not 0 < n < len(pictures):
        raise CapsvizError(
            f"{n:,} validation pictures cannot be held out of {len(pictures):,}: learn from all "
            "with --all, or bring more"
        )
    random = torch.Generator().manual_seed(seed)
    order = torch.randperm(len(pictures), generator=random)
    # By class, at random within each: every len/n-th of that row is a fair share of each class.
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
