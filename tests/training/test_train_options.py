"""Options of a training beyond the paper's recipe: start, rotation, sizes."""

from __future__ import annotations

import itertools
import json
import math
from dataclasses import replace

import pytest
import reference_routing as reference
import torch


@pytest.fixture
def small():
    from capsviz.config import ModelConfig

    return ModelConfig(conv_channels=8, primary_types=2, decoder_hidden=(16, 16))


def _run(config, digits, out, **options):
    from capsviz.config import TrainConfig
    from capsviz.data.pictures import Learning
    from capsviz.training import checkpoint
    from capsviz.training.train import train

    settings = TrainConfig(epochs=1, batch=8, **options)
    heard: list[str] = []
    learning = Learning.of(digits, digits)
    assert train(config, settings, learning, out, device=torch.device("cpu"), log=heard.append)
    assert heard[0].startswith("a network of ")
    assert "validation accuracy" in heard[1]
    return checkpoint.load(out, "cpu")


@pytest.mark.parametrize("routing", ["em", "self_routing", "attention", "uniform"])
def test_frozen_convolutions_stay_and_the_rest_learns(small, digits, tmp_path, routing):
    first = _run(small, digits, tmp_path / "first.safetensors")
    second = _run(
        replace(small, routing=routing),
        digits,
        tmp_path / "second.safetensors",
        start=str(tmp_path / "first.safetensors"),
        freeze=True,
    )
    before, after = first.model.state_dict(), second.model.state_dict()
    for key in after:
        kept = key in before and torch.equal(before[key], after[key])
        assert kept == key.startswith(("conv1.", "primary.")), key
    assert second.training["start"].startswith("W, conv1, decoder, primary of first, sha256")
    assert first.digest in second.training["start"]


def test_a_start_that_does_not_fit_gets_one_sentence(small, digits, tmp_path):
    from capsviz.errors import CapsvizError
    from capsviz.model.networks import MODELS

    _run(small, digits, tmp_path / "first.safetensors")
    with pytest.raises(CapsvizError, match="no weights of first"):
        _run(
            MODELS["cnn"],
            digits,
            tmp_path / "cnn.safetensors",
            start=str(tmp_path / "first.safetensors"),
        )


@pytest.fixture
def teachers(digits, tmp_path, monkeypatch):
    """Two slightly trained CNNs named a and b, and their folder."""
    from capsviz.config import ModelConfig

    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    cnn = ModelConfig(architecture="cnn")
    return [
        _run(cnn, digits, tmp_path / f"{name}.safetensors", seed=seed)
        for seed, name in enumerate("ab")
    ]


def test_distillation_uses_the_mean_of_the_teachers(small, digits, tmp_path, teachers):
    from capsviz.config import TrainConfig
    from capsviz.model.loss import distillation_loss
    from capsviz.model.networks import build
    from capsviz.training.step import losses, new_run
    from capsviz.training.tasks import Batch

    torch.manual_seed(0)
    model = build(small)
    batch = Batch.of_digits(digits.images.float() / 255, digits.labels)
    run = new_run(model, model, TrainConfig(), teachers=[each.model for each in teachers])
    plain, taught = losses(model, batch, TrainConfig()), run.losses(batch, 0.0)
    a, b = (each.model(batch.images).lengths for each in teachers)
    beside = distillation_loss(model(batch.images).lengths, (a + b) / 2)
    torch.testing.assert_close(taught[0], plain[0] + beside)
    torch.testing.assert_close(taught[1], plain[1])
    taught[0].backward()
    for each in teachers:
        assert all(weights.grad is None for weights in each.model.parameters())

    shown = _run(small, digits, tmp_path / "taught.safetensors", teachers="a,b")
    alone = _run(small, digits, tmp_path / "alone.safetensors")
    assert not torch.equal(shown.model.W, alone.model.W)
    assert shown.training["teachers"] == [f"{each.name}, sha256 {each.digest}" for each in teachers]
    assert "teachers" not in alone.training


