"""Training and scoring on two digits: both must be classified, each decoded alone."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
import torch

CPU = torch.device("cpu")


@pytest.fixture
def small():
    from capsviz.model.networks import MODELS

    return replace(MODELS["overlap"], primary_types=2, decoder_hidden=(16, 16))


def _pass(digits, number):
    from capsviz.config import TrainConfig
    from capsviz.data.augment import AUGMENTATIONS
    from capsviz.training.tasks import TASKS

    config = TrainConfig(task="overlap", seed=5)
    return TASKS["overlap"](digits, config, number, AUGMENTATIONS["mild"])


def test_a_pair_has_the_classes_and_pictures_of_its_two_digits(digits):
    from capsviz.data.overlap import overlaid

    epoch = _pass(digits, 2)
    batch = epoch.batch(slice(3, 9), CPU)
    assert batch.classes[:, 0].tolist() == digits.labels[epoch.order[3:9]].tolist()
    present = batch.present(10)
    assert (present.sum(1) == 2).all()
    assert present.gather(1, batch.classes).all()
    torch.testing.assert_close(batch.images, overlaid(batch.parts[:, 0], batch.parts[:, 1]))

    same = _pass(digits, 2).batch(slice(3, 9), CPU)
    assert torch.equal(same.images, batch.images)
    other = _pass(digits, 3).batch(slice(3, 9), CPU)
    assert not torch.equal(other.images, batch.images)


def test_each_digit_is_decoded_from_its_own_capsule_and_held_against_itself(digits, small):
    from capsviz.config import TrainConfig
    from capsviz.model.loss import margin_loss
    from capsviz.model.networks import build
    from capsviz.training.step import losses

    torch.manual_seed(0)
    model = build(small).eval()
    batch = _pass(digits, 0).batch(slice(0, 4), CPU)
    v, lengths = model(batch.images)
    expected = 0.0
    for n in range(4):
        for k in range(2):
            which = batch.classes[n, k : k + 1]
            decoded = model.decoder(v[n, which], which)[0]
            expected += float((decoded - batch.parts[n, k]).detach().square().sum()) / 4
    margin, error = losses(model, batch, TrainConfig())
    assert float(error.detach()) == pytest.approx(expected, rel=1e-4)
    assert float(margin.detach()) == pytest.approx(
        float(margin_loss(lengths, batch.present(10)).detach()), rel=1e-5
    )


def test_the_cnn_shares_its_probability_between_two_digits(digits):
    from capsviz.config import TrainConfig
    from capsviz.model.networks import MODELS, build
    from capsviz.training.step import losses

    model = build(MODELS["overlap_cnn"]).eval()
    batch = _pass(digits, 0).batch(slice(0, 5), CPU)
    logs = model.logits(batch.images).log_softmax(1)
    expected = -(logs.gather(1, batch.classes) / 2).sum(1).mean()
    found, error = losses(model, batch, TrainConfig())
    assert float(found.detach()) == pytest.approx(float(expected.detach()), rel=1e-5)
    assert float(error) == 0


def test_both_right_counts_pairs_of_which_both_are_right(digits, small, monkeypatch):
    from capsviz.data.overlap import pair_for_scoring
    from capsviz.model.capsnet import Capsules
    from capsviz.model.networks import build
    from capsviz.training.evaluate import evaluate_pairs

    model, pairs = build(small).eval(), pair_for_scoring(digits)
    classes = torch.stack([digits.labels[pairs.first], digits.labels[pairs.second]], 1)
    lengths = torch.full((24, 10), 0.1).scatter(1, classes, 0.9)
    lengths[0, classes[0, 1]] = 0.0  # one found, the other not
    lengths[1] = torch.ones(10).scatter(0, classes[1], 0.0)  # neither found
    lengths[2, classes[2, 1]] = 0.3  # the weaker one is still above all others
    model.forward = lambda images: Capsules(torch.zeros(24, 10, 16), lengths)
    assert evaluate_pairs(model, digits).accuracy == pytest.approx(22 / 24)


@torch.no_grad()
def test_errors_are_reported_for_the_true_and_the_predicted_classes(digits, small):
    """A wrong winner is compared with the digit that the correct one leaves."""
    from capsviz.data.overlap import pair_for_scoring, pictures
    from capsviz.model.capsnet import Capsules
    from capsviz.model.networks import build
    from capsviz.training.evaluate import evaluate_pairs

    torch.manual_seed(0)
    model, pairs = build(small).eval(), pair_for_scoring(digits)[:1]
    _, parts, classes = pictures(digits, pairs)
    first, second = classes[0].tolist()
    wrong = next(k for k in range(10) if k not in (first, second))
    lengths = torch.full((1, 10), 0.1)
    lengths[0, wrong], lengths[0, second] = 0.9, 0.8  # the wrong one is the longest
    v = torch.randn(1, 10, small.digit_dim)
    model.forward = lambda images: Capsules(v, lengths)

    def error(k, part):
        decoded = model.decoder(v[:, k], torch.tensor([k]))[0]
        return float((decoded - parts[0, part]).square().sum())

    found = evaluate_pairs(model, digits, pairs)
    true, winners = ((error(k, 0) + error(second, 1)) / 2 for k in (first, wrong))
    assert found.reconstruction_sse == pytest.approx(true, rel=1e-4)
    assert found.winners_sse == pytest.approx(winners, rel=1e-4)


def test_the_command_line_trains_and_evaluates_on_pairs(
    digits, small, tmp_path, monkeypatch, few_pictures, capsys
):
    import capsviz.cli as cli
    from capsviz.model.networks import MODELS
    from capsviz.training import checkpoint

    few_pictures(digits, digits, digits)
    monkeypatch.setitem(MODELS, "overlap", small)
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    out = tmp_path / "overlap.safetensors"
    common = ["--device", "cpu"]
    train = ["train", "--task", "overlap", "--epochs", "2", "--batch", "8", "--out", str(out)]
    assert cli.main([*train, *common]) == 0
    loaded = checkpoint.load("overlap", "cpu")
    assert loaded.training["config"]["task"] == "overlap"
    assert len(loaded.training["history"]) == 2
    capsys.readouterr()

    assert cli.main(["evaluate", "--set", "overlap", "--json", *common]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["n"] == 24
    assert result["both_right"] == pytest.approx(
        loaded.training["history"][-1]["accuracy"], abs=0.1
    )
    assert result["iou"] >= 0
    assert result["interval"][0] <= result["both_right"] <= result["interval"][1]

    assert cli.main(["evaluate", "--set", "overlap", "--card", *common]) == 0
    assert "both right on 24" in capsys.readouterr().out
    assert cli.main(["evaluate", "--set", "overlap", *common]) == 0
    assert "both right" in capsys.readouterr().out


def test_a_set_the_network_cannot_read_gets_one_sentence(
    digits, small, tmp_path, monkeypatch, few_pictures, capsys
):
    import capsviz.cli as cli
    from capsviz.model.networks import build
    from capsviz.training import checkpoint

    few_pictures(digits, digits, digits)
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    model = build(small)
    checkpoint.save(tmp_path / "wide.safetensors", model.state_dict(), small, {})
    assert cli.main(["evaluate", "--checkpoint", "wide"]) == 2
    assert "wide reads 36x36 pixels" in capsys.readouterr().err
    assert cli.main(["evaluate", "--all"]) == 2
    assert "no checkpoint here takes" in capsys.readouterr().err
