"""Errors of `capsviz publish`, and parts that its shell shares with the app."""

from __future__ import annotations

import json
import re
import tempfile
import tomllib
from pathlib import Path

import pytest

from capsviz import cli
from capsviz.ui.browser import HERE
from capsviz.ui.site import networks, rounding, runtime, service

pytest.importorskip("onnxscript")
CLONE = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([".", "--networks", "efficient"], "holds something else than a site"),
        (["new", "--networks", "nobody"], "there is no network 'nobody'"),
        (["file", "--networks", "efficient"], "is a file"),
    ],
)
@pytest.mark.usefixtures("node", "packages")
def test_an_impossible_publication_prints_one_sentence(given, said, tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("mine")
    monkeypatch.chdir(tmp_path)
    assert cli.main(["publish", *given]) == 2
    assert said in capsys.readouterr().err
    assert (tmp_path / "file").read_text() == "mine"


def test_a_missing_runtime_names_the_command_that_fetches_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(runtime, "PLACE", tmp_path / "nowhere")
    assert cli.main(["publish", str(tmp_path / "new"), "--networks", "efficient"]) == 2
    assert "npm ci --prefix capsviz/ui" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_site_has_the_colours_of_the_app():
    config = tomllib.loads((CLONE / ".streamlit/config.toml").read_text("utf-8"))["theme"]
    light, dark = re.findall(r":root \{(.*?)\}", (HERE / "standalone.css").read_text(), re.S)
    for mode, text in (("light", light), ("dark", dark)):
        for name, colour in config[mode].items():
            variable = "--st-" + re.sub("([A-Z])", r"-\1", name).lower()
            assert f"{variable}: {colour};" in text, (mode, name)


def test_weights_come_back_exactly(script):
    import numpy as np
    import onnx

    random = np.random.default_rng(0)
    halves = random.normal(size=300).astype(np.float16).astype(np.float32)
    whole = random.normal(size=300).astype(np.float32)
    graph = onnx.helper.make_graph([], "g", [], [])
    large = random.normal(size=(3, 200)).astype(np.float32)
    for name, values in (("a", halves), ("b", whole), ("small", whole[:4]), ("network.c", large)):
        graph.initializer.append(onnx.numpy_helper.from_array(values, name))
    again = onnx.helper.make_graph([], "again", [], [])
    again.initializer.append(onnx.numpy_helper.from_array(whole, "c"))
    made = [onnx.helper.make_model(each) for each in (graph, again)]
    stored = networks.store(made, frozenset({"c"}))
    assert stored.blocks == [(300, "f2", 0), (300, "f4", 0), (600, "i1", 3)]
    numbers, steps = rounding.round_rows(large)
    found = script(
        "browser/onnx/networks.js",
        "({stored, blocks}) => Array.from(expandWeights(Uint8Array.from(stored), blocks))",
        {"stored": list(stored.weights), "blocks": [list(each) for each in stored.blocks]},
    )
    expected = np.concatenate([halves, whole, (numbers * steps).ravel()])
    assert np.array_equal(np.array(found, np.float32), expected)
    assert np.abs(expected[600:] - large.ravel()).max() <= steps.max() / 2 * 1.01


def test_every_page_in_every_language_is_kept_and_one_network(tmp_path):
    first = ["texts/de/draw.json", "data/de/learn.json", "sections/compare/zh/small.json"]
    later = ["data/draw/large.json", "sections/compare/zh/large.json", "films/a.bin"]
    for place in (*first, *later, "networks/small.json", "networks/large.json"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text("{}")
    service.write(tmp_path, "small")
    told = (tmp_path / "service_worker.js").read_text("utf-8").splitlines()[0]
    kept = json.loads(told.removeprefix("self.SITE = ").removesuffix(";"))["kept"]
    assert {*first, "networks/small.json"} <= set(kept)
    assert not {*later, "networks/large.json"} & set(kept)


def test_a_link_reads_back(script):
    plain = {
        "page": "draw",
        "drawing": {"s": [[85, 0, 100, 200, 150, 250, 120, 90]], "b": None},
        "settings": {
            "model": "efficient",
            "iterations": 2,
            "center": True,
            "capsule": -1,
            "routing": "",
        },
        "view": {"pose": None},
    }
    found = script(
        "browser/permalink.js", "async (plain) => readLink(await linkToken(plain))", plain
    )
    assert found == plain


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda token: token[:-6], "the link is damaged, perhaps cut off"),
        (lambda token: token[0] + token[9:], "the link is damaged, perhaps cut off"),
        (lambda token: "x" + token[1:], "the link is damaged, perhaps cut off"),
        (lambda _: "3", "the link is damaged, perhaps cut off"),
        (lambda token: "9" + token[1:], "the link was made by another version of capsviz"),
        (lambda token: 1000 * token, "the link is longer than 24,000 characters"),
    ],
)
def test_an_invalid_link_gets_the_same_sentence_as_in_the_app(script, damage, said):
    from capsviz.errors import CapsvizError
    from capsviz.ui.session.permalink import Link, decode, encode

    token = damage(encode(Link("draw")))
    found = script(
        "browser/permalink.js",
        "(token) => readLink(token).then(() => '', ({ message }) => message)",
        token,
    )
    assert found == said
    with pytest.raises(CapsvizError, match=said):
        decode(token)


