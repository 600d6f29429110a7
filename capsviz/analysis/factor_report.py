"""Networks measured against known factors, of sprites or solids: their poses, or a hidden layer.

The pictures are drawn for this purpose with separate seeds; no network was trained on them.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import Float64
from torch import Tensor
from tqdm import tqdm

from capsviz import markdown, untrusted
from capsviz.analysis.disentanglement import FactorScores, laws, linear_map, measure_code, targets
from capsviz.config import ModelConfig
from capsviz.data.factors import SOURCES, SPRITES, FactorSource
from capsviz.data.pictures import Pictures
from capsviz.errors import CapsvizError
from capsviz.files import write_file
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network

FORMAT = 1
#: Pictures of each class for regression, half to fit and half to score; and pictures in which one
#: factor is changed.
PER_CLASS, MOVED_PICTURES = 2000, 400
#: Maximum rotation in degrees each way; other factors change by a quarter of their range.
TURN = 20.0
#: Prefixes of these pictures' seeds.
READ_SEED, _MOVE_SEED = 5, 6
_BATCH = 128

#: Maps pictures to codes.
Read = Callable[[Pictures], Float64[np.ndarray, "n D"]]


@dataclass(frozen=True, slots=True)
class Truth:
    """Report of a network's code against known factors, for each of J classes.

    Attributes
    ----------
    digest : SHA-256 of the weights.
    provenance : how it was made: command, seed, numbers of pictures.
    factors : names of the factors.
    code : the measured numbers: "pose" of the true class's capsule, or "hidden layer".
    size : their count.
    best : R² of each factor by a straight line over its best single dimension.
    linear, nonlinear, gap : as in `capsviz.analysis.disentanglement.FactorScores`.
    disentanglement, completeness : of DCI, likewise.
    shared, own : R² of laws for the effect of changing one factor, from
        `capsviz.analysis.disentanglement.laws`.
    single : R² by each dimension alone; None for a hidden layer.
    maps : linear map from a pose to `capsviz.analysis.disentanglement.targets`, the constant last;
        None for a hidden layer.
    """

    digest: str
    provenance: dict[str, Any]
    factors: tuple[str, ...]
    code: str
    size: int
    best: Float64[np.ndarray, "J F"]
    linear: Float64[np.ndarray, "J F"]
    nonlinear: Float64[np.ndarray, "J F"]
    gap: Float64[np.ndarray, "J F"]
    disentanglement: Float64[np.ndarray, " J"]
    completeness: Float64[np.ndarray, " J"]
    shared: Float64[np.ndarray, "J F"]
    own: Float64[np.ndarray, "J F"]
    single: Float64[np.ndarray, "J D F"] | None
    maps: Float64[np.ndarray, "J T E"] | None


def find_out(
    network: Network,
    digest: str,
    provenance: dict[str, Any],
    source: FactorSource = SPRITES,
    *,
    per_class: int = PER_CLASS,
    moved_pictures: int = MOVED_PICTURES,
    quiet: bool = False,
) -> Truth:
    """Measure one network; takes a few minutes on one core.

    `source` draws the pictures; see `PER_CLASS` and `MOVED_PICTURES` for their numbers.
    """
    rows: list[tuple[FactorScores, Float64[np.ndarray, "T E"]]] = []
    law_scores = []
    bar = tqdm(source.periods, desc="factors", unit="class", disable=quiet)
    for k, periods in enumerate(bar):
        factors = factors_of(source, k, per_class, READ_SEED)
        code = read_code(network, draw(source, k, factors, network.config))
        reading = linear_map(code, targets(factors, periods))
        rows.append((measure_code(code, factors, periods), reading))
        moves = draw_moves(source, k, moved_pictures, network.config)
        law_scores.append(moves.laws(functools.partial(read_code, network)))
    scores, maps = [score for score, _ in rows], np.array([reading for _, reading in rows])
    single = np.array([score.single for score in scores])
    capsules = isinstance(network, CapsNet)
    shared, own = np.moveaxis(np.array(law_scores), 2, 0)
    return Truth(
        digest=digest,
        provenance={
            **provenance,
            "sprites_per_shape": per_class,
            "moved_per_shape": moved_pictures,
        },
        factors=source.names,
        code="pose" if capsules else "hidden layer",
        size=single.shape[1],
        best=single.max(1),
        linear=np.array([score.linear for score in scores]),
        nonlinear=np.array([score.nonlinear for score in scores]),
        gap=np.array([score.gap for score in scores]),
        disentanglement=np.array([score.disentanglement for score in scores]),
        completeness=np.array([score.completeness for score in scores]),
        shared=shared,
        own=own,
        single=single if capsules else None,
        maps=maps if capsules else None,
    )


def factors_of(source: FactorSource, k: int, n: int, seed: int) -> Float64[np.ndarray, "n F"]:
    """Return factors of one class, each uniform over its range."""
    random = np.random.default_rng((seed, k))
    low, high = source.ranges()
    values = low[k] + random.random((n, len(source.names))) * (high - low)[k]
    return values.astype(np.float32).astype(np.float64)  # the precision of drawing


def draw(
    source: FactorSource, k: int, factors: Float64[np.ndarray, "n F"], config: ModelConfig
) -> Pictures:
    """Draw objects of one class in the format of a network."""
    labels, values = torch.full((len(factors),), k), torch.from_numpy(factors).float()
    return Pictures(source.draw(labels, values, config.image_size, config.channels), labels)


@torch.inference_mode()
def read_code(network: Network, pictures: Pictures) -> Float64[np.ndarray, "n D"]:
    """Return the poses of the true class's capsule, or the last hidden layer."""
    device = next(network.parameters()).device

    def codes() -> Iterator[Tensor]:
        for pixels, labels in pictures.batches(_BATCH, device):
            if isinstance(network, CapsNet):
                yield network(pixels).v[torch.arange(len(labels)), labels]
            else:
                yield network.features(pixels)

    return torch.cat(list(codes())).double().cpu().numpy()


