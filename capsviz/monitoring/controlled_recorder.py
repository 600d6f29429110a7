"""A recorder that does what the run's folder says is wanted."""

from __future__ import annotations

import time
from typing import Any

from capsviz.files import stamp
from capsviz.monitoring import run_queue, throttle
from capsviz.monitoring.folder import RunFolder
from capsviz.monitoring.recorder import Recorder
from capsviz.training.parts_run import PartsRun
from capsviz.training.state import Run

#: Seconds between two looks at what is wanted, while the run stands still.
_LOOK = 0.05
#: Seconds between two looks at whether somebody waits for it to end.
_LINE = 0.5
#: Seconds of a step while it goes slowly.
SLOW = 1.0


class RunControl:
    """Pauses, goes on, changes its rate and ends as the file ``wanted.json`` says.

    "until" is the step to stand still at, None to go on; "rate" replaces the planned learning
    rate, None leaves it; "slow" does one step a second, each with a snapshot; "end" ends the
    process, its state kept. While somebody draws it rests between steps, where its process does;
    while it stands still it ends for another that waits.
    """

    folder: RunFolder
    #: `RunSettings` or `PartsSettings`.
    settings: Any
    _seen: Any = object()
    _wanted_now: dict[str, Any]
    #: When the step began that is being done.
    _began = 0.0
    #: When it was last asked who waits.
    _asked_line = 0.0

    def ending(self, run: Run | PartsRun) -> bool:
        """Whether the run shall end; comes back once it need not stand still."""
        return self._wait(run)

    def learning_rate(self, planned: float) -> float:
        """The rate that was asked for, else the planned one."""
        rate = self._look().get("rate")
        return float(rate) if isinstance(rate, int | float) and rate > 0 else planned

    def _is_looked_at(self, step: int) -> bool:
        """Where it is to stand still there is something to look at, whatever the step."""
        wanted = self._look()
        return wanted.get("until") == step or bool(wanted.get("slow"))

    def _wait(self, run: Run | PartsRun) -> bool:
        last, worked = "", time.monotonic() - self._began
        while not run.interrupted:
            wanted = self._look()
            if wanted.get("end"):
                return True
            until = wanted.get("until")
            state = "paused" if isinstance(until, int) and run.step >= until else "running"
            if state == "paused":
                self._snapshot(run)  # what is looked at now is the step it stands at
                if self._in_the_way():
                    return True
            if state != last and state != self.folder.read("status").get("state"):
                self.folder.tell(state)
            last = state
            rested = time.monotonic() - self._began
            pace = max(SLOW if wanted.get("slow") else 0.0, throttle.pace(worked))
            if state == "running" and rested >= pace:
                self._began = time.monotonic()
                return False
            time.sleep(_LOOK)
        return True

    def _snapshot(self, run: Any) -> None:
        raise NotImplementedError

    def _in_the_way(self) -> bool:
        """Whether another waits for this run's turn; one begun elsewhere has none to give."""
        if self.settings.elsewhere or time.monotonic() - self._asked_line < _LINE:
            return False
        self._asked_line = time.monotonic()
        return run_queue.somebody_waits()

    def _look(self) -> dict[str, Any]:
        """What is wanted, read when it has changed."""
        now = stamp(self.folder.path / "wanted.json")
        if now != self._seen:
            self._wanted_now, self._seen = self.folder.read("wanted"), now
        return self._wanted_now


class ControlledRecorder(RunControl, Recorder):
    """Does what is wanted of a training of classes."""

    def on_start(self, run: Run) -> None:
        """Show where it begins; whether it stands still there is asked next."""
        super().on_start(run)
        self._began = time.monotonic()

    def _wants_snapshot(self, step: int) -> bool:
        looked_at = self._is_looked_at(step) and step not in self.taken
        return looked_at or super()._wants_snapshot(step)

    def _snapshot(self, run: Run) -> None:
        Recorder._snapshot(self, run)
