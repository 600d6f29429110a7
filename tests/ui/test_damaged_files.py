"""A damaged file among the checkpoints takes no page and no report away."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import torch
from pages import visit

if TYPE_CHECKING:
    from starlette.testclient import TestClient

SMALL = {"conv_channels": 4, "primary_types": 2, "decoder_hidden": (8, 8)}
NAMING = [{"labels": 1, "classes": [0, 1], "accuracy": None}]
PAGES = (
    *("draw", "network", "routing", "dimensions", "viewpoint", "compare", "claims", "parts"),
    *("train", "learn"),
)


def network(path: Path, **sizes: Any) -> Path:
    from capsviz.config import ModelConfig
    from capsviz.model.networks import build
    from capsviz.training import checkpoint

    config = ModelConfig(**SMALL, **sizes)
    checkpoint.save(path, build(config).state_dict(), config, {})
    return path


def parts(path: Path, naming: Any = NAMING) -> Path:
    from capsviz.config import PartsConfig
    from capsviz.model.parts import PartsNetwork
    from capsviz.training import checkpoint

    config = PartsConfig(parts=2, objects=2, hidden=4)
    weights = PartsNetwork(config).state_dict()
    checkpoint.save(path, weights, config, {"naming": naming})
    return path


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def other_weights(path: Path) -> None:
    """The last weights are others, so that the checksum does not fit."""
    path.write_bytes(path.read_bytes()[:-8] + b"\x01" * 8)


def no_numbers(path: Path) -> None:
    from capsviz.training import checkpoint

    held = checkpoint.read(path)
    for value in held.weights.values():
        value[:] = torch.nan
    checkpoint.save(path, held.weights, held.config, held.training)


def text_beside(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).write_text('{"sha256": [1], "rows": {"a": 2}}') and None


#: By name: what puts one damaged file into the folder of checkpoints.
DAMAGES: dict[str, Callable[[Path], Any]] = {
    "half-copied": lambda folder: cut(network(folder / "bad.safetensors")),
    "half-copied CNN": lambda folder: cut(network(folder / "cnn.safetensors", architecture="cnn")),
    "other weights": lambda folder: other_weights(network(folder / "bad.safetensors")),
    "not numbers": lambda folder: no_numbers(network(folder / "bad.safetensors")),
    "empty": lambda folder: (folder / "bad.safetensors").write_bytes(b""),
    "a folder": lambda folder: (folder / "bad.safetensors").mkdir(),
    "a broken link": lambda folder: (folder / "bad.safetensors").symlink_to(folder / "nowhere"),
    "half-copied parts": lambda folder: cut(parts(folder / "bad.safetensors")),
    "other weights of parts": lambda folder: other_weights(parts(folder / "bad.safetensors")),
    "parts without names": lambda folder: parts(folder / "bad.safetensors", []),
    "parts with names of no class": lambda folder: parts(
        folder / "bad.safetensors", [{"labels": 1, "classes": [0, 99], "accuracy": None}]
    ),
    **{
        name: text_beside(name)
        for name in (
            *("results.json", "affine.json", "calibration.json", "family.json", "overlap.json"),
            *("dynamic.analysis.json", "dynamic.viewpoint.json", "dynamic.agreement.json"),
            *("dynamic.factors.json", "samples.json", "bad.run.json"),
        )
    },
}


@pytest.fixture(params=DAMAGES)
def damaged(request, tmp_path, monkeypatch) -> Iterator[Path]:
    """A folder with a network and a network of parts that are whole, and one damaged file."""
    from capsviz import engine

    folder = tmp_path / "checkpoints"
    folder.mkdir()
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(folder))
    monkeypatch.setenv("CAPSVIZ_RUNS", str(tmp_path / "runs"))
    torch.manual_seed(0)
    network(folder / "dynamic.safetensors")
    parts(folder / "parts.safetensors")
    DAMAGES[request.param](folder)
    engine.engine.cache_clear()
    yield folder
    engine.engine.cache_clear()


def views() -> dict[str, Any]:
    from importlib import import_module

    return {name: import_module(f"capsviz.ui.pages.{name}.view").View for name in PAGES}


def test_every_page_has_its_data(damaged) -> None:
    from importlib import import_module

    from capsviz.ui.catalogue.page_settings import PageSettings

    for name in PAGES:
        view = None if name == "learn" else views()[name]()
        data = import_module(f"capsviz.ui.pages.{name}.data").page_data(PageSettings(view=view))
        assert data, name


def test_a_report_and_a_claim_are_answered(damaged, clients) -> None:
    from capsviz.ui.startup.routes import routes

    client: TestClient = clients(routes())
    settings = {"model": "dynamic", "iterations": 3, "center": True, "capsule": -1}
    drawing = {"s": [[92, 0, 300, 200, 280, 520, 700, 530]], "b": None}
    asked = json.dumps({"drawing": drawing, "settings": settings, "view": {}})
    assert client.post("/capsviz/report", content=asked).status_code == 200
    head = json.dumps({"seq": 1, "networks": ["dynamic"], **settings}).encode()
    body = len(head).to_bytes(4, "little") + head + bytes(12544)
    assert client.post("/capsviz/claims/read", content=body).status_code == 200


def test_complaints_name_the_files_left_out(tmp_path, monkeypatch) -> None:
    from capsviz.ui.networks import parts as offered

    def complaints() -> list[str]:
        return visit("claims")["complaints"]

    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    network(tmp_path / "dynamic.safetensors")
    assert complaints() == []
    other_weights(network(tmp_path / "copied.safetensors"))
    other_weights(parts(tmp_path / "apart.safetensors"))
    assert [each.partition(" ")[0] for each in complaints()] == [
        "copied.safetensors",
        "apart.safetensors",
    ]
    assert len(offered.complaints()) == 1


@pytest.mark.parametrize(
    "sizes",
    [
        {"image_size": 512, "primary_types": 64, "classes": 1000},
        {"architecture": "matrix", "routing": "matrix", "image_size": 2000, "primary_types": 8},
        {"architecture": "efficient", "routing": "attention", "image_size": 4096},
        {"classes": 4096, "digit_dim": 4096},
    ],
)
def test_a_network_that_needs_too_much_memory_is_refused(sizes) -> None:
    from capsviz.config import ModelConfig
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match="the network is too large"):
        ModelConfig(**sizes)


def test_every_network_that_can_be_trained_is_small_enough() -> None:
    from dataclasses import replace

    from capsviz.model.networks import MODELS

    for config in MODELS.values():
        replace(config, image_size=64, channels=3)