@dataclass(frozen=True, slots=True)
class Moves:
    """Objects of one class, and the same ones after each factor has changed alone.

    Attributes
    ----------
    before : the n objects.
    after, changes : for each of F factors, the objects after its change, and the changes.
    """

    before: Pictures
    after: tuple[Pictures, ...]
    changes: tuple[Float64[np.ndarray, " n"], ...]

    def laws(self, read: Read) -> list[tuple[float, float]]:
        """Return the result of `laws` for each factor."""
        code = read(self.before)
        pairs = zip(self.after, self.changes, strict=True)
        return [laws(code, read(after), change) for after, change in pairs]


def draw_moves(source: FactorSource, k: int, n: int, config: ModelConfig) -> Moves:
    """Draw n objects of one class, and change each factor of them alone."""
    random = np.random.default_rng((_MOVE_SEED, k))
    low, high = (end[k] for end in source.ranges())
    reach = (high - low) / 4
    # Stay far enough from the ends that no change leaves the range.
    factors = low + reach + random.random((n, len(reach))) * 2 * reach
    after, changes = [], []
    for f, end in enumerate(reach):
        change = random.uniform(-1, 1, n) * (TURN if source.periods[k][f] else end)
        changed = factors.copy()
        changed[:, f] += change
        after.append(draw(source, k, changed, config))
        changes.append(change)
    return Moves(draw(source, k, factors, config), tuple(after), tuple(changes))


# --- the report beside a checkpoint ------------------------------------------------------


def path_beside(checkpoint: Path) -> Path:
    """Return the report's path: ``sprites.factors.json`` for ``sprites.safetensors``."""
    return checkpoint.with_name(checkpoint.name.removesuffix(".safetensors") + ".factors.json")


def save(path: Path, report: Truth) -> None:
    """Save a report atomically."""
    plain: dict[str, Any] = {"format": FORMAT}
    for field in fields(report):
        value = getattr(report, field.name)
        plain[field.name] = _round(value) if isinstance(value, np.ndarray) else value
    lines = [f"{json.dumps(k)}:{json.dumps(v, separators=(',', ':'))}" for k, v in plain.items()]
    write_file(path, "{\n" + ",\n".join(lines) + "\n}\n")


def load(path: Path, digest: str) -> Truth:
    """Load the report of the checkpoint whose weights have this digest.

    Raises `CapsvizError` if the report is missing, damaged, or of other weights.
    """
    hint = f"run `capsviz analyse --checkpoint {path.name.removesuffix('.factors.json')}`"
    try:
        plain = untrusted.read_file(path)
        names = tuple(plain["factors"])
        source = next((candidate for candidate in SOURCES if candidate.names == names), None)
        if plain["format"] != FORMAT or source is None:
            raise ValueError("another format")
        simple = {field.name: plain[field.name] for field in fields(Truth)}
        report = Truth(**{**simple, "factors": names, **_arrays(plain, source)})
    except FileNotFoundError as error:
        raise CapsvizError(f"there is no {path.name}: {hint} to make it") from error
    except untrusted.DAMAGED_FILE_ERRORS as error:
        raise CapsvizError(f"{path.name} is damaged: {hint} again") from error
    if report.digest != digest:
        raise CapsvizError(f"{path.name} was made for other weights: {hint} again")
    return report


def _arrays(plain: dict[str, Any], source: FactorSource) -> dict[str, Any]:
    """Return the report's arrays, with shapes checked; raises ValueError."""
    j, f, d = len(source.periods), len(source.names), plain["size"]
    t = f + sum(map(bool, source.periods[0]))  # an angle has a cosine and a sine
    shapes = {
        **dict.fromkeys(("best", "linear", "nonlinear", "gap", "shared", "own"), (j, f)),
        **dict.fromkeys(("disentanglement", "completeness"), (j,)),
        **({"single": (j, d, f), "maps": (j, t, d + 1)} if plain["single"] else {}),
    }
    arrays = {name: np.array(plain[name], np.float64) for name in shapes}
    for name, shape in shapes.items():
        if arrays[name].shape != shape or not np.isfinite(arrays[name]).all():
            raise ValueError(f"{name} has the wrong shape or type")
    return arrays


def _round(values: Float64[np.ndarray, "..."]) -> Any:
    return np.vectorize(lambda value: float(f"{value:.6g}"), otypes=[float])(values).tolist()


def table(report: Truth) -> str:
    """Format as Markdown: means over the classes, one row per factor."""
    heads = ["factor", "best dimension", "linear", "nonlinear", "gap", "law, shared", "law, own"]
    columns = (report.best, report.linear, report.nonlinear, report.gap, report.shared, report.own)
    rows = [
        [name, *(f"{column[:, f].mean():.3f}" for column in columns)]
        for f, name in enumerate(report.factors)
    ]
    means = ["all", *(f"{column.mean():.3f}" for column in columns)]
    summary = (
        f"{report.size:,} numbers of the {report.code}: disentanglement "
        f"{report.disentanglement.mean():.3f}, completeness {report.completeness.mean():.3f}, "
        "means over the shapes"
    )
    return f"{markdown.table(heads, [*rows, means])}\n\n{summary}"
