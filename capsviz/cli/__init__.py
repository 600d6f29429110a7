"""The command line: one module per command, imported only when needed.

Errors are printed in one line, with exit status 2, before any work begins. Nothing heavy is
imported here, so that Ctrl-C also prints one line while torch is being imported.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType

#: Messages for the signals that end a command.
SIGNAL_MESSAGES = {signal.SIGINT: "interrupted", signal.SIGTERM: "ended"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    # Idle threads sleep: spinning would waste cores that others need. Set before torch is imported.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    before = {number: signal.signal(number, _leave) for number in SIGNAL_MESSAGES}
    try:
        try:
            from capsviz.cli import entry

            options = entry.parse(arguments)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        return entry.run(options)
    except KeyboardInterrupt:
        return complain(SIGNAL_MESSAGES[signal.SIGINT], 128 + signal.SIGINT)


def complain(sentence: str, status: int) -> int:
    """Print an error; returns the status."""
    print(f"capsviz: {sentence}", file=sys.stderr)
    return status


def _leave(number: int, _frame: FrameType | None) -> None:
    """Exit during imports, when there is nothing to clean up.

    An exception would not work: partly imported modules catch or replace it.
    """
    os.write(2, f"capsviz: {SIGNAL_MESSAGES[signal.Signals(number)]}\n".encode())
    os._exit(128 + number)
