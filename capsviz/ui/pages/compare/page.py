"""Compare: one image under every routing, and what the routings make of 10,000."""

from __future__ import annotations

import base64
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from jaxtyping import Float32, UInt8

from capsviz.analysis.compare import Results, TimedReading, disagreement, flips, rank_disputes
from capsviz.analysis.mcnemar import differences
from capsviz.analysis.overlap import read_scores
from capsviz.config import LabelSet
from capsviz.data.drawing import network_input, render
from capsviz.data.gallery import raster
from capsviz.engine import engine
from capsviz.errors import CapsvizError
from capsviz.figures import compare as figures
from capsviz.training import checkpoint
from capsviz.ui import appearance, cache, permalink, state, web
from capsviz.ui.chart import chart
from capsviz.ui.error_banner import one_sentence, plain, warn
from capsviz.ui.messages import exact
from capsviz.ui.pages.compare.component import compare, may_load
from capsviz.ui.pages.compare.differing import mcnemar_sentence, mcnemar_table
from capsviz.ui.pages.compare.gallery import gallery_of
from capsviz.ui.pages.compare.labelled import show_labels
from capsviz.ui.pages.compare.reliability import show_calibration
from capsviz.ui.pages.compare.view import View
from capsviz.ui.shell.picker import picker

#: Disputed digits shown at once.
SHOWN = 24


@st.fragment
def page() -> None:
    """The image and its columns first, then the test set."""
    with one_sentence():
        permalink.adopt_link("compare", View.from_plain)
        picker(networks=False)
        reads = cache.subject(state.settings().model)
        titles = {
            name: offer.title
            for name, offer in checkpoint.singles(capsules=False, reads=reads).items()
        }
        shown = _select_picture(reads)
        away = [name for name in titles if not engine().knows(name)]
        if away and not may_load():  # which takes seconds: first the page is shown
            # Told anew each time, or a page that was interrupted would not ask again.
            compare({**_frame(shown, reads), "columns": [], "loading": [len(away), time.time()]})
            return
        _one_image(shown, reads, titles)
        with one_sentence():
            if reads.digits:
                _test_set(cache.results(), titles)
        show_calibration(titles, reads.thing)
        show_labels(checkpoint.singles(reads=reads), titles, reads.digits)


@dataclass(frozen=True, slots=True)
class _Picture:
    """What is compared: its raster, whether digits are to be centred, where it is from.

    `label` is what it is where that is known, such as "a 7", and else "".
    """

    raster: UInt8[np.ndarray, "112 112"]
    center: bool
    of_what: str
    label: str = ""


def _select_picture(reads: LabelSet) -> _Picture:
    """The visitor's drawing, or a test picture of what the networks read."""
    index, model = state.view("compare", View).test_digit, state.settings().model
    known = None if index is None else cache.test_of(model)
    if index is None or known is None:
        drawn = render(state.drawing())
        of_what = "your drawing" if drawn.any() else "an empty drawing"
        return _Picture(drawn, state.settings().center, of_what)
    test = cache.test_set(reads.data_set)
    index = min(index, len(test) - 1)
    what = reads.classes[int(test.labels[index])]
    what = f"a {what}" if reads.digits else what
    kind = "digit" if reads.digits else "picture"
    of_what = f"{known['title']} test {kind} {index}"
    return _Picture(raster(test.images[index].numpy()), False, of_what, what)


def _one_image(shown: _Picture, reads: LabelSet, titles: dict[str, str]) -> None:
    readings, complaints = [], []
    for name in titles:
        try:
            image = engine().checkpoint(name).picture(shown.raster, center=shown.center)
            found = engine().run(lambda name=name, image=image: cache.reading(name, image))
            readings.append(found.result())
        except CapsvizError as error:  # one damaged file must not hide the others
            complaints.append(str(error))
    if not readings:
        raise CapsvizError(complaints[0] if complaints else "there is no network here to compare")
    columns = _columns(readings, titles, reads)
    compare({**_frame(shown, reads), "columns": columns, "loading": None})
    for told in complaints:
        warn(told)


def _frame(shown: _Picture, reads: LabelSet) -> dict[str, Any]:
    """What stands around the columns; no network is needed for it."""
    model = state.settings().model
    side = checkpoint.config(model).image_size
    image = network_input(shown.raster, side, digits=reads.digits, center=shown.center)
    return {
        "base": web.base_path(),
        "image": _picture(image),
        "of_what": shown.of_what,
        "label": shown.label,
        "classes": list(reads.classes),
        "thing": reads.thing,
        "test": cache.test_of(model),
    }


