"""Analyses on disk: saved, loaded, rejected if they do not fit."""

from __future__ import annotations

import json

import numpy as np
import pytest
import torch


@pytest.fixture(scope="module")
def digits():
    from capsviz.data.pictures import Digits

    generator = np.random.default_rng(0)
    images = np.zeros((400, 28, 28), np.uint8)
    for image in images:
        y, x = generator.integers(4, 12, 2)
        image[y : y + generator.integers(6, 14), x : x + generator.integers(2, 10)] = 255
    return Digits(torch.tensor(images), torch.arange(400) % 10)


@pytest.fixture(scope="module", autouse=True)
def few_sweeps():
    """Reduce the sweeps: measuring shapes is slow, and its accuracy is not tested here."""
    from capsviz.analysis import labels

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(labels, "START_COUNT", 3)
        yield


@pytest.fixture(scope="module")
def found(digits):
    from capsviz.analysis import record
    from capsviz.config import ModelConfig
    from capsviz.data.pictures import Digits
    from capsviz.model.capsnet import CapsNet

    torch.manual_seed(0)
    config = ModelConfig(
        classes=2, digit_dim=3, conv_channels=8, primary_types=2, decoder_hidden=(16, 32)
    )
    two = Digits(digits.images, digits.labels % 2)
    return record.analyse(CapsNet(config).eval(), "ab12", two, two, quiet=True)


def test_a_saved_record_loads_unchanged(found, tmp_path):
    from capsviz.analysis import record

    path = record.path_beside(tmp_path / "small.safetensors")
    assert path.name == "small.analysis.json"
    record.save(path, found)
    again = record.load(path, "ab12")
    assert again.provenance == {
        "training_images": 400,
        "training_of": 400,
        "test_images": 400,
        "seed": 0,
    }
    for part in ("poses", "presence", "effects", "examples"):
        for name in getattr(found, part).__dataclass_fields__:
            before, after = (getattr(getattr(one, part), name) for one in (found, again))
            np.testing.assert_allclose(after, before, rtol=1e-5, err_msg=f"{part}.{name}")
    assert [file.name for file in tmp_path.iterdir()] == ["small.analysis.json"]
    assert again.standing is None


def test_rates_of_turned_digits_are_saved_and_damaged_ones_refused(found, tmp_path):
    from dataclasses import replace

    from capsviz.analysis import record
    from capsviz.analysis.orientation import WAYS, Rates
    from capsviz.errors import CapsvizError

    path = record.path_beside(tmp_path / "small.safetensors")
    rates = Rates(600, 0.0017, dict.fromkeys(WAYS, 0.57), dict.fromkeys(WAYS, 0.5))
    record.save(path, replace(found, standing=rates))
    assert record.load(path, "ab12").standing == rates
    for good, bad in (("0.57", "57"), ('"over"', '"under"')):
        record.save(path, replace(found, standing=rates))
        path.write_text(path.read_text("utf-8").replace(good, bad), "utf-8")
        with pytest.raises(CapsvizError, match="is damaged"):
            record.load(path, "ab12")


def test_rates_alone_are_measured_anew_without_a_test_picture(
    found, digits, tiny_checkpoint, few_pictures, monkeypatch
):
    from dataclasses import replace

    from capsviz import cli
    from capsviz.analysis import orientation, record
    from capsviz.training import checkpoint

    few_pictures(digits, digits)  # and no test pictures: asking for these fails
    path = record.path_beside(tiny_checkpoint)
    record.save(path, replace(found, digest=checkpoint.load("dynamic").digest))
    rates = orientation.Rates(20, 0.0, *2 * [dict.fromkeys(orientation.WAYS, 0.5)])
    monkeypatch.setattr(orientation, "measure", lambda *_: rates)
    before = json.loads(path.read_text())
    assert cli.main(["analyse", "--checkpoint", "dynamic", "--standing"]) == 0
    after = json.loads(path.read_text())
    assert after.pop("standing") == rates.to_plain()
    command = "capsviz analyse --checkpoint dynamic --standing"
    assert after.pop("provenance") == {**before.pop("provenance"), "standing": command}
    assert after == before


def test_statistics_are_those_of_the_poses(tiny_model, digits):
    from capsviz.analysis.dimensions import Ones, read_poses, statistics_of

    poses = read_poses(tiny_model, Ones(digits))
    with torch.inference_mode():
        v, lengths = tiny_model(digits.images.float() / 255)
    np.testing.assert_allclose(poses.pose[7], v[7, 7].numpy(), atol=1e-6)
    np.testing.assert_allclose(poses.length, lengths.max(1).values.numpy(), atol=1e-6)
    statistics = statistics_of(poses, 10)
    threes = v[digits.labels == 3, 3].double().numpy()
    np.testing.assert_allclose(statistics.mean[3], threes.mean(0), atol=1e-6)
    np.testing.assert_allclose(statistics.std[3], threes.std(0, ddof=1), rtol=1e-4)
    assert statistics.count.tolist() == [40] * 10
    assert (statistics.histogram.sum(-1) == 40).all()
    distances = statistics.distance(3, threes)
    inverse = np.linalg.inv(np.cov(threes.T))
    away = threes[0] - threes.mean(0)
    assert distances[0] == pytest.approx(np.sqrt(away @ inverse @ away), rel=1e-2)
    assert statistics.distances[3, 100] == pytest.approx(distances.max(), rel=1e-4)


