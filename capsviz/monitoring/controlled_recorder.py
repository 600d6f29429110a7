"""A recorder that obeys the control file of the run's folder."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from capsviz.files import stamp
from capsviz.monitoring import run_queue, throttle
from capsviz.monitoring.folder import RunFolder
from capsviz.monitoring.recorder import Recorder
from capsviz.training.parts_run import PartsRun
from capsviz.training.state import Run

#: Seconds between two polls of the control file while the run is paused.
_POLL_INTERVAL = 0.05
#: Seconds between two polls of the queue.
_QUEUE_INTERVAL = 0.5
#: Seconds per step in slow mode.
SLOW_STEP_TIME = 1.0


class RunControl:
    """Pauses, resumes, ends or changes the rate of a run as the file ``wanted.json`` says.

    "until" is the step to pause at, None for none; "rate" replaces the planned learning rate, None
    keeps it; "slow" does one step a second, each with a snapshot; "end" saves the state and ends
    the process. While a visitor draws, the run rests between steps if its process does; a paused
    run ends if another one is waiting.
    """

    folder: RunFolder
    #: `RunSettings` or `PartsSettings`.
    settings: Any
    _snapshot: Callable[[Any], None]
    _control_version: Any = object()
    _control: dict[str, Any]
    #: Start time of the current step.
    _step_start = 0.0
    #: Time of the last poll of the queue.
    _last_poll = 0.0

    def ending(self, run: Run | PartsRun) -> bool:
        """Return whether the run should end; blocks while it is paused."""
        last_state, step_time = "", time.monotonic() - self._step_start
        while not run.interrupted:
            control = self._read_control()
            if control.get("end"):
                return True
            until = control.get("until")
            state = "paused" if isinstance(until, int) and run.step >= until else "running"
            if state == "paused":
                self._snapshot(run)  # take the snapshot of the step it pauses at
                if self._blocks_another_run():
                    return True
            if state != last_state and state != self.folder.read("status").get("state"):
                self.folder.tell(state)
            last_state = state
            elapsed = time.monotonic() - self._step_start
            pace = max(SLOW_STEP_TIME if control.get("slow") else 0.0, throttle.pace(step_time))
            if state == "running" and elapsed >= pace:
                self._step_start = time.monotonic()
                return False
            time.sleep(_POLL_INTERVAL)
        return True

    def learning_rate(self, planned: float) -> float:
        """Return the requested rate, else the planned one."""
        rate = self._read_control().get("rate")
        return float(rate) if isinstance(rate, int | float) and rate > 0 else planned

    def _is_requested(self, step: int) -> bool:
        """Take a snapshot at the step to pause at, in addition to the usual ones."""
        control = self._read_control()
        return control.get("until") == step or bool(control.get("slow"))

    def _blocks_another_run(self) -> bool:
        """Return whether another run waits for this one's turn, if it came through the queue."""
        if self.settings.elsewhere or time.monotonic() - self._last_poll < _QUEUE_INTERVAL:
            return False
        self._last_poll = time.monotonic()
        return run_queue.somebody_waits()

    def _read_control(self) -> dict[str, Any]:
        """Return the contents of the control file, cached until it changes."""
        version = stamp(self.folder.path / "wanted.json")
        if version != self._control_version:
            self._control, self._control_version = self.folder.read("wanted"), version
        return self._control


class ControlledRecorder(RunControl, Recorder):
    """Recorder of a training of classes that obeys the control file."""

    def on_start(self, run: Run) -> None:
        """Record the starting point, before the first pause."""
        super().on_start(run)
        self._step_start = time.monotonic()

    def _wants_snapshot(self, step: int) -> bool:
        requested = self._is_requested(step) and step not in self.snapshot_steps
        return requested or super()._wants_snapshot(step)
