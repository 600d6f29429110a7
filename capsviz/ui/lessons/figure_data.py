"""Data that some figures of lessons need in addition to their formulas."""

from __future__ import annotations

import base64
import functools
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import safe_open

from capsviz import untrusted
from capsviz.config import DIGITS
from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import render, to_bytes
from capsviz.data.samples import sample_of
from capsviz.engine import engine
from capsviz.errors import CapsvizError
from capsviz.ui.languages import ENGLISH
from capsviz.ui.lessons import loader, measurements
from capsviz.ui.live import messages
from capsviz.ui.networks import cache
from capsviz.ui.networks.defaults import default_model
from capsviz.ui.networks.file_cache import cache_by_files

#: Network of the figure "transforming", as a safetensors file.
TRANSFORMING = Path(__file__).with_name("transforming.safetensors")


def extra(language: str = ENGLISH) -> dict[str, Any]:
    """Recorded pictures, measured numbers, and a model's decoder and ten sample poses.

    The last two are absent without a model.
    """
    records = ("blur", "effects", "learning", "pair")
    data: dict[str, Any] = {name: load_record(name) for name in records}
    data["decided"] = load_changed_decisions()
    data["transforming"] = load_transforming()[0]
    data |= load_measures(language)
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
            "followed": followed_seven(model),
        }
    except CapsvizError:  # toy figures need no model, and the others report a missing one
        pass
    return data


def load_measures(language: str) -> dict[str, Any]:
    """Measurements shown by lessons, by name, and the table of promises."""
    course = loader.load(language)
    names = {
        step.options["measure"]
        for lesson in course.lessons
        for step in lesson.steps
        if step.figure == "measured"
    }
    return {
        "measures": {name: measurements.chart(name, language) for name in sorted(names)},
        "promises": [asdict(promise) for promise in course.promises],
    }


@functools.cache
def load_record(name: str) -> dict[str, Any] | None:
    """Record of this name; None if there is none."""
    path = path_of(name)
    return json.loads(path.read_text("utf-8")) if path.is_file() else None


@functools.cache
def load_transforming() -> tuple[dict[str, Any] | None, bytes]:
    """The network of the figure "transforming"; None and no bytes if there is no file.

    Returns its "sha", pixels per "unit" of a position, the "measured" results and the number of
    "digits"; and its arrays as a message for the browser.
    """
    if not TRANSFORMING.is_file():
        return None, b""
    with safe_open(TRANSFORMING, framework="np") as file:
        header = untrusted.read(file.metadata()["capsviz"])
        arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    description = {
        "sha": header["sha256"][:16],
        "unit": header["config"]["unit"],
        "measured": header["measured"],
        "digits": header["training"]["validation_images"],
    }
    for name, value in arrays.items():
        arrays[name] = value if value.dtype == np.uint8 else value.astype(np.float32)
    return description, messages.pack_arrays({}, arrays)


def path_of(name: str) -> Path:
    """The file of a record, next to this module."""
    return Path(__file__).with_name(f"{name}.json")


def write_record(path: Path, record: dict[str, Any]) -> None:
    """Write a record as `load_record` reads it."""
    path.write_text(json.dumps(record, separators=(",", ":")) + "\n", "utf-8")


@functools.cache
def load_changed_decisions() -> dict[str, Any] | None:
    """Test digits whose prediction changes with the iterations, with their pixels.

    The pixels are MNIST's and not part of the record: "image" is None if MNIST is not available.
    """
    record = load_record("decided")
    if record is None:
        return None
    images = cache.mnist_test().images.numpy() if cache.has_mnist() else None

    def present(row: dict[str, int]) -> dict[str, Any]:
        pixels = None if images is None else images[row["index"]].tobytes()
        return {**row, "image": pixels and base64.b64encode(pixels).decode()}

    digits = {kind: [present(row) for row in rows] for kind, rows in record["digits"].items()}
    return {**record, "digits": digits}


@cache_by_files(cache.weights_of)
def sample_poses(model: str) -> list[dict[str, Any]]:
    """Digit and pose of its capsule, for one sample per digit."""
    rasters = [render(sample_of(digit).drawing) for digit in range(10)]
    readings = [engine().read(raster, ReadSettings(model)) for raster in rasters]
    return [
        {"digit": digit, "pose": messages.exact(reading.result().poses[digit])}
        for digit, reading in enumerate(readings)
    ]


#: Number of followed input capsules.
FOLLOWED_CAPSULES = 5
_DIGIT, _ITERATIONS = 7, 3


@cache_by_files(cache.weights_of)
def followed_seven(model: str) -> dict[str, Any] | None:
    """The routing of a sample seven, and five of its input capsules.

    ``image`` (base64, 28 x 28 bytes), ``all`` (for each iteration the coupling of every input
    capsule to the seven, base64, in 255ths), ``lengths`` ([iterations, 10]) and ``parts``: for each
    its ``type``, ``row``, ``column`` and ``couplings`` ([iterations, 10]). None for a network whose
    input capsules are not in a square grid, or with fewer iterations.
    """
    settings = ReadSettings(model, iterations=_ITERATIONS)
    raster = render(sample_of(_DIGIT).drawing)
    reading = engine().read(raster, settings, all_couplings=True).result()
    types = engine().checkpoint(model).model.config.primary_types
    couplings = reading.couplings
    positions = couplings.shape[1] // types
    side = round(positions**0.5)
    if len(couplings) != _ITERATIONS or side * side != positions:
        return None
    return {
        "image": encode(reading.image),
        "side": side,
        "types": types,
        "all": [encode(row) for row in couplings[..., _DIGIT]],
        "lengths": messages.exact(reading.lengths),
        "parts": [
            {
                "type": int(capsule % types),
                "row": int(capsule // types // side),
                "column": int(capsule // types % side),
                "couplings": messages.exact(couplings[:, capsule]),
            }
            for capsule in _choose_capsules(couplings[-1], types)
        ],
    }


def _choose_capsules(couplings: np.ndarray, types: int) -> list[int]:
    """Input capsules coupled most to the seven, at different positions, and the least coupled."""
    selected: list[int] = []
    for capsule in np.argsort(-couplings[:, _DIGIT]).tolist():
        if all(capsule // types != other // types for other in selected):
            selected.append(capsule)
        if len(selected) == FOLLOWED_CAPSULES - 1:
            break
    return [*selected, int(couplings[:, _DIGIT].argmin())]


def encode(values: np.ndarray) -> str:
    """Bytes of values in 0..1, as base64."""
    return base64.b64encode(to_bytes(values).tobytes()).decode()
