"""The record of a faster precision decides which precision the app uses for a network."""

from __future__ import annotations

import pytest
import torch


def _found(same: int, precision: str = "bfloat16") -> dict:
    return {"precision": precision, "n": 10_000, "same": same, "mean": 0.0, "largest": 0.0}


@pytest.mark.parametrize(("same", "fails"), [(10_000, False), (9_995, False), (9_994, True)])
def test_five_answers_of_ten_thousand_may_change(tmp_path, same, fails):
    from capsviz.training.checkpoint import precision_agreement

    path = tmp_path / "mine.safetensors"
    precision_agreement.keep(path, "a", _found(same))
    assert precision_agreement.is_good(_found(same)) != fails
    assert precision_agreement.is_inexact(path, "a", "bfloat16") == fails
    # Other precisions and other weights have no record.
    assert not precision_agreement.is_inexact(path, "a", "int8")
    assert not precision_agreement.is_inexact(path, "b", "bfloat16")


def test_each_precision_has_its_record_until_the_weights_are_others(tmp_path):
    from capsviz.training.checkpoint import precision_agreement

    path = tmp_path / "mine.safetensors"
    precision_agreement.keep(path, "a", _found(9_000, "int8"))
    precision_agreement.keep(path, "a", _found(9_000))
    precision_agreement.keep(path, "a", _found(9_999, "int8"))
    failing = [precision_agreement.is_inexact(path, "a", each) for each in ("int8", "bfloat16")]
    assert failing == [False, True]
    precision_agreement.keep(path, "b", _found(9_000, "int8"))
    assert not precision_agreement.is_inexact(path, "a", "bfloat16")
    assert precision_agreement.is_inexact(path, "b", "int8")


def test_length_differences_are_reported_for_the_same_weights_only(tmp_path):
    from capsviz.training.checkpoint import precision_agreement

    path = tmp_path / "mine.safetensors"
    precision_agreement.keep(path, "a", _found(9_999, "int8") | {"mean": 0.0002, "largest": 0.07})
    told = {"mean": 0.0002, "largest": 0.07, "n": 10_000}
    assert precision_agreement.differences(path, "a", "int8") == told
    assert precision_agreement.differences(path, "a", "bfloat16") is None
    assert precision_agreement.differences(path, "b", "int8") is None


@pytest.mark.parametrize("text", ["", "{}", '{"sha256": "a", "precisions": [3]}', "[1]"])
def test_a_damaged_record_is_ignored(tmp_path, text):
    from capsviz.training.checkpoint import precision_agreement

    path = tmp_path / "mine.safetensors"
    precision_agreement.path_beside(path).write_text(text)
    assert not precision_agreement.is_inexact(path, "a", "bfloat16")
    precision_agreement.keep(path, "a", _found(9_000))
    assert precision_agreement.is_inexact(path, "a", "bfloat16")


def test_the_app_uses_float32_if_the_fastest_precision_changes_predictions(tiny_checkpoint):
    from capsviz.model.precision import PRECISIONS
    from capsviz.training import checkpoint
    from capsviz.training.checkpoint import precision_agreement

    loaded = checkpoint.load("dynamic", "cpu")
    fastest = loaded.fastest()
    assert loaded.in_precision("fastest").model.precision is PRECISIONS[fastest]
    precision_agreement.keep(loaded.path, loaded.digest, _found(9_000, fastest))
    assert loaded.in_precision("fastest").model.precision is torch.float32
    # A request by name is granted all the same.
    assert loaded.in_precision(fastest).model.precision is PRECISIONS[fastest]
