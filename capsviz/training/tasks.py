"""What a network can be trained to do: read one digit, or two that lie over each other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from capsviz.config import TrainConfig
from capsviz.data.mnist import Digits, shifted, turned
from capsviz.data.overlap import draw_pairs, pictures
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

    images: Float[Tensor, "batch side side"]
    classes: Int[Tensor, "batch k"]
    parts: Float[Tensor, "batch k side side"]

    def __len__(self) -> int:
        return len(self.images)

    @classmethod
    def of_digits(
        cls, images: Float[Tensor, "batch side side"], labels: Int[Tensor, " batch"]
    ) -> Batch:
        """One digit in each image."""
        return cls(images, labels[:, None], images[:, None])

    def split(self, size: int) -> Iterator[Batch]:
        """The batch in pieces of at most `size` images."""
        pieces = (part.split(size) for part in (self.images, self.classes, self.parts))
        return (Batch(*piece) for piece in zip(*pieces, strict=True))

    def present(self, classes: int) -> Float[Tensor, "batch classes"]:
        """T of the margin loss: 1 where the class is in the image, else 0."""
        return one_hot(self.classes, classes).sum(1)


class Epoch(ABC):
    """One pass over the training digits, drawn from seed and number alone."""

    def __init__(self, digits: Digits, config: TrainConfig, number: int) -> None:
        self.digits, self.config = digits, config
        self.random = torch.Generator().manual_seed(config.seed * 100_003 + number)
        self.order = torch.randperm(len(digits), generator=self.random)
        self.draw()

    @abstractmethod
    def draw(self) -> None:
        """Draw whatever varies from epoch to epoch."""

    @abstractmethod
    def batch(self, here: slice, device: torch.device) -> Batch:
        """The images at some places of this epoch's order."""

    @staticmethod
    @abstractmethod
    def score(model: Network, test: Digits) -> Scores:
        """How well a network does what it is trained for."""


class OneDigit(Epoch):
    """Each digit once, shifted, and turned and resized where the configuration says so."""

    def draw(self) -> None:
        """Draw shifts, turns and sizes."""
        n, config = len(self.digits), self.config
        shape = (n, 2)
        self.moves = torch.randint(-config.shift, config.shift + 1, shape, generator=self.random)
        self.turns = config.rotation * (2 * torch.rand(n, generator=self.random) - 1)
        self.sizes = (1 + config.scale) ** (2 * torch.rand(n, generator=self.random) - 1)

    def batch(self, here: slice, device: torch.device) -> Batch:
        """Images of one digit each."""
        which = self.order[here]
        images = self.digits.images[which].to(device).float() / 255
        if self.config.rotation or self.config.scale:
            images = turned(images, self.turns[here].to(device), self.sizes[here].to(device))
        images = shifted(images, self.moves[here].to(device), self.config.shift)
        return Batch.of_digits(images, self.digits.labels[which].to(device))

    @staticmethod
    def score(model: Network, test: Digits) -> Scores:
        """Share of test digits read rightly."""
        return evaluate(model, test)


class Overlap(Epoch):
    """Each digit once under another of a different class; new partners in every epoch."""

    def draw(self) -> None:
        """Draw partners and places."""
        self.pairs = draw_pairs(self.digits.labels, self.order, self.random)

    def batch(self, here: slice, device: torch.device) -> Batch:
        """Images of two digits each."""
        images, parts, classes = pictures(self.digits, self.pairs[here], device)
        return Batch(images, classes, parts)

    @staticmethod
    def score(model: Network, test: Digits) -> Scores:
        """Share of the fixed test pairs of which both digits are read rightly."""
        return evaluate_pairs(model, test)


TASKS: dict[str, type[Epoch]] = {"digits": OneDigit, "overlap": Overlap}
