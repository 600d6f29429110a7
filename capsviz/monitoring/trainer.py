"""The process that trains one run: ``python -m capsviz.monitoring.trainer FOLDER``.

It stands in line before it loads anything large (but for the one that waits with it, `ready`),
trains at the lowest priority, leaves half the cores free while somebody draws, and looks between
two steps at what is wanted of it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from capsviz.errors import CapsvizError
from capsviz.monitoring import prewarm, throttle
from capsviz.monitoring.folder import RunFolder, hold_lock

if TYPE_CHECKING:
    from capsviz.monitoring.settings import PartsSettings, RunSettings
    from capsviz.training.state import End

#: Names a level from 0, like any program, to 19, which is usual: only when nobody else calculates.
MODESTY = "CAPSVIZ_TRAINING_NICE"
#: Names the process that the training must not outlive; without it, it outlives whoever began it,
#: such as a server.
PARENT = "CAPSVIZ_TRAINING_PARENT"
#: Seconds between two looks at whether that one is still there.
_ALIVE = 0.5
#: How often it tries to get a run for itself, and seconds between.
_TRIES, _LOOK = 20, 0.05


def main(path: str) -> int:
    """Train the run in a folder as far as is wanted; returns the exit status."""
    _be_modest()
    if (parent := os.environ.get(PARENT, "")).isdecimal():
        _live_with(int(parent))
    path = prewarm.wait_for_run() if path == prewarm.WAITING else path
    if not path:
        return 0
    folder = RunFolder(Path(path))
    ended: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda number, _: ended.append(number))
    for _ in range(_TRIES):
        try:
            with hold_lock(folder.lock):
                return _stand_in_line(folder, ended)
        except BlockingIOError:  # somebody may only have looked whether it is held
            time.sleep(_LOOK)
        except FileNotFoundError:
            break  # deleted before it was begun
    return 0  # another process trains it already


def _stand_in_line(folder: RunFolder, ended: list[int]) -> int:
    from capsviz.monitoring.run_queue import turn

    def leaving() -> bool:
        return bool(ended) or bool(folder.read("wanted").get("end"))

    folder.tell("waiting")
    with turn(folder, leaving) as mine:
        if not mine:
            folder.tell("interrupted")
            return 0
        return _train(folder, ended)


def _train(folder: RunFolder, ended: list[int]) -> int:
    """Train; what goes wrong is told in the folder."""
    try:
        folder.follow(lambda: _run_training(folder, folder.any_settings(), ended))
    except CapsvizError:
        return 2
    return 0


def _run_training(
    folder: RunFolder, settings: RunSettings | PartsSettings, ended: list[int]
) -> End:
    # Heavy imports come with the turn: those who wait take little memory.
    import torch

    from capsviz.monitoring.controlled_recorder import ControlledRecorder
    from capsviz.monitoring.mistakes import apply_mistakes
    from capsviz.monitoring.parts_recorder import PartsRecorder
    from capsviz.monitoring.pictures import material
    from capsviz.monitoring.settings import PartsSettings
    from capsviz.training.parts import train_parts
    from capsviz.training.state import End
    from capsviz.training.train import train

    torch.set_num_threads(os.cpu_count() or 1)
    throttle.yield_while_drawing()
    learns = material(settings)
    if isinstance(settings, PartsSettings):
        recorder = PartsRecorder(folder, settings, learns)
        learn = partial(train_parts, settings.model, settings.train, watcher=recorder)
    else:
        config = apply_mistakes(settings.train, settings.model, settings.mistakes)
        recorder = ControlledRecorder(folder, settings, learns)
        learn = partial(train, settings.model, config, watcher=recorder)
    if ended:  # while all this was loaded; from here on the training listens
        return End(False, ended[0])
    return learn(
        learns.learning,
        folder.weights,
        device=torch.device("cpu"),
        subject=learns.subject,
        resume=folder.state.exists(),
        overwrite=True,  # in the run's own folder, which a lock keeps for this process
        say=lambda line: print(line, flush=True),
    )


def _live_with(parent: int) -> None:
    """Ask this process to end once that one has; it keeps its state, as after any signal."""

    def watch() -> None:
        while True:
            try:
                os.kill(parent, 0)
            except ProcessLookupError:
                # Again each time: a signal before the training listens would be lost.
                os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(_ALIVE)

    threading.Thread(target=watch, daemon=True).start()


def _be_modest() -> None:
    """A low priority: pages are drawn first."""
    given = os.environ.get(MODESTY, "")
    level = min(int(given), 19) if given.isdecimal() else 19
    with contextlib.suppress(OSError):
        os.nice(level)
    if level == 19:
        # Below every level: who else wakes up has the core at once, and takes it for free.
        with contextlib.suppress(AttributeError, OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    # Linux shares the processor among sessions first, and each has a priority of its own.
    with contextlib.suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(level))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
