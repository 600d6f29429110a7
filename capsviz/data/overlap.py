"""MultiMNIST: two overlapping digits of different classes (Sabour et al. 2017, 5.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from capsviz.data.augment import place_on_canvas
from capsviz.data.pictures import Pictures

#: Height and width of an image of two digits, in pixels.
SIDE = 36
#: Maximum shift of a digit each way, from 28 to 36 pixels.
SHIFT = 4
#: Seed of the pairs for `capsviz evaluate --set overlap`.
TEST_SEED = 2017


@dataclass(frozen=True, slots=True)
class Pairs:
    """Indices of two overlapping digits, and their shifts.

    Attributes
    ----------
    first, second : indices into a set of digits.
    moves : shifts of both, rows down and columns right, within -SHIFT..SHIFT.
    """

    first: Int[Tensor, " n"]
    second: Int[Tensor, " n"]
    moves: Int[Tensor, "n 2 2"]

    def __len__(self) -> int:
        return len(self.first)

    def __getitem__(self, index: slice) -> Pairs:
        """Some of the pairs."""
        return Pairs(self.first[index], self.second[index], self.moves[index])


def draw_pairs(
    labels: Int[Tensor, " digits"], first: Int[Tensor, " n"], random: torch.Generator
) -> Pairs:
    """Pair each of the digits `first` with a random one of another class, and draw shifts.

    At least two labels differ. The same state of the CPU generator gives the same pairs.
    """
    second = torch.randint(len(labels), first.shape, generator=random)
    while bool((same := labels[first] == labels[second]).any()):
        second[same] = torch.randint(len(labels), (int(same.sum()),), generator=random)
    moves = torch.randint(-SHIFT, SHIFT + 1, (len(first), 2, 2), generator=random)
    return Pairs(first, second, moves)


def place_digits(
    images: Float[Tensor, "n *c small small"], moves: Int[Tensor, "n 2"]
) -> Float[Tensor, "n *c side side"]:
    """Shift digits of 28 x 28 pixels by `moves` from the middle of a canvas of 36 x 36."""
    return place_on_canvas(images, moves, SHIFT)


def overlaid(
    first: Float[Tensor, "*n side side"], second: Float[Tensor, "*n side side"]
) -> Float[Tensor, "*n side side"]:
    """Overlay two pictures: their sum, clipped to 1."""
    return (first + second).clamp(max=1)


def pair_for_scoring(digits: Pictures, rounds: int = 1) -> Pairs:
    """Return the fixed pairs for validation: each digit is the first of `rounds` pairs."""
    random = torch.Generator().manual_seed(TEST_SEED)
    return draw_pairs(digits.labels, torch.arange(len(digits)).repeat(rounds), random)


def pictures(
    digits: Pictures,
    pairs: Pairs,
    device: torch.device | str = "cpu",
    vary: Callable[[Float[Tensor, "n s s"]], Float[Tensor, "n s s"]] = lambda images: images,
) -> tuple[Float[Tensor, "n *c side side"], Float[Tensor, "n 2 *c side side"], Int[Tensor, "n 2"]]:
    """Return the images of some pairs, their two digits apart, and their classes.

    `vary` augments each single digit, pixels in 0..1, before it is placed. The images are on
    `device`.
    """
    indices = torch.stack([pairs.first, pairs.second], 1)
    parts = vary(digits.images[indices].to(device).float().flatten(0, 1) / 255)
    parts = place_digits(parts, pairs.moves.to(device).flatten(0, 1)).unflatten(0, (-1, 2))
    return overlaid(parts[:, 0], parts[:, 1]), parts, digits.labels[indices].to(device)


def split_iou(
    masks: Float[Tensor, "*n side side"], true: Float[Tensor, "*n side side"]
) -> Float[Tensor, "*n"]:
    """Intersection over union of two pictures' ink (above one half); 1 if both are empty."""
    predicted, target = masks > 0.5, true > 0.5
    union = (predicted | target).sum((-2, -1))
    return torch.where(union > 0, (predicted & target).sum((-2, -1)) / union.clamp(min=1), 1.0)
