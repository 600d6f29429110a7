"""Sets of torchvision in the layout of their roots, and of Hugging Face's library."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import pickle
import struct

import numpy as np
import pytest
from machine import lacking

N = 40
LABELS = np.arange(N) % 4
GREY = np.zeros((N, 28, 28), np.uint8)
COLOUR = np.zeros((N, 32, 32, 3), np.uint8)
for _k in range(N):
    GREY[_k, 8:20, 6 + 4 * (_k % 4)] = 200 + _k  # no two alike
    COLOUR[_k, 8:20, 6 + 4 * (_k % 4)] = (200 + _k, 50, _k)


def _idx(array, element=8):
    return struct.pack(f">BBBB{array.ndim}I", 0, 0, element, array.ndim, *array.shape) + (
        array.tobytes()
    )


def _idx_set(kind, halves, gzipped, turned=False, wide=False, first=0):
    def make(root, _):
        raw = root / kind / "raw"
        raw.mkdir(parents=True)
        images = GREY.swapaxes(1, 2) if turned else GREY
        labels = (LABELS + first).astype(np.uint8)
        for half in halves:
            told = _idx(np.repeat(labels[:, None], 8, 1).astype(">i4"), 12) if wide else None
            files = {
                "images-idx3-ubyte": _idx(images),
                "labels-idx2-int" if wide else "labels-idx1-ubyte": told or _idx(labels),
            }
            for end, content in files.items():
                name = f"{half}-{end}"
                if gzipped:
                    (raw / f"{name}.gz").write_bytes(gzip.compress(content))
                else:
                    (raw / name).write_bytes(content)

    return make


def _usps(root, _):
    def line(image, label):
        pixels = image[6:22, 5:21] / 127.5 - 1
        return " ".join([str(label + 1), *(f"{k + 1}:{p}" for k, p in enumerate(pixels.ravel()))])

    for name in ("usps.bz2", "usps.t.bz2"):
        rows = [line(*pair) for pair in zip(GREY, LABELS, strict=True)]
        (root / name).write_bytes(bz2.compress("\n".join(rows).encode()))


def _sum(path):
    return hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()


def _svhn(root, datasets):
    from scipy.io import savemat

    told = {}
    for half in ("train", "test"):
        path = root / f"{half}_32x32.mat"
        labels = np.where(LABELS == 0, 10, LABELS)[:, None]  # 10 stands for 0
        savemat(path, {"X": COLOUR.transpose(1, 2, 3, 0), "y": labels})
        told[half] = ["", path.name, _sum(path)]
    return {datasets.SVHN: {"split_list": told}}


def _cifar(kind, folder, batches, meta, key, names):
    def make(root, datasets):
        where = root / folder
        where.mkdir()
        listed = []
        for name in batches:
            planes = COLOUR.transpose(0, 3, 1, 2).reshape(N, -1)
            (where / name).write_bytes(pickle.dumps({"data": planes, key: LABELS.tolist()}))
            listed.append([name, _sum(where / name)])
        (where / meta).write_bytes(pickle.dumps({names: ["ant", "bee", "cat", "dog"]}))
        told = {"filename": meta, "key": names, "md5": _sum(where / meta)}
        return {
            getattr(datasets, kind): {
                "train_list": listed[:1],
                "test_list": listed[1:],
                "meta": told,
            }
        }

    return make


SETS = {
    "MNIST": (_idx_set("MNIST", ("train", "t10k"), True), "0123"),
    "FashionMNIST": (_idx_set("FashionMNIST", ("train", "t10k"), False), None),
    "KMNIST": (_idx_set("KMNIST", ("train", "t10k"), False), ("o", "ki", "su", "tsu")),
    "EMNIST/letters": (
        _idx_set(
            "EMNIST", ("emnist-letters-train", "emnist-letters-test"), True, turned=True, first=1
        ),
        "abcd",
    ),
    "EMNIST": (
        _idx_set("EMNIST", ("emnist-balanced-train", "emnist-balanced-test"), False, turned=True),
        "0123",
    ),
    "QMNIST": (_idx_set("QMNIST", ("qmnist-train", "qmnist-test"), True, wide=True), "0123"),
    "USPS": (_usps, "0123"),
    "SVHN": (_svhn, "0123"),
    "CIFAR10": (
        _cifar("CIFAR10", "cifar-10-batches-py", ("one", "two"), "meta", "labels", "label_names"),
        ("ant", "bee", "cat", "dog"),
    ),
    "CIFAR100": (
        _cifar("CIFAR100", "cifar-100-python", ("a", "b"), "meta", "fine_labels", "names"),
        ("ant", "bee", "cat", "dog"),
    ),
}


@pytest.mark.parametrize("name", SETS)
def test_each_set_of_torchvision_is_read_from_its_root(tmp_path, monkeypatch, name) -> None:
    from capsviz.data.sets import open_set
    from capsviz.torchvision_import import torchvision_module

    make, classes = SETS[name]
    sums = make(tmp_path, torchvision_module("torchvision.datasets")) or {}
    for kind, values in sums.items():  # torchvision knows the published files alone
        for attribute, value in values.items():
            monkeypatch.setattr(kind, attribute, value)
    chosen = open_set(f"torchvision:{name}", tmp_path, side=None, channels=None)
    pictures = COLOUR.transpose(0, 3, 1, 2) if name.startswith(("SVHN", "CIFAR")) else GREY
    pictures = pictures[:, 6:22, 5:21] if name == "USPS" else pictures
    test = chosen.test()
    assert np.array_equal(test.images, pictures)
    assert np.array_equal(test.labels, LABELS)
    assert chosen.classes == tuple(classes or ("T-shirt/top", "Trouser", "Pullover", "Dress"))
    assert chosen.channels == (3 if pictures.ndim == 4 else 1)
    learning = chosen.learning()
    assert len(learning.training(0)) + len(learning.validation) == N


def test_mnist_and_fashion_are_read_gzipped_too(tmp_path) -> None:
    from capsviz.data.vision import read_root

    _idx_set("MNIST", ("train", "t10k"), True)(tmp_path, None)
    assert np.array_equal(read_root("MNIST", tmp_path, train=False, download=False).images, GREY)


def test_a_missing_data_set_raises_one_sentence(tmp_path) -> None:
    from capsviz.data.sets import open_set
    from capsviz.errors import CapsvizError

    for name, says in {
        "torchvision:KMNIST": r"^no readable KMNIST in [^:]*: name torchvision's root .* "
        "fetch it by `capsviz train --data-set torchvision:KMNIST --download`",
        "torchvision:EMNIST/leters": "^EMNIST has no split 'leters': choose one of by",
        "torchvision:STL10": "^no readable STL10 in ",
        "torchvision:MNSIT": "^torchvision has no data set 'MNSIT'",
        "torchvision:os": "torchvision has no data set 'os'",
    }.items():
        with pytest.raises(CapsvizError, match=says):
            open_set(name, tmp_path, side=None, channels=None).test()


@pytest.fixture(scope="module")
def datasets():
    try:
        import datasets
    except ImportError:
        lacking("the library datasets is missing: pip install -e '.[datasets]'")
    return datasets


def test_a_set_of_hugging_face_is_read_by_name_and_as_an_object(
    tmp_path, monkeypatch, datasets
) -> None:
    from PIL import Image

    import capsviz
    from capsviz.data.sets import open_set

    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    features = datasets.Features(
        {"image": datasets.Image(), "label": datasets.ClassLabel(names=list("wxyz"))}
    )
    columns = {"image": [Image.fromarray(image) for image in GREY], "label": LABELS.tolist()}
    table = datasets.Dataset.from_dict(columns, features=features)
    for half in ("train", "test"):
        table.to_parquet(tmp_path / f"set/{half}-00000-of-00001.parquet")
    chosen = open_set(f"hf:{tmp_path / 'set'}", side=None, channels=None)
    assert chosen.classes == tuple("wxyz")
    assert np.array_equal(chosen.test().images, GREY)
    beside = open_set(f"file:{tmp_path / 'set/train-00000-of-00001.parquet'}", side=None)
    assert beside.classes == tuple("wxyz")
    assert len(beside.test()) == N
    network = capsviz.train(table, "compact", epochs=1, batch=8, quiet=True, device="cpu")
    assert network.class_names == tuple("wxyz")
    assert capsviz.evaluate(network, table).n == N


def test_a_list_of_files_with_labels_trains_a_network(tmp_path) -> None:
    from PIL import Image

    from capsviz.data.torch_dataset import pictures_of
    from capsviz.errors import CapsvizError

    pairs = []
    for k, (image, label) in enumerate(zip(GREY, LABELS, strict=True)):
        Image.fromarray(image).save(tmp_path / f"{k}.png")
        pairs.append((tmp_path / f"{k}.png", int(label)))
    assert np.array_equal(pictures_of(pairs).images, GREY)
    with pytest.raises(CapsvizError, match=r"none\.png cannot be read: No such file"):
        pictures_of([("none.png", 0)])
