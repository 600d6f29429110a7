"""Cache of weights in the layout of a fast product."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from torch import Tensor, nn
from torch.optim.optimizer import register_optimizer_step_post_hook

Form = TypeVar("Form")


@dataclass(frozen=True, slots=True)
class _Entry:
    """Derived weights, and their sources."""

    form: Any
    # Aliases of the source: while they live, no other tensor gets its address, so the same address
    # and version imply the same values.
    source: tuple[Tensor, ...]
    versions: tuple[int, ...]

    def stale(self, weights: tuple[Tensor, ...]) -> bool:
        if any(tensor.is_inference() for tensor in weights):
            return True  # inference tensors have no version counter
        return self.versions != _versions(weights) or any(
            a.data_ptr() != b.data_ptr() for a, b in zip(self.source, weights, strict=True)
        )


#: Outside of the modules, so that copies and state dicts of a model do not include it.
_ENTRIES: WeakKeyDictionary[nn.Module, dict[Hashable, _Entry]] = WeakKeyDictionary()
# Fused optimisers change weights without incrementing their version.
register_optimizer_step_post_hook(lambda *_: _ENTRIES.clear())


def derive_once(
    owner: nn.Module, key: Hashable, weights: tuple[Tensor, ...], make: Callable[..., Form]
) -> Form:
    """Return ``make(*weights)``, cached until the weights change.

    New tensors, in-place changes that torch counts, and optimiser steps are detected; a write
    through ``.data`` is not.

    Parameters
    ----------
    owner : module that owns the weights; the cache entry lives as long.
    key : identifies this form among the owner's.
    make : function of the detached weights.
    """
    forms = _ENTRIES.setdefault(owner, {})
    entry = forms.get(key)
    if entry is None or entry.stale(weights):
        source = tuple(tensor.detach() for tensor in weights)
        forms[key] = entry = _Entry(make(*source), source, _versions(source))
    return entry.form


def weight_and_bias(layer: nn.Conv2d | nn.Linear) -> tuple[Tensor, Tensor]:
    """Return weight and bias of a layer that has both."""
    assert layer.bias is not None
    return layer.weight, layer.bias


def _versions(tensors: tuple[Tensor, ...]) -> tuple[int, ...]:
    return tuple(0 if tensor.is_inference() else tensor._version for tensor in tensors)
