"""Results of ``capsviz analyse`` for a checkpoint, in one JSON file beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import numpy as np
import torch
from tqdm import tqdm

from capsviz import untrusted
from capsviz.analysis.dimensions import (
    Examples,
    Ones,
    PoseStatistics,
    Shown,
    Twos,
    examples_of,
    read_poses,
    statistics_of,
)
from capsviz.analysis.labels import Effects, measure_effects, measures_of
from capsviz.analysis.orientation import Rates
from capsviz.analysis.presence import SHIFT, Presence, read_presence
from capsviz.data import overlap
from capsviz.data.augment import shift_images
from capsviz.data.pictures import Digits
from capsviz.errors import CapsvizError
from capsviz.files import write_file
from capsviz.model.capsnet import CapsNet

FORMAT = 2
#: Number of training digits: 1,000 of each class determine a mean to 3 % of its spread.
TRAINING = 10_000
#: Arrays that may hold NaN, for values that could not be computed.
_NULLABLE_ARRAYS = ("partial",)

Arrays = TypeVar("Arrays", PoseStatistics, Presence, Effects, Examples)


@dataclass(frozen=True, slots=True)
class Analysis:
    """Results of the analysis of one checkpoint.

    Attributes
    ----------
    digest : SHA-256 of the weights.
    provenance : how they were made: command, numbers of images, seed.
    poses : distribution of the poses of real training digits.
    presence : distribution of the outputs over one training digit, and over two.
    effects : measured effects of each dimension.
    examples : test digits at the two ends of each dimension.
    standing : detection rates of rotated digits; None if the network does not classify single
        digits, or if they were not measured.
    """

    digest: str
    provenance: dict[str, Any]
    poses: PoseStatistics
    presence: Presence
    effects: Effects
    examples: Examples
    standing: Rates | None = None

    @property
    def measures(self) -> tuple[str, ...]:
        """Names of the measures behind `effects`."""
        return measures_of(self.provenance.get("channels", 1))


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
    """Analyse a model's pose dimensions; takes about ten minutes on one core.

    A network whose canvas is wider than a digit classifies pairs of digits; it gets half as many
    pairs as digits.

    Raises `CapsvizError` if a class has no training digits.

    Parameters
    ----------
    training : digits for the distribution of poses and the start of sweeps; at most `TRAINING` of
        them are used.
    test : digits outside of the training set, to confirm labels.
    seed : seed of the choice of training digits and starting poses, and of shifts and pairs.
    provenance : further entries of the provenance.
    quiet : without progress bars on stderr.
    """
    classes, dim, available = model.config.classes, model.config.digit_dim, len(training)
    two = model.config.image_size > training.images.shape[-1]
    training = training.shuffle(TRAINING, seed)
    samples = _pairs(test, seed) if two else Ones(test)
    poses = read_poses(
        model,
        _pairs(training, seed) if two else Ones(training),
        None if quiet else "training pictures",
    )
    statistics = statistics_of(poses, classes)
    examples = examples_of(read_poses(model, samples, None if quiet else "test pictures"), classes)
    presence = read_presence(model, training, seed)
    # Pairs already vary in position.
    shifted, parts = (
        (samples, _parts(samples)) if isinstance(samples, Twos) else _shift_digits(test, seed)
    )
    with tqdm(total=classes * dim, desc="sweeps", unit="dimension", disable=quiet) as bar:
        effects = measure_effects(
            lambda k, pose: _decode(model, k, pose),
            statistics,
            poses,
            read_poses(model, shifted, None if quiet else "test pictures, shifted"),
            parts,
            seed,
            bar.update,
        )
    record = {
        "training_images": len(training),
        "training_of": available,
        "test_images": len(test),
        "seed": seed,
        **({"channels": model.config.channels} if model.config.format.colour else {}),
        **(provenance or {}),
    }
    return Analysis(digest, record, statistics, presence, effects, examples)


def _pairs(digits: Digits, seed: int) -> Twos:
    random = torch.Generator().manual_seed(seed)
    first = torch.randperm(len(digits), generator=random)[: len(digits) // 2]
    return Twos(digits, overlap.draw_pairs(digits.labels, first, random))


def _parts(pairs: Twos) -> np.ndarray:
    """Return the digits of all pairs, each alone: pixels in 0..1."""
    _, parts, _ = overlap.pictures(pairs.digits, pairs.pairs)
    return parts.flatten(0, 1).numpy()


def _shift_digits(test: Digits, seed: int) -> tuple[Shown, np.ndarray]:
    """Shift test digits as in training: MNIST's own are all centred."""
    generator = torch.Generator().manual_seed(seed)
    steps = torch.randint(-SHIFT, SHIFT + 1, (len(test), 2), generator=generator)
    shifted = Digits(shift_images(test.images.float(), steps, SHIFT).byte(), test.labels)
    return Ones(shifted), shifted.images.numpy() / np.float32(255)