def _columns(
    readings: list[TimedReading], titles: dict[str, str], reads: LabelSet
) -> list[dict[str, Any]]:
    ((usual, times),) = Counter(r.winner for r in readings).most_common(1)
    split = len(readings) > 1 and times > len(readings) / 2
    return [
        {
            "name": reading.name,
            "title": titles[reading.name],
            "winner": reading.winner,
            "called": list(reads.classes),
            "measure": _measure(reading),
            "differs": f"differs from most: {reads.classes[usual]}"
            if split and reading.winner != usual
            else "",
            "lengths": exact(reading.lengths),
            "types": reading.types,
            "grid": reading.grid,
            "couplings": None
            if reading.couplings is None
            else _picture(np.sqrt(reading.couplings)),
            "couplings_text": _couplings_text(reading, reads),
            "reconstruction": None
            if reading.reconstruction is None
            else _picture(reading.reconstruction),
            "facts": _facts(reading, reads),
        }
        for reading in readings
    ]


def _measure(reading: TimedReading) -> str:
    longest = reading.lengths[reading.winner]
    if not reading.types:
        return f"{'unsure' if longest < 0.5 else 'probability'} {longest:.2f}"
    sure = longest >= cache.thresholds(reading.name).present
    said = cache.measure(reading.name).name
    return f"{said} {longest:.2f}" if sure else f"unsure: {said} {longest:.2f}"


def _couplings_text(reading: TimedReading, reads: LabelSet) -> str:
    if reading.couplings is None:
        return "no capsules: nothing is routed"
    return f"couplings of {len(reading.couplings):,} capsules to {reads.classes[reading.winner]}"


def _facts(reading: TimedReading, reads: LabelSet) -> list[list[str]]:
    loaded = engine().checkpoint(reading.name)
    parameters = sum(p.numel() for p in loaded.model.parameters())
    if not reading.types:
        settles = "none"
    elif reading.settled is None:
        settles = "none: one pass"
    else:
        settles = f"settled from {reading.settled} on"
    facts = [
        ["iterations", settles],
        ["time here and now", f"{reading.milliseconds:.1f} ms"],
        ["parameters", f"{parameters:,}"],
    ]
    if not reads.digits:
        return [*facts, _validation_notes(loaded.training)]
    try:
        row = cache.results().row(reading.name, loaded.digest)
    except CapsvizError:
        row = None
    if row is None:
        facts.append(["accuracy on MNIST", "not measured for these weights"])
    else:
        facts.append(["accuracy on MNIST", f"{row['accuracy']:.2%}"])
        facts.append(["its 95 % interval", _bounds(row["interval"])])
    return [*facts, *_affine_facts(reading.name, loaded.digest)]


def _validation_notes(training: dict[str, Any]) -> list[str]:
    """How much its training found it to read rightly of what it had held out."""
    history = training.get("history") or [{}]
    share = max((epoch.get("accuracy") or 0.0 for epoch in history), default=0.0)
    if not training.get("config", {}).get("patience"):  # the last epoch's weights are kept
        share = history[-1].get("accuracy") or 0.0
    return ["on validation pictures", f"{share:.2%}" if share else "not measured"]


def _affine_facts(name: str, digest: str) -> list[list[str]]:
    """Accuracy where digits are turned, sheared, resized and moved as far as the set goes."""
    try:
        rows = cache.affine()
    except CapsvizError:
        return []
    for row in rows:
        if row["checkpoint"] == name and row["sha256"] == digest:
            return [
                ["on the affine set", f"{row['accuracy'][-1]:.2%}"],
                ["interval there", _bounds(row["interval"][-1])],
            ]
    return [["on the affine set", "not measured for these weights"]]


def _bounds(interval: list[float]) -> str:
    low, high = interval
    return f"{100 * low:.2f} to {100 * high:.2f}"


