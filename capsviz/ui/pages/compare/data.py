"""Page data of Compare for one picture, as plain values."""

from __future__ import annotations

import base64
import time
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

import numpy as np
from jaxtyping import UInt8

from capsviz.analysis.compare import TimedReading
from capsviz.analysis.parts_reading import read_picture
from capsviz.config import LabelSet
from capsviz.data.drawing import Drawing, shown_bytes, to_bytes
from capsviz.data.gallery import raster
from capsviz.data.normalisation import format_input
from capsviz.engine import engine
from capsviz.errors import CapsvizError, hide_folders
from capsviz.training import checkpoint
from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.live.messages import exact
from capsviz.ui.networks import cache, parts

#: Maximum number of networks that are named without being compared.
_NAMED = 5
#: Pictures that a training holds out.
_VALIDATION = "validation pictures"
#: From this probability on a network without capsules counts as sure.
_LIKELY = 0.5


class Score(TypedDict):
    """Name of a network's numbers, and the least one of a sure prediction."""

    name: str
    least: float


class Accuracy(TypedDict):
    """An accuracy, 0..1, and its 95 % interval; None where not measured with these weights."""

    of: str
    share: float | None
    interval: list[float] | None


class Column(TypedDict):
    """One network's results for the picture, as ``Column`` of ``words.js``.

    Pictures and square roots of couplings are bytes in base64. "types", "grid", "rows" and
    "settled" are absent for a network of parts, and only that has "none".
    """

    name: str
    title: str
    kind: str
    winner: int
    called: list[str]
    score: Score
    lengths: Any
    none: NotRequired[float]
    types: NotRequired[int]
    grid: NotRequired[int]
    rows: NotRequired[int]
    couplings: str | None
    reconstruction: str | None
    settled: NotRequired[int | None]
    ms: float
    facts: list[list[str]]
    accuracy: Accuracy


class Frame(TypedDict):
    """Content around the columns, which needs no network."""

    image: str
    of_what: str
    label: str
    apart: str
    thing: str
    test: cache.TestSet | None


class ComparePageData(Frame):
    """Result of `page_data`, as ``ComparePageData`` of ``index.js``."""

    columns: list[Column]
    loading: list[float] | None
    complaints: list[str]


def page_data(settings: PageSettings) -> ComparePageData:
    """One picture under every network with such classes.

    Networks that are not loaded yet are listed in "loading", with their number and the time, unless
    the visitor sees the page already: loading takes seconds. "complaints" are about networks that
    cannot be read.

    Raises
    ------
    CapsvizError : there is no network to compare.
    """
    model = settings.inference.model
    reads = cache.subject(model)
    titles = titles_of(reads)
    shown = _select_picture(settings, reads)
    frame = _frame(shown, reads, model)
    away = [name for name in titles if not engine().knows(name)]
    if away and not settings.seen:
        # A new value each time: otherwise an interrupted page would not ask again.
        return {**frame, "columns": [], "loading": [len(away), time.time()], "complaints": []}
    readings, complaints = _read_all(shown, titles)
    columns = [_column(reading, titles[reading.name]) for reading in readings]
    columns += [_parts_column(each, shown) for each in parts.offers(reads)[:1]]
    return {**frame, "columns": columns, "loading": None, "complaints": complaints}


def titles_of(reads: LabelSet) -> dict[str, str]:
    """Names and titles of networks to compare; those without capsules come after the first."""
    every = checkpoint.singles(capsules=False)
    offered = {name: each for name, each in every.items() if reads.compares(each.subject)}
    order = sorted(offered, key=lambda name: bool(offered[name].routing))
    order.sort(key=lambda name: name != next(iter(offered)))
    return {name: offered[name].title for name in order}


def tell_apart(reads: LabelSet) -> str:
    """Which of the visitor's own networks are not among them, and why; "" for none."""
    compared = titles_of(reads)
    own = [
        name
        for name, each in checkpoint.singles(capsules=False).items()
        if not each.shipped and name not in compared
    ]
    few = [*own[:_NAMED], *([f"{len(own) - _NAMED} more"] if len(own) > _NAMED else [])]
    said = [f"Not compared, for they tell other classes apart: {', '.join(few)}."] if few else []
    if len(compared) == 1:
        said.append(
            "No other network here tells these classes apart: another one that learns from the "
            "same pictures, or has classes of the same names, stands beside it."
        )
    return " ".join(said)


@dataclass(frozen=True, slots=True)
class _Picture:
    """The compared picture: its raster, whether digits are centred, its origin.

    `label` is its class if known, such as "a 7", and else "".
    """

    raster: UInt8[np.ndarray, "*c 112 112"]
    center: bool
    of_what: str
    label: str = ""


def _select_picture(settings: PageSettings, reads: LabelSet) -> _Picture:
    """The visitor's drawing, or a test picture of the networks' data set."""
    index = settings.view.test_digit
    known = None if index is None else cache.test_of(settings.inference.model)
    if index is None or known is None:
        drawn = cache.raster(settings.inference.model, settings.drawing)
        of_what = "your drawing" if drawn.any() else "an empty drawing"
        if settings.drawing == cache.first_sample(settings.inference.model) != Drawing():
            of_what = "an example"  # nobody has drawn yet
        return _Picture(drawn, settings.inference.center, of_what)
    test = cache.test_set(reads.data_set)
    index = min(index, len(test) - 1)
    what = reads.classes[int(test.labels[index])]
    what = f"a {what}" if reads.digits else what
    kind = "digit" if reads.digits else "picture"
    of_what = f"{known['title']} test {kind} {index}"
    return _Picture(raster(test.images[index].numpy()), False, of_what, what)


