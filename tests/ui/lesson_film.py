"""Records the film that the lesson on learning shows: python tests/ui/lesson_film.py [RUN].

A small capsule network learns eight shapes, a plain CNN beside it from the same batches; an hour on
a busy core. It keeps a film of the page Train, and an excerpt with the few numbers and pictures
that the lesson shows. An existing run, given by name, is used up to its present step.
"""

from __future__ import annotations

import base64
import json
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from capsviz.config import ModelConfig
from capsviz.model.networks import build
from capsviz.monitoring import runs
from capsviz.monitoring.folder import RunFolder
from capsviz.monitoring.pictures import material, probe_set
from capsviz.monitoring.recorder import Recorder
from capsviz.monitoring.settings import SHORT_TRAINING, SMALL_MODEL, RunSettings
from capsviz.training.train import train

NAME = "sprites beside a CNN"
SETTINGS = RunSettings(
    model=replace(SMALL_MODEL, classes=8),
    train=replace(SHORT_TRAINING, epochs=30),
    every=60,
    plain=True,
)
#: Every so many steps, and those before, a moment is kept in the lesson; and which pictures.
EVERY, PICTURES = 120, (0, 2, 4, 6)


def record() -> RunFolder:
    """Train, and look at it on the way."""
    torch.set_num_threads(1)
    folder, learns = runs.make(SETTINGS, NAME), material(SETTINGS)
    folder.follow(
        lambda: train(
            SETTINGS.model,
            SETTINGS.train,
            learns.learning,
            folder.weights,
            device=torch.device("cpu"),
            subject=learns.subject,
            log=lambda line: print(line, flush=True),
            callback=Recorder(folder, SETTINGS, learns),
        )
    )
    return folder


def excerpt(run: RunFolder) -> dict[str, Any]:
    """The lesson's excerpt of a run."""
    learns, model = material(SETTINGS), SETTINGS.model
    ten = probe_set(learns, model.image_size).examples
    cnn = ModelConfig(architecture="cnn", image_size=model.image_size, classes=model.classes)
    steps = run.snapshots()
    kept = [step for step in steps if step % EVERY == 0 or step < EVERY or step == steps[-1]]
    moments, counted = [], 0
    for step in kept:
        arrays, numbers = run.snapshot(step)
        counted = numbers["counted"][1]
        moments.append(
            {
                "step": step,
                "accuracy": round(numbers["accuracy"], 4),
                "plain": round(numbers["plain_accuracy"], 4),
                "r2": {name: round(value, 3) for name, value in numbers["r2"].items()},
                "paintings": [_encode(arrays["ten"][k]) for k in PICTURES],
            }
        )
    return {
        "command": "python tests/ui/lesson_film.py",
        "network": f"{model.conv_channels} filters, {model.primary_types} capsule types",
        "parameters": {"capsules": _count(model), "cnn": _count(cnn)},
        "batch": SETTINGS.train.batch,
        "counted": counted,
        "shapes": [learns.subject.classes[int(ten.labels[k])] for k in PICTURES],
        "inputs": [_encode(ten.images[k].numpy()) for k in PICTURES],
        "moments": moments,
    }


def _count(model: ModelConfig) -> int:
    return sum(weights.numel() for weights in build(model).parameters())


def _encode(image: np.ndarray) -> str:
    return base64.b64encode(image.tobytes()).decode()


if __name__ == "__main__":
    from capsviz.ui.lessons import figure_data
    from capsviz.ui.pages.train import films

    found = runs.find(sys.argv[1]) if sys.argv[1:] else record()
    print(films.ship(found, NAME))
    path = figure_data.path_of("learning")
    path.write_text(json.dumps(excerpt(found), separators=(",", ":")) + "\n", encoding="utf-8")
    print(path)
