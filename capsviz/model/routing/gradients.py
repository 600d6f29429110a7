"""Choice of the routing iterations that gradients flow through.

Training uses the last alone: the couplings are constants, which is faster. Many later
implementations do the same, while the authors' code of dynamic routing differentiates the whole
loop. The derivative of an output by the input, as in an attack, needs all iterations.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

#: Context-local, since other threads may be using the same network.
_ALL_ITERATIONS: ContextVar[bool] = ContextVar("all iterations", default=False)


@contextmanager
def through_all_iterations() -> Iterator[None]:
    """Differentiate through every iteration within this context; values do not change."""
    token = _ALL_ITERATIONS.set(True)
    try:
        yield
    finally:
        _ALL_ITERATIONS.reset(token)


def differentiates_all() -> bool:
    """Return whether every iteration is differentiated."""
    return _ALL_ITERATIONS.get()
