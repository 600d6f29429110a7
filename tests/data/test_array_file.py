"""Pictures in one file: arrays of numpy, tables of pixels, MNIST's format."""

from __future__ import annotations

import gzip
import io
import json
import struct

import numpy as np
import pytest
import torch
from PIL import Image

N, SIDE = 40, 20
LABELS = np.arange(N) % 4
IMAGES = np.zeros((N, SIDE, SIDE), np.uint8)
for _k in range(N):
    IMAGES[_k, 5:15, 4 + 3 * (_k % 4)] = 216 + _k  # no two alike, up to 255
SCALED = IMAGES / 127.5 - 1


def _npz(path, **arrays):
    np.savez(path / "mine.npz", **arrays)
    return "mine.npz"


def _csv(path, head, pixels=None, labels=LABELS):
    pixels = IMAGES if pixels is None else pixels
    rows = [
        ",".join(map(str, [label, *image.ravel()]))
        for label, image in zip(labels, pixels, strict=True)
    ]
    (path / "mine.csv").write_text("\n".join([*head, *rows]) + "\n")
    return "mine.csv"


def _spaced(path, pixels):
    rows = [
        " ".join(f"{value:.4f}" for value in (label, *image.ravel()))
        for label, image in zip(LABELS, pixels, strict=True)
    ]
    (path / "mine.txt").write_text(" \n".join(rows) + " \n")
    return "mine.txt"


def _idx(path, prefix, zipped, images=IMAGES, test="t10k", labels=LABELS):
    folder = path / "KMNIST/raw"
    folder.mkdir(parents=True)
    for half in ("train", test):
        wide = prefix == "qmnist-"  # its labels are the first of eight columns of integers
        told = np.repeat(labels[:, None], 8, 1).astype(">i4") if wide else labels.astype(np.uint8)
        if wide:
            told[:, 1:] = 77
        for kind, array in (
            ("images-idx3-ubyte", images),
            ("labels-idx2-int" if wide else "labels-idx1-ubyte", told),
        ):
            element = 12 if array.dtype.itemsize > 1 else 8
            content = struct.pack(f">BBBB{array.ndim}I", 0, 0, element, array.ndim, *array.shape)
            content += array.tobytes()
            name = f"{prefix}{half}-{kind}" + (".gz" if zipped else "")
            (folder / name).write_bytes(gzip.compress(content) if zipped else content)
    return f"KMNIST/raw/{prefix}train-images-idx3-ubyte" + (".gz" if zipped else "")


def _list(path, name, row, head=""):
    (path / "scans of ink").mkdir()
    rows = []
    for k, (image, label) in enumerate(zip(IMAGES, LABELS, strict=True)):
        Image.fromarray(image).save(path / f"scans of ink/{k}.png")
        rows.append(row.format(file=f"scans of ink/{k}.png", label=label))
    (path / name).write_text(head + "\n".join(rows) + "\n")
    return name


def _png(image):
    file = io.BytesIO()
    Image.fromarray(image).save(file, "PNG")
    return file.getvalue()


def _parquet(path, name="mine.parquet", broken=None):
    from pyarrow import parquet, table

    features = {"label": {"names": list("0123"), "_type": "ClassLabel"}}
    columns = {
        "image": [
            {"bytes": b"none" if k == broken else _png(image), "path": None}
            for k, image in enumerate(IMAGES)
        ],
        "label": LABELS,
    }
    told = {"huggingface": json.dumps({"info": {"features": features}})}
    parquet.write_table(table(columns).replace_schema_metadata(told), path / name)
    return name


