"""Rounding is measured against the same network in double precision."""

from __future__ import annotations

import json

import pytest
import torch

from capsviz.errors import CapsvizError


@pytest.fixture
def digits(few_pictures) -> None:
    from capsviz.data.pictures import Pictures

    some = Pictures(
        torch.randint(256, (60, 28, 28), dtype=torch.uint8, generator=torch.manual_seed(0)),
        torch.arange(60) % 10,
    )
    few_pictures(some, some)


def test_both_convolutions_are_compared_with_float64(tiny_checkpoint, digits, capsys):
    from capsviz import cli

    assert cli.main(["bench", "rounding", "--pictures", "55", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["network"], found["digits"]) == ("dynamic", 55)
    for way in ("shipped", "plain"):
        assert 0 < found[way]["mean"] <= found[way]["largest"] < 1e-4
        assert found[way]["changed"] == 0
    assert found["shipped"] != found["plain"]
    assert cli.main(["bench", "rounding", "--pictures", "2"]) == 0
    assert "| dynamic | by torch's convolution |" in capsys.readouterr().out


def test_a_difference_is_found(tiny_checkpoint, digits, monkeypatch):
    from capsviz.development.bench import rounding
    from capsviz.model import primary

    def coarse(conv1, primary, images, precision, max_activation=0.0):
        return primary_features(conv1, primary, images, precision) * 1.1

    primary_features = primary.plain_features
    monkeypatch.setattr("capsviz.model.capsnet.features", coarse)
    (found,) = rounding.run(20)
    assert found["shipped"]["largest"] > 1e-3 > found["plain"]["largest"]


def test_a_missing_paper_network_gets_one_sentence(tiny_checkpoint, digits):
    from capsviz.development.bench import rounding

    tiny_checkpoint.unlink()
    with pytest.raises(CapsvizError, match="no checkpoint here is of the paper's network"):
        rounding.run(1)
