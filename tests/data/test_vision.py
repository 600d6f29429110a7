"""torchvision's data sets, even if its compiled operators cannot be loaded."""

from __future__ import annotations

import sys
import threading
import time
from types import ModuleType

import pytest
import torch

from capsviz import torchvision_import
from capsviz.data import vision


def test_datasets_and_transforms_import_here():
    assert vision.torchvision_module("torchvision.datasets").MNIST
    functional = vision.torchvision_module("torchvision.transforms.functional")
    assert functional.hflip(torch.tensor([[[1, 2]]])).tolist() == [[[2, 1]]]


class _Importer:
    """Replacement of importlib that fails once with a message, then succeeds."""

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
    monkeypatch.setattr(torchvision_import, "importlib", importer)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "modules", {**sys.modules, "torchvision.half": ModuleType("half")})
        assert vision.torchvision_module("torchvision.datasets") is importer.module
        assert "torchvision.half" not in sys.modules
        assert "torch" in sys.modules
    assert defined == ["torchvision::nms", "torchvision::qnms"]


def test_concurrent_imports_wait_for_each_other(monkeypatch, defined):
    class Importing(_Importer):
        at_once = most = 0

        def import_module(self, _: str) -> ModuleType:
            self.at_once += 1
            self.most = max(self.most, self.at_once)
            time.sleep(0.02)
            self.at_once -= 1
            return super().import_module(_)

    importer = Importing("operator torchvision::nms does not exist")
    monkeypatch.setattr(torchvision_import, "importlib", importer)
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    threads = [threading.Thread(target=vision.torchvision_module, args=("x",)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert importer.most == 1


def test_any_other_failure_is_passed_on(monkeypatch, defined):
    monkeypatch.setattr(torchvision_import, "importlib", _Importer("something else"))
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


@pytest.mark.parametrize("train", [True, False])
def test_bytes_equal_torchvision_s(mnist_root, train):
    read = vision.torchvision_module("torchvision.datasets").MNIST(str(mnist_root), train=train)
    found = vision.read_root("MNIST", mnist_root, train=train, download=False)
    assert torch.equal(found.images, read.data)
    assert torch.equal(found.labels, read.targets)
    assert found.labels.dtype == read.targets.dtype


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "does not have the header"),
        (bytes((0, 0, 9, 1, 0, 0, 0, 2, 7, 8)), "does not have the header"),  # signed
        (bytes((0, 0, 8, 2, 0, 0, 0, 2, 7, 8)), "does not have the header"),
        (bytes((0, 0, 8, 1, 0, 0, 0, 3, 7, 8)), "invalid for input of size 2"),
        (bytes((0, 0, 8, 1, 0, 0, 0, 1, 7, 8)), "invalid for input of size 2"),
    ],
)
def test_a_file_of_another_form_is_not_read(tmp_path, content, says):
    (tmp_path / "file").write_bytes(content)
    with pytest.raises((ValueError, RuntimeError), match=says):
        vision.read_idx(tmp_path / "file", 1)


def test_photographs_equal_torchvision_s(tmp_path, monkeypatch):
    """A made batch in the format of CIFAR-10, by our reader and by torchvision's own."""
    import hashlib
    import pickle

    import numpy as np

    from capsviz.data.vision import Cifar

    reader = vision.torchvision_module("torchvision.datasets").CIFAR10
    folder, random = tmp_path / reader.base_folder, np.random.default_rng(0)
    folder.mkdir()

    def write(name: str, content: dict) -> list[str]:
        written = pickle.dumps(content)
        (folder / name).write_bytes(written)
        return [name, hashlib.md5(written).hexdigest()]

    def batch(name: str) -> list[str]:
        data = random.integers(0, 256, (12, 3 * 32 * 32), np.uint8)
        return write(name, {"data": data, "labels": [*range(10), 3, 0]})

    monkeypatch.setattr(reader, "train_list", [batch("data_batch_1"), batch("data_batch_2")])
    monkeypatch.setattr(reader, "test_list", [batch("test_batch")])
    name, checksum = write("batches.meta", {"label_names": list(Cifar.classes)})
    meta = {"filename": name, "key": "label_names", "md5": checksum}
    monkeypatch.setattr(reader, "meta", meta)
    for train in (True, False):
        read = vision.read_root("CIFAR10", tmp_path, train=train, download=False)
        right = reader(str(tmp_path), train=train)
        assert len(read) == len(right) == (24 if train else 12)
        for image, label, (picture, target) in zip(read.images, read.labels, right, strict=True):
            np.testing.assert_array_equal(image.permute(1, 2, 0), np.asarray(picture))
            assert int(label) == target
            assert right.classes[target] == Cifar.classes[target]
    np.testing.assert_array_equal(Cifar(tmp_path).test().images, read.images)


def test_root_of_skips_unreadable_folders(monkeypatch):
    import os

    def stat(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.delenv("CAPSVIZ_DATA", raising=False)
    monkeypatch.setattr(os, "stat", stat)
    assert vision.root_of("mnist").name == "mnist"
