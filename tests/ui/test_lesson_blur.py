"""The recorded experiment on sums and means: the record is true, and can be made again."""

from __future__ import annotations

import base64
import json

import numpy as np
import pytest


def pictures(encoded: list[str]) -> np.ndarray:
    return np.stack([np.frombuffer(base64.b64decode(one), np.uint8) for one in encoded]) / 255.0


@pytest.fixture
def small(monkeypatch, tmp_path, few_pictures):
    """The experiment with a smaller network, on noise instead of MNIST."""
    import torch

    from capsviz.config import ModelConfig, TrainConfig
    from capsviz.data.pictures import Digits
    from capsviz.development.lesson_records import blur

    generator = torch.Generator().manual_seed(0)
    noise = torch.randint(0, 256, (24, 28, 28), generator=generator, dtype=torch.uint8)
    digits = Digits(noise, torch.arange(24) % 10)
    few_pictures(digits, digits)
    config = ModelConfig(conv_channels=16, primary_types=2, decoder_hidden=(32, 64))
    monkeypatch.setattr(blur, "CONFIG", config)
    monkeypatch.setattr(blur, "RECIPE", TrainConfig(epochs=1, batch=12))
    monkeypatch.setattr(blur, "FILE", tmp_path / "blur.json")
    return blur


def test_the_record_s_errors_are_those_of_its_pictures():
    from capsviz.ui.lessons.figure_data import load_record

    record = load_record("blur")
    images = pictures(record["images"])
    assert images.shape == (10, 784)
    assert record["sum"]["weight"] == pytest.approx(784 * record["mean"]["weight"])
    for name in ("sum", "mean"):
        painted = pictures(record[name]["paintings"])
        errors = ((painted - images) ** 2).sum(1)
        np.testing.assert_allclose(errors, record[name]["errors"], rtol=0.01)


def test_the_record_supports_the_lesson():
    from capsviz.ui.lessons.figure_data import load_record

    record = load_record("blur")
    right, slip = record["sum"], record["mean"]
    assert abs(right["accuracy"] - slip["accuracy"]) < 0.01, "the accuracy hides the slip"
    assert slip["error"] > 1.1 * right["error"], "the pictures do not"


def test_both_networks_are_trained_alike_but_for_the_weight(small, monkeypatch, capsys):
    trained, recipes = small.train_variant, []

    def watched(recipe):
        recipes.append(recipe)
        return trained(recipe)

    monkeypatch.setattr(small, "train_variant", watched)
    small.main()
    right, slip = recipes
    assert right.reconstruction_weight == pytest.approx(784 * slip.reconstruction_weight)
    rest = {"epochs", "batch", "peak_rate", "final_rate", "augment", "seed"}
    assert all(getattr(right, name) == getattr(slip, name) for name in rest)
    record = json.loads(small.FILE.read_text("utf-8"))
    assert record.keys() == {"networks", "recipe", "images", "sum", "mean"}
    assert record["networks"] == "16 filters, 2 capsule types"
    assert pictures(record["mean"]["paintings"]).shape == (10, 784)
    assert "accuracy" in capsys.readouterr().out


def test_training_again_gives_the_same_network(small):
    import torch

    first, scores = small.train_variant(small.RECIPE)
    second, again = small.train_variant(small.RECIPE)
    assert scores == again
    pairs = zip(first.parameters(), second.parameters(), strict=True)
    assert all(torch.equal(a, b) for a, b in pairs)
