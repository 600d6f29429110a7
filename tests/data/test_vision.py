"""torchvision's datasets, also where its compiled operators cannot be loaded."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
import torch

from capsviz.data import vision


def test_datasets_and_transforms_import_here():
    assert vision.torchvision_module("torchvision.datasets").MNIST
    functional = vision.torchvision_module("torchvision.transforms.functional")
    assert functional.hflip(torch.tensor([[[1, 2]]])).tolist() == [[[2, 1]]]


class _Importer:
    """Stands in for importlib: fails once with a message, then succeeds."""

    def __init__(self, message: str) -> None:
        self.message = message
        self.module = ModuleType("found")

    def import_module(self, _: str) -> ModuleType:
        if self.message:
            message, self.message = self.message, ""
            raise RuntimeError(message)
        return self.module


@pytest.fixture
def defined(monkeypatch):
    """Names of the operators that get declared, without declaring them."""
    names: list[str] = []
    monkeypatch.setattr(torch.library, "define", lambda name, _: names.append(name))
    return names


def test_missing_operators_are_declared_and_half_imported_modules_dropped(monkeypatch, defined):
    importer = _Importer("operator torchvision::nms does not exist")
    monkeypatch.setattr(vision, "importlib", importer)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "modules", {**sys.modules, "torchvision.half": ModuleType("half")})
        assert vision.torchvision_module("torchvision.datasets") is importer.module
        assert "torchvision.half" not in sys.modules
        assert "torch" in sys.modules
    assert defined == ["torchvision::nms", "torchvision::qnms"]


def test_any_other_failure_is_passed_on(monkeypatch, defined):
    monkeypatch.setattr(vision, "importlib", _Importer("something else"))
    with pytest.raises(RuntimeError, match="something else"):
        vision.torchvision_module("torchvision.datasets")
    assert defined == []
