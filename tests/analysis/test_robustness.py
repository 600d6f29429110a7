"""Accuracy on transformed digits: measured, saved, loaded."""

from __future__ import annotations

import pytest
import torch


def test_the_affine_result_counts_right_answers(tiny_model, digits):
    from capsviz.analysis.robustness import STRENGTHS, affine_result, affine_sets, affine_table
    from capsviz.training.evaluate import evaluate

    sets = affine_sets(digits)
    found = affine_result(tiny_model, sets, "tiny", "0" * 64)
    assert found["n"] == 40
    assert found["field"] == 28
    assert found["accuracy"] == pytest.approx([evaluate(tiny_model, s).accuracy for s in sets])
    for share, (low, high) in zip(found["accuracy"], found["interval"], strict=True):
        assert low <= share <= high
    assert affine_table([found]).count("|") == 3 * (len(STRENGTHS) + 2)


def test_digits_on_the_larger_canvas_start_centred(digits):
    from capsviz.analysis.robustness import affine_sets
    from capsviz.data.expanded import centre

    still, *_, moved = affine_sets(digits, 40)
    torch.testing.assert_close(still.images, centre(digits).images)
    # They may be shifted as far as the larger canvas's border.
    assert moved.images.shape == (40, 40, 40)
    ink = (moved.images > 25).any(0)
    assert ink[:6].any()
    assert ink[:, -6:].any()


def test_trainings_are_pooled_as_their_mean_lowest_and_highest():
    from capsviz.analysis.robustness import pool_trainings

    def row(name: str, accuracy: list[float], validation: float) -> dict:
        rest = {"set": "affine", "n": 10, "field": 40, "strengths": [0.0, 1.0], "sha256": "0"}
        return {"checkpoint": name, "accuracy": accuracy, "validation": validation, **rest}

    found = pool_trainings([row("a", [0.9, 0.5], 0.99), row("b", [0.8, 0.7], 0.97)], "both")
    assert found["accuracy"] == pytest.approx([0.85, 0.6])
    assert found["interval"] == [[0.8, 0.9], [0.5, 0.7]]
    assert found["validation"] == pytest.approx(0.98)
    assert (found["checkpoint"], found["trainings"], found["field"]) == ("both", 2, 40)


def test_affine_results_are_replaced_only_by_a_new_measurement(tmp_path):
    from capsviz.analysis import robustness
    from capsviz.errors import CapsvizError

    def row(name: str, share: float) -> dict:
        return {
            "checkpoint": name,
            "n": 10,
            "field": 28,
            "sha256": "0",
            "strengths": [1.0],
            "accuracy": [share],
            "interval": [[0.0, 1.0]],
        }

    path = tmp_path / "affine.json"
    with pytest.raises(CapsvizError, match="--set affine"):
        robustness.ROWS.load(path)
    robustness.ROWS.save(path, [row("a", 0.1), row("b", 0.2)])
    robustness.ROWS.save(path, [row("b", 0.3), row("c", 0.4)])
    assert {r["checkpoint"]: r["accuracy"] for r in robustness.ROWS.load(path)} == {
        "a": [0.1],
        "b": [0.3],
        "c": [0.4],
    }
    path.write_text(path.read_text("utf-8").replace('"accuracy": [0.1]', '"accuracy": []'), "utf-8")
    with pytest.raises(CapsvizError, match="damaged"):
        robustness.ROWS.load(path)