@pytest.mark.usefixtures("packages")
def test_the_app_serves_networks_to_the_browser_s_engine(clients, tmp_path, monkeypatch):
    from capsviz.ui.site import on_demand, routes

    asked = []

    def write(self, key, made, _who):  # in place of the process that exports
        name = key[0]
        asked.append(name)
        (self._folder / f"{name}.json").write_text('{"weights": "w-0.bin"}')
        (self._folder / "w-0.bin").write_bytes(b"weights")
        made.set_result(None)

    monkeypatch.setattr(on_demand.Exports, "_export", write)
    client = clients(routes.routes())
    card, again = (client.get("/capsviz/networks/efficient.json").json() for _ in range(2))
    assert card == again
    assert asked == ["efficient"]
    held = client.get(f"/capsviz/networks/{card['weights']}")
    assert (held.content, "immutable" in held.headers["cache-control"]) == (b"weights", True)
    script = client.get(f"/capsviz/{card['runtime']}/{runtime.SCRIPT}")
    assert script.headers["content-type"].startswith("text/javascript")
    for gone in ("networks/nobody.json", "networks/x.bin", "networks/..", "onnxruntime/1/x"):
        answer = client.get(f"/capsviz/{gone.replace('..', '%2e%2e')}")
        assert answer.status_code in (400, 404)
        assert gone.endswith("..") or "load the page again" in answer.json()["error"]
    monkeypatch.setattr(runtime, "PLACE", tmp_path)
    assert "npm ci" in client.get("/capsviz/networks/efficient.json").json()["error"]
    monkeypatch.undo()
    monkeypatch.setattr(on_demand.onnx_export.importlib.util, "find_spec", lambda _: None)
    assert "capsviz[publish]" in client.get("/capsviz/networks/efficient.json").json()["error"]


def test_folders_of_exports_that_an_ended_app_left_are_removed(tmp_path, monkeypatch):
    from capsviz.ui.site import on_demand

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    left = tmp_path / "capsviz-networks-left"
    (left / "networks").mkdir(parents=True)
    (left / "lock").touch()
    apps = [on_demand.Exports(), on_demand.Exports()]  # the second leaves the first one's alone
    folders = [app._folder.parent for app in apps]
    assert not left.exists()
    assert sorted(tmp_path.iterdir()) == sorted(folders)


def test_a_space_gets_a_card_with_the_headers_that_isolate_it(tmp_path, monkeypatch):
    yaml = pytest.importorskip("yaml")
    from capsviz import cli, onnx_export
    from capsviz.ui.site import build

    monkeypatch.setattr(onnx_export, "require_exporter", lambda: None)
    monkeypatch.setattr(build, "build", lambda folder, *_: folder.mkdir(exist_ok=True))
    for further, written in ([], False), (["--space"], True):
        site = tmp_path / f"site{written}"
        assert cli.main(["publish", str(site), "--networks", "efficient", *further]) == 0
        assert (site / "README.md").exists() is written
    _, front, _ = (site / "README.md").read_text("utf-8").split("---\n", 2)
    card = yaml.safe_load(front)
    assert (card["sdk"], card["app_file"]) == ("static", "index.html")
    assert card["custom_headers"]["cross-origin-embedder-policy"] == "require-corp"
    assert card["custom_headers"]["cross-origin-opener-policy"] == "same-origin"
