"""Networks of sprites measured against the sprites' factors."""

from __future__ import annotations

import json
from dataclasses import fields, replace

import numpy as np
import pytest

SIZES = {"conv_channels": 4, "primary_types": 2, "decoder_hidden": (8, 8), "classes": 8}


@pytest.fixture(scope="module")
def found():
    """Reports of a small untrained network, and of one without capsules, on few sprites."""
    import torch

    from capsviz.analysis import factor_report
    from capsviz.config import ModelConfig
    from capsviz.model.networks import build

    torch.manual_seed(0)
    return {
        name: factor_report.find_out(
            build(ModelConfig(architecture=name, **SIZES)).eval(),
            "ab12",
            {"command": "none"},
            per_class=24,
            moved_pictures=8,
            quiet=True,
        )
        for name in ("capsnet", "compact_cnn")
    }


def test_the_report_scores_poses_and_a_hidden_layer_by_the_true_factors(found):
    capsules, plain = found["capsnet"], found["compact_cnn"]
    assert (capsules.code, capsules.size) == ("pose", 16)
    assert (plain.code, plain.size) == ("hidden layer", 2 * 8 * 6 * 6)
    assert capsules.single.shape == (8, 16, 5)
    assert capsules.maps.shape == (8, 6, 17)
    assert plain.single is None
    assert plain.maps is None
    for one in found.values():
        assert one.linear.shape == one.gap.shape == one.own.shape == (8, 5)
        assert one.provenance["sprites_per_shape"] == 24
    np.testing.assert_allclose(capsules.best, capsules.single.max(1))


def test_the_record_is_saved_beside_the_checkpoint(found, tmp_path):
    from capsviz.analysis import factor_report
    from capsviz.errors import CapsvizError

    for name, one in found.items():
        path = factor_report.path_beside(tmp_path / f"{name}.safetensors")
        assert path.name == f"{name}.factors.json"
        factor_report.save(path, one)
        back = factor_report.load(path, "ab12")
        for field in fields(factor_report.Truth):
            value, kept = getattr(one, field.name), getattr(back, field.name)
            if isinstance(value, np.ndarray):
                np.testing.assert_allclose(kept, value, rtol=1e-5)
            else:
                assert kept == value
        with pytest.raises(CapsvizError, match="was made for other weights"):
            factor_report.load(path, "cd34")
    plain = json.loads(path.read_text("utf-8"))
    for damage in ({"linear": [[1.0]]}, {"format": 0}, {"own": None}):
        path.write_text(json.dumps({**plain, **damage}), "utf-8")
        with pytest.raises(CapsvizError, match="is damaged: run `capsviz analyse"):
            factor_report.load(path, "ab12")
    with pytest.raises(CapsvizError, match="to make it"):
        factor_report.load(tmp_path / "none.factors.json", "ab12")


def test_the_table_shows_means_over_the_shapes(found):
    from capsviz.analysis import factor_report

    told = factor_report.table(found["capsnet"])
    assert f"| rotation | {found['capsnet'].best[:, 2].mean():.3f} |" in told
    assert "16 numbers of the pose" in told


def test_solids_are_measured_by_their_own_factors(tmp_path):
    import torch

    from capsviz.analysis import factor_report
    from capsviz.config import ModelConfig
    from capsviz.data.factors import SOLIDS, source_of
    from capsviz.data.solids import SolidSet
    from capsviz.model.networks import build

    assert source_of(SolidSet().subject) is SOLIDS
    torch.manual_seed(0)
    network = build(ModelConfig(**{**SIZES, "classes": 7}, image_size=32)).eval()
    found = factor_report.find_out(
        network, "ab12", {"command": "none"}, SOLIDS, per_class=16, moved_pictures=6, quiet=True
    )
    assert found.factors == ("x", "y", "size", "azimuth", "elevation", "light")
    assert found.linear.shape == found.own.shape == (7, 6)
    # Azimuth has a cosine and a sine.
    assert found.maps is not None
    assert found.maps.shape == (7, 7, 17)
    factor_report.save(tmp_path / "solids.factors.json", found)
    back = factor_report.load(tmp_path / "solids.factors.json", "ab12")
    np.testing.assert_allclose(back.maps, found.maps, rtol=1e-5)
    assert "| azimuth |" in factor_report.table(back)


