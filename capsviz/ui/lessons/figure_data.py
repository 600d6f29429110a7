"""Data that some lesson figures need besides their own formulas."""

from __future__ import annotations

import base64
import functools
import json
from pathlib import Path
from typing import Any

from capsviz.config import DIGITS
from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import render
from capsviz.data.samples import samples
from capsviz.engine import engine
from capsviz.errors import CapsvizError
from capsviz.ui.live import messages
from capsviz.ui.networks import cache
from capsviz.ui.networks.defaults import default_model
from capsviz.ui.networks.file_cache import fresh


def extra() -> dict[str, Any]:
    """The recorded pictures and, where there is a model, its decoder and ten sample poses."""
    records = ("blur", "effects", "learning", "pair")
    data: dict[str, Any] = {name: load_record(name) for name in records}
    data["decided"] = load_changed_decisions()
    try:
        model = default_model(DIGITS)
        decoder, poses = cache.decoder(model), cache.slider_poses(model)
        if decoder is None:
            return data
        data |= {
            "network": model,
            "decoder": {**decoder.shape, "sha": decoder.sha},
            "poses": poses[0] if poses else None,
            "samples": sample_poses(model),
        }
    except CapsvizError:  # the toys need no model, and figures without one report it
        pass
    return data


@functools.cache
def load_record(name: str) -> dict[str, Any] | None:
    """Record of this name; None if there is none."""
    path = path_of(name)
    return json.loads(path.read_text("utf-8")) if path.is_file() else None


def path_of(name: str) -> Path:
    """The file of a record, beside this one."""
    return Path(__file__).with_name(f"{name}.json")


@functools.cache
def load_changed_decisions() -> dict[str, Any] | None:
    """Test digits whose prediction changes with the iterations, with their pixels.

    The pixels are MNIST's and not part of the record: "image" is None if MNIST is not available.
    """
    known = load_record("decided")
    if known is None:
        return None
    images = cache.mnist_test().images.numpy() if cache.has_mnist() else None

    def present(row: dict[str, int]) -> dict[str, Any]:
        pixels = None if images is None else images[row["index"]].tobytes()
        return {**row, "image": pixels and base64.b64encode(pixels).decode()}

    digits = {kind: [present(row) for row in rows] for kind, rows in known["digits"].items()}
    return {**known, "digits": digits}


@fresh(cache.weights_of)
def sample_poses(model: str) -> list[dict[str, Any]]:
    """Digit and pose of its capsule, for one sample per digit."""
    chosen = [next(s for s in samples() if s.digit == digit) for digit in range(10)]
    readings = [engine().read(render(sample.drawing), ReadSettings(model)) for sample in chosen]
    return [
        {
            "digit": sample.digit,
            "pose": messages.exact(reading.result().poses[sample.digit]),
        }
        for sample, reading in zip(chosen, readings, strict=True)
    ]
