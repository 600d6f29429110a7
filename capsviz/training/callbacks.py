"""Callbacks that observe and control a training."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from capsviz.training.parts_run import PartsRun
    from capsviz.training.state import Run
    from capsviz.training.tasks import Batch


class Callback:
    """Callback of a training; this one does nothing.

    A callback does not change the training's results, unless `rate` does.

    Attributes
    ----------
    save_interval : maximum seconds between two saves of the state, if less than
        `capsviz.training.state.SAVE_INTERVAL`.
    """

    save_interval = math.inf

    def on_start(self, run: Run) -> None:
        """Called before the first step, at 0 or where the run resumes."""

    def rate(self, run: Run, planned: float) -> float:
        """Return the learning rate of the next step."""
        return planned

    def on_batch(self, run: Run, batch: Batch) -> None:
        """Called with the pictures of the next step, after its rate is known."""

    def on_gradients(self, run: Run, norm: float) -> None:
        """Called with finite gradients, before the weights are updated.

        `norm` is that of all gradients together, before clipping.
        """

    def on_step(self, run: Run, margin: float, error: float) -> None:
        """Called after a step.

        `margin` is the mean class loss and `error` the mean summed squared pixel error of its
        batch.
        """

    def on_epoch(self, run: Run) -> None:
        """Called after an epoch was scored: the last entry of ``run.history``."""

    def on_save(self, run: Run, path: Path) -> None:
        """Called after the state of ``run.step`` steps was saved to this file."""

    def ending(self, run: Run) -> bool:
        """Return whether the training should end here; may block to pause the training.

        A blocking callback must return soon after ``run.interrupted`` reports a signal.
        """
        return False


class PartsCallback:
    """Callback of a training of parts and objects; this one does nothing."""

    def rate(self, run: PartsRun, planned: float) -> float:
        """Return the learning rate of the next step."""
        return planned

    def on_step(self, run: PartsRun) -> None:
        """Called after ``run.step`` steps: after each one, and before an epoch."""

    def ending(self, run: PartsRun) -> bool:
        """Return whether the training should end here; see `Callback`."""
        return False
