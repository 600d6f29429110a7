"""ONNX Runtime and the core get the same lengths where both compute exactly."""

from __future__ import annotations

import json

import pytest
import torch

pytest.importorskip("onnxruntime")


@pytest.mark.slow
def test_the_exported_core_has_the_cores_lengths(
    tiny_checkpoint, few_pictures, capsys, monkeypatch
):
    from capsviz import cli
    from capsviz.data.pictures import Pictures
    from capsviz.development.bench import onnx_runtime

    some = Pictures(
        torch.randint(256, (60, 28, 28), dtype=torch.uint8, generator=torch.manual_seed(0)),
        torch.arange(60) % 10,
    )
    few_pictures(some, some)
    monkeypatch.setattr(onnx_runtime, "_ROUNDS", {1: 2, 16: 1})
    assert cli.main(["bench", "onnx", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    for way in ("plain", "core", "onnx"):
        assert found[way]["largest"] < 1e-4
        assert found[way]["changed"] == 0
    assert found["onnx int8"]["largest"] > 0
    assert all(row["milliseconds"]["16"] > 0 for row in found.values())
