"""Compare: one image under every routing, and what the routings make of 10,000."""

from __future__ import annotations

import base64
from collections import Counter
from typing import Any

import streamlit as st

from capsviz.analysis.compare import Results, disagreement, rank_disputes
from capsviz.analysis.mcnemar import differences
from capsviz.figures import compare as figures
from capsviz.training import checkpoint
from capsviz.ui.chart import chart
from capsviz.ui.networks import cache
from capsviz.ui.pages.compare.data import titles_of
from capsviz.ui.pages.compare.differing import mcnemar_sentence, mcnemar_table
from capsviz.ui.pages.compare.family import show_family
from capsviz.ui.pages.compare.gallery import gallery_of
from capsviz.ui.pages.compare.labelled import show_labels
from capsviz.ui.pages.compare.reliability import show_calibration
from capsviz.ui.pages.compare.tables import (
    results_table,
    routing_sentences,
    two_digits_sentence,
)
from capsviz.ui.session import appearance
from capsviz.ui.session.error_banner import one_sentence, plain
from capsviz.ui.session.host import show_page
from capsviz.ui.shell.picker import picker

#: Disputed digits shown at once.
SHOWN = 24


def _below(shown: dict[str, Any]) -> None:
    """The test set, beneath the image and its columns."""
    model = shown["network"]
    reads = cache.subject(model)
    titles = titles_of(reads)
    with one_sentence():
        if reads.digits:
            _test_set(cache.results(), titles)
    with st.container(key="detail-readings"):
        show_calibration(titles, reads.thing, model)
        show_labels(checkpoint.singles(reads=reads), titles, reads.digits)
        show_family(reads.data_set)


def _test_set(results: Results, titles: dict[str, str]) -> None:
    names = [row["checkpoint"] for row in results.rows if row["checkpoint"] in titles]
    called = {row["checkpoint"]: titles.get(row["checkpoint"], "?") for row in results.rows}
    n, tested = len(results.labels), differences(results)
    st.subheader(f"The {n:,} test digits", anchor=False)
    _gallery(results, names, called)
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
    with st.container(key="detail-tables"):
        st.table(results_table(results, called))
        st.markdown(mcnemar_sentence(tested, called, n))
        with st.expander("McNemar's test for every pair"):
            st.table(mcnemar_table(tested, called))
        st.markdown(two_digits_sentence())
        for sentence in routing_sentences(results, called):
            st.markdown(sentence)


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
    disputes = rank_disputes(results, chosen)
    if not disputes:
        st.caption("They give the same answer to every test digit.")
        return
    st.caption(
        f"{len(disputes):,} of {len(results.labels):,}, the most disputed first. "
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
        for index in disputes[:SHOWN]
    ]
    gallery_of(gallery)


def _votes(answers: dict[str, int], called: dict[str, str]) -> list[str]:
    """The answers, the most frequent first, and who gave them."""
    lines = []
    for answer, times in Counter(answers.values()).most_common():
        who = [called[name] for name, given in answers.items() if given == answer]
        lines.append(f"{answer}: {', '.join(who)}" if times <= 2 else f"{answer}: {times} networks")
    return lines


picker()
show_page("compare", _below)
