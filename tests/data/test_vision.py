"""torchvision's datasets, also where its compiled operators cannot be loaded."""

from __future__ import annotations

import sys
import threading
import time
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


def test_who_import_it_at_once_wait_for_each_other(monkeypatch, defined):
    class Importing(_Importer):
        at_once = most = 0

        def import_module(self, _: str) -> ModuleType:
            self.at_once += 1
            self.most = max(self.most, self.at_once)
            time.sleep(0.02)
            self.at_once -= 1
            return super().import_module(_)

    importer = Importing("operator torchvision::nms does not exist")
    monkeypatch.setattr(vision, "importlib", importer)
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    threads = [threading.Thread(target=vision.torchvision_module, args=("x",)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert importer.most == 1


def test_any_other_failure_is_passed_on(monkeypatch, defined):
    monkeypatch.setattr(vision, "importlib", _Importer("something else"))
    with pytest.raises(RuntimeError, match="something else"):
        vision.torchvision_module("torchvision.datasets")
    assert defined == []


def _idx(path, magic: int, shape: tuple[int, ...], value: int = 0) -> None:
    head = b"".join(number.to_bytes(4, "big") for number in (magic, *shape))
    path.write_bytes(head + bytes([value]) * torch.Size(shape).numel())


@pytest.mark.parametrize(
    ("images", "labels", "value", "says"),
    [
        ((20, 28, 28), 19, 0, "20 images and 19 labels"),
        ((20, 28, 28), 21, 0, "20 images and 21 labels"),
        ((20, 28, 28), 20, 10, "labels from 10 to 10, not of 0 to 9"),
        ((20, 32, 32), 20, 0, "images of 32x32 .*not of 28x28"),
        ((20, 28, 27), 20, 0, "images of 28x27"),
    ],
)
@pytest.mark.parametrize("kind", ["MNIST", "FashionMNIST"])
def test_files_that_do_not_belong_together_get_one_sentence(
    tmp_path, kind, images, labels, value, says
):
    from capsviz.errors import CapsvizError

    raw = tmp_path / kind / "raw"
    raw.mkdir(parents=True)
    for half in ("train", "t10k"):
        _idx(raw / f"{half}-images-idx3-ubyte", 2051, images)
        _idx(raw / f"{half}-labels-idx1-ubyte", 2049, (labels,), value)
    with pytest.raises(CapsvizError, match=f"{kind} in .* has {says}.*: fetch it again") as caught:
        vision.read_root(kind, tmp_path, train=False, download=False)
    assert "\n" not in str(caught.value)


def test_a_folder_that_cannot_be_looked_into_is_none(monkeypatch):
    import os

    def stat(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.delenv("CAPSVIZ_DATA", raising=False)
    monkeypatch.setattr(os, "stat", stat)
    assert vision.root_of("mnist").name == "mnist"