@torch.inference_mode()
def _decode(model: CapsNet, k: int, pose: np.ndarray) -> np.ndarray:
    poses = torch.as_tensor(pose, dtype=torch.float32, device=model.W.device)
    classes = torch.full((len(pose),), k, device=model.W.device)
    return model.decoder(poses, classes).cpu().numpy()


def path_beside(checkpoint: Path) -> Path:
    """Return the analysis's path: ``dynamic.analysis.json`` for ``dynamic.safetensors``."""
    return checkpoint.with_name(checkpoint.name.removesuffix(".safetensors") + ".analysis.json")


def save(path: Path, analysis: Analysis) -> None:
    """Save an analysis atomically."""
    plain = {
        "format": FORMAT,
        "sha256": analysis.digest,
        "provenance": analysis.provenance,
        "poses": to_plain(analysis.poses),
        "presence": to_plain(analysis.presence),
        "effects": to_plain(analysis.effects),
        "examples": to_plain(analysis.examples),
    }
    if analysis.standing is not None:
        plain["standing"] = analysis.standing.to_plain()
    # One line per part keeps diffs readable and the file small.
    lines = [
        f"{json.dumps(key)}:{json.dumps(value, separators=(',', ':'))}"
        for key, value in plain.items()
    ]
    write_file(path, "{\n" + ",\n".join(lines) + "\n}\n")


def load(path: Path, digest: str, option: str | None = None) -> Analysis:
    """Load the analysis of the checkpoint whose weights have this digest.

    Raises `CapsvizError` if the analysis is missing, damaged, or of other weights.

    `option` is the command-line option that selects the network, by default the file's name.
    """
    option = option or f"--checkpoint {path.name.removesuffix('.analysis.json')}"
    hint = f"run `capsviz analyse {option}`"
    retry = f"{hint} again"
    try:
        plain = untrusted.read_file(path)
    except FileNotFoundError as error:
        raise CapsvizError(f"there is no {path.name}: {hint} to make it") from error
    except (OSError, ValueError) as error:
        raise CapsvizError(f"{path.name} cannot be read: {retry}") from error
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise CapsvizError(f"{path.name} is not an analysis of format {FORMAT}: {retry}")
    if plain.get("sha256") != digest:
        raise CapsvizError(f"{path.name} was made for other weights: {retry}")
    try:
        sizes: dict[str, int] = {}
        return Analysis(
            digest,
            dict(plain["provenance"]),
            _from_plain(PoseStatistics, plain["poses"], sizes),
            _from_plain(Presence, plain["presence"], sizes),
            _from_plain(Effects, plain["effects"], sizes),
            _from_plain(Examples, plain["examples"], sizes),
            Rates.from_plain(plain["standing"]) if "standing" in plain else None,
        )
    except untrusted.DAMAGED_FILE_ERRORS as error:
        raise CapsvizError(f"{path.name} is damaged ({error}): {retry}") from error


def to_plain(arrays: PoseStatistics | Presence | Effects | Examples) -> dict[str, Any]:
    """Convert the arrays to nested lists, with six significant digits and None for NaN."""
    return {field.name: _to_plain(getattr(arrays, field.name)) for field in fields(arrays)}


def _to_plain(array: np.ndarray) -> Any:
    if array.dtype.kind != "f":
        return array.tolist()
    if array.ndim > 1:
        return [_to_plain(row) for row in array]
    return [float(f"{value:.6g}") if np.isfinite(value) else None for value in array]


def _from_plain(kind: type[Arrays], plain: Mapping[str, Any], sizes: dict[str, int]) -> Arrays:
    """Read arrays and check them against the shapes that their dataclass declares."""
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
        if name not in _NULLABLE_ARRAYS and not np.isfinite(array).all():
            raise ValueError(f"{name} holds values that are not finite numbers")
        sizes.update(zip(axes, array.shape, strict=True))
        arrays[name] = array
    return kind(**arrays)
