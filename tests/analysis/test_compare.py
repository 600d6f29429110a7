"""Counts of the Compare page, on predictions small enough to count by hand."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch

LABELS = "0123456789"
ANSWERS = {"a": "0123456789", "b": "0123456780", "c": "0023456781"}


def _row(name: str) -> dict:
    return {"checkpoint": name, "sha256": f"sha of {name}", "n": 10, "accuracy": 1.0}


@pytest.fixture
def path(tmp_path):
    from capsviz.training import results

    file = tmp_path / "results.json"
    answered = results.Answers(LABELS, ANSWERS, {"b": "1123456789"})
    results.save(file, [_row(name) for name in ANSWERS], answered)
    return file


def test_results_give_disagreements_disputed_digits_and_flips(path):
    from capsviz.analysis.compare import Flips, disagreement, flips, rank_disputes, read_results

    found = read_results(path)
    np.testing.assert_array_equal(disagreement(found), [[0, 1, 2], [1, 0, 2], [2, 2, 0]])
    assert rank_disputes(found, ["a", "b", "c"]) == [9, 1]  # three answers before two
    assert rank_disputes(found, ["a", "b"]) == [9]
    assert rank_disputes(found, ["a"]) == []
    # One iteration predicted 1 for the 0, and was right about the 9: further iterations changed
    # both.
    assert flips(found.unrouted["b"], found.answers["b"], found.labels) == Flips(2, 1, 1)
    assert found.row("b", "sha of b") == _row("b")
    assert found.row("b", "sha of other weights") is None


@pytest.mark.parametrize(
    "damage",
    [
        {"format": 99},
        {"labels": "01234567x9"},
        {"labels": "012"},
        {"answers": {"a": LABELS}},
        {"results": None},
        {"answers": []},
    ],
)
def test_a_damaged_file_gets_one_sentence(path, damage):
    from capsviz.analysis.compare import read_results
    from capsviz.errors import CapsvizError

    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), **damage}), "utf-8")
    with pytest.raises(CapsvizError, match=r"results\.json is damaged: run `capsviz evaluate"):
        read_results(path)


def test_missing_results_name_the_command_that_makes_them(tmp_path):
    from capsviz.analysis.compare import read_results
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match="evaluate --all --save"):
        read_results(tmp_path / "results.json")
    with pytest.raises(CapsvizError, match=r"--save nope\.json`"):
        read_results(Path("nope.json"))


@pytest.mark.parametrize(
    ("winners", "settled"), [([1, 1, 1], 1), ([0, 1, 1], 2), ([1, 0, 1], 3), ([2, 1, 0], 3)]
)
def test_routing_settles_at_the_iteration_from_which_the_winner_stays(winners, settled):
    from capsviz.analysis.compare import settles

    assert settles(np.eye(4, dtype=np.float32)[winners]) == settled


@pytest.mark.parametrize("name", ["dynamic", "attention", "efficient", "cnn"])
def test_a_reading_equals_the_network_s_output(name):
    from dataclasses import replace

    from capsviz.analysis.compare import read_image
    from capsviz.config import DIGITS
    from capsviz.model.networks import MODELS, build
    from capsviz.training.checkpoint import Checkpoint

    config = replace(MODELS[name], decoder_hidden=(8, 8))
    if config.architecture == "capsnet":
        config = replace(config, conv_channels=8, primary_types=2)
    model = build(config).eval()
    image = np.random.default_rng(0).random((28, 28), dtype=np.float32)
    found = read_image(Checkpoint(name, model, {}, "", DIGITS, Path()), image)
    with torch.no_grad():
        expected = model(torch.tensor(image)[None]).lengths[0].numpy()
    np.testing.assert_allclose(found.lengths, expected, atol=1e-6)
    assert found.winner == expected.argmax()
    assert found.milliseconds > 0
    assert (found.settled is None) == (name != "dynamic")
    assert (found.couplings is None) == (found.reconstruction is None) == (name == "cnn")
    if found.couplings is not None:
        assert len(found.couplings) == found.types * found.grid**2
