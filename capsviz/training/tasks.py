"""Training tasks: classify one digit, one anywhere on a canvas, or two overlapping ones."""

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
    """Images and their targets.

    Attributes
    ----------
    images : pixels in 0..1.
    classes : classes of the k digits in each image, all different.
    parts : each of those digits alone, as positioned in the image.
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
        """Make a batch with one digit in each image."""
        return cls(images, labels[:, None], images[:, None])

    def __getitem__(self, index: slice) -> Batch:
        """Some of the images."""
        return Batch(self.images[index], self.classes[index], self.parts[index])

    def split(self, size: int) -> Iterator[Batch]:
        """Split the batch into chunks of at most `size` images."""
        chunks = (part.split(size) for part in (self.images, self.classes, self.parts))
        return (Batch(*chunk) for chunk in zip(*chunks, strict=True))

    def present(self, classes: int) -> Float[Tensor, "batch classes"]:
        """Return T of the margin loss: 1 if the class is in the image, else 0."""
        return one_hot(self.classes, classes).sum(1)


class Epoch(ABC):
    """One epoch of training pictures, determined by seed and number alone.

    Parameters
    ----------
    shown : the pictures of this epoch.
    config : holds the seed of the training.
    number : number of the epoch, from 0.
    augmentation : augmentation of each picture.
    """

    def __init__(
        self, pictures: Pictures, config: TrainConfig, number: int, augmentation: Augmentation
    ) -> None:
        self.pictures, self.augmentation = pictures, augmentation
        self.seed = config.seed * 100_003 + number
        self.random = torch.Generator().manual_seed(self.seed)
        self.order = torch.randperm(len(pictures), generator=self.random)
        self.draw()

    def draws(self, indices: slice) -> torch.Generator:
        """Return the random numbers of one batch, the same in a resumed run."""
        return torch.Generator().manual_seed((self.seed * 1_000_003 + indices.start) % 2**63)

    def draw(self) -> None:  # noqa: B027
        """Draw further variations of the epoch; by default none."""

    @abstractmethod
    def batch(self, indices: slice, device: torch.device) -> Batch:
        """Return the images at some indices of this epoch's order."""

    @staticmethod
    @abstractmethod
    def score(model: Network, validation: Pictures) -> Scores:
        """Score a network on this task."""


class OneDigit(Epoch):
    """Each picture once, augmented."""

    def batch(self, indices: slice, device: torch.device) -> Batch:
        """Return images of one picture each."""
        picture_indices = self.order[indices]
        images = self.pictures.images[picture_indices].to(device).float() / 255
        images = self.vary(images, self.draws(indices))
        return Batch.of_digits(images, self.pictures.labels[picture_indices].to(device))

    def vary(
        self, images: Float[Tensor, "n *c small small"], random: torch.Generator
    ) -> Float[Tensor, "n *c side side"]:
        """Turn pictures into training images."""
        return self.augmentation.apply(images, random)

    @staticmethod
    def score(model: Network, validation: Pictures) -> Scores:
        """Accuracy on the pictures."""
        return evaluate(model, validation)


class ExpandedDigits(OneDigit):
    """Each picture once, augmented and placed anywhere on a larger canvas."""

    def vary(
        self, images: Float[Tensor, "n *c small small"], random: torch.Generator
    ) -> Float[Tensor, "n *c side side"]:
        """Augment the pictures without shifts, and place each at random."""
        images = self.augmentation.deform(images, random)
        return expand(images, draw_places(len(images), random))

    @staticmethod
    def score(model: Network, validation: Pictures) -> Scores:
        """Accuracy on the pictures at fixed places."""
        return evaluate(model, place_for_scoring(validation))


class Overlap(Epoch):
    """Each digit once with an overlapping one of another class; new partners in every epoch."""

    def draw(self) -> None:
        """Draw partners and places."""
        self.pairs = draw_pairs(self.pictures.labels, self.order, self.random)

    def batch(self, indices: slice, device: torch.device) -> Batch:
        """Return images of two digits each, both augmented before they are placed."""
        random = self.draws(indices)
        images, parts, classes = pictures(
            self.pictures,
            self.pairs[indices],
            device,
            lambda digits: self.augmentation.deform(digits, random),
        )
        return Batch(images, classes, parts)

    @staticmethod
    def score(model: Network, validation: Pictures) -> Scores:
        """Share of fixed pairs of these digits with both correct."""
        return evaluate_pairs(model, validation)


TASKS: dict[str, type[Epoch]] = {"digits": OneDigit, "expanded": ExpandedDigits, "overlap": Overlap}
