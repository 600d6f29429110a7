"""Thresholds of the verdict follow from what was measured."""

from __future__ import annotations

import numpy as np
import pytest


def lengths(**known: float) -> np.ndarray:
    values = np.full(10, 0.02, np.float32)
    for name, value in known.items():
        values[int(name[1:])] = value
    return values


INK = np.pad(np.ones((8, 8), np.float32), 10)


@pytest.mark.parametrize(
    ("image", "values", "recognised"),
    [
        (INK, lengths(k7=0.97, k2=0.08), True),
        (INK, lengths(k7=0.30), False),
        (INK, lengths(k7=0.37, k2=0.35), True),
        (0 * INK, lengths(k7=0.97), False),
    ],
)
def test_something_is_recognised_by_one_large_number_or_by_two(image, values, recognised) -> None:
    from capsviz.analysis.verdict import Thresholds

    assert Thresholds(second=0.3).recognise(image, values) == recognised


def poses_of(winner_length: np.ndarray, misfit: np.ndarray):
    from capsviz.analysis.dimensions import PoseStatistics

    some = np.ones((1, 1))
    count = np.ones((1, 1, 32), np.int64)
    rows = np.ones((1, 101))
    return PoseStatistics(
        count[0, 0, :1], some, some, some[None], count, rows, rows, winner_length, misfit
    )


def thresholds(measure, least: float, next_of_one: float, next_of_two: float):
    """Thresholds from percentiles that are easy to check by hand."""
    from capsviz.analysis.presence import Presence
    from capsviz.analysis.verdict import Thresholds

    poses = poses_of(np.full(101, least), np.linspace(0, 100, 101))
    presence = Presence(np.ones(101), np.full(101, next_of_one), np.full(101, next_of_two))
    return Thresholds.measure_thresholds(poses, presence, measure)


def measure_of(routing: str):
    from capsviz.analysis.class_score import ClassScore
    from capsviz.config import ModelConfig
    from capsviz.model.networks import build

    config = ModelConfig(conv_channels=4, primary_types=2, routing=routing, decoder_hidden=(4, 4))
    return ClassScore.of(build(config))


def test_thresholds_follow_from_measured_numbers() -> None:
    limits = thresholds(measure_of("dynamic"), 0.75, 0.3, 0.8)
    assert limits.present == pytest.approx(0.5)
    assert limits.second == pytest.approx(0.55)
    assert limits.misfit == pytest.approx(148.5)


def test_the_threshold_of_a_second_digit_is_at_least_that_of_the_first() -> None:
    assert thresholds(measure_of("dynamic"), 0.9, 0.2, 0.4).second == pytest.approx(0.6)


def test_single_digits_do_not_change_the_thresholds_of_a_pair_network() -> None:
    from dataclasses import replace

    measure = replace(measure_of("dynamic"), pairs=True)
    assert thresholds(measure, 0.75, 0.95, 0.9).second == pytest.approx(0.5)


def test_shares_of_one_have_a_rule_of_their_own() -> None:
    """Activations that sum to 1 can never both reach the threshold of lengths."""
    from capsviz.analysis.verdict import Thresholds

    measure = measure_of("self_routing")
    assert (measure.shares, measure.name) == (True, "activation")
    assert thresholds(measure, 0.6, 0.3, 0.3).second == pytest.approx(0.3)
    # The defaults for a network that was not analysed respect this too.
    assert Thresholds.usual(measure).second == pytest.approx(0.3)


def test_a_score_is_named_after_the_routing() -> None:
    activation = measure_of("em")
    assert (activation.name, activation.iterative) == ("activation", True)
    assert not measure_of("uniform").iterative


@pytest.mark.parametrize("routing", ["dynamic", "em", "self_routing", "attention", "uniform"])
def test_every_routing_explains_its_numbers(routing) -> None:
    measure = measure_of(routing)
    assert ("activation" in measure.meaning) == (measure.name == "activation")
    assert ("quash" in measure.meaning) == (measure.name == "length")
    assert measure.published.count(". ") == 1