def test_unsuitable_teachers_are_refused_with_one_sentence(small, digits, tmp_path, teachers):
    from capsviz.errors import CapsvizError
    from capsviz.model.networks import MODELS

    def run(config, names):
        _run(config, digits, tmp_path / "none.safetensors", teachers=names)

    with pytest.raises(CapsvizError, match="learn from others: leave out --teachers"):
        run(MODELS["cnn"], "a")
    with pytest.raises(CapsvizError, match="learn from others: leave out --teachers"):
        run(MODELS["matrix"], "a")
    with pytest.raises(CapsvizError, match="a does not read what this network reads"):
        run(replace(small, classes=11), "a")
    _run(small, digits, tmp_path / "capsules.safetensors")
    with pytest.raises(CapsvizError, match="capsules gives no probabilities: name CNNs"):
        run(small, "a,capsules")
    with pytest.raises(CapsvizError, match="no checkpoint 'c'"):
        run(small, "a,c")


def test_a_share_repeats_the_same_pictures_of_each_class_to_full_length(digits):
    from capsviz.data.pictures import Learning

    learning = Learning.of(digits.at(torch.arange(20).repeat(3)), None)
    part = learning.part(1 / 6, seed=2)
    shown = part.training(0)
    assert len(shown) == 60
    assert part.different == 10
    assert len(shown.images.flatten(1).unique(dim=0)) <= 10
    assert shown.labels.bincount().tolist() == [6] * 10
    assert torch.equal(shown.images, part.training(7).images)
    assert not torch.equal(shown.images, learning.part(1 / 6, seed=3).training(0).images)
    assert learning.part(1.0, seed=2) is learning


def test_a_short_epoch_continues_after_the_pictures_of_the_last(digits):
    from capsviz.data.pictures import Learning

    part = Learning.of(digits.at(torch.arange(20)), None).part(1.0, seed=2, length=8)
    rows = torch.cat([part.training(number).images for number in range(5)]).flatten(1)
    assert len(part.training(3)) == 8
    assert torch.equal(rows[:20], rows[20:])
    assert len(rows[:20].unique(dim=0)) == len(digits.images[:20].flatten(1).unique(dim=0))


def test_the_loss_uses_the_configured_margins_and_weight(small, digits):
    from capsviz.config import TrainConfig
    from capsviz.model.networks import build
    from capsviz.training.step import losses
    from capsviz.training.tasks import Batch

    torch.manual_seed(0)
    model = build(small)
    batch = Batch.of_digits(digits.images.float() / 255, digits.labels)
    config = TrainConfig(margins=(0.7, 0.2), down_weight=2.0)
    with torch.no_grad():
        margin = losses(model, batch, config)[0]
        lengths = model(batch.images).lengths.tolist()
    present = batch.present(10).tolist()
    expected = reference.margin_loss(lengths, present, (0.7, 0.2), 2.0)
    assert float(margin) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("margins", [(0.1, 0.9), (0.5, 0.5), (1.2, 0.1), (0.9, -0.1)])
def test_margins_that_cannot_be_met_together_get_one_sentence(margins):
    from capsviz.config import TrainConfig
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match="two lengths, 0 to 1, the larger first"):
        TrainConfig(margins=margins)


def test_margins_read_from_a_file_are_those_that_were_written():
    from capsviz.config import TrainConfig

    config = TrainConfig(margins=(0.8, 0.2))
    assert TrainConfig.from_dict(json.loads(json.dumps(config.to_dict()))) == config


def test_an_entropy_in_the_loss_makes_couplings_uneven(small, digits):
    from capsviz.config import TrainConfig
    from capsviz.model.networks import build
    from capsviz.training.step import losses
    from capsviz.training.tasks import Batch

    torch.manual_seed(0)
    model = build(small)
    images = digits.images[:4].float() / 255
    batch = Batch(images, digits.labels[:4, None], images[:, None])
    plain, weighted = (
        losses(model, batch, TrainConfig(coupling_entropy=weight))[0] for weight in (0.0, 2.0)
    )
    most = math.log(small.classes)
    assert 0 < float((weighted - plain).detach()) <= 2 * most + 1e-4


