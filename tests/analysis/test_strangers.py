"""Rejection of pictures that show no digit."""

from __future__ import annotations

import json

import numpy as np
import pytest
import torch


def test_letters_are_reproducible_and_in_the_form_of_mnist():
    from capsviz.data.letters import LETTERS, draw_letters

    letters = draw_letters(2 * len(LETTERS))
    assert torch.equal(letters, draw_letters(2 * len(LETTERS)))
    assert letters.shape == (2 * len(LETTERS), 28, 28)
    for letter in letters.numpy():
        rows, columns = np.nonzero(letter)
        assert max(np.ptp(rows), np.ptp(columns)) + 1 == 20  # pixels
    assert not torch.equal(letters[0], letters[len(LETTERS)])  # each has a shape of its own


def test_strangers_are_none_of_the_digits_to_compare_with():
    from capsviz.analysis.strangers import COUNT, draw_strangers
    from capsviz.data.pictures import Pictures

    images = torch.arange(20, dtype=torch.uint8).view(20, 1, 1).expand(20, 28, 28)
    digits = Pictures(images, torch.arange(20) % 10)
    colours = torch.full((3, 3, 32, 32), 200, dtype=torch.uint8)
    kinds = draw_strangers(digits, {"photographs": Pictures(colours, torch.zeros(3).long())})
    assert all(images.shape[1:] == (28, 28) for images in kinds.values())
    assert kinds["photographs"].unique().tolist() == [200]
    # the mirror images of 0, 1 and 8 are digits
    assert {int(image[0, 0]) % 10 for image in kinds["digits, mirrored"]} == {2, 3, 4, 5, 6, 7, 9}
    assert len(kinds["noise"]) == len(kinds["letters"]) == COUNT


def test_an_interval_of_an_area_holds_repeated_samples():
    from capsviz.analysis.scrambled import area_under_curve
    from capsviz.analysis.strangers import auc_interval

    random = np.random.default_rng(0)
    areas = [area_under_curve(random.normal(1, 1, 80), random.normal(0, 1, 60)) for _ in range(300)]
    mean = float(np.mean(areas))
    low, high = auc_interval(mean, 80, 60)
    assert (high - low) / 2 == pytest.approx(1.96 * np.std(areas), rel=0.2)
    assert auc_interval(1.0, 80, 60) == (1.0, 1.0)


@pytest.mark.parametrize("architecture", ["capsnet", "cnn"])
def test_scores_are_those_of_the_network(architecture):
    from capsviz.analysis.strangers import MAIN_SCORE, output_name, scores
    from capsviz.config import ModelConfig
    from capsviz.model.networks import build

    torch.manual_seed(0)
    config = ModelConfig(architecture=architecture, conv_channels=8, primary_types=1)
    model = build(config).eval()
    images = torch.randint(256, (3, 28, 28), dtype=torch.uint8)
    found = scores(model, images)
    x = images.float() / 255
    assert found[MAIN_SCORE] == pytest.approx(model(x).lengths.amax(1).detach().numpy(), rel=1e-5)
    if architecture == "cnn":
        logits = model.logits(x).detach()
        assert found["energy"] == pytest.approx(logits.logsumexp(1).numpy(), rel=1e-5)
    else:
        once = model(x, 1).lengths.amax(1).detach().numpy()
        assert found[output_name(1)] == pytest.approx(once, rel=1e-5)
        assert found[output_name(3)] == pytest.approx(found[MAIN_SCORE])
        assert (found["reconstruction"] < 0).all()


def test_a_result_is_saved_and_read_as_rows(tmp_path, monkeypatch):
    from capsviz.analysis import strangers
    from capsviz.analysis.claims import rejection
    from capsviz.config import ModelConfig
    from capsviz.model.networks import build

    torch.manual_seed(0)
    model = build(ModelConfig(conv_channels=8, primary_types=1)).eval()
    digits = torch.randint(256, (6, 28, 28), dtype=torch.uint8)
    kinds = {"garments": digits, "noise": torch.zeros(4, 28, 28, dtype=torch.uint8)}
    rows = [
        strangers.measure_strangers(model, digits, kinds, f"small_uniform, seed={seed}", "")
        for seed in range(2)
    ]
    path = tmp_path / "strangers.json"
    strangers.ROWS.save(path, rows)
    assert strangers.ROWS.load(path) == json.loads(json.dumps(rows))
    assert rows[0]["auc"][0] == [0.5] * len(rows[0]["scores"])  # the same pictures
    monkeypatch.setattr(rejection.checkpoint, "sidecar", lambda name: path)
    found = {(row.series, row.condition): row.value for row in rejection.auc_by_stranger()}
    assert found["small build, uniform", "garments"] == 0.5
    by_iteration = {(row.series, row.condition) for row in rejection.auc_by_iteration()}
    assert ("small build, uniform: noise", "7") in by_iteration
    assert [*rejection.shipped_networks()] == []


def test_photographs_are_for_strangers_alone(capsys):
    from capsviz.cli import main

    assert main(["evaluate", "--photographs", "cifar10"]) != 0
    assert "leave them out" in capsys.readouterr().err
