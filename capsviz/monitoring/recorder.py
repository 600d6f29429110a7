"""Recorder that writes a training into its run folder."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from capsviz.files import stamp
from capsviz.model.mistakes import mislead
from capsviz.monitoring.checks import Evidence, run_checks
from capsviz.monitoring.cnn_baseline import PlainCnn
from capsviz.monitoring.folder import RunFolder
from capsviz.monitoring.pictures import Material, probe_set
from capsviz.monitoring.settings import RunSettings
from capsviz.monitoring.snapshot import ProbeSet, layers, look
from capsviz.monitoring.tensorboard import TensorBoardWriter
from capsviz.training.callbacks import Callback
from capsviz.training.state import Run
from capsviz.training.step import learns_by_spread
from capsviz.training.tasks import Batch

#: Maximum bytes and number of states kept for forks.
_MARKS, _MAX_MARKS = 400_000_000, 12


#: Early steps with a snapshot, in addition to each `every`-th: few, since each takes as long as
#: four steps.
_EARLY_SNAPSHOTS = (0, 1, 2, 5, 10, 20, 50)


def due(step: int, every: int) -> bool:
    """Return whether a step has a snapshot: dense at first, then each `every` steps."""
    return step % every == 0 or (step in _EARLY_SNAPSHOTS and step < every)


class Recorder(Callback):
    """Lines and snapshots of one run.

    A run that resumes after a crash repeats some steps: they are not written twice, and their rates
    come from the existing lines.

    Parameters
    ----------
    folder : folder of the run; its settings are written.
    material : training material; some of its pictures are used for snapshots.
    """

    save_interval = 5.0

    def __init__(self, folder: RunFolder, settings: RunSettings, material: Material) -> None:
        self.folder, self.settings = folder, settings
        self.probes = probe_set(material, settings.model.image_size)
        self._sample = self.probes.pinned
        #: Version of a visitor's picture that was read last, and the step since which the present
        #: picture is followed.
        self._picture_version: Any = None
        self._pinned_since: int | None = None
        folder.write("classes", {"classes": list(material.subject.classes)})
        folder.mend()
        self.lines = folder.lines()
        self.rates = {line["step"]: line["rate"] for line in self.lines}
        self.snapshot_steps = set(folder.snapshots())
        self._norm, self._rate = 0.0, 0.0
        self._old_weights: dict[str, Tensor] = {}
        self._gradients: dict[str, float] = {}
        #: CNN baseline, if requested.
        self.baseline: PlainCnn | None = None
        #: Receives the same numbers, if requested.
        self.board: TensorBoardWriter | None = None
        #: Seconds spent on snapshots, which do not count as training.
        self.snapshot_seconds = 0.0

    def on_start(self, run: Run) -> None:
        """Record the starting or resuming point."""
        mislead(run.model, self.settings.mistakes)
        mislead(run.average, self.settings.mistakes)
        if self.settings.plain:
            device = next(run.model.parameters()).device
            self.baseline = PlainCnn(self.folder, self.settings, run.subject, device)
        if run.step == 0:
            self._snapshot(run)

    def on_batch(self, run: Run, batch: Batch) -> None:
        """Train the CNN baseline on the same pictures."""
        if self.baseline is not None:
            self.baseline.learn(batch, self._rate)

    def rate(self, run: Run, planned: float) -> float:
        """Return the planned rate, or the one that the same step had before."""
        self._rate = self.rates.get(run.step + 1, self.learning_rate(planned))
        return self._rate

    def learning_rate(self, planned: float) -> float:
        """Return the rate of a step that is done for the first time."""
        return planned

    def on_gradients(self, run: Run, norm: float) -> None:
        """Record gradients and weights, which the update discards."""
        self._norm = norm
        if not self._wants_snapshot(run.step + 1):
            return
        weights = {
            name: p for name, p in run.model.named_parameters() if p.grad is not None and p.ndim > 1
        }
        self._old_weights = {name: p.detach().clone() for name, p in weights.items()}
        self._gradients = {
            name: float(torch.linalg.vector_norm(p.grad))
            for name, p in weights.items()
            if p.grad is not None
        }

    def on_step(self, run: Run, margin: float, error: float) -> None:
        """Write the step's line, and a snapshot if one is due."""
        line = {
            "step": run.step,
            "margin": margin,
            "error": error,
            "rate": self._rate,
            "norm": self._norm,
            "seconds": round(run.seconds, 3),
        }
        if run.step not in self.rates:
            self.folder.append(line)
            self.lines.append(line)
            self.rates[run.step] = self._rate
            if self.board is not None:
                self.board.line(line)
        if self._wants_snapshot(run.step):
            self._snapshot(run)
        self._old_weights = {}

    def on_save(self, run: Run, path: Path) -> None:
        """Keep the state for forks, if there is room."""
        if path != self.folder.state:
            self.folder.adopt(path)
        if self.baseline is not None:
            self.baseline.keep()
        limit = int(_MARKS / max(1, path.stat().st_size))
        self.folder.mark(run.step, max(2, min(_MAX_MARKS, limit)))

    def _wants_snapshot(self, step: int) -> bool:
        return due(step, self.settings.every) and step not in self.snapshot_steps

    def _snapshot(self, run: Run) -> None:
        if run.step in self.snapshot_steps:
            return
        start = time.monotonic()
        pinned_arrays = self._follow(run.step)
        snapshot = look(run.model, self.probes)
        numbers: dict[str, Any] = {
            "step": run.step,
            "seconds": round(run.seconds, 3),
            "pin": self._pinned_since,
            "own": self.probes.pinned is not self._sample,
        } | snapshot.numbers
        if self._old_weights:
            numbers["layers"] = layers(run.model, self._old_weights, self._gradients)
        baseline, validation = self.baseline, self.probes.validation
        if baseline is not None and not baseline.diverged and validation is not None:
            numbers["plain_accuracy"] = baseline.accuracy(validation)
        numbers["checks"] = self._check(run, numbers)
        arrays = snapshot.arrays | pinned_arrays
        if run.step == 0:
            arrays = arrays | _inputs(self.probes)
        self.folder.keep_snapshot(run.step, arrays, numbers)
        if self.board is not None:
            self.board.moment(arrays, numbers, run.model)
        self.snapshot_steps.add(run.step)
        self.snapshot_seconds += time.monotonic() - start

    def _check(self, run: Run, numbers: dict[str, Any]) -> list[dict[str, str]]:
        lines = [line for line in self.lines if line["step"] <= run.step]
        if not lines:
            return []
        return run_checks(
            Evidence(
                numbers,
                lines,
                weight=run.config.reconstruction_weight,
                since=max((step for step in self.snapshot_steps if step < run.step), default=-1),
                rises=learns_by_spread(run.model),
            )
        )

    def _follow(self, step: int) -> dict[str, np.ndarray]:
        """Switch to the requested picture; its first snapshot contains the picture itself."""
        version = stamp(self.folder.pin)
        if version != self._picture_version:
            picture = self.folder.read_pinned_picture(self.settings.model.format)
            pinned = self._sample if picture is None else torch.from_numpy(picture).float() / 255
            self.probes = replace(self.probes, pinned=pinned)
            self._picture_version, self._pinned_since = version, None
        if self._pinned_since is not None:
            return {}
        self._pinned_since = step
        return {"pinned_input": (self.probes.pinned * 255).round().to(torch.uint8).numpy()}


def _inputs(probes: ProbeSet) -> dict[str, np.ndarray]:
    """Return the probe pictures, which only the first snapshot contains."""
    return {
        "ten_input": probes.examples.images.numpy(),
        "ten_labels": probes.examples.labels.to(torch.uint8).numpy(),
    }
