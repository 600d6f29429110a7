"""The Viewpoint page's figures: by their data."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from capsviz.ui.languages import ENGLISH, messages

SAY = partial(messages.text, ENGLISH, "viewpoint_sections")
MODES = ["light", "dark"]
TITLES = {"dynamic": "Dynamic", "cnn": "Plain CNN"}


def test_the_law_map_shows_every_number():
    from capsviz.ui.pages.viewpoint.figures import law_map

    r2 = np.random.default_rng(0).uniform(-0.2, 1, (6, 10))
    kinds = [f"kind {i}" for i in range(6)]
    (trace,) = law_map(r2, kinds, [*"0123456789"], "digit", SAY, "light").data
    assert np.array_equal(trace.z, r2.T)
    assert trace.texttemplate == "%{z:.2f}"
    assert list(trace.x) == kinds  # ten classes in columns would be too narrow on a phone
    assert (trace.zmin, trace.zmax) == (0, 1)


@pytest.mark.parametrize("mode", MODES)
def test_affine_accuracies_are_drawn_with_their_intervals(mode):
    from capsviz.ui.pages.viewpoint.figures import affine_accuracy

    rows = [
        {
            "checkpoint": name,
            "strengths": [0.0, 1.0],
            "accuracy": [0.99, 0.7],
            "interval": [[0.98, 1.0], [0.65, 0.74]],
        }
        for name in TITLES
    ]
    dynamic, cnn = affine_accuracy(rows, TITLES, SAY, mode).data
    assert (dynamic.name, cnn.name) == tuple(TITLES.values())
    assert list(dynamic.x) == [0, 100]
    np.testing.assert_allclose(dynamic.y, [99, 70])
    np.testing.assert_allclose(dynamic.error_y.array, [1, 4])
    np.testing.assert_allclose(dynamic.error_y.arrayminus, [1, 5])
    # Told apart without colour.
    assert dynamic.marker.symbol != cnn.marker.symbol


@pytest.fixture
def found():
    def one(decodes: bool) -> dict:
        shares = [None, 0.25, 0.5] if decodes else [None] * 3
        return {
            "epsilons": [0.0, 0.1, 0.2],
            "misfit": 45.0 if decodes else None,
            "accuracy": {
                "fgsm": [1.0, 0.8, 0.6],
                "pgd": [1.0, 0.4, 0.1],
                **({"hiding": [1.0, 0.5, 0.2]} if decodes else {}),
            },
            "interval": {method: [[0.0, 1.0]] * 3 for method in ("fgsm", "pgd", "hiding")},
            "given_away": dict.fromkeys(("fgsm", "pgd", "hiding"), shares),
            "alarms": 0.02,
            "roc": {
                "alarms": [0.0, 0.5, 1.0],
                "limit": [60.0, 20.0, -1.0],
                "hits": {"pgd": [[None] * 3, [0.1, 0.7, 1.0], [0.2, 0.8, 1.0]]},
            }
            if decodes
            else None,
        }

    return {"dynamic": one(True), "cnn": one(False)}


@pytest.mark.parametrize("mode", MODES)
def test_resistance_has_a_line_for_each_network_and_attack(found, mode):
    from capsviz.ui.pages.viewpoint.figures import detection_rates, resistance

    lines = resistance(found, TITLES, SAY, mode).data
    assert [line.name for line in lines] == [
        "Dynamic, FGSM",
        "Dynamic, PGD",
        "Dynamic, hiding",
        "Plain CNN, FGSM",
        "Plain CNN, PGD",
    ]
    np.testing.assert_allclose(lines[1].y, [100, 40, 10])
    assert lines[0].line.dash != lines[1].line.dash
    told = detection_rates(found, TITLES, SAY, mode).data
    assert [line.name for line in told] == [
        "Dynamic, FGSM (false alarms 2.0 %)",
        "Dynamic, PGD (false alarms 2.0 %)",
    ]
    assert list(told[0].x) == [0.1, 0.2]
    np.testing.assert_allclose(told[0].y, [25, 50])


@pytest.mark.parametrize("mode", MODES)
def test_the_detector_is_drawn_with_its_false_alarms(found, mode):
    from capsviz.ui.pages.viewpoint.figures import detector

    nothing, pgd = detector(found, TITLES, 0.1, SAY, mode).data
    assert list(nothing.x) == list(nothing.y)
    assert pgd.name == "Dynamic, PGD"
    np.testing.assert_allclose(pgd.x, [0, 50, 100])
    np.testing.assert_allclose(pgd.y, [10, 70, 100])
