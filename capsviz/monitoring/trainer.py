"""The process that trains one run: ``python -m capsviz.monitoring.trainer FOLDER``.

It waits for its turn before importing anything large (except for the prewarmed one, `prewarm`),
trains at the lowest priority, leaves half the cores free while a visitor draws, and reads the
control file between two steps.
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

#: Environment variable with the nice level, 0 to 19; the default 19 only uses idle time.
NICE_VARIABLE = "CAPSVIZ_TRAINING_NICE"
#: Environment variable with the process that the training must not outlive; without it the training
#: outlives its starter, such as a server.
PARENT = "CAPSVIZ_TRAINING_PARENT"
#: Seconds between two checks of that process.
_CHECK_INTERVAL = 0.5
#: Number of attempts to lock a run, and seconds between them.
_LOCK_TRIES, _LOCK_INTERVAL = 20, 0.05


def main(path: str) -> int:
    """Train the run in a folder as far as requested; returns the exit status."""
    _lower_priority()
    if (parent := os.environ.get(PARENT, "")).isdecimal():
        _end_with(int(parent))
    path = prewarm.wait_for_run() if path == prewarm.NO_RUN else path
    if not path:
        return 0
    folder = RunFolder(Path(path))
    signals: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda number, _: signals.append(number))
    for _ in range(_LOCK_TRIES):
        try:
            with hold_lock(folder.lock):
                return _wait_and_train(folder, signals)
        except BlockingIOError:  # a reader may only be testing the lock
            time.sleep(_LOCK_INTERVAL)
        except FileNotFoundError:
            break  # deleted before the start
    return 0  # another process trains it already


def _wait_and_train(folder: RunFolder, signals: list[int]) -> int:
    from capsviz.monitoring.run_queue import turn

    def gives_up() -> bool:
        return bool(signals) or bool(folder.read("wanted").get("end"))

    folder.tell("waiting")
    with turn(folder, gives_up) as has_turn:
        if not has_turn:
            folder.tell("interrupted")
            return 0
        return _train(folder, signals)


def _train(folder: RunFolder, signals: list[int]) -> int:
    """Train; errors are recorded in the folder."""
    try:
        folder.follow(lambda: _run_training(folder, folder.any_settings(), signals))
    except CapsvizError:
        return 2
    return 0


def _run_training(
    folder: RunFolder, settings: RunSettings | PartsSettings, signals: list[int]
) -> End:
    # Import these after the wait, so that waiting processes take little memory.
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
    data = material(settings)
    if isinstance(settings, PartsSettings):
        recorder = PartsRecorder(folder, settings, data)
        training = partial(train_parts, settings.model, settings.train, callback=recorder)
    else:
        config = apply_mistakes(settings.train, settings.model, settings.mistakes)
        recorder = ControlledRecorder(folder, settings, data)
        training = partial(train, settings.model, config, callback=recorder)
    if signals:  # a signal during the imports; from here on the training handles them
        return End(False, signals[0])
    return training(
        data.learning,
        folder.weights,
        device=torch.device("cpu"),
        subject=data.subject,
        resume=folder.state.exists(),
        overwrite=True,  # the run's own folder is locked by this process
        log=lambda line: print(line, flush=True),
    )


def _end_with(parent: int) -> None:
    """End this process when `parent` ends; the state is saved as after any signal."""

    def watch() -> None:
        while True:
            try:
                os.kill(parent, 0)
            except ProcessLookupError:
                # Repeat, since a signal before the training handles it would be lost.
                os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(_CHECK_INTERVAL)

    threading.Thread(target=watch, daemon=True).start()


def _lower_priority() -> None:
    """Lower the priority, so that pages come first."""
    value = os.environ.get(NICE_VARIABLE, "")
    level = min(int(value), 19) if value.isdecimal() else 19
    with contextlib.suppress(OSError):
        os.nice(level)
    if level == 19:
        # Below every nice level: any other process preempts it.
        with contextlib.suppress(AttributeError, OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    # Linux schedules sessions first, and each has a priority of its own.
    with contextlib.suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(level))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