HEAD = ",".join(["label", *(f"pixel{k}" for k in range(SIDE * SIDE))])
KINDS = {
    "npz": lambda path: _npz(path, images=IMAGES, labels=LABELS),
    "floats": lambda path: _npz(path, images=(IMAGES / 255).astype("f4"), labels=LABELS),
    "integers": lambda path: _npz(path, x=IMAGES.astype(np.int64)[..., None], y=LABELS[:, None]),
    "Keras": lambda path: _npz(
        path, x_train=IMAGES, y_train=LABELS, x_test=IMAGES[:8], y_test=LABELS[:8]
    ),
    "csv": lambda path: _csv(path, []),
    "csv with names": lambda path: _csv(path, [HEAD]),
    "one-hot": lambda path: _npz(path, images=IMAGES, labels=np.eye(4, dtype="f4")[LABELS]),
    "whole floats": lambda path: _npz(path, images=IMAGES, labels=LABELS.astype(float)),
    "spaces": lambda path: _spaced(path, IMAGES / 255),
    "spaces, as USPS": lambda path: _spaced(path, SCALED),
    "floats from -1 to 1": lambda path: _npz(path, images=SCALED.astype("f4"), labels=LABELS),
    "list": lambda path: _list(path, "mine.csv", "{file},{label}", "path,label\n"),
    "list, label first": lambda path: _list(path, "mine.csv", "{label},{file}"),
    "list with tabs": lambda path: _list(path, "mine.tsv", "{file}\t{label}"),
    "list as text": lambda path: _list(path, "mine.txt", "{file} {label}"),
    "parquet": _parquet,
    "idx": lambda path: _idx(path, "", zipped=False),
    "idx zipped": lambda path: _idx(path, "", zipped=True),
    "QMNIST": lambda path: _idx(path, "qmnist-", zipped=True, test="test"),
    "EMNIST": lambda path: _idx(
        path, "emnist-letters-", True, IMAGES.swapaxes(1, 2), "test", LABELS + 1
    ),
}


def _open(path, name, **how):
    from capsviz.data.sets import open_set

    return open_set(f"file:{path / name}", side=how.get("side"), channels=how.get("channels"))


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_file_gives_the_same_pictures(tmp_path, kind) -> None:
    chosen = _open(tmp_path, KINDS[kind](tmp_path))
    assert (chosen.side, chosen.channels) == (SIDE, 1)
    assert chosen.classes == tuple("1234" if kind == "EMNIST" else "0123")
    assert chosen.subject.data_set == chosen.name == f"file:{chosen.title}"
    assert chosen.title == ("KMNIST" if "MNIST" in kind or "idx" in kind else "mine")
    learning, test = chosen.learning(), chosen.test()
    training, validation = learning.training(0), learning.validation
    own = kind == "Keras" or "idx" in kind or "MNIST" in kind
    assert len(training) + len(validation) + (0 if own else len(test)) == N
    expected = {image.tobytes(): label for image, label in zip(IMAGES, LABELS, strict=True)}
    for part in (training, validation, test):
        assert set(part.labels.tolist()) == {0, 1, 2, 3}
        for image, label in zip(part.images, part.labels, strict=True):
            assert expected[image.numpy().tobytes()] == int(label)
    parts = [
        {image.numpy().tobytes() for image in part.images} for part in (training, validation, test)
    ]
    assert not parts[0] & parts[1]
    assert own or not (parts[0] | parts[1]) & parts[2]


