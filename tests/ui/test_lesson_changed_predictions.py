"""The record of what three iterations decide otherwise: what it holds, and how it was counted."""

from __future__ import annotations

import base64

import numpy as np
import pytest
import torch
from machine import lacking


@pytest.fixture
def record():
    from capsviz.ui.lessons.figure_data import load_record

    found = load_record("decided")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("first", "last", "label", "said"),
    [(3, 3, 3, "same"), (3, 3, 5, "same"), (3, 5, 5, "mended"), (5, 3, 5, "spoilt"),
     (3, 8, 5, "other")],
)  # fmt: skip
def test_an_outcome_is_the_same_mended_spoilt_or_otherwise_wrong(first, last, label, said):
    from capsviz.development.lesson_records.changed_predictions import outcome

    assert outcome(first, last, label) == said


def test_the_digits_are_those_of_the_stored_answers(record):
    from capsviz.analysis.compare import flips, read_results
    from capsviz.development.lesson_records.changed_predictions import (
        KINDS,
        NETWORK,
        measure_test_digits,
        outcome,
    )
    from capsviz.training import checkpoint

    assert measure_test_digits() == {"n": record["n"], "digits": record["digits"]}
    found = read_results(checkpoint.sidecar("results.json"))
    counted = flips(found.unrouted[NETWORK], found.answers[NETWORK], found.labels)
    digits = record["digits"]
    assert (len(digits["mended"]), len(digits["spoilt"])) == (counted.gained, counted.lost)
    assert sum(len(digits[kind]) for kind in KINDS) == counted.changed
    for kind in KINDS:
        for each in digits[kind]:
            assert each.keys() == {"index", "digit", "first", "last"}
            assert outcome(each["first"], each["last"], each["digit"]) == kind


def test_the_lesson_s_counts_match_the_record(record):
    mended, spoilt = (len(record["digits"][kind]) for kind in ("mended", "spoilt"))
    assert mended + spoilt < record["n"] / 500  # "hardly any"
    assert 0.4 * (mended + spoilt) < spoilt < 0.5 * (mended + spoilt)  # "nearly half"


def test_answers_of_other_weights_are_refused(monkeypatch):
    from capsviz.development.lesson_records import changed_predictions
    from capsviz.errors import CapsvizError
    from capsviz.training import checkpoint

    monkeypatch.setattr(checkpoint, "digest", lambda _name: "0" * 64)
    with pytest.raises(CapsvizError, match="capsviz evaluate --all --save"):
        changed_predictions.measure_test_digits()


@pytest.mark.parametrize("there", [True, False])
def test_the_lesson_shows_test_pixels_without_storing_them(record, monkeypatch, there):
    from capsviz.data.pictures import Pictures
    from capsviz.ui.lessons import figure_data
    from capsviz.ui.networks import cache

    images = torch.arange(record["n"], dtype=torch.int32).remainder(251).to(torch.uint8)
    pictures = Pictures(images[:, None, None].expand(-1, 28, 28), torch.zeros(record["n"]).long())
    monkeypatch.setattr(cache, "has_mnist", lambda: there)
    monkeypatch.setattr(cache, "mnist_test", lambda: pictures)
    figure_data.load_changed_decisions.cache_clear()
    shown = figure_data.load_changed_decisions()
    figure_data.load_changed_decisions.cache_clear()
    each = shown["digits"]["spoilt"][0]
    if there:
        assert base64.b64decode(each["image"]) == bytes([each["index"] % 251]) * 784
    else:
        assert each["image"] is None


def test_the_record_was_measured_with_the_shipped_network(record):
    from capsviz.training import checkpoint

    assert record["sha256"] == checkpoint.digest(record["network"])


def test_our_samples_give_the_outcomes_they_are_listed_for(record):
    import capsviz
    from capsviz.data.samples import samples
    from capsviz.development.lesson_records.changed_predictions import (
        FIRST_ITERATION,
        LAST_ITERATION,
        outcome,
    )

    names = {sample.name for sample in samples()}
    network = capsviz.load()
    for kind, drawings in record["drawings"].items():
        assert drawings, kind
        for each in drawings:
            assert each["name"] in names
            pixels = np.frombuffer(base64.b64decode(each["image"]), np.uint8).reshape(28, 28)
            lengths = capsviz.trace(network, pixels[None], LAST_ITERATION + 1).lengths[0]
            assert np.allclose(lengths, each["lengths"], atol=0.02)
            said = lengths.argmax(1)
            assert (
                outcome(int(said[FIRST_ITERATION]), int(said[LAST_ITERATION]), each["digit"])
                == kind
            )


def test_the_lessons_coupling_coefficients_are_those_of_the_shipped_network(mnist_root):
    from capsviz.development.lesson_records.shares import measure
    from capsviz.ui.lessons import loader

    found = measure(200)
    assert found.large == pytest.approx(0.007, abs=0.0006)
    assert found.winner == pytest.approx(0.102, abs=0.0006)
    assert (found.first, found.last) == pytest.approx((1.0, 4.7), abs=0.1)
    assert found.carried == pytest.approx(0.84, abs=0.02)
    lesson = next(each for each in loader.load().lessons if each.name == "routing")
    said = next(step.text for step in lesson.steps if step.title.startswith("How much the"))
    assert all(number in said for number in ("0.7 %", "0.102", "1.0", "4.7", "84 %"))


def test_the_followed_seven_is_the_networks_own_routing_of_a_sample():
    from capsviz.training import checkpoint
    from capsviz.ui.lessons.figure_data import followed_seven

    if "dynamic" not in checkpoint.names():
        lacking("there is no checkpoint: set CAPSVIZ_CHECKPOINTS or train one")
    found = followed_seven("dynamic")
    assert found is not None
    assert len(base64.b64decode(found["image"])) == 28 * 28
    assert found["types"] * found["side"] ** 2 == 1152
    every = [base64.b64decode(row) for row in found["all"]]
    assert [len(row) for row in every] == [1152] * 3
    for part in found["parts"]:
        at = (part["row"] * found["side"] + part["column"]) * found["types"] + part["type"]
        for couplings, row in zip(part["couplings"], every, strict=True):
            assert sum(couplings) == pytest.approx(1, abs=1e-4)
            assert row[at] == pytest.approx(255 * couplings[7], abs=0.51)
    last = [part["couplings"][-1][7] for part in found["parts"]]
    assert max(last[:4]) < 1
    assert min(last[:4]) > 0.1 > last[4]
    assert max(found["lengths"][-1]) == found["lengths"][-1][7]
