"""Recorder for a training of parts and objects."""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np
import torch

from capsviz.data.pictures import Pictures
from capsviz.model.parts.object_capsules import object_losses
from capsviz.monitoring.controlled_recorder import RunControl
from capsviz.monitoring.folder import RunFolder
from capsviz.monitoring.pictures import Material, probe_set
from capsviz.monitoring.recorder import due
from capsviz.monitoring.settings import PartsSettings
from capsviz.monitoring.snapshot import Snapshot
from capsviz.monitoring.tensorboard import TensorBoardWriter
from capsviz.training.callbacks import PartsCallback
from capsviz.training.matching import match
from capsviz.training.parts_run import PartsRun


class PartsRecorder(RunControl, PartsCallback):
    """Lines and snapshots of one run; a repeated step is not written twice.

    Parameters
    ----------
    folder : folder of the run; its settings are written.
    material : training material; some of its pictures are used for snapshots.
    """

    settings: PartsSettings

    def __init__(self, folder: RunFolder, settings: PartsSettings, material: Material) -> None:
        self.folder, self.settings = folder, settings
        #: Receives the same numbers, if requested.
        self.board: TensorBoardWriter | None = None
        probes = probe_set(material, settings.model.image_size)
        self.pictures = probes.validation or probes.training
        folder.mend()
        self.rates = {line["step"]: line["rate"] for line in folder.lines()}
        self.snapshot_steps = set(folder.snapshots())
        self._step_start = time.monotonic()

    def rate(self, run: PartsRun, planned: float) -> float:
        """Return the requested rate, or the one that the same step had before."""
        return self.rates.get(run.step + 1, self.learning_rate(planned))

    def on_step(self, run: PartsRun) -> None:
        """Write the step's line, and a snapshot if one is due."""
        if run.step and run.step not in self.rates:
            rate = run.optimiser.param_groups[0]["lr"]
            line = {"step": run.step, "rate": rate, "seconds": round(run.seconds, 3)}
            self.folder.append(line)
            if self.board is not None:
                self.board.line(line)
            self.rates[run.step] = rate
        if due(run.step, self.settings.every) or self._is_requested(run.step):
            self._snapshot(run)

    def _snapshot(self, run: PartsRun) -> None:
        if run.step in self.snapshot_steps:
            return
        snapshot = look_at_parts(run, self.pictures)
        numbers = {"step": run.step, "seconds": round(run.seconds, 3), **snapshot.numbers}
        self.folder.keep_snapshot(run.step, snapshot.arrays, numbers)
        if self.board is not None:
            self.board.moment(snapshot.arrays, numbers, run.model)
        self.snapshot_steps.add(run.step)


@torch.no_grad()
def look_at_parts(run: PartsRun, pictures: Pictures) -> Snapshot:
    """Take a snapshot of parts and objects in training; draws no random numbers.

    Its arrays are "templates" [M, T, T] in bytes and "presences" [M], the mean over the pictures.
    Its numbers are "sse", the mean summed squared reconstruction error of the parts. While the
    objects are trained there are also "beginning", the number of the restart, from 1, "between" and
    "within", the entropies of the encoder's posterior between pictures and within one, as shares of
    the maximum, and "accuracy" by the best matching of the likeliest objects with the classes,
    whose labels are used for this alone.
    """
    model = run.model
    x = pictures.images.to(next(model.parameters()).device).float() / 255
    parts, objects = model(x)
    numbers: dict[str, Any] = {
        "sse": float((model.paint(parts) - x.flatten(1)).square().sum(1).mean())
    }
    if run.trains_objects:
        count = model.config.objects
        _, *entropies = object_losses(objects, 1.0)
        maximum = max(math.log(count), 1e-9)
        between, within = (float(entropy) / maximum for entropy in entropies)
        guesses = objects.log_likelihood.argmax(1).cpu()
        accuracy = match(guesses, pictures.labels, count, len(run.subject.classes)).accuracy
        numbers |= {"between": between, "within": within, "accuracy": accuracy}
        numbers["beginning"] = run.restart + 1
    arrays = {
        "templates": (model.parts.ink() * 255).round().to(torch.uint8).cpu().numpy(),
        "presences": parts.d.mean(0).cpu().numpy().astype(np.float32),
    }
    return Snapshot(arrays, numbers)