def test_every_angles_cosine_and_sine_take_its_place_among_the_targets():
    from capsviz.analysis.disentanglement import by_factor, targets

    periods = (0.0, 180.0, 0.0, 360.0)
    factors = np.array([[0.1, 45.0, 0.3, 90.0], [0.2, 90.0, 0.4, 180.0]])
    found = targets(factors, periods)
    np.testing.assert_allclose(found[:, [0, 3]], factors[:, [0, 2]])
    np.testing.assert_allclose(found[:, 1:3], [[0, 1], [-1, 0]], atol=1e-12)
    np.testing.assert_allclose(found[:, 4:], [[0, 1], [-1, 0]], atol=1e-12)
    wrong = found.copy()
    wrong[:, 5] = 0  # sine alone is lost
    scores = by_factor(found, wrong, periods)
    assert scores[3] < 1
    np.testing.assert_allclose(scores[:3], 1)


def test_the_linear_map_of_the_features_gives_the_logits():
    import torch

    from capsviz.config import ModelConfig
    from capsviz.model.networks import build

    images = torch.rand(3, 28, 28)
    for name in ("cnn", "compact_cnn"):
        network = build(ModelConfig(architecture=name, primary_types=2)).eval()
        torch.testing.assert_close(network.linear(network.features(images)), network.logits(images))


def test_claims_score_every_training_as_its_report_does(monkeypatch):
    import torch

    from capsviz.analysis import factor_report
    from capsviz.analysis.claims import known_factors
    from capsviz.analysis.claims.measures import Material
    from capsviz.config import ModelConfig
    from capsviz.data.sprites import sprites
    from capsviz.model.networks import build

    torch.manual_seed(0)
    trainings = {
        f"sprites_{folder}": [
            build(ModelConfig(architecture=name, **SIZES)).eval() for _ in range(2)
        ]
        for folder, name in (
            ("efficient", "capsnet"),
            ("cnn", "compact_cnn"),
            ("strided_cnn", "compact_cnn"),
        )
    }

    few = replace(factor_report.SPRITES, periods=factor_report.SPRITES.periods[:2])
    material = Material(lambda _: sprites(20, 0).pictures)
    monkeypatch.setattr(Material, "load_networks", lambda self, name: trainings[name])
    monkeypatch.setattr(known_factors, "SETS", {"sprites": few})
    monkeypatch.setattr(known_factors, "PER_CLASS", 24)
    monkeypatch.setattr(known_factors, "MOVED_PICTURES", 8)
    found = {
        "shared": list(known_factors.by_factor(material, known_factors.score_laws)),
        "linear": list(known_factors.by_factor(material, known_factors.score_maps)),
    }
    series = {
        "sprites: capsule's pose": "sprites_efficient",
        "sprites: CNN's hidden layer": "sprites_cnn",
        "sprites: CNN without pooling, hidden layer": "sprites_strided_cnn",
    }
    for name, folder in series.items():
        reports = [
            factor_report.find_out(one, "ab12", {}, few, per_class=24, moved_pictures=8, quiet=True)
            for one in trainings[folder]
        ]
        for kind, rows in found.items():
            values = [row.value for row in rows if row.series == name]
            expected = np.mean([getattr(one, kind) for one in reports], (0, 1))
            np.testing.assert_allclose(values, expected, rtol=1e-6)
    short = {"sprites: 16 directions of it", "sprites: CNN without pooling, 16 directions"}
    assert {row.series for row in found["shared"]} == {*series, *short}
    assert len(found["linear"]) == 5 * 5
