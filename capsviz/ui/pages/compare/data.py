"""Page data of Compare for one picture, as plain values."""

from __future__ import annotations

import base64
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypedDict

import numpy as np
from jaxtyping import UInt8

from capsviz.analysis.compare import TimedReading
from capsviz.analysis.parts_reading import read_picture
from capsviz.config import LabelSet
from capsviz.data.drawing import Drawing, shown_bytes, to_bytes
from capsviz.data.gallery import raster
from capsviz.data.normalisation import format_input
from capsviz.engine import engine
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.live.messages import coupling_bytes, exact
from capsviz.ui.networks import cache, parts

#: Maximum number of networks that are named without being compared.
_MAX_NAMED = 5
#: From this probability on a network without capsules counts as sure.
_SURE_PROBABILITY = 0.5


class Score(TypedDict):
    """Name of a network's numbers, and the least one of a sure prediction."""

    name: str
    least: float


class Accuracy(TypedDict):
    """An accuracy, 0..1, and its 95 % interval; None where not measured with these weights.

    It is of MNIST's test digits, or of validation pictures of a training.
    """

    of: Literal["test", "validation"]
    share: float | None
    interval: list[float] | None


class Share(TypedDict):
    """An accuracy, 0..1, and its 95 % interval."""

    share: float
    interval: list[float]


class Facts(TypedDict):
    """Facts about a network, as ``Facts`` of ``words.js``.

    "labels" is by how many labels each object was named; "affine" is the accuracy on digits that
    are rotated, sheared, resized and moved over the full ranges, None where it was not measured
    with these weights.
    """

    parameters: int
    labels: NotRequired[int]
    affine: NotRequired[Share | None]


class Apart(TypedDict):
    """The visitor's own networks that are not compared, as ``Apart`` of ``words.js``.

    "more" is how many are not named; "alone" is whether there is nothing to compare with.
    """

    names: list[str]
    more: int
    alone: bool


class Column(TypedDict):
    """One network's results for the picture, as ``Column`` of ``words.js``.

    Pictures and square roots of couplings are bytes in base64. "types", "grid", "rows" and
    "settled" are absent for a network of parts, and only that has "none" and "objects".
    """

    name: str
    title: str
    kind: str
    winner: int
    called: list[str]
    score: Score
    lengths: Any
    objects: NotRequired[int]
    none: NotRequired[float]
    types: NotRequired[int]
    grid: NotRequired[int]
    rows: NotRequired[int]
    couplings: str | None
    reconstruction: str | None
    settled: NotRequired[int | None]
    ms: float
    facts: Facts
    accuracy: Accuracy


class Frame(TypedDict):
    """Content around the columns, which needs no network.

    "label" is the class of a test picture; "" without one.
    """

    image: str
    picture: Literal["drawing", "empty", "example"]
    index: int | None
    label: str
    apart: Apart | None
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
    picture = _select_picture(settings, reads)
    frame = _frame(picture, reads, model)
    absent = [name for name in titles if not engine().knows(name)]
    if absent and not settings.seen:
        # A new value each time: otherwise an interrupted page would not ask again.
        return {**frame, "columns": [], "loading": [len(absent), time.time()], "complaints": []}
    readings, complaints = _read_all(picture, titles)
    columns = [_column(reading, titles[reading.name]) for reading in readings]
    columns += [_parts_column(each, picture) for each in parts.offers(reads)[:1]]
    return {**frame, "columns": columns, "loading": None, "complaints": complaints}


def titles_of(reads: LabelSet) -> dict[str, str]:
    """Names and titles of networks to compare.

    The first and the visitor's own lead, then come those without capsules.
    """
    networks = checkpoint.singles(capsules=False)
    offers = {name: each for name, each in networks.items() if reads.compares(each.subject)}
    order = sorted(offers, key=lambda name: bool(offers[name].routing))
    first = next(iter(offers), "")
    order.sort(key=lambda name: offers[name].shipped and name != first)
    return {name: offers[name].title for name in order}


def tell_apart(reads: LabelSet) -> Apart:
    """The visitor's own networks that tell other classes apart."""
    compared = titles_of(reads)
    user_networks = [
        name
        for name, each in checkpoint.singles(capsules=False).items()
        if not each.shipped and name not in compared
    ]
    listed = user_networks[:_MAX_NAMED]
    return {"names": listed, "more": len(user_networks) - len(listed), "alone": len(compared) == 1}


@dataclass(frozen=True, slots=True)
class _Picture:
    """The compared picture: its raster, whether digits are centred, its origin.

    `index` is its number among the test pictures if it is one, and `label` its class.
    """

    raster: UInt8[np.ndarray, "*c 112 112"]
    center: bool
    origin: Literal["drawing", "empty", "example"] = "example"
    index: int | None = None
    label: str = ""


def _select_picture(settings: PageSettings, reads: LabelSet) -> _Picture:
    """The visitor's drawing, or a test picture of the networks' data set."""
    index = settings.view.test_digit
    test_source = None if index is None else cache.test_of(settings.inference.model)
    if index is None or test_source is None:
        pixels = cache.raster(settings.inference.model, settings.drawing)
        origin = "drawing" if pixels.any() else "empty"
        if settings.drawing == cache.first_sample(settings.inference.model) != Drawing():
            origin = "example"  # nobody has drawn yet
        return _Picture(pixels, settings.inference.center, origin)
    test = cache.test_set(reads.data_set)
    index = min(index, len(test) - 1)
    label = reads.classes[int(test.labels[index])]
    return _Picture(raster(test.images[index].numpy()), False, index=index, label=label)


