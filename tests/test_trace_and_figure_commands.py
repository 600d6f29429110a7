"""``capsviz trace`` and ``capsviz figure``: all numbers, and each figure, in files."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest


@pytest.fixture
def run(tiny_checkpoint, tmp_path, monkeypatch, capsys):
    """Run a command in an empty folder; gives its status and what it printed."""
    from capsviz.cli import main

    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)

    def command(arguments: str) -> tuple[int, str, str]:
        status = main([*arguments.split(), "--device", "cpu"])
        return status, *capsys.readouterr()

    return command


def test_a_saved_trace_has_every_named_number_at_full_precision(run, tiny_model):
    import capsviz
    from capsviz.analysis.export import ARRAYS
    from capsviz.tracing import reconstructions, votes
    from capsviz.training import checkpoint

    rng = np.random.default_rng(0)
    np.save("mine.npy", rng.random((28, 28), dtype=np.float32))
    assert run("trace mine.npy sample:7-continental --out t.npz --iterations 4")[0] == 0
    with np.load("t.npz", allow_pickle=False) as found:
        arrays = dict(found)
    told = json.loads(str(arrays.pop("about")))
    np.testing.assert_array_equal(arrays["images"][0], np.load("mine.npy"))
    seen = capsviz.trace(checkpoint.load("dynamic", "cpu").capsnet, arrays["images"], 4)
    model = checkpoint.load("dynamic", "cpu").capsnet
    made = {
        "votes": votes(model, np.array(seen.primary)),
        "poses": seen.poses,
        "reconstructions": reconstructions(model, seen.poses),
    }
    assert list(arrays) == list(ARRAYS) == list(told["arrays"])
    for name, array in arrays.items():
        assert array.dtype == np.float32
        np.testing.assert_array_equal(array, made.get(name, getattr(seen, name, None)))
        assert len(told["arrays"][name]["axes"].split()) == array.ndim
    assert told["sha256"] == checkpoint.digest("dynamic")
    assert told["pictures"] == ["mine.npy", "sample:7-continental"]
    assert told["iterations"] == 4
    assert told["classes"] == [str(k) for k in range(10)]


@pytest.mark.parametrize("kind", ["npz", "zip"])
def test_a_trace_replaces_a_trace_alone(run, kind):
    np.savez(f"data.{kind}.npz", images=np.zeros((2, 28, 28)), labels=np.arange(2))
    Path(f"data.{kind}.npz").rename(f"data.{kind}")
    before = Path(f"data.{kind}").read_bytes()
    status, _, told = run(f"trace sample:7-continental --out data.{kind}")
    assert (status, Path(f"data.{kind}").read_bytes()) == (2, before)
    assert "exists and is no trace: choose another name" in told
    for _ in range(2):
        assert run(f"trace sample:7-continental --out t.{kind}")[0] == 0


def test_tables_give_back_the_very_numbers(run):
    from capsviz.training import checkpoint

    np.save("mine.npy", np.random.default_rng(0).random((28, 28), dtype=np.float32))
    assert run("trace mine.npy --out t.zip --iterations 2")[0] == 0
    assert run("trace mine.npy --out t.npz --iterations 2")[0] == 0
    with zipfile.ZipFile("t.zip") as archive, np.load("t.npz", allow_pickle=False) as arrays:
        assert json.loads(archive.read("about.json"))["sha256"] == checkpoint.digest("dynamic")

        def rows(name: str) -> list[dict[str, str]]:
            return list(csv.DictReader(io.StringIO(archive.read(name).decode())))

        lengths = [np.float32(row["length"]) for row in rows("lengths.csv")]
        np.testing.assert_array_equal(lengths, arrays["lengths"].ravel())
        couplings = rows("couplings.csv")
        assert len(couplings) == arrays["couplings"].size
        for column, name in (
            ("coupling", "couplings"),
            ("logit", "logits"),
            ("agreement", "agreement"),
        ):
            told = np.array([row[column] for row in couplings], np.float32)
            np.testing.assert_array_equal(told, arrays[name].ravel())
        last = couplings[-1]
        assert (last["row"], last["column"], last["type"], last["class"]) == ("5", "5", "3", "9")


def test_test_pictures_are_the_sets_own_and_their_reading_is_on_record(run, few_pictures):
    import torch

    from capsviz.data.pictures import Digits
    from capsviz.training import checkpoint, test_set_log

    images = torch.randint(0, 256, (5, 28, 28), dtype=torch.uint8)
    few = Digits(images, torch.arange(5))
    few_pictures(few, few, few)
    assert run("trace test:3 sample:0-round test:1 --out t.npz")[0] == 0
    with np.load("t.npz") as found:
        for place, index in ((0, 3), (2, 1)):
            expected = images[index].numpy().astype(np.float32) / 255
            np.testing.assert_array_equal(found["images"][place], expected)
    (reading,) = test_set_log.read(checkpoint.find("dynamic"))
    assert "trace" in str(reading)
    assert "no test picture 5" in run("trace test:5 --out t.npz")[2]


@pytest.mark.parametrize("name", ["couplings", "interpolation", "comparison", "overlap"])
def test_a_figure_is_written_as_a_page(run, name):
    from pathlib import Path

    pictures = "sample:7-continental" + " sample:4-upright" * (name in ("interpolation", "overlap"))
    assert run(f"figure {name} {pictures} --out f.html") == (0, "wrote f.html\n", "")
    assert "Plotly.newPlot" in Path("f.html").read_text("utf-8")


def test_a_figure_without_its_renderer_names_the_remedy(run, monkeypatch):
    import importlib.util

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    status, _, said = run("figure lengths sample:7-continental --out f.svg")
    assert status == 2
    assert said == (
        'capsviz: a .svg needs kaleido: pip install "capsviz[figures]", or choose .html\n'
    )


def test_a_figure_without_a_browser_names_the_remedy(run, monkeypatch):
    import plotly.graph_objects as go

    def fails(*_: object, **__: object) -> bytes:
        raise RuntimeError("no Chrome")

    monkeypatch.setattr(go.Figure, "to_image", fails)
    status, _, said = run("figure lengths sample:7-continental --out f.svg")
    assert (status, said.count("\n")) == (2, 1)
    assert "install Chromium" in said


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("trace nothing.png --out t.npz", "no picture 'nothing.png'"),
        ("trace sample:nobody --out t.npz", "no drawing 'nobody'"),
        ("trace test:one --out t.npz", "names no test picture"),
        ("trace . --out t.npz", "holds no pictures"),
        ("trace wide.npy --out t.npz", "must have the shape [n, 28, 28]"),
        ("trace text.npy --out t.npz", "no array"),
        ("trace text.png --out t.npz", "text.png: "),
        ("trace sample:7-continental --out t.txt", "must end in .npz"),
        ("figure lengths --out f.html", "lengths is drawn of 1 picture, not of 0"),
        (
            "figure interpolation sample:7-continental --out f.html",
            "of 2 pictures, not of 1",
        ),
        ("figure lengths sample:7-continental --kind shear --out f.html", "has no --kind"),
        ("figure lengths sample:7-continental --out f.gif", "must end in one of"),
    ],
)
def test_a_wrong_argument_prints_one_line(run, arguments, says):
    from pathlib import Path

    np.save("wide.npy", np.zeros((36, 36), np.float32))
    if "trace ." in arguments:
        Path("wide.npy").unlink()
    else:
        Path("text.npy").write_text("not an array")
        Path("text.png").write_text("not a picture")
    status, printed, said = run(arguments)
    assert (status, printed, said.count("\n")) == (2, "", 1)
    assert says in said
