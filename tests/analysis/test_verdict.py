"""The wording matches the numbers."""

from __future__ import annotations

import numpy as np
import pytest


@pytest.fixture
def judge():
    from capsviz.analysis.verdict import judge

    return judge


def lengths(**known: float) -> np.ndarray:
    values = np.full(10, 0.02, np.float32)
    for name, value in known.items():
        values[int(name[1:])] = value
    return values


INK = np.pad(np.ones((8, 8), np.float32), 10)


@pytest.mark.parametrize(
    ("image", "values", "misfit", "kind", "digit", "start"),
    [
        (INK, lengths(k7=0.97, k2=0.08), 10.0, "clear", 7, "7, length 0.97; runner-up 2"),
        (INK, lengths(k7=0.60, k1=0.55), 10.0, "two", 7, "7 or 1: lengths 0.60 and 0.55"),
        (INK, lengths(k7=0.30), 10.0, "none", None, "no digit: every capsule is short"),
        (INK, lengths(k7=0.97), 90.0, "misfit", 7, "7, length 0.97, but its reconstruction"),
        (0 * INK, lengths(k7=0.97), 10.0, "empty", None, "no digit: the canvas is empty"),
    ],
)
def test_the_verdict_follows_lengths_and_misfit(
    judge, image, values, misfit, kind, digit, start
) -> None:
    verdict = judge(image, values, misfit)
    assert (verdict.kind, verdict.digit) == (kind, digit)
    assert verdict.text.startswith(start)


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


def test_measured_limits_move_the_words(judge) -> None:
    limits = thresholds(measure_of("dynamic"), 0.75, 0.3, 0.8)
    assert limits.present == pytest.approx(0.5)
    assert limits.second == pytest.approx(0.55)
    assert limits.misfit == pytest.approx(148.5)
    assert judge(INK, lengths(k3=0.9), 148.0, limits).kind == "clear"
    assert judge(INK, lengths(k3=0.9), 149.0, limits).kind == "misfit"
    assert judge(INK, lengths(k3=0.9, k5=0.54), 1.0, limits).kind == "clear"
    assert judge(INK, lengths(k3=0.9, k5=0.56), 1.0, limits).kind == "two"
    assert judge(INK, lengths(k3=0.49), 1.0, limits).kind == "none"


def test_the_threshold_of_a_second_digit_is_at_least_that_of_the_first() -> None:
    assert thresholds(measure_of("dynamic"), 0.9, 0.2, 0.4).second == pytest.approx(0.6)


def test_single_digits_do_not_change_the_thresholds_of_a_pair_network() -> None:
    from dataclasses import replace

    measure = replace(measure_of("dynamic"), pairs=True)
    assert thresholds(measure, 0.75, 0.95, 0.9).second == pytest.approx(0.5)


def test_shares_of_one_have_a_rule_of_their_own(judge) -> None:
    """Activations that sum to 1 can never both reach the threshold of lengths."""
    measure = measure_of("self_routing")
    assert (measure.shares, measure.name) == (True, "activation")
    limits = thresholds(measure, 0.6, 0.3, 0.3)
    assert limits.second == pytest.approx(0.3)
    halves = np.full(10, 0.02, np.float32)
    halves[[4, 9]] = 0.46, 0.38
    verdict = judge(INK, halves, 10.0, limits, measure)
    assert (verdict.kind, verdict.digit, verdict.runner_up) == ("two", 4, 9)
    assert verdict.text == ("4 or 9: activations 0.46 and 0.38, both plausible (all ten share 1).")
    # Neither is two thirds of what a single digit reaches, yet both are there.
    halves[[4, 9]] = 0.37, 0.35
    assert judge(INK, halves, 10.0, limits, measure).kind == "two"
    # The defaults for a network that was not analysed respect this too.
    assert judge(INK, halves, 10.0, None, measure).kind == "two"


def test_words_follow_the_network(judge) -> None:
    activation = measure_of("em")
    assert (activation.name, activation.iterative) == ("activation", True)
    assert not measure_of("uniform").iterative
    said = judge(INK, lengths(k7=0.97, k2=0.08), 10.0, None, activation).text
    assert said == "7, activation 0.97; runner-up 2, activation 0.08."
    said = judge(INK, lengths(k7=0.3), 10.0, None, activation).text
    assert said == "no digit: no capsule is active enough, the most active is 7 with 0.30."


@pytest.mark.parametrize("routing", ["dynamic", "em", "self_routing", "attention", "uniform"])
def test_every_routing_explains_its_numbers(routing) -> None:
    measure = measure_of(routing)
    assert ("activation" in measure.meaning) == (measure.name == "activation")
    assert ("quash" in measure.meaning) == (measure.name == "length")
    assert measure.published.count(". ") == 1