def test_examples_have_the_lowest_and_highest_values_of_a_class(tiny_model, digits):
    from capsviz.analysis.dimensions import Ones, examples_of, read_poses

    poses = read_poses(tiny_model, Ones(digits))
    ends = examples_of(poses, 10)
    values = poses.pose[ends.low[4, 2], 2]
    of_class = poses.pose[poses.labels == 4, 2]
    np.testing.assert_array_equal(values, np.sort(of_class)[:10])
    np.testing.assert_array_equal(poses.pose[ends.high[4, 2], 2], np.sort(of_class)[:-11:-1])
    assert (poses.labels[ends.high[4]] == 4).all()


def test_too_few_digits_are_refused(tiny_model, digits):
    from capsviz.analysis.dimensions import Ones, read_poses, statistics_of
    from capsviz.data.pictures import Digits
    from capsviz.errors import CapsvizError

    def of_first(n):
        first = Digits(digits.images[:n], digits.labels[:n])
        return statistics_of(read_poses(tiny_model, Ones(first)), 10)

    with pytest.raises(CapsvizError, match="each of the 10 classes, and 1 have none"):
        of_first(9)

    # Two digits per class suffice, with the other classes' spread included.
    some = of_first(20)
    assert some.std.min() > 0
    assert np.linalg.eigvalsh(some.covariance).min() > 0


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda plain: "{", "cannot be read"),
        (lambda plain: "[]", "is not an analysis"),
        (lambda plain: json.dumps({**plain, "format": 9}), "is not an analysis"),
        (lambda plain: json.dumps({**plain, "sha256": "cd"}), "for other weights"),
        (lambda plain: json.dumps({**plain, "poses": {}}), "damaged"),
        (lambda plain: json.dumps({**plain, "effects": 3}), "damaged"),
        (
            lambda plain: json.dumps(
                {**plain, "poses": {**plain["poses"], "std": plain["poses"]["std"][:1]}}
            ),
            "std has the shape",
        ),
        (
            lambda plain: json.dumps(
                {**plain, "effects": {**plain["effects"], "visible": [[None] * 3] * 2}}
            ),
            "not finite",
        ),
    ],
)
def test_a_file_that_does_not_fit_is_refused(found, tmp_path, damage, said):
    from capsviz.analysis import record
    from capsviz.errors import CapsvizError

    path = tmp_path / "small.analysis.json"
    record.save(path, found)
    path.write_text(damage(json.loads(path.read_text())))
    with pytest.raises(CapsvizError, match=said):
        record.load(path, "ab12")


def test_a_missing_analysis_names_the_command_that_makes_it(tmp_path):
    from capsviz.analysis import record
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match="run `capsviz analyse --checkpoint none` to make it"):
        record.load(tmp_path / "none.analysis.json", "ab12")


@pytest.mark.slow
def test_a_network_for_two_digits_is_analysed_on_pairs(digits, monkeypatch):
    from capsviz.analysis import labels, record
    from capsviz.analysis.dimensions import read_poses
    from capsviz.config import ModelConfig
    from capsviz.model.networks import build

    config = ModelConfig(
        architecture="compact",
        image_size=36,
        digit_dim=2,
        primary_types=2,
        primary_dim=4,
        decoder_hidden=(16, 32),
    )
    torch.manual_seed(0)
    network = build(config).eval()
    pairs = record._pairs(digits, 0)
    poses = read_poses(network, pairs)
    assert (poses.pose.shape, poses.length.shape) == ((400, 2), (200,))
    ((image, classes), *_) = pairs.batches(torch.device("cpu"))
    with torch.inference_mode():
        v, lengths = network(image[:1])
    np.testing.assert_array_equal(poses.labels[:2], classes[0])
    np.testing.assert_allclose(poses.pose[:2], v[0, classes[0]].numpy(), atol=1e-5)
    assert poses.length[0] == pytest.approx(float(lengths[0].topk(2).values[1]), abs=1e-5)
    monkeypatch.setattr(labels, "START_COUNT", 1)
    found = record.analyse(network, "ab12", digits, digits, quiet=True)
    assert found.effects.slope.shape == (10, 2, 9)


def test_presence_counts_the_largest_outputs_over_one_digit_and_over_two(tiny_model, digits):
    from capsviz.analysis.presence import read_presence

    found = read_presence(tiny_model, digits)
    assert (found.one >= found.one_next).all()
    for percentiles in (found.one, found.one_next, found.two_next):
        assert (np.diff(percentiles) >= 0).all()
        assert 0 <= percentiles[0] <= percentiles[100] < 1
