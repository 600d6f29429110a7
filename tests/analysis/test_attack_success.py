"""Strong attacks stay within their bounds, and their successes are counted."""

from __future__ import annotations

import numpy as np
import pytest


@pytest.fixture
def read(model):
    """Pictures with predicted labels, so that the attack leads away from them."""
    import torch

    from capsviz.data.pictures import Digits

    random = torch.Generator().manual_seed(1)
    images = torch.rand(5, 28, 28, generator=random)
    whole = (images * (torch.rand(5, 28, 28, generator=random) > 0.6) * 255).byte()
    return Digits(whole, model(whole.float() / 255).lengths.argmax(1))


@pytest.mark.parametrize("method", ["fgsm", "pgd", "targeted", "hiding"])
def test_attacked_pictures_stay_within_epsilon_and_success_is_counted_correctly(tiny_model, method):
    import torch

    from capsviz.analysis.attack_success import _Aim, _misfits, _run_attack, _second

    model = tiny_model.requires_grad_(False)
    x = torch.rand(6, 28, 28, generator=torch.Generator().manual_seed(2))
    y = model(x).lengths.argmax(1)
    limit = float(_misfits(model, x, 1.0).max()) * 1.1
    goal = _second(model, x, y) if method == "targeted" else y
    assert ((goal == y).sum() == 0) == (method == "targeted")
    moved, won = _run_attack(_Aim(model, method, limit), x, goal, 0.2, method, 0)
    assert (moved - x).abs().max() <= 0.2 + 1e-6
    assert moved.min() >= 0
    assert moved.max() <= 1
    assert won.any()
    said = model(moved).lengths.argmax(1)
    reached = said == goal if method == "targeted" else said != y
    if method == "hiding":
        reached &= torch.from_numpy(_misfits(model, moved, limit) <= limit)
    assert torch.equal(reached, won)


def test_resistance_counts_images_and_alarms(model, read):
    from capsviz.analysis.attack_success import ALARMS, methods, resistance
    from capsviz.analysis.verdict import Thresholds

    known = Thresholds(misfit=0.0)
    found = resistance(model, read, known, epsilons=(0.0, 0.02, 0.3))
    decodes = found["misfit"] is not None
    assert found["n"] == 5
    assert tuple(found["accuracy"]) == methods(model, known)
    assert ("hiding" in found["accuracy"]) == decodes
    for method, accuracy in found["accuracy"].items():
        assert accuracy[0] == 1
        assert accuracy == sorted(accuracy, reverse=True)
        # Every reconstruction fails a limit of zero; a CNN has no reconstruction.
        expected = [None if share == 1 or not decodes else 1.0 for share in accuracy]
        assert found["given_away"][method] == expected
    # Thirty steps, twice, are at least as strong as one.
    assert np.all(np.array(found["accuracy"]["pgd"]) <= found["accuracy"]["fgsm"])
    assert found["alarms"] == (1.0 if decodes else None)
    if decodes:
        assert found["accuracy"]["hiding"] == [1.0] * 3, "nothing fits where no misfit is allowed"
        assert len(found["roc"]["limit"]) == len(ALARMS)
        assert found["roc"]["alarms"] == sorted(found["roc"]["alarms"])
        assert found["roc"]["alarms"][-1] == 1
        for row in found["roc"]["hits"]["pgd"]:
            assert row == sorted(row, key=lambda share: share or 0)


def test_resistance_uses_the_given_attacks_and_alarm_rates(model, read):
    from capsviz.analysis.attack_success import resistance
    from capsviz.analysis.verdict import Thresholds

    found = resistance(
        model,
        read,
        Thresholds(misfit=1.0),
        attacks=("fgsm",),
        epsilons=(0.0, 0.3),
        alarms=(0.2, 1.0),
    )
    assert list(found["accuracy"]) == ["fgsm"]
    if found["roc"]:
        assert len(found["roc"]["limit"]) == 2
        assert found["roc"]["alarms"][-1] == 1


def test_the_detectors_curve_is_that_of_its_limits():
    from capsviz.analysis.attack_success import ALARMS, _roc

    clean = np.arange(1, 1001, dtype=float)
    fooled = np.full((1, 1000), np.nan)
    fooled[0, :2] = 500.5, 2000.0
    curve = _roc(clean, {"pgd": fooled})
    np.testing.assert_allclose(curve["alarms"], ALARMS, atol=1e-3)
    hits = dict(zip(ALARMS, curve["hits"]["pgd"][0], strict=True))
    assert (hits[0.0], hits[0.3], hits[0.7], hits[1.0]) == (0.5, 0.5, 1.0, 1.0)
