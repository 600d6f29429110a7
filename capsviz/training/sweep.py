"""Trainings that differ in a few settings, each repeated with several seeds, and their results."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import scipy

from capsviz import markdown
from capsviz.training import checkpoint


@dataclass(frozen=True, slots=True)
class Trial:
    """One training of a sweep.

    Attributes
    ----------
    setting : its settings, as options of ``capsviz train``: {"iterations": "3"}.
    seed : seed of the training.
    """

    setting: tuple[tuple[str, str], ...]
    seed: int

    @property
    def name(self) -> str:
        """Name of its checkpoint, without the suffix."""
        return ",".join(f"{key}={value}" for key, value in (*self.setting, ("seed", self.seed)))

    @property
    def options(self) -> list[str]:
        """Options for ``capsviz train``."""
        pairs = (*self.setting, ("seed", str(self.seed)))
        return [word for key, value in pairs for word in (f"--{key}", *value.split())]


@dataclass(frozen=True, slots=True)
class Summary:
    """Results of the trainings of one setting on the validation pictures.

    Attributes
    ----------
    setting : as in `Trial`.
    accuracies : accuracy in the last epoch of each seed, as a share.
    errors : summed squared pixel errors of each seed; empty without a decoder.
    seconds : mean time of training.
    epochs : accuracies of each seed on validation and on unfamiliar pictures after every epoch;
        empty if the data set has no unfamiliar ones.
    """

    setting: tuple[tuple[str, str], ...]
    accuracies: tuple[float, ...]
    errors: tuple[float, ...]
    seconds: float
    epochs: tuple[tuple[tuple[float, float], ...], ...] = ()


def trials(vary: Mapping[str, Sequence[str]], seeds: int) -> Iterator[Trial]:
    """Yield every setting with every seed: all settings of the first seed come first."""
    settings = itertools.product(
        *([(key, value) for value in values] for key, values in vary.items())
    )
    for seed, setting in itertools.product(range(seeds), list(settings)):
        yield Trial(setting, seed)


def is_done(path: Path) -> bool:
    """Return whether a training was completed."""
    if not path.is_file():
        return False
    record = checkpoint.read(path).training
    return record["epochs"] == record["config"]["epochs"]


def summarise(folder: Path, completed: Sequence[Trial]) -> list[Summary]:
    """Summarise each setting of the completed trainings, in order."""
    records: dict[tuple[tuple[str, str], ...], list[dict]] = {}
    for trial in completed:
        record = checkpoint.read(folder / f"{trial.name}.safetensors").training
        records.setdefault(trial.setting, []).append(record)
    return [
        Summary(
            setting,
            tuple(record["history"][-1]["accuracy"] for record in setting_records),
            tuple(
                error
                for record in setting_records
                if (error := record["history"][-1]["reconstruction_sse"]) is not None
            ),
            statistics.fmean(record["seconds"] for record in setting_records),
            tuple(
                tuple((epoch["accuracy"], epoch["unfamiliar"]) for epoch in record["history"])
                for record in setting_records
                if "unfamiliar" in record["history"][-1]
            ),
        )
        for setting, setting_records in records.items()
    ]


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Mean and its 95 % interval by Student's t (Student 1908), with NaN ends for one value."""
    mean, n = statistics.fmean(values), len(values)
    if n < 2:
        return mean, math.nan, math.nan
    half = float(scipy.stats.t.ppf(0.975, n - 1)) * statistics.stdev(values) / math.sqrt(n)
    return mean, mean - half, mean + half


def table(summaries: Sequence[Summary]) -> str:
    """Return a Markdown table with a line for each setting."""
    rows = []
    for summary in summaries:
        mean, low, high = mean_interval(summary.accuracies)
        bounds = "one seed" if math.isnan(low) else f"{100 * low:.2f} - {100 * high:.2f}"
        error = f"{statistics.fmean(summary.errors):.2f}" if summary.errors else "no decoder"
        cells = [
            str(len(summary.accuracies)),
            f"{mean:.2%}",
            bounds,
            error,
            f"{summary.seconds:.0f}",
        ]
        rows.append([*(value for _, value in summary.setting), *cells])
    varied = [key for key, _ in summaries[0].setting]
    heads = ["seeds", "validation accuracy", "95 % interval", "reconstruction error", "seconds"]
    return markdown.table([*varied, *heads], rows, text_columns=range(len(varied)))
