"""Windows of parents over the children's places, on square grids."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor, nn


class Windows(nn.Module):
    """A grid of parents, each with a window in its children's grid.

    Parameters
    ----------
    side : places along one side of the children's grid.
    kernel : places along one side of a window.
    stride : places from one window to the next.
    """

    taps: Tensor
    parents: Tensor
    back: Tensor
    first: Tensor

    def __init__(self, side: int, kernel: int, stride: int) -> None:
        super().__init__()
        self.grid, self.stride = (side - kernel) // stride + 1, stride
        self.places, self.size = self.grid**2, kernel**2
        # On the CPU even if the network is on `meta`: these values are read here.
        steps, offsets = (torch.arange(n, device="cpu") for n in (self.grid, kernel))
        rows = stride * steps[:, None] + offsets
        taps = (side * rows[:, None, :, None] + rows[None, :, None, :]).reshape(-1)
        visible, back, counts = taps.unique(return_inverse=True, return_counts=True)
        # Indices of each visible child among all taps, padded with the index past the end.
        parents = torch.full((len(visible), int(counts.max())), len(taps), device="cpu")
        filled = torch.zeros_like(counts)
        for tap, child in enumerate(back.tolist()):
            parents[child, filled[child]] = tap
            filled[child] += 1
        for name, value in (("taps", taps), ("parents", parents), ("back", back)):
            self.register_buffer(name, value, persistent=False)
        #: Reciprocal of the number of windows that contain each child.
        self.register_buffer("first", 1 / counts[back].float(), persistent=False)

    def gather(self, children: Float[Tensor, "batch children *more"]) -> Tensor:
        """Return the children in each parent's window: [batch * places, size, *more]."""
        gathered = children.index_select(1, self.taps)
        return gathered.view(-1, self.size, *children.shape[2:])

    def uniform(self, types: int, parents: int) -> Float[Tensor, "places K 1"]:
        """Return uniform responsibilities of each child over all its parents of all types."""
        shares = self.first.view(self.places, self.size, 1).expand(-1, -1, types)
        return shares.reshape(self.places, -1, 1) / parents

    def share(self, b: Float[Tensor, "n K J"]) -> Float[Tensor, "n K J"]:
        """Softmax of each child's b over all parents whose windows contain it, of all types.

        A softmax within one window would count a child once for each of its parents' places.
        """
        log_sums = b.logsumexp(2).view(-1, self.places * self.size, b.shape[1] // self.size)
        batch, _, types = log_sums.shape
        padding = log_sums.new_full((), -torch.inf).expand(batch, 1, types)
        gathered = torch.cat([log_sums, padding], 1).index_select(1, self.parents.flatten())
        totals = gathered.view(batch, *self.parents.shape, types).logsumexp(2)
        return (b - totals.index_select(1, self.back).view(*b.shape[:2], 1)).exp()
