"""Calibration by size of the output, compared with counting by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch


def test_calibration_bins_equal_direct_counts():
    from capsviz.analysis.calibration import bin_shares

    random = np.random.default_rng(0)
    scores = random.random(500) ** 0.3
    scores[:3] = 1.0, 0.0, 0.9  # the ends belong to the last bin, and to the first and last
    right = random.random(500) < scores
    bins: dict[int, list[tuple[float, bool]]] = {}
    for score, hit in zip(scores, right, strict=True):
        bins.setdefault(min(math.floor(score * 10), 9), []).append((score, bool(hit)))
    found = bin_shares(scores, right)
    assert found["count"] == [len(bins[k]) for k in sorted(bins)]
    assert found["right"] == [sum(hit for _, hit in bins[k]) for k in sorted(bins)]
    means = [sum(score for score, _ in bins[k]) / len(bins[k]) for k in sorted(bins)]
    np.testing.assert_allclose(found["mean"], means, atol=5e-5)
    error = sum(
        abs(sum(hit for _, hit in inside) - sum(score for score, _ in inside))
        for inside in bins.values()
    )
    assert found["error"] == pytest.approx(error / 500, abs=5e-5)
    for (low, high), n, k in zip(found["interval"], found["count"], found["right"], strict=True):
        assert low <= k / n <= high


def test_calibration_uses_the_predicted_class_and_is_saved_with_other_networks(tmp_path):
    from capsviz.analysis import calibration
    from capsviz.analysis.calibration import measure_calibration, table
    from capsviz.data.pictures import Pictures
    from capsviz.errors import CapsvizError
    from capsviz.model.capsnet import Capsules
    from capsviz.model.cnn import CNN
    from capsviz.model.networks import MODELS

    class Fixed(CNN):
        """Predict class 0 with the value of the first pixel."""

        def forward(self, images: torch.Tensor):
            first = images[:, 0, 0]
            return Capsules(images, torch.stack([first, torch.full_like(first, 0.1)], 1))

    images = torch.zeros(4, 28, 28, dtype=torch.uint8)
    images[:, 0, 0] = torch.tensor([255, 250, 130, 0], dtype=torch.uint8)
    pictures = Pictures(images, torch.tensor([0, 0, 1, 1]))
    row = measure_calibration(Fixed(MODELS["cnn"]), pictures, "a", "d" * 64)
    assert row["count"] == [1, 1, 2]
    assert row["right"] == [1, 0, 2]  # class 1 wins for the empty picture, with 0.1
    assert row["mean"] == [0.1, 0.5098, 0.9902]
    assert "| a | 0.100 | 1 | 100.00% |" in table([row])
    path = tmp_path / "calibration.json"
    with pytest.raises(CapsvizError, match="run `capsviz calibrate --all`"):
        calibration.ROWS.load(path)
    calibration.ROWS.save(path, [row, {**row, "checkpoint": "b"}])
    calibration.ROWS.save(path, [{**row, "sha256": "new"}])
    assert {r["checkpoint"]: r["sha256"] for r in calibration.ROWS.load(path)} == {
        "a": "new",
        "b": "d" * 64,
    }
    path.write_text(path.read_text("utf-8").replace('"count": [1, 1, 2]', '"count": [1]'), "utf-8")
    with pytest.raises(CapsvizError, match="damaged"):
        calibration.ROWS.load(path)


def test_shipped_networks_are_measured_with_the_weights_that_are_shipped():
    from capsviz.analysis import calibration
    from capsviz.analysis.calibration import FILE
    from capsviz.training import checkpoint

    rows = calibration.ROWS.load(checkpoint.sidecar(FILE))
    singles = {name for name in checkpoint.names() if "overlap" not in name}
    assert {row["checkpoint"] for row in rows} == singles
    assert all(row["sha256"] == checkpoint.digest(row["checkpoint"]) for row in rows)
    validation = {"colours": 2000, "solids": 2000}  # their sets are smaller
    for row in rows:
        assert row["n"] == validation.get(row["checkpoint"], 5000) == sum(row["count"])
