"""Who looks on while a network is trained, and may hold the training up."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from capsviz.training.parts_run import PartsRun
    from capsviz.training.state import Run
    from capsviz.training.tasks import Batch


class Callback:
    """Looks on; this one sees nothing and changes nothing.

    What a training does next is the same whoever looks on, unless `rate` says otherwise.

    Attributes
    ----------
    keep_every : seconds after which the state is kept at the latest, where that is less than
        `capsviz.training.state.KEEP_EVERY`.
    """

    keep_every = math.inf

    def on_start(self, run: Run) -> None:
        """The run stands where its steps begin: at 0, or where it is resumed."""

    def rate(self, run: Run, planned: float) -> float:
        """Learning rate of the next step, in place of the planned one."""
        return planned

    def on_batch(self, run: Run, batch: Batch) -> None:
        """The pictures of the next step are there, and its rate is known."""

    def on_gradients(self, run: Run, norm: float) -> None:
        """The gradients of a step are there, and finite; the weights are still those before.

        Parameters
        ----------
        norm : of all gradients together, before any clipping.
        """

    def on_step(self, run: Run, margin: float, error: float) -> None:
        """A step is done.

        Parameters
        ----------
        margin, error : mean class loss and mean summed squared pixel error of its batch.
        """

    def on_epoch(self, run: Run) -> None:
        """An epoch is done and scored: ``run.history`` ends with it."""

    def on_save(self, run: Run, path: Path) -> None:
        """The state after ``run.step`` steps is in this file."""

    def ending(self, run: Run) -> bool:
        """Whether the training shall end here; may come back later, and so hold it up.

        Who waits in here comes back soon after ``run.interrupted`` says that a signal came.
        """
        return False


class PartsCallback:
    """Looks on while parts and objects are learnt; this one sees nothing and changes nothing."""

    def rate(self, run: PartsRun, planned: float) -> float:
        """Learning rate of the next step, in place of the planned one."""
        return planned

    def on_step(self, run: PartsRun) -> None:
        """``run.step`` steps are done: one more, or those before an epoch."""

    def ending(self, run: PartsRun) -> bool:
        """Whether the training shall end here, as of `Callback`."""
        return False
