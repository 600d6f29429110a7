"""The Viewpoint page's script and its routes, without a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from pages import items_of, sections_of, visit, words_of

if TYPE_CHECKING:
    from starlette.testclient import TestClient

RASTER = np.zeros((112, 112), np.uint8)
RASTER[20:90, 50:60] = 255
DRAWING = {"s": [[60, 0, 500, 200, 500, 800]], "b": None}


@pytest.fixture(params=[False, True], ids=["alone", "with a CNN"])
def folder(request, tiny_checkpoint) -> Iterator[Path]:
    from capsviz.model.networks import MODELS, build
    from capsviz.training import checkpoint
    from capsviz.ui.networks import cache

    if request.param:
        config = MODELS["cnn"]
        path = tiny_checkpoint.with_name("cnn.safetensors")
        checkpoint.save(path, build(config).state_dict(), config, {})
    cached = (cache._plain_network, cache.viewpoint, cache.affine)
    for function in cached:
        function.cache_clear()
    yield tiny_checkpoint.parent
    for function in cached:
        function.cache_clear()


def with_findings(folder: Path) -> None:
    """Results of the two commands for the checkpoints in a folder."""
    from capsviz.analysis import attack_success as attacks
    from capsviz.analysis import robustness, viewpoint
    from capsviz.training import checkpoint

    rng = np.random.default_rng(0)
    kinds, rows = len(viewpoint.KINDS), []
    for name in checkpoint.names():
        plain = name == "cnn"
        methods = attacks.METHODS[:-1] if plain else attacks.METHODS
        square = [rng.uniform(0, 1, (kinds, 10)) for _ in range(6)]
        slope = rng.normal(0, 1, (kinds, 10, 16))
        fits = viewpoint.Fits(*square[:3], slope, *square[3:])
        resistance = {
            "n": 20,
            "epsilons": [0.0, 0.1],
            "misfit": None if plain else 45.0,
            "alarms": None if plain else 0.05,
            "accuracy": {method: [1.0, 0.5] for method in methods},
            "interval": {method: [[0.8, 1.0], [0.3, 0.7]] for method in methods},
            "given_away": {method: [None, None if plain else 0.5] for method in methods},
            "steps": 30,
            "starts": {"pgd": 2},
            "roc": None
            if plain
            else {
                "alarms": [0.0, 1.0],
                "limit": [45.0, -1.0],
                "hits": {method: [[None, None], [0.5, 1.0]] for method in methods},
            },
        }
        digest = checkpoint.digest(name)
        told = {"digits_per_class": 100, "matrices": name == "matrix"}
        provenance = {"command": "none", **told}
        found = viewpoint.Findings(digest, provenance, None if plain else fits, resistance)
        viewpoint.save(viewpoint.path_beside(folder / f"{name}.safetensors"), found)
        rows.append(
            {
                "checkpoint": name,
                "n": 5000,
                "field": 28,
                "sha256": digest,
                "strengths": [0.0, 1.0],
                "accuracy": [0.99, 0.7],
                "interval": [[0.98, 0.995], [0.68, 0.72]],
            }
        )
    robustness.ROWS.save(folder / "affine.json", rows)


def test_missing_findings_raise_the_command_that_makes_them(folder):
    data = visit("viewpoint")["data"]
    assert data["cnn"] == (folder / "cnn.safetensors").exists()
    assert data["laws"] is None
    found = sections_of("viewpoint")
    assert "capsviz viewpoint --checkpoint dynamic" in items_of(found["laws"], "")[0]
    text = words_of(found)
    assert "evaluate --set affine --all" in text
    assert "79 %" in text
    assert "66 %" in text
    assert {"equivariant", "robust", "adversarial"} == set(data["claims"])
    for claim in data["claims"].values():
        assert claim["pro"]
        assert claim["con"]


def test_findings_are_shown_with_their_numbers(folder):
    with_findings(folder)
    found = sections_of("viewpoint")
    charts = {name: len(items_of(one, "chart")) for name, one in found.items()}
    assert charts == {"laws": 5, "affine": 2, "attacks": 3}
    assert len(visit("viewpoint")["data"]["laws"]["slope"]) == 6
    text = words_of(found)
    assert "70.0 % (68.0 to 72.0)" in text
    assert "**capsules** 81.8 % (81.5 to 82.2) and **the CNN** 90.5 % (89.8 to 90.9)" in text
    assert "Here the capsules classify 99.02% of such digits correctly and the CNN 99.49%" in text
    assert "scored on 50 test digits of each class" in text
    assert "rejects: Dynamic 5.0 %" in text
    has_cnn = (folder / "cnn.safetensors").exists()
    assert ("The plain CNN has not been measured" in text) == (not has_cnn)
    assert "tried in the app" not in text
    assert "tried in the app" in words_of(sections_of("viewpoint", published=frozenset()))


def test_each_law_has_its_map_and_its_words_and_the_view_holds_which_one(folder):
    from capsviz.ui.pages.viewpoint.view import View

    with_findings(folder)
    (choice,) = items_of(sections_of("viewpoint")["laws"], "choice")
    assert (choice["field"], choice["chosen"]) == ("law", View().law)
    said = {one["name"]: words_of({"": one}) for one in choice["options"]}
    assert "reads the amount of the transform" in said["read"]
    assert "one A for all classes" in said["common"]
    assert "The numbers of Dynamic" in said["common"]
    assert "are no matrix" in said["common"]
    for law in said:
        assert View.from_plain({"law": law}).law == law


def test_a_law_without_measurements_is_not_offered(folder):
    from capsviz.analysis import viewpoint
    from capsviz.training import checkpoint

    with_findings(folder)
    path = viewpoint.path_beside(folder / "dynamic.safetensors")
    found = viewpoint.load(path, checkpoint.digest("dynamic"))
    viewpoint.save(path, replace(found, fits=replace(found.fits, matrix=None, common=None)))
    (choice,) = items_of(sections_of("viewpoint")["laws"], "choice")
    assert [one["name"] for one in choice["options"]] == ["shared", "own", "read"]
    assert choice["chosen"] == "shared"


def test_results_of_other_weights_are_not_shown(folder):
    with_findings(folder)
    path = folder / "affine.json"
    rows = json.loads(path.read_text("utf-8"))["results"]
    text = path.read_text("utf-8")
    for row in rows:
        text = text.replace(row["sha256"], "0" * 64)
    path.write_text(text, "utf-8")
    assert "other weights" in words_of({"": sections_of("viewpoint")["affine"]})


def test_a_link_brings_back_the_view(folder):
    from capsviz.data.affine import Transform
    from capsviz.ui.pages.viewpoint.view import View
    from capsviz.ui.session.permalink import Link, encode

    view = View(Transform(rotation=20.0, scale=0.9), "scale", 4, "pgd", 0.2, "read")
    token = encode(Link("viewpoint", view=view.to_plain()))
    assert visit("viewpoint", link=token)["view"] == view.to_plain()


@pytest.mark.parametrize(
    "bad",
    [
        {"kind": "mirror"},
        {"digit": 10},
        {"digit": True},
        {"method": "vote"},
        {"epsilon": 2},
        {"epsilon": "0"},
        {"law": "none"},
        {"transform": {"rotation": 1000}},
        {"transform": []},
    ],
)
def test_a_bad_view_in_a_link_gets_one_sentence(bad):
    from capsviz.config import ModelConfig
    from capsviz.errors import CapsvizError
    from capsviz.ui.pages.viewpoint.view import View

    with pytest.raises(CapsvizError):
        View.from_plain(bad, ModelConfig())


# --- routes


@pytest.fixture
def client(folder, clients) -> TestClient:
    from capsviz.ui.pages.viewpoint import routes as viewpoint

    return clients(viewpoint.routes())


def packed(inputs: int = 1, **more: object) -> bytes:
    """A question about the same input a few times, moved by a pixel each time."""
    from capsviz.data.normalisation import normalise
    from capsviz.ui.live import messages

    image = np.rint(255 * normalise(RASTER)).astype(np.uint8)
    raw = b"".join(np.roll(image, n, 1).tobytes() for n in range(inputs))
    return messages.pack({"seq": 1, "model": "dynamic", **more}, raw)


def unpack(content: bytes) -> tuple[dict, dict[str, np.ndarray]]:
    from capsviz.ui.live import messages

    return messages.unpack_arrays(content)


def test_live_reads_the_last_input_as_it_is(client, folder):
    from capsviz.ui.live import messages

    with client.websocket_connect("/capsviz/viewpoint/live") as socket:
        inputs = []
        for seq in (1, 2):
            socket.send_bytes(packed(seq, seq=seq))
            header, arrays = unpack(socket.receive_bytes())
            assert header["seq"] == seq
            has_cnn = (folder / "cnn.safetensors").exists()
            assert (header["cnn"] is not None) == has_cnn
            inputs.append(arrays["input"])
        assert np.array_equal(inputs[1], np.roll(inputs[0], 1, 1))
        for broken in (packed(0, seq=3), packed(seq=4) + b"more"):
            socket.send_bytes(broken)
            assert "pictures of 28 x 28" in messages.unpack(socket.receive_bytes())[0]["error"]
    header, arrays = unpack(client.post("/capsviz/viewpoint/read", content=packed(2)).content)
    assert header["seq"] == 1
    assert np.array_equal(arrays["input"], inputs[1])
    # The page shows the picture of one class alone.
    assert "reconstructions" not in arrays
    assert arrays["reconstruction"].size == arrays["input"].size
    apart = (arrays["reconstruction"].ravel() - arrays["input"].ravel().astype(float)) / 255
    assert float((apart**2).sum()) == pytest.approx(header["misfit"], rel=0.02)


def test_curves_follow_the_winner_or_a_chosen_digit(client, folder):
    reply = client.post("/capsviz/viewpoint/curves", content=packed(4))
    header, arrays = unpack(reply.content)
    alone = unpack(client.post("/capsviz/viewpoint/read", content=packed()).content)[1]
    assert header["digit"] == alone["lengths"][-1].argmax()
    assert arrays["lengths"].shape == (3, 10)
    assert arrays["poses"].shape == (3, 16)
    assert len(arrays["cnn"]) == (3 if (folder / "cnn.safetensors").exists() else 0)
    other = client.post("/capsviz/viewpoint/curves", content=packed(4, digit=4))
    header, found = unpack(other.content)
    assert header["digit"] == 4
    assert np.array_equal(found["lengths"], arrays["lengths"])
    assert not np.array_equal(found["poses"], arrays["poses"])


def test_an_attack_changes_the_pictures_of_both_networks(client, folder):
    asked = packed(2, method="fgsm", epsilon=0.1)
    header, arrays = unpack(client.post("/capsviz/viewpoint/attack", content=asked).content)
    parts = ["capsules", "cnn"] if (folder / "cnn.safetensors").exists() else ["capsules"]
    assert [part for part in ("capsules", "cnn") if f"{part}_before" in header] == parts
    for part in parts:
        change = arrays[f"{part}_after"].astype(int) - arrays[f"{part}_before"]
        assert 0 < np.abs(change).max() <= 26
    assert header["capsules_after"]["misfit"] > 0
    assert "capsules_after_decoded" in arrays


def test_a_published_site_holds_attacks_on_its_sample(folder):
    from capsviz.ui.pages.viewpoint.publication import record_attacks

    header, arrays = unpack(record_attacks("dynamic", DRAWING))
    assert {one["method"] for one in header["records"]} == {"fgsm", "pgd"}
    for number, one in enumerate(header["records"]):
        before, after = (arrays[f"{number} capsules_{when}"] for when in ("before", "after"))
        change = np.abs(after.astype(int) - before).max()
        assert 0 < change <= 255 * one["epsilon"] + 1
        assert one["header"]["digit"] == np.argmax(one["header"]["capsules_before"]["lengths"])


@pytest.mark.parametrize(
    ("route", "more"),
    [
        ("curves", {"inputs": 99}),
        ("curves", {"digit": 10}),
        ("curves", {"model": "nobody"}),
        ("attack", {"method": "vote", "epsilon": 0.1}),
        ("attack", {"method": "pgd", "epsilon": 3}),
        ("attack", {"method": None, "epsilon": 0.1}),
    ],
)
def test_a_bad_question_gets_one_sentence(client, route, more):
    reply = client.post(f"/capsviz/viewpoint/{route}", content=packed(**more))
    assert reply.status_code == 400
    assert reply.json()["error"]


def test_invalid_questions_and_other_origins_are_refused(client):
    for content in (b"[1]", b"{", b"[" * 100_000):
        reply = client.post("/capsviz/viewpoint/curves", content=content)
        assert reply.status_code == 400
    headers = {"origin": "http://elsewhere.example"}
    for route in ("curves", "attack", "read"):
        reply = client.post(f"/capsviz/viewpoint/{route}", content=packed(), headers=headers)
        assert "own page" in reply.json()["error"]
