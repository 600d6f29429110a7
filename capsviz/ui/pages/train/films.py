"""Runs as one message each, for the page's script."""

from __future__ import annotations

import functools
import math
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from capsviz.config import LabelSet
from capsviz.errors import CapsvizError
from capsviz.monitoring import runs
from capsviz.monitoring.checks import Evidence, run_checks
from capsviz.monitoring.folder import RunFolder
from capsviz.monitoring.mistakes import apply_mistakes
from capsviz.monitoring.run_queue import count_ahead
from capsviz.monitoring.settings import PartsSettings, RunSettings
from capsviz.ui.languages import refusals
from capsviz.ui.live import messages
from capsviz.untrusted import is_number

#: Bundled films.
_FOLDER = Path(__file__).with_name("films")
#: Pictures that a bundled film leaves out, as they belong to the data set.
_LEFT_OUT = ("worst",)
#: Maximum number of curve points per answer.
_POINTS = 2000
_MAX_VALUE = float(np.finfo(np.float32).max)
#: Fields of a line of numbers, in order.
LINE = ("step", "margin", "error", "rate", "norm", "seconds")


def list_films() -> list[dict[str, Any]]:
    """Bundled films first, then this machine's runs, the newest first."""
    films = [
        {"name": path.stem, "film": True, "size": path.stat().st_size}
        for path in sorted(_FOLDER.glob("*.film"))
    ]
    return [*films, *(runs.describe(run) | {"film": False} for run in runs.all_runs())]


def film(name: str, last_step: int, lines: int) -> bytes:
    """Update of a run since a step, in the format of `messages.pack_arrays`.

    Raises
    ------
    CapsvizError : there is no such run.
    """
    shipped = _FOLDER / f"{name}.film"
    if shipped.name in {path.name for path in _FOLDER.glob("*.film")}:
        return _unpack(shipped)
    return message(runs.find(name), last_step, lines)


@functools.cache
def _unpack(shipped: Path) -> bytes:
    """A bundled film, decoded once for all requests."""
    return judge(zlib.decompress(shipped.read_bytes()))


def judge(film: bytes) -> bytes:
    """A film with the verdicts of the present checks; its own may come from earlier ones."""
    header, arrays = messages.unpack_arrays(film)
    lines: list[dict[str, Any]] = [
        dict(zip(LINE, row, strict=True)) for row in arrays["lines"].tolist()
    ]
    settings = RunSettings.from_plain(header["settings"])
    train = apply_mistakes(settings.train, settings.model, settings.mistakes)
    last_step = -1
    for moment, confusion in zip(header["moments"], arrays["confusion"], strict=True):
        each = confusion.sum(1)
        numbers = {"chance": float(each.max() / each.sum()), **moment}
        earlier = [line for line in lines if line["step"] <= moment["step"]]
        evidence = Evidence(numbers, earlier, train.reconstruction_weight, last_step)
        moment["checks"] = run_checks(evidence) if earlier else []
        last_step = moment["step"]
    return messages.pack_arrays(header, arrays)


def message(
    run: RunFolder, last_step: int = -1, lines: int = -1, without: tuple[str, ...] = ()
) -> bytes:
    """Moments and lines of a run after the last known ones.

    Parameters
    ----------
    since, lines : steps of the last known moment and line; -1 for none.
    without : arrays to leave out.
    """
    moments, arrays, pins = [], {}, []
    for step in run.snapshots():
        if step <= last_step:
            continue
        try:
            snapshot, numbers = run.snapshot(step)
        except CapsvizError:
            continue  # damaged, or just deleted
        if not all(_goes_with(arrays.get(name), array, name) for name, array in snapshot.items()):
            continue
        moments.append(numbers)
        if "pinned_input" in snapshot:
            pins.append(step)
        for name, array in snapshot.items():
            if name not in without:
                arrays.setdefault(name, []).append(array)
    all_lines = run.lines(max(lines, 0))
    thin = all_lines[:: -(-len(all_lines) // _POINTS) or 1]
    settings = run.any_settings()
    header = {
        "run": run.name,
        "settings": settings.to_plain(),
        "classes": classes(run),
        "state": run.text("status", "state"),
        "sentence": refusals.word(run.text("status", "sentence")),
        "slow": bool(run.read("wanted").get("slow")),
        "busy": run.busy(),
        "place": count_ahead(run),
        "moments": moments,
        "marked": run.list_state_steps(),
        "pins": pins,
        "own": run.pin.exists(),
    }
    stacked = {
        name: np.concatenate(each) if name in _LEFT_OUT else np.stack(each)
        for name, each in arrays.items()
    }
    numbers = np.array([[_single(line.get(name)) for name in LINE] for line in thin], np.float32)
    return messages.pack_arrays(header, {**stacked, "lines": numbers.reshape(-1, len(LINE))})


def _goes_with(before: list[np.ndarray] | None, array: np.ndarray, name: str) -> bool:
    """Whether an array can be sent together with those of earlier moments."""
    skipped = 1 if name in _LEFT_OUT else 0  # their number differs between moments
    shape = (before or [array])[0].shape
    return (
        array.dtype.name in messages.WIRE_TYPES
        and array.ndim >= skipped
        and array.shape[skipped:] == shape[skipped:]
    )


def _single(value: Any) -> float:
    """A line's value in single precision; NaN if it has none."""
    return float(value) if is_number(value) and abs(value) <= _MAX_VALUE else math.nan


def ship(run: RunFolder, name: str) -> Path:
    """Save a run as a bundled film, without pictures of a data set."""
    path = _FOLDER / f"{name}.film"
    path.parent.mkdir(exist_ok=True)
    header, data = messages.unpack(message(run, without=_LEFT_OUT))
    # Fields that only hold on the machine that trained it: whether it still trains, its speed.
    moments = [moment | {"seconds": None} for moment in header["moments"]]
    header |= {"run": name, "state": "", "sentence": "", "busy": False, "place": 0}
    header |= {"moments": moments, "marked": [], "slow": False, "own": False}
    path.write_bytes(zlib.compress(messages.pack(header, data), 9))
    return path


def classes(run: RunFolder) -> list[str]:
    """Classes of the run; numbers before it has begun."""
    settings, names = run.any_settings(), run.read("classes").get("classes")
    if isinstance(settings, PartsSettings):
        return []  # it trains without labels
    number = settings.model.classes
    if not (
        isinstance(names, list)
        and len(names) == number
        and all(isinstance(name, str) for name in names)
    ):
        return [str(k) for k in range(number)]
    return list(LabelSet(settings.data_set, tuple(names)).classes)
