"""Dependence of couplings on the picture, their convergence, and starvation."""

from __future__ import annotations

import numpy as np
import pytest
import torch


def _digits(n: int = 6):
    from capsviz.data.pictures import Pictures

    random = torch.Generator().manual_seed(0)
    images = torch.randint(256, (n, 28, 28), generator=random, dtype=torch.uint8)
    return Pictures(images, torch.arange(n) % 2)


def test_the_spread_counts_parents():
    from capsviz.analysis.couplings import spread

    couplings = np.array([[1, 0, 0, 0], [0.25] * 4, [0.5, 0.5, 0, 0]], np.float32)
    assert spread(couplings) == pytest.approx([1, 4, 2])


def test_the_difference_is_the_share_that_moves():
    from capsviz.analysis.couplings import difference

    one = np.array([[0.5, 0.5, 0.0], [1.0, 0.0, 0.0]], np.float32)
    other = np.array([[0.25, 0.5, 0.25], [0.0, 1.0, 0.0]], np.float32)
    assert difference(one, other) == pytest.approx([0.25, 1])


def test_couplings_of_one_iteration_do_not_depend_on_the_picture():
    from capsviz.analysis.couplings import ITERATIONS, measure_couplings
    from capsviz.config import ModelConfig
    from capsviz.model.networks import build

    torch.manual_seed(0)
    digits = _digits()
    found = {
        r: measure_couplings(
            build(ModelConfig(conv_channels=8, primary_types=1, iterations=r)).eval(),
            digits,
            "",
            "",
        )
        for r in (1, 3)
    }
    assert found[1]["layers"] == ["PrimaryCaps", "ClassCaps"]
    assert found[1]["within"] == found[1]["between"] == [0.0, 0.0]
    assert found[1]["parents"] == pytest.approx([0, 10])
    assert found[3]["between"][1] > 0
    assert found[3]["iterations"] == list(ITERATIONS)
    assert found[3]["same"][-1] == 1


@pytest.mark.parametrize("name", ["matrix", "deep_3"])
def test_every_layer_of_a_deep_network_is_measured(name):
    from dataclasses import replace

    from capsviz.analysis.couplings import measure_couplings
    from capsviz.model.networks import MODELS, build

    torch.manual_seed(0)
    small = {"conv_channels": 8, "first_types": 2, "inner_types": 3, "primary_types": 2}
    model = build(replace(MODELS[name], **small)).eval()
    found = measure_couplings(model, _digits(4), "deep", "")
    assert found["layers"] == ["PrimaryCaps", "ConvCaps1", "ConvCaps2", "ClassCaps"]
    for at, parents in enumerate((0, 3, 2, 10)):
        assert found["parents"][at] <= parents + 1e-3
        assert 0 <= found["within"][at] <= 1
        assert 0 <= found["silent"][at] <= 1
    assert "iterations" not in found


def test_a_layer_without_activity_is_silent():
    from capsviz.analysis import couplings
    from capsviz.analysis.claims import rejection

    layer = couplings.LayerCouplings(
        "ClassCaps",
        np.full((2, 1, 2), 0.5, np.float32),
        np.array([[0.05, 0.0], [0.0, 0.5]], np.float32),
    )
    found = couplings._layer_numbers([layer], np.array([0, 1]))
    assert found["silent"] == [0.5]
    assert set(rejection.TRAININGS) >= {"paper_uniform", "small_cnn"}


def test_results_are_read_as_rows(tmp_path, monkeypatch):
    from capsviz.analysis import couplings
    from capsviz.analysis.claims import rejection
    from capsviz.config import ModelConfig
    from capsviz.model.networks import build

    torch.manual_seed(0)
    model = build(ModelConfig(conv_channels=8, primary_types=1)).eval()
    rows = [
        couplings.measure_couplings(model, _digits(), f"paper_dynamic_3, seed={seed}", "")
        for seed in range(2)
    ]
    path = tmp_path / "couplings.json"
    couplings.ROWS.save(path, rows)
    monkeypatch.setattr(rejection.checkpoint, "sidecar", lambda name: path)
    series = "the paper's build, dynamic, 3 iterations"
    differ = {(row.series, row.condition): row.value for row in rejection.differing_couplings()}
    assert differ[series, "ClassCaps, of two classes"] == pytest.approx(rows[0]["between"][1])
    assert {row.condition for row in rejection.parents()} == {"ClassCaps"}
    assert {row.condition for row in rejection.by_layer("silent")} == {"PrimaryCaps", "ClassCaps"}
    assert {row.condition for row in rejection.unchanged_couplings()} == {
        "2",
        "3",
        "4",
        "5",
        "7",
        "10",
        "20",
        "50",
    }
    assert {row.condition for row in rejection.by_iteration("right")} >= {"1", "50"}


def test_rows_of_a_sweep_are_named_after_its_folder_and_told_by_epoch(tmp_path, monkeypatch):
    from dataclasses import replace

    from capsviz.analysis.claims import rejection
    from capsviz.cli import evaluate, main
    from capsviz.model.networks import MODELS, build
    from capsviz.training import checkpoint

    torch.manual_seed(0)
    folder, kept = tmp_path / "epochs_deep_2", tmp_path / "couplings.json"
    folder.mkdir()
    config = replace(MODELS["deep_2"], decoder_hidden=(8, 8))
    made = {"seed=0,epoch=1": 1, "seed=0,epoch=2": 2, "seed=0": 2}
    for name, epochs in made.items():
        record = {"epochs": epochs, "config": {"seed": 0}, "history": [], "hardware": "a test's"}
        weights = build(config).state_dict()
        checkpoint.save(folder / f"{name}.safetensors", weights, config, record)
    loaded = [checkpoint.load(folder / f"{name}.safetensors", "cpu") for name in made]
    monkeypatch.setattr(evaluate, "_ready", lambda *_: (loaded, _digits()))
    options = ["--set", "couplings", "--checkpoints", str(folder), "--all", "--save", str(kept)]
    assert main(["evaluate", *options]) == 0

    monkeypatch.setattr(rejection.checkpoint, "sidecar", lambda name: kept)
    rows = [row for row in rejection.by_epoch("norm") if row.condition.startswith("ClassCaps")]
    assert [(row.series, row.condition) for row in rows] == [
        ("two routed layers", f"ClassCaps, epoch {epoch}") for epoch in (1, 2)
    ]
    assert rows[0].value != rows[1].value
    (last,) = (row for row in rejection.by_layer("norm") if row.condition == "ClassCaps")
    assert last.value not in {row.value for row in rows}  # of other weights, here
    differing = {row.condition for row in rejection.differing_by_epoch()}
    assert differing == {
        f"{layer}, epoch {e}" for layer in ("ConvCaps1", "ClassCaps") for e in (1, 2)
    }