def test_matrices_start_with_the_given_spread(small):
    from capsviz.errors import CapsvizError
    from capsviz.model.networks import MODELS, build
    from capsviz.training.train import _spread_matrices

    model = build(small)
    _spread_matrices(model, 1.0)
    assert float(model.W.detach().std()) == pytest.approx(1, abs=0.1)
    with pytest.raises(CapsvizError, match="unconstrained matrices"):
        _spread_matrices(build(MODELS["compact_cnn"]), 1.0)


def test_sizes_are_of_networks_that_have_them(capsys):
    from capsviz.cli import main

    assert main(["train", "--network", "efficient", "--primary-types", "4", "--out", "x"]) != 0
    assert "efficient has sizes of its own: leave out --primary-types" in capsys.readouterr().err
    assert main(["train", "--network", "compact", "--primary-norm", "--out", "x"]) != 0
    assert "compact has normalisation of its own" in capsys.readouterr().err


@pytest.mark.parametrize(
    "option",
    [
        {"dropout": 0.3},
        {"weight_decay": 0.5},
        {"all_gradients": True},
        {"share": 0.4},
        {"pass_length": 9},
        {"adversarial": 0.1},
        {"decoder_dropout": 0.5},
        {"start_spread": 0.5},
        {"coupling_entropy": 10.0},
    ],
    ids=lambda option: next(iter(option)),
)
def test_each_option_changes_training_and_survives_an_interruption(small, digits, tmp_path, option):
    from capsviz.config import TrainConfig
    from capsviz.data.pictures import Learning
    from capsviz.training import checkpoint
    from capsviz.training.callbacks import Callback
    from capsviz.training.train import train

    class Break(Callback):
        def ending(self, run):
            return run.step == 1

    def learn(out, **more):
        return train(
            small,
            TrainConfig(epochs=1, batch=8, **option),
            Learning.of(digits, digits),
            tmp_path / out,
            device=torch.device("cpu"),
            **more,
        )

    plain = _run(small, digits, tmp_path / "plain.safetensors")
    assert learn("whole.safetensors")
    assert not learn("broken.safetensors", callback=Break())
    assert learn("broken.safetensors", resume=True)
    whole, broken = (
        checkpoint.load(tmp_path / f"{n}.safetensors", "cpu") for n in ("whole", "broken")
    )
    assert whole.digest == broken.digest
    assert not torch.equal(whole.model.W, plain.model.W)


@pytest.mark.parametrize("name", ["efficient", "cnn"])
def test_statistics_of_normalisation_are_averaged_saved_and_resumed(digits, tmp_path, name):
    from capsviz.config import TrainConfig
    from capsviz.data.pictures import Learning
    from capsviz.model.networks import MODELS
    from capsviz.training import checkpoint
    from capsviz.training.train import train

    config = replace(MODELS[name], decoder_hidden=(16, 16))
    out = tmp_path / "net.safetensors"
    loaded = _run(config, digits, out, augment="mild")
    assert (loaded.model.norm1.running_var != 1).all()
    assert loaded.model.norm1.num_batches_tracked == 3
    assert (loaded.training["history"][0]["reconstruction_sse"] is None) == (name == "cnn")
    assert train(  # nothing left to do: it resumes at the end
        config,
        TrainConfig(epochs=1, batch=8, augment="mild"),
        Learning.of(digits, digits),
        out,
        device=torch.device("cpu"),
        resume=True,
    )
    assert checkpoint.load(out, "cpu").digest == loaded.digest


