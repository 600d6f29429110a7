"""Size, memory and time of a training, told before it, and refused where it does not fit."""

from __future__ import annotations

import dataclasses

import pytest
import torch

CPU = torch.device("cpu")


def _cost(network, side, classes=10, images=600):
    from capsviz.config import TrainConfig
    from capsviz.model.networks import MODELS
    from capsviz.training.cost import training_cost

    model = dataclasses.replace(MODELS[network], image_size=side, classes=classes)
    return training_cost(model, TrainConfig(batch=64), images, CPU)


def test_the_cost_is_that_of_the_network(monkeypatch) -> None:
    from capsviz.model.networks import MODELS, build
    from capsviz.training import cost as costing

    cost = _cost("compact", 28)
    assert cost.parameters == sum(p.numel() for p in build(MODELS["compact"]).parameters())
    assert 20 * cost.parameters < cost.memory < 2**29
    assert cost.seconds > 0
    monkeypatch.setattr(costing, "_time_image", lambda *given: 0.5)
    assert _cost("compact", 28, images=6000).seconds == 3000
    assert _cost("compact", 40).memory > cost.memory
    assert _cost("compact", 28, classes=100).memory > 2 * cost.memory
    assert str(_cost("compact", 28, images=360)).endswith(" and 3 min an epoch")
    assert f"{cost.parameters:,} parameters, about" in str(cost)


def test_a_run_that_exceeds_memory_is_refused_before_it_starts(tmp_path, monkeypatch) -> None:
    import capsviz
    from capsviz.errors import CapsvizError
    from capsviz.training import cost

    monkeypatch.setattr(cost, "free_memory", lambda device: 2**25)
    monkeypatch.setattr(cost, "_time_image", lambda *given: pytest.fail("nothing is timed"))
    pictures = [(torch.rand(28, 28), k % 2) for k in range(8)]
    with pytest.raises(CapsvizError, match=r"needs about .* of memory .* and 32 MB are free"):
        capsviz.train(pictures, "dynamic", out=tmp_path / "x.safetensors", quiet=True)
    assert not list(tmp_path.iterdir())


def test_the_free_memory_of_this_machine_is_known() -> None:
    from capsviz.training.cost import free_memory

    free = free_memory(CPU)
    assert free is None or free > 2**20


@pytest.mark.parametrize("side", [16, 50, 128])
def test_sides_from_16_to_128_are_trained_and_drawn(tmp_path, capsys, monkeypatch, side) -> None:
    import numpy as np

    import capsviz
    from capsviz.cli import main
    from capsviz.data.normalisation import format_input

    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    images = np.zeros((12, 20, 20), np.uint8)
    images[np.arange(12), 4:12, 4 + np.arange(12) % 3] = 255
    np.savez(tmp_path / "mine.npz", images=images, labels=np.arange(12) % 3)
    given = ["train", "--network", "compact", "--data-set", f"file:{tmp_path / 'mine.npz'}"]
    words = ["--epochs", "1", "--batch", "4", "--side", str(side), "--threads", "1"]
    assert main([*given, *words]) == 0
    assert "parameters, about" in capsys.readouterr().out
    network = capsviz.load("mine")
    assert network.config.image_size == side
    drawn = format_input(np.full((112, 112), 255, np.uint8), network.config.format)
    assert drawn.shape == (side, side)
    assert drawn.min() == 1
    with pytest.raises(SystemExit):
        main([*given, "--side", str(side + 113)])
    assert "is not a whole number from 16 to 128" in capsys.readouterr().err
