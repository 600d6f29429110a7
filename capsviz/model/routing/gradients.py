"""Which iterations of a routing gradients flow through.

Training takes the last alone: the couplings count as constants, which is quicker. It is a habit of
later implementations: the authors' code of dynamic routing differentiates the whole loop. Whoever
asks how an output depends on the input, such as an attack, needs all.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

#: Of this thread alone: others may be training or reading with the same network.
_ALL: ContextVar[bool] = ContextVar("all iterations", default=False)


@contextmanager
def through_all_iterations() -> Iterator[None]:
    """Within it, every iteration is differentiated; what is calculated stays the same."""
    before = _ALL.set(True)
    try:
        yield
    finally:
        _ALL.reset(before)


def through_all() -> bool:
    """Whether every iteration is to be differentiated."""
    return _ALL.get()