def _read_all(picture: _Picture, titles: dict[str, str]) -> tuple[list[TimedReading], list[str]]:
    """Results of the networks, and errors of those that cannot be loaded."""
    readings, complaints = [], []
    for name in titles:
        try:
            image = engine().checkpoint(name).picture(picture.raster, center=picture.center)
            future = engine().run(lambda name=name, image=image: cache.timed_reading(name, image))
            readings.append(future.result())
        except CapsvizError as error:  # one damaged file must not hide the others
            complaints.append(str(error))
    if not readings:
        raise CapsvizError(complaints[0] if complaints else "there is no network here to compare")
    return readings, complaints


def _frame(picture: _Picture, reads: LabelSet, model: str) -> Frame:
    format = checkpoint.config(model).format
    image = format_input(picture.raster, format, digits=reads.digits, center=picture.center)
    return {
        "image": _encode(shown_bytes(image, format.channels)),
        "picture": picture.origin,
        "index": picture.index,
        "label": picture.label,
        "apart": tell_apart(reads),
        "thing": reads.noun,
        "test": cache.test_of(model),
    }


def _column(reading: TimedReading, title: str) -> Column:
    loaded = engine().checkpoint(reading.name)
    reads, config = loaded.subject, loaded.model.config
    accuracy, facts = _accuracy_and_facts(loaded)
    routes = reading.types > 0
    score: Score = {"name": "probability", "least": _SURE_PROBABILITY}
    if routes:
        threshold = cache.thresholds(reading.name).present
        score = {"name": cache.class_score(reading.name).name, "least": threshold}
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
        else _encode(coupling_bytes(reading.couplings)),
        "reconstruction": None
        if reading.reconstruction is None
        else _encode(shown_bytes(reading.reconstruction, config.channels)),
        "settled": reading.settled,
        "ms": reading.milliseconds,
        "facts": facts,
        "accuracy": accuracy,
    }


def _parts_column(loaded: checkpoint.PartsCheckpoint, picture: _Picture) -> Column:
    """Column of a network trained without labels; a class is all objects of its name."""
    image, start = loaded.picture(picture.raster, center=picture.center), time.perf_counter()
    reading = engine().run(lambda: read_picture(loaded, image)).result()
    took = 1000 * (time.perf_counter() - start)
    shares = reading.shares(len(loaded.subject.classes))
    naming = loaded.training["naming"][-1]
    return {
        "name": loaded.name,
        "title": loaded.name,
        "objects": loaded.model.config.objects,
        "kind": "parts",
        "winner": int(shares.argmax()),
        "called": list(loaded.subject.classes),
        "score": {"name": "posterior", "least": 0},
        "lengths": exact(shares),
        "none": float(reading.posterior[-1]),
        "couplings": None,
        "reconstruction": _encode(to_bytes(reading.reconstruction)),
        "ms": took,
        "facts": {"parameters": _count_parameters(loaded), "labels": naming["labels"]},
        "accuracy": _accuracy("validation", naming["accuracy"]),
    }


def _count_parameters(loaded: checkpoint.Checkpoint | checkpoint.PartsCheckpoint) -> int:
    return sum(parameter.numel() for parameter in loaded.model.parameters())


def _accuracy_and_facts(loaded: checkpoint.Checkpoint) -> tuple[Accuracy, Facts]:
    """Accuracy of a network, and facts about it."""
    facts: Facts = {"parameters": _count_parameters(loaded)}
    if not loaded.subject.digits:
        return _validation_accuracy(loaded.training), facts
    try:
        row = cache.results().row(loaded.name, loaded.digest) or {}
    except CapsvizError:
        row = {}
    with suppress(CapsvizError):
        facts["affine"] = _affine_accuracy(loaded.name, loaded.digest)
    return _accuracy("test", row.get("accuracy"), row.get("interval")), facts


def _validation_accuracy(training: dict[str, Any]) -> Accuracy:
    """Accuracy on the validation pictures of its training."""
    history = training.get("history") or [{}]
    share = max((epoch.get("accuracy") or 0.0 for epoch in history), default=0.0)
    if not training.get("config", {}).get("patience"):  # the last epoch's weights are kept
        share = history[-1].get("accuracy") or 0.0
    return _accuracy("validation", share or None)


def _accuracy(
    of: Literal["test", "validation"], share: float | None, interval: list[float] | None = None
) -> Accuracy:
    return {"of": of, "share": share, "interval": interval}


def _affine_accuracy(name: str, digest: str) -> Share | None:
    """Accuracy at full strength of `Facts`; raises `CapsvizError` where there are no records."""
    for row in cache.affine():
        if row["checkpoint"] == name and row["sha256"] == digest:
            return {"share": row["accuracy"][-1], "interval": row["interval"][-1]}
    return None


def _encode(values: UInt8[np.ndarray, "..."]) -> str:
    return base64.b64encode(values.tobytes()).decode()