def _read_all(shown: _Picture, titles: dict[str, str]) -> tuple[list[TimedReading], list[str]]:
    """Results of the networks, and errors of those that cannot be loaded."""
    readings, complaints = [], []
    for name in titles:
        try:
            image = engine().checkpoint(name).picture(shown.raster, center=shown.center)
            future = engine().run(lambda name=name, image=image: cache.timed_reading(name, image))
            readings.append(future.result())
        except CapsvizError as error:  # one damaged file must not hide the others
            complaints.append(hide_folders(str(error)))
    if not readings:
        raise CapsvizError(complaints[0] if complaints else "there is no network here to compare")
    return readings, complaints


def _frame(shown: _Picture, reads: LabelSet, model: str) -> Frame:
    format = checkpoint.config(model).format
    image = format_input(shown.raster, format, digits=reads.digits, center=shown.center)
    return {
        "image": _encode(shown_bytes(image, format.channels)),
        "of_what": shown.of_what,
        "label": shown.label,
        "apart": tell_apart(reads),
        "thing": reads.thing,
        "test": cache.test_of(model),
    }


def _column(reading: TimedReading, title: str) -> Column:
    loaded = engine().checkpoint(reading.name)
    reads, config = loaded.subject, loaded.model.config
    accuracy, facts = _accuracy_and_facts(reading, reads)
    routes = reading.types > 0
    score: Score = {"name": "probability", "least": _LIKELY}
    if routes:
        least = cache.thresholds(reading.name).present
        score = {"name": cache.class_score(reading.name).name, "least": least}
    return {
        "name": reading.name,
        "title": title,
        "kind": "capsules" if routes else "plain",
        "winner": reading.winner,
        "called": list(reads.classes),
        "score": score,
        "lengths": exact(reading.lengths),
        "types": reading.types,
        "grid": reading.grid,
        "rows": reading.rows,
        "couplings": None
        if reading.couplings is None
        else _encode(to_bytes(np.sqrt(reading.couplings))),
        "reconstruction": None
        if reading.reconstruction is None
        else _encode(shown_bytes(reading.reconstruction, config.channels)),
        "settled": reading.settled,
        "ms": reading.milliseconds,
        "facts": facts,
        "accuracy": accuracy,
    }


def _parts_column(loaded: checkpoint.PartsCheckpoint, shown: _Picture) -> Column:
    """Column of a network trained without labels; a class is all objects of its name."""
    image, began = loaded.picture(shown.raster, center=shown.center), time.perf_counter()
    reading = engine().run(lambda: read_picture(loaded, image)).result()
    took = 1000 * (time.perf_counter() - began)
    shares = reading.shares(len(loaded.subject.classes))
    named = loaded.training["naming"][-1]
    return {
        "name": loaded.name,
        "title": f"Parts and {loaded.model.config.objects} objects",
        "kind": "parts",
        "winner": int(shares.argmax()),
        "called": list(loaded.subject.classes),
        "score": {"name": "posterior", "least": 0},
        "lengths": exact(shares),
        "none": float(reading.posterior[-1]),
        "couplings": None,
        "reconstruction": _encode(to_bytes(reading.reconstruction)),
        "ms": took,
        "facts": [
            ["learnt", "without labels"],
            ["its objects named by", f"{named['labels']} labels each"],
            ["parameters", f"{sum(p.numel() for p in loaded.model.parameters()):,}"],
        ],
        "accuracy": _accuracy(_VALIDATION, named["accuracy"]),
    }


def _accuracy_and_facts(reading: TimedReading, reads: LabelSet) -> tuple[Accuracy, list[list[str]]]:
    """Accuracy of a network, and facts about it."""
    loaded = engine().checkpoint(reading.name)
    facts = [["parameters", f"{sum(p.numel() for p in loaded.model.parameters()):,}"]]
    if not reads.digits:
        return _validation_accuracy(loaded.training), facts
    try:
        row = cache.results().row(reading.name, loaded.digest) or {}
    except CapsvizError:
        row = {}
    accuracy = _accuracy("MNIST test digits", row.get("accuracy"), row.get("interval"))
    return accuracy, [*facts, *_affine_facts(reading.name, loaded.digest)]


def _validation_accuracy(training: dict[str, Any]) -> Accuracy:
    """Accuracy on the validation pictures of its training."""
    history = training.get("history") or [{}]
    share = max((epoch.get("accuracy") or 0.0 for epoch in history), default=0.0)
    if not training.get("config", {}).get("patience"):  # the last epoch's weights are kept
        share = history[-1].get("accuracy") or 0.0
    return _accuracy(_VALIDATION, share or None)


def _accuracy(of_what: str, share: float | None, interval: list[float] | None = None) -> Accuracy:
    """An accuracy, 0..1, and its 95 % interval; None where not measured with these weights."""
    return {"of": of_what, "share": share, "interval": interval}


def _affine_facts(name: str, digest: str) -> list[list[str]]:
    """Accuracy on digits that are rotated, sheared, resized and moved over the full ranges."""
    try:
        rows = cache.affine()
    except CapsvizError:
        return []
    for row in rows:
        if row["checkpoint"] == name and row["sha256"] == digest:
            return [
                ["on the affine set", f"{row['accuracy'][-1]:.2%}"],
                ["interval there", bounds(row["interval"][-1])],
            ]
    return [["on the affine set", "not measured for these weights"]]


def bounds(interval: list[float]) -> str:
    """An interval of accuracies in percent."""
    low, high = interval
    return f"{100 * low:.2f} to {100 * high:.2f}"


def _encode(values: UInt8[np.ndarray, "..."]) -> str:
    return base64.b64encode(values.tobytes()).decode()
