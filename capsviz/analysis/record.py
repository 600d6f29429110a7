"""What ``capsviz analyse`` found about a checkpoint, in one JSON file beside it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from capsviz.analysis.dimensions import PoseStatistics
from capsviz.errors import CapsvizError

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Analysis:
    """Findings about one checkpoint.

    Attributes
    ----------
    digest : SHA-256 of the weights they hold for.
    provenance : how they were made: command, numbers of images, seed.
    poses : which poses real training digits take.
    """

    digest: str
    provenance: dict[str, Any]
    poses: PoseStatistics


def beside(checkpoint: Path) -> Path:
    """Where a checkpoint's analysis lies: ``dynamic.analysis.json`` for ``dynamic.safetensors``."""
    return checkpoint.with_name(checkpoint.name.removesuffix(".safetensors") + ".analysis.json")


def save(path: Path, analysis: Analysis) -> None:
    """Write an analysis; the file appears whole or not at all."""
    plain = {
        "format": FORMAT,
        "sha256": analysis.digest,
        "provenance": analysis.provenance,
        "poses": to_plain(analysis.poses),
    }
    # One block a line: the file stays readable and comparable without growing.
    lines = [
        f"{json.dumps(key)}:{json.dumps(value, separators=(',', ':'))}"
        for key, value in plain.items()
    ]
    partial = path.with_name(path.name + ".partial")
    partial.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    os.replace(partial, path)


def load(path: Path, digest: str) -> Analysis:
    """Read the analysis of the checkpoint whose weights have this digest.

    Raises
    ------
    CapsvizError : there is none, it is damaged, or it was made for other weights.
    """
    again = "run `capsviz analyse` again"
    try:
        plain = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise CapsvizError(f"there is no {path.name}: run `capsviz analyse` to make it") from error
    except (OSError, ValueError) as error:
        raise CapsvizError(f"{path.name} cannot be read: {again}") from error
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise CapsvizError(f"{path.name} is no analysis of format {FORMAT}: {again}")
    if plain.get("sha256") != digest:
        raise CapsvizError(f"{path.name} was made for other weights: {again}")
    try:
        return Analysis(digest, dict(plain["provenance"]), _poses(plain["poses"]))
    except (KeyError, TypeError, ValueError) as error:
        raise CapsvizError(f"{path.name} is damaged ({error}): {again}") from error


def to_plain(arrays: Any) -> dict[str, Any]:
    """The arrays of a dataclass as nested lists, floats to six significant digits."""
    return {field.name: _plain(getattr(arrays, field.name)) for field in fields(arrays)}


def _plain(array: np.ndarray) -> Any:
    if array.dtype.kind != "f":
        return array.tolist()
    if array.ndim > 1:
        return [_plain(row) for row in array]
    return [float(f"{value:.6g}") if np.isfinite(value) else None for value in array]


def _poses(plain: Mapping[str, Any]) -> PoseStatistics:
    whole = ("count", "histogram")
    arrays = {
        field.name: np.array(plain[field.name], np.int64 if field.name in whole else np.float64)
        for field in fields(PoseStatistics)
    }
    classes, dim = arrays["mean"].shape
    expected = {
        "count": (classes,),
        "mean": (classes, dim),
        "std": (classes, dim),
        "covariance": (classes, dim, dim),
        "histogram": (classes, dim, arrays["histogram"].shape[-1]),
        "lengths": (classes, 101),
        "distances": (classes, 101),
        "winner_length": (101,),
        "misfit": (101,),
    }
    for name, shape in expected.items():
        if arrays[name].shape != shape:
            raise ValueError(f"{name} has shape {arrays[name].shape}, expected {shape}")
        if not np.isfinite(arrays[name]).all():
            raise ValueError(f"{name} holds values that are not finite numbers")
    return PoseStatistics(**arrays)
