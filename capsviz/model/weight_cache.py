"""Weights in the form that a fast product wants, made once and kept while they last."""

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
    """A form of some weights, and what it was made from."""

    form: Any
    # Aliases of the source: while they live, no other tensor gets its address, so the same
    # address and version mean the same numbers.
    source: tuple[Tensor, ...]
    versions: tuple[int, ...]

    def stale(self, now: tuple[Tensor, ...]) -> bool:
        if any(tensor.is_inference() for tensor in now):
            return True  # such tensors change without counting
        return self.versions != _versions(now) or any(
            a.data_ptr() != b.data_ptr() for a, b in zip(self.source, now, strict=True)
        )


#: Outside the modules, so that copies and state dicts of a model know nothing of it.
_ENTRIES: WeakKeyDictionary[nn.Module, dict[Hashable, _Entry]] = WeakKeyDictionary()
# Fused optimisers change weights without raising their version.
register_optimizer_step_post_hook(lambda *_: _ENTRIES.clear())


def derive_once(
    owner: nn.Module, key: Hashable, weights: tuple[Tensor, ...], make: Callable[..., Form]
) -> Form:
    """``make(*weights)``, made when first asked for and when they have changed.

    Noticed are new tensors, all changes in place that torch counts, and every step of an
    optimiser; not a write through ``.data``, which torch hides from everyone.

    Parameters
    ----------
    owner : whose weights they are; with it goes what was made.
    key : tells this form from the owner's others.
    make : gets the weights detached.
    """
    forms = _ENTRIES.setdefault(owner, {})
    entry = forms.get(key)
    if entry is None or entry.stale(weights):
        source = tuple(tensor.detach() for tensor in weights)
        forms[key] = entry = _Entry(make(*source), source, _versions(source))
    return entry.form


def parts(layer: nn.Conv2d | nn.Linear) -> tuple[Tensor, Tensor]:
    """Weight and bias of a layer that has both."""
    assert layer.bias is not None
    return layer.weight, layer.bias


def _versions(tensors: tuple[Tensor, ...]) -> tuple[int, ...]:
    return tuple(0 if tensor.is_inference() else tensor._version for tensor in tensors)