def test_an_array_file_keeps_its_class_names_size_colours_and_ink(tmp_path) -> None:
    colours = np.stack([IMAGES, IMAGES // 2, 0 * IMAGES], -1)
    words = np.array(["cat", "ant", "dog", "bee"])[LABELS]
    chosen = _open(tmp_path, _npz(tmp_path, images=colours, labels=words), side=28)
    assert (chosen.side, chosen.channels, chosen.classes) == (28, 3, ("ant", "bee", "cat", "dog"))
    assert chosen.test().images.shape[1:] == (3, 28, 28)
    named = _npz(tmp_path, images=255 - IMAGES, labels=LABELS, classes=np.array(list("abcd")))
    chosen = _open(tmp_path, named)
    assert chosen.classes == tuple("abcd")
    assert chosen.subject.inverted  # dark ink on bright paper is turned over
    assert int(chosen.test().images[:, 0, 0].max()) == 0


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: "none.npz", "^there is no file .*none.npz': give a .npz file"),
        (lambda path: _npz(path, a=IMAGES), "holds a: call the arrays images and labels"),
        (
            lambda path: _npz(path, images=IMAGES, labels=0 * LABELS),
            "all pictures are of one class",
        ),
        (lambda path: _npz(path, images=IMAGES[:, :10], labels=LABELS), r"shape \[40, 10, 20\]"),
        (lambda path: _npz(path, images=IMAGES - 0.5, labels=LABELS), "these go from -0.5 to "),
        # Neither mean-centred pixels nor z-scores are taken for -1..1, whatever their sign.
        (lambda path: _spaced(path, 0.9 * SCALED), r"go from -0\.9 to .*\(x \+ 1\) / 2.*normali"),
        (
            lambda path: _npz(path, images=(IMAGES - 40.0) / 40, labels=LABELS),
            "these go from -1 to 5.375",
        ),
        (lambda path: _npz(path, images=IMAGES[:9], labels=LABELS), "9 pictures and 40 labels"),
        (
            lambda path: _npz(path, images=IMAGES, labels=np.array([object()] * N)),
            "mine.npz cannot be read as pictures: Object arrays cannot be loaded",
        ),
        (lambda path: _csv(path, [], IMAGES[:, :10]), "200 pixels a row, which is no square"),
        (lambda path: _csv(path, ["1,2,3", "3,4,5,6"]), "rows of different lengths"),
        (
            lambda path: _list(path, "mine.csv", "{file}.none,{label}"),
            "mine.csv names no file of a picture: 'scans of ink/39.png.none' is not in",
        ),
        (
            lambda path: _parquet(path, broken=3),
            "^mine.parquet, row 3: this file is no picture that can be read",
        ),
        (lambda path: _idx(path, "", False, labels=LABELS.reshape(2, -1)), "cannot be read as"),
    ],
)
def test_a_file_without_pictures_gets_one_sentence(tmp_path, make, says) -> None:
    from capsviz.errors import CapsvizError

    chosen = _open(tmp_path, make(tmp_path))
    with pytest.raises(CapsvizError, match=says) as caught:
        chosen.test()
    assert "\n" not in str(caught.value)


def test_a_path_names_its_own_kind_of_source(tmp_path) -> None:
    from capsviz.data.sets import name_source, open_set
    from capsviz.errors import CapsvizError

    file = tmp_path / _npz(tmp_path, images=IMAGES, labels=LABELS)
    assert np.array_equal(
        open_set(name_source(file)).test().labels, _open(tmp_path, file).test().labels
    )
    assert name_source(tmp_path) == f"folder:{tmp_path}"
    with pytest.raises(CapsvizError, match=f"call the path 'file:{file}'"):
        open_set(str(file))


def test_other_files_and_visitors_are_refused(tmp_path) -> None:
    from capsviz.data.sets import open_public_set
    from capsviz.errors import CapsvizError

    (tmp_path / "mine.xls").write_bytes(b"")
    with pytest.raises(CapsvizError, match="is of no kind that is read"):
        _open(tmp_path, "mine.xls").test()
    with pytest.raises(CapsvizError, match="named on the command line alone"):
        open_public_set(f"file:{tmp_path / 'mine.npz'}")


def test_a_network_learns_from_a_file_and_is_scored_on_it(tmp_path, monkeypatch, capsys) -> None:
    import capsviz
    from capsviz.cli import main

    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    given = ["--data-set", f"file:{tmp_path / _npz(tmp_path, images=IMAGES, labels=LABELS)}"]
    words = ["train", "--network", "compact", "--epochs", "1", "--batch", "8", "--threads", "1"]
    assert main([*words, *given]) == 0
    assert capsviz.list_networks() == ["mine"]
    assert capsviz.load("mine")(torch.rand(1, SIDE, SIDE)).lengths.shape == (1, 4)
    capsys.readouterr()
    assert main(["evaluate", "--checkpoint", "mine", *given]) == 0
    assert "mine" in capsys.readouterr().out
    assert main(["evaluate", "--checkpoint", "mine"]) == 2
    assert "--data-set file:PATH" in capsys.readouterr().err
    assert capsviz.evaluate(capsviz.load("mine"), given[1]).n == 6
