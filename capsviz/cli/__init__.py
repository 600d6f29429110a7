"""The command line: one module a command, each loaded only when it is the one asked for.

What is wrong is told in one line, with exit status 2, before any work begins. Nothing heavy is
imported here, so that Ctrl-C is a line as well while torch is being loaded.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType

#: What a signal that ends a command makes it say.
LAST_WORDS = {signal.SIGINT: "interrupted", signal.SIGTERM: "ended"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    # Threads that have done their share wait asleep: where others need the cores, spinning costs
    # both. It must be said before torch is loaded.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    before = {number: signal.signal(number, _leave) for number in LAST_WORDS}
    try:
        try:
            from capsviz.cli import entry

            options = entry.parse(arguments)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        return entry.run(options)
    except KeyboardInterrupt:
        return complain(LAST_WORDS[signal.SIGINT], 128 + signal.SIGINT)


def complain(sentence: str, status: int) -> int:
    """Say what is wrong; gives the status back."""
    print(f"capsviz: {sentence}", file=sys.stderr)
    return status


def _leave(number: int, _frame: FrameType | None) -> None:
    """End while modules are loaded: nothing is begun that would have to be put in order.

    An exception would not do, since half loaded modules catch it or answer it with others.
    """
    os.write(2, f"capsviz: {LAST_WORDS[signal.Signals(number)]}\n".encode())
    os._exit(128 + number)