def test_warp_turns_each_picture_by_its_own_angle():
    from capsviz.data.augment import warp

    images = torch.rand(2, 28, 28, generator=torch.Generator().manual_seed(0))
    found = warp(images, torch.tensor([90.0, 0.0]), torch.ones(2))
    torch.testing.assert_close(found[0], images[0].rot90(), atol=1e-4, rtol=0)
    torch.testing.assert_close(found[1], images[1], atol=1e-4, rtol=0)


def test_warp_resizes_about_the_centre():
    from capsviz.data.augment import warp

    square = torch.zeros(1, 28, 28)
    square[0, 9:19, 9:19] = 1
    larger = warp(square, torch.zeros(1), torch.tensor([1.4]))
    assert float(larger.sum()) == pytest.approx(100 * 1.4**2, rel=0.05)
    torch.testing.assert_close(larger, larger.flip(1, 2), atol=1e-4, rtol=0)


def test_every_network_can_be_named_on_the_command_line():
    from capsviz.cli.entry import parse
    from capsviz.cli.train import choose_network, network_for
    from capsviz.model.networks import MODELS

    reached = set()
    for routing, flag in itertools.product(MODELS, ("--network", "--routing")):
        if routing.startswith(("overlap", "expanded")):
            continue
        found = parse(["train", flag, routing, "--freeze"])
        network, instead = choose_network(found)
        assert not instead
        reached.add(network_for(network, "digits"))
    for task, routing in itertools.product(("overlap", "expanded"), ("dynamic", "cnn")):
        reached.add(network_for(routing, task))
    assert reached == set(MODELS)


def test_a_network_trains_with_the_requested_number_of_iterations(digits, few_pictures, tmp_path):
    from capsviz.cli import main
    from capsviz.training import checkpoint

    few_pictures(digits, digits)
    found = {}
    for count in (1, 5):
        out = tmp_path / f"{count}.safetensors"
        told = ["--network", "compact", "--iterations", str(count), "--epochs", "1", "--batch", "8"]
        assert main(["train", *told, "--device", "cpu", "--out", str(out)]) == 0
        found[count] = checkpoint.load(out, "cpu").model
        assert found[count].config.iterations == count
    assert not (found[1].W == found[5].W).all()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--network", "uniform", "--iterations", "2"], "uniform has no routing iterations"),
        (["--network", "cnn", "--iterations", "2"], "cnn has no routing iterations"),
        (["--network", "cnn", "--routing", "top_k"], "cnn routes nothing"),
        (["--network", "compact", "--routing", "top_k:99"], "k that is a whole number"),
        (["--routing", "query_key", "--iterations", "2"], "query_key has no routing iterations"),
        (["--task", "colours"], "no task 'colours'"),
        (["--task", "overlap", "--routing", "em"], "two"),
        (["--task", "expanded", "--routing", "em"], "larger canvas"),
    ],
)
def test_an_impossible_task_prints_one_sentence(arguments, sentence, capsys):
    from capsviz.cli import main

    assert main(["train", *arguments]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("architecture", ["compact", "compact_cnn"])
def test_half_of_a_batch_is_attacked_and_its_loss_grows(digits, architecture):
    from capsviz.config import TrainConfig
    from capsviz.model.networks import MODELS, build
    from capsviz.training.step import attack_half, losses
    from capsviz.training.tasks import Batch

    torch.manual_seed(0)
    model = build(MODELS[architecture]).eval()
    batch = Batch.of_digits(digits.images[:7].float() / 255, digits.labels[:7])
    config = TrainConfig(adversarial=0.1)
    attacked = attack_half(model, batch, config, 0.0)
    away = (attacked.images - batch.images).abs().flatten(1).amax(1)
    assert away[:3].tolist() == pytest.approx([0.1] * 3, abs=1e-6)
    assert not away[3:].any()
    assert torch.equal(attacked.parts, batch.parts)
    assert attacked.images.min() >= 0
    assert attacked.images.max() <= 1
    with torch.no_grad():
        before, after = (losses(model, one[:3], config)[0] for one in (batch, attacked))
    assert after > before
    assert all(weights.grad is None for weights in model.parameters())
