"""What ``capsviz analyse`` finds about a checkpoint, in one JSON file beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import numpy as np
import torch
from tqdm import tqdm

from capsviz.analysis.dimensions import (
    Examples,
    PoseStatistics,
    examples_of,
    read_poses,
    statistics_of,
)
from capsviz.analysis.labels import Effects, measure_effects
from capsviz.data.augment import shifted
from capsviz.data.mnist import Digits
from capsviz.errors import CapsvizError
from capsviz.files import replacing
from capsviz.model.capsnet import CapsNet

FORMAT = 1
#: Largest shift of the test digits on which labels are confirmed: that of the training.
SHIFT = 2
#: Arrays that may hold NaN, for what could not be computed.
_MAY_BE_UNKNOWN = ("partial",)

Arrays = TypeVar("Arrays", PoseStatistics, Effects, Examples)


@dataclass(frozen=True, slots=True)
class Analysis:
    """Findings about one checkpoint.

    Attributes
    ----------
    digest : SHA-256 of the weights they hold for.
    provenance : how they were made: command, numbers of images, seed.
    poses : which poses real training digits take.
    effects : what each dimension does.
    examples : test digits at the two ends of each dimension.
    """

    digest: str
    provenance: dict[str, Any]
    poses: PoseStatistics
    effects: Effects
    examples: Examples


def analyse(
    model: CapsNet,
    digest: str,
    training: Digits,
    test: Digits,
    *,
    seed: int = 0,
    provenance: Mapping[str, Any] | None = None,
    quiet: bool = False,
) -> Analysis:
    """Find out what a model's dimensions do: minutes on a processor.

    Parameters
    ----------
    model : the model.
    digest : SHA-256 of its weights.
    training : digits whose poses say what is usual, and that sweeps start from.
    test : digits the model never saw, on which labels are confirmed.
    seed : of the choice of starting poses and of the shifts of the test digits.
    provenance : further entries of the provenance.
    quiet : without progress bars on stderr.

    Raises
    ------
    CapsvizError : too few digits of some class.
    """
    classes, dim = model.config.classes, model.config.digit_dim
    poses = read_poses(model, training, None if quiet else "training digits")
    statistics = statistics_of(poses, classes)
    examples = examples_of(read_poses(model, test, None if quiet else "test digits"), classes)

    generator = torch.Generator().manual_seed(seed)
    steps = torch.randint(-SHIFT, SHIFT + 1, (len(test), 2), generator=generator)
    moved = Digits(shifted(test.images.float(), steps, SHIFT).byte(), test.labels)
    with tqdm(total=classes * dim, desc="sweeps", unit="dimension", disable=quiet) as bar:
        effects = measure_effects(
            lambda k, pose: _decode(model, k, pose),
            statistics,
            poses,
            read_poses(model, moved, None if quiet else "test digits, shifted"),
            moved.images.numpy() / np.float32(255),
            seed,
            bar.update,
        )
    record = {
        "training_images": len(training),
        "test_images": len(test),
        "seed": seed,
        **(provenance or {}),
    }
    return Analysis(digest, record, statistics, effects, examples)


@torch.inference_mode()
def _decode(model: CapsNet, k: int, pose: np.ndarray) -> np.ndarray:
    poses = torch.as_tensor(pose, dtype=torch.float32, device=model.W.device)
    which = torch.full((len(pose),), k, device=model.W.device)
    return model.decoder(poses, which).cpu().numpy()


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
        "effects": to_plain(analysis.effects),
        "examples": to_plain(analysis.examples),
    }
    # One line for each part: the file stays comparable without growing.
    lines = [
        f"{json.dumps(key)}:{json.dumps(value, separators=(',', ':'))}"
        for key, value in plain.items()
    ]
    with replacing(path) as partial:
        partial.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


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
        sizes: dict[str, int] = {}
        return Analysis(
            digest,
            dict(plain["provenance"]),
            _from_plain(PoseStatistics, plain["poses"], sizes),
            _from_plain(Effects, plain["effects"], sizes),
            _from_plain(Examples, plain["examples"], sizes),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise CapsvizError(f"{path.name} is damaged ({error}): {again}") from error


def to_plain(arrays: PoseStatistics | Effects | Examples) -> dict[str, Any]:
    """The arrays as nested lists, numbers to six significant digits, None for NaN."""
    return {field.name: _plain(getattr(arrays, field.name)) for field in fields(arrays)}


def _plain(array: np.ndarray) -> Any:
    if array.dtype.kind != "f":
        return array.tolist()
    if array.ndim > 1:
        return [_plain(row) for row in array]
    return [float(f"{value:.6g}") if np.isfinite(value) else None for value in array]


def _from_plain(kind: type[Arrays], plain: Mapping[str, Any], sizes: dict[str, int]) -> Arrays:
    """Read arrays and hold them to the shapes that their dataclass declares."""
    arrays = {}
    for name, declared in get_type_hints(kind).items():
        array = np.array(plain[name], np.int64 if "int64" in declared.dtypes else np.float64)
        axes = declared.dim_str.split()
        expected = [
            int(a) if a.isdigit() else sizes.get(a, n)
            for a, n in zip(axes, array.shape, strict=False)
        ]
        if len(axes) != array.ndim or list(array.shape) != expected:
            raise ValueError(f"{name} has the shape {array.shape}")
        if name not in _MAY_BE_UNKNOWN and not np.isfinite(array).all():
            raise ValueError(f"{name} holds values that are not finite numbers")
        sizes.update(zip(axes, array.shape, strict=True))
        arrays[name] = array
    return kind(**arrays)
