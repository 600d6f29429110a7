"""Writes a training into its run folder while it goes on."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from capsviz.training.state import Run
from capsviz.training.watcher import Watcher
from capsviz.watching.checks import Judged, checked
from capsviz.watching.folder import RunFolder
from capsviz.watching.look import Shown, layers, look
from capsviz.watching.mistakes import mislead
from capsviz.watching.pictures import Material, shown
from capsviz.watching.settings import Settings

#: Bytes of states that may be kept to fork from, and how many at most.
_MARKS, _MOST_MARKS = 400_000_000, 12


def due(step: int, every: int) -> bool:
    """Whether a snapshot belongs to a step: early ones lie close, then each `every` steps."""
    if step < 2 or step % every == 0:
        return True
    first = 1 << (step.bit_length() - 1)
    return first < every and step in (first, first * 3 // 2)


class Recorder(Watcher):
    """Lines and snapshots of one run.

    A run that goes on after a crash repeats some steps: they are not written twice, and their
    rates are those that stand in the lines.

    Parameters
    ----------
    folder : of the run; its settings are written.
    learns : what it learns from; the network is looked at with some pictures of it.
    """

    keep_every = 5.0

    def __init__(self, folder: RunFolder, settings: Settings, learns: Material) -> None:
        self.folder, self.settings = folder, settings
        self.shown = shown(learns, settings.model.image_size)
        folder.write("classes", {"classes": list(learns.subject.classes)})
        folder.mend()
        self.lines = folder.lines()
        self.known = {line["step"]: line["rate"] for line in self.lines}
        self.taken = set(folder.snapshots())
        self._norm, self._rate = 0.0, 0.0
        self._before: dict[str, Tensor] = {}
        self._gradients: dict[str, float] = {}
        #: Seconds that looking has taken: they are not the training's.
        self.looking = 0.0

    def begun(self, run: Run) -> None:
        """Show where it begins, or goes on."""
        mislead(run.model, self.settings.mistakes)
        mislead(run.average, self.settings.mistakes)
        if run.step == 0:
            self._snapshot(run)

    def rate(self, run: Run, planned: float) -> float:
        """The planned rate, or the one that the same step had before."""
        self._rate = self.known.get(run.step + 1, self.wanted_rate(planned))
        return self._rate

    def wanted_rate(self, planned: float) -> float:
        """Of a step that is done for the first time."""
        return planned

    def graded(self, run: Run, norm: float) -> None:
        """Keep what is gone after the update."""
        self._norm = norm
        if not self._wanted(run.step + 1):
            return
        weights = {
            name: p for name, p in run.model.named_parameters() if p.grad is not None and p.ndim > 1
        }
        self._before = {name: p.detach().clone() for name, p in weights.items()}
        self._gradients = {
            name: float(torch.linalg.vector_norm(p.grad))
            for name, p in weights.items()
            if p.grad is not None
        }

    def stepped(self, run: Run, margin: float, error: float) -> None:
        """Write the step's line, and a snapshot where one is due."""
        line = {
            "step": run.step,
            "margin": margin,
            "error": error,
            "rate": self._rate,
            "norm": self._norm,
            "seconds": round(run.seconds, 3),
        }
        if run.step not in self.known:
            self.folder.append(line)
            self.lines.append(line)
            self.known[run.step] = self._rate
        if self._wanted(run.step):
            self._snapshot(run)

    def kept(self, run: Run, path: Path) -> None:
        """Keep the state to fork from as well, as far as there is room."""
        if path != self.folder.state:
            self.folder.adopt(path)
        room = int(_MARKS / max(1, path.stat().st_size))
        self.folder.mark(run.step, max(2, min(_MOST_MARKS, room)))

    def _wanted(self, step: int) -> bool:
        return due(step, self.settings.every) and step not in self.taken

    def _snapshot(self, run: Run) -> None:
        if run.step in self.taken:
            return
        began = time.monotonic()
        seen = look(run.model, self.shown)
        numbers: dict[str, Any] = {
            "step": run.step,
            "seconds": round(run.seconds, 3),
        } | seen.numbers
        if self._before:
            numbers["layers"] = layers(run.model, self._before, self._gradients)
            self._before = {}
        lines = [line for line in self.lines[-2000:] if line["step"] <= run.step]
        weight = run.config.reconstruction_weight
        numbers["checks"] = checked(Judged(numbers, lines, weight)) if lines else []
        arrays = seen.arrays
        if run.step == 0:
            arrays = arrays | _inputs(self.shown)
        self.folder.keep_snapshot(run.step, arrays, numbers)
        self.taken.add(run.step)
        self.looking += time.monotonic() - began


def _inputs(shown: Shown) -> dict[str, np.ndarray]:
    """What is looked at: it stands in the first snapshot alone."""
    return {
        "pinned_input": (shown.pinned * 255).round().to(torch.uint8).numpy(),
        "ten_input": shown.ten.images.numpy(),
        "ten_labels": shown.ten.labels.to(torch.uint8).numpy(),
    }
