"""What a network can be trained to do: read one digit, wherever it lies, or two in one place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from capsviz.config import TrainConfig
from capsviz.data.augment import Augmentation
from capsviz.data.expanded import draw_places, expand, place_for_scoring
from capsviz.data.overlap import draw_pairs, pictures
from capsviz.data.pictures import Pictures
from capsviz.model.loss import one_hot
from capsviz.model.networks import Network
from capsviz.training.evaluate import Scores, evaluate, evaluate_pairs


@dataclass(frozen=True, slots=True)
class Batch:
    """Images and what a network shall say of them.

    Attributes
    ----------
    images : pixels in 0..1.
    classes : of the k digits in each image, all different.
    parts : each of those digits alone, as it lies in the image.
    """

    images: Float[Tensor, "batch *c side side"]
    classes: Int[Tensor, "batch k"]
    parts: Float[Tensor, "batch k *c side side"]

    def __len__(self) -> int:
        return len(self.images)

    @classmethod
    def of_digits(
        cls, images: Float[Tensor, "batch *c side side"], labels: Int[Tensor, " batch"]
    ) -> Batch:
        """One digit in each image."""
        return cls(images, labels[:, None], images[:, None])

    def __getitem__(self, which: slice) -> Batch:
        """Some of the images."""
        return Batch(self.images[which], self.classes[which], self.parts[which])

    def split(self, size: int) -> Iterator[Batch]:
        """The batch in pieces of at most `size` images."""
        pieces = (part.split(size) for part in (self.images, self.classes, self.parts))
        return (Batch(*piece) for piece in zip(*pieces, strict=True))

    def present(self, classes: int) -> Float[Tensor, "batch classes"]:
        """T of the margin loss: 1 where the class is in the image, else 0."""
        return one_hot(self.classes, classes).sum(1)


class Epoch(ABC):
    """One pass over training pictures, drawn from seed and number alone.

    Parameters
    ----------
    shown : the pictures of this pass.
    config : the seed of the training.
    number : of the pass, from 0.
    augmentation : how each picture is varied.
    """

    def __init__(
        self, shown: Pictures, config: TrainConfig, number: int, augmentation: Augmentation
    ) -> None:
        self.shown, self.augmentation = shown, augmentation
        self.seed = config.seed * 100_003 + number
        self.random = torch.Generator().manual_seed(self.seed)
        self.order = torch.randperm(len(shown), generator=self.random)
        self.draw()

    def draws(self, here: slice) -> torch.Generator:
        """The random numbers of one batch: the same when a broken run comes to it again."""
        return torch.Generator().manual_seed((self.seed * 1_000_003 + here.start) % 2**63)

    def draw(self) -> None:  # noqa: B027
        """Draw whatever else varies from epoch to epoch; nothing does, unless a task says so."""

    @abstractmethod
    def batch(self, here: slice, device: torch.device) -> Batch:
        """The images at some places of this epoch's order."""

    @staticmethod
    @abstractmethod
    def score(model: Network, validation: Pictures) -> Scores:
        """How well a network does what it is trained for."""


class OneDigit(Epoch):
    """Each picture once, varied."""

    def batch(self, here: slice, device: torch.device) -> Batch:
        """Images of one picture each."""
        which = self.order[here]
        images = self.shown.images[which].to(device).float() / 255
        images = self.vary(images, self.draws(here))
        return Batch.of_digits(images, self.shown.labels[which].to(device))

    def vary(
        self, images: Float[Tensor, "n *c small small"], random: torch.Generator
    ) -> Float[Tensor, "n *c side side"]:
        """What is learnt from, of the pictures as they are."""
        return self.augmentation.apply(images, random)

    @staticmethod
    def score(model: Network, validation: Pictures) -> Scores:
        """Share of the pictures read rightly."""
        return evaluate(model, validation)


class ExpandedDigits(OneDigit):
    """Each picture once, varied, then put anywhere on a larger canvas."""

    def vary(
        self, images: Float[Tensor, "n *c small small"], random: torch.Generator
    ) -> Float[Tensor, "n *c side side"]:
        """The pictures varied but for shifts, each at a place of its own."""
        images = self.augmentation.deform(images, random)
        return expand(images, draw_places(len(images), random))

    @staticmethod
    def score(model: Network, validation: Pictures) -> Scores:
        """Share of the pictures, at fixed places, read rightly."""
        return evaluate(model, place_for_scoring(validation))


class Overlap(Epoch):
    """Each digit once under another of a different class; new partners in every epoch."""

    def draw(self) -> None:
        """Draw partners and places."""
        self.pairs = draw_pairs(self.shown.labels, self.order, self.random)

    def batch(self, here: slice, device: torch.device) -> Batch:
        """Images of two digits each, both varied before they are put in their places."""
        random = self.draws(here)
        images, parts, classes = pictures(
            self.shown,
            self.pairs[here],
            device,
            lambda digits: self.augmentation.deform(digits, random),
        )
        return Batch(images, classes, parts)

    @staticmethod
    def score(model: Network, validation: Pictures) -> Scores:
        """Share of fixed pairs of these digits of which both are read rightly."""
        return evaluate_pairs(model, validation)


TASKS: dict[str, type[Epoch]] = {"digits": OneDigit, "expanded": ExpandedDigits, "overlap": Overlap}