def _test_set(results: Results, titles: dict[str, str]) -> None:
    names = [row["checkpoint"] for row in results.rows if row["checkpoint"] in titles]
    called = {row["checkpoint"]: titles.get(row["checkpoint"], "?") for row in results.rows}
    n, tested = len(results.labels), differences(results)
    st.subheader(f"The {n:,} test digits", anchor=False)
    left, right = st.columns(2)
    with left:
        st.markdown("**Accuracy**")
        figure = figures.accuracies(results.rows, called, appearance.mode())
        chart(
            figure, key="compare-accuracy", name="accuracy", title=f"Accuracy on {n:,} test digits"
        )
    with right:
        st.markdown(f"**How many of the {n:,} each pair answers differently**")
        figure = figures.disagreements(disagreement(results), called, tested, appearance.mode())
        chart(
            figure,
            key="compare-pairs",
            name="disagreements",
            title=f"How many of {n:,} each pair answers differently",
        )
    st.table(_table(results, called))
    st.markdown(mcnemar_sentence(tested, called, n))
    with st.expander("McNemar's test for every pair"):
        st.table(mcnemar_table(tested, called))
    st.markdown(_two_digits())
    for sentence in _routing_on_and_off(results, called):
        st.markdown(sentence)
    _gallery(results, names, called)


def _table(results: Results, called: dict[str, str]) -> pd.DataFrame:
    rows = []
    for row in results.rows:
        low, high = (100 * bound for bound in row["interval"])
        error = row["reconstruction_sse"]
        rows.append(
            {
                "network": plain(called[row["checkpoint"]]),
                "accuracy": f"{row['accuracy']:.2%}",
                "95 % interval": f"{low:.2f} to {high:.2f}",
                "reconstruction error": "no decoder" if error is None else f"{error:.2f}",
                "parameters": f"{row['parameters']:,}",
                "without the decoder": f"{row['parameters_without_decoder']:,}",
            }
        )
    return pd.DataFrame(rows).set_index("network")


def _two_digits() -> str:
    """What the networks for two digits reach; those of this page read one digit."""
    try:
        rows = read_scores(checkpoint.sidecar("overlap.json"))
    except CapsvizError as error:
        return f"Two digits over each other: {plain(str(error))}."
    said = [
        f"{plain(row['checkpoint'])} reads both rightly in **{row['both_right']:.2%}** (95 % "
        f"interval {_bounds(row['interval'])}) with {row['parameters']:,} parameters"
        for row in rows
    ]
    return (
        f"Two digits over each other, {rows[0]['n']:,} test pairs: {'; '.join(said)}. The networks "
        "above read one digit of 28 × 28 pixels, so this set does not apply to them: see the "
        "Overlap page."
    )


def _routing_on_and_off(results: Results, called: dict[str, str]) -> list[str]:
    sentences = []
    for name, before in results.unrouted.items():
        if name not in results.answers:
            continue
        found = flips(before, results.answers[name], results.labels)
        sentences.append(
            f"**{plain(called[name])}**: its iterations change the answer for "
            f"**{found.changed:,}** of {len(before):,} test digits, against one pass with uniform "
            f"couplings and the same weights: {found.gained:,} from wrong to right, "
            f"{found.lost:,} from right to wrong."
        )
    return sentences


def _gallery(results: Results, names: list[str], called: dict[str, str]) -> None:
    st.markdown("**Test digits on which they disagree**")
    chosen = st.pills(
        "networks",
        names,
        selection_mode="multi",
        default=names,
        format_func=lambda name: plain(called[name]),
        label_visibility="collapsed",
        key="compare-names",
    )
    if len(chosen) < 2:
        st.caption("Choose two networks or more.")
        return
    found = rank_disputes(results, chosen)
    if not found:
        st.caption("They give the same answer to every test digit.")
        return
    st.caption(
        f"{len(found):,} of {len(results.labels):,}, the most disputed first. "
        + ("Choose one to compare it above." if cache.has_mnist() else "")
    )
    if not cache.has_mnist():
        st.info(
            "MNIST is not on this machine, so the digits cannot be shown: name the folder that "
            "holds it in CAPSVIZ_DATA."
        )
        return
    images = cache.mnist_test().images
    gallery = [
        {
            "index": index,
            "image": base64.b64encode(images[index].numpy().tobytes()).decode(),
            "label": int(results.labels[index]),
            "answers": _votes({name: int(results.answers[name][index]) for name in chosen}, called),
        }
        for index in found[:SHOWN]
    ]
    gallery_of(gallery)


def _votes(answers: dict[str, int], called: dict[str, str]) -> list[str]:
    """The answers, the most frequent first, and who gave them."""
    lines = []
    for answer, times in Counter(answers.values()).most_common():
        who = [called[name] for name, given in answers.items() if given == answer]
        lines.append(f"{answer}: {', '.join(who)}" if times <= 2 else f"{answer}: {times} networks")
    return lines


def _picture(values: Float32[np.ndarray, "..."]) -> str:
    return base64.b64encode(
        np.rint(np.clip(values, 0, 1) * 255).astype(np.uint8).tobytes()
    ).decode()


page()
