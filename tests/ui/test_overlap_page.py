"""The Overlap page's script and routes, without a browser."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from pages import visit

if TYPE_CHECKING:
    from starlette.testclient import TestClient

CSS = Path(__file__).parents[2] / "capsviz/ui/browser/theme.css"
RASTER_SIDE = 112


@pytest.fixture
def folder(tiny_checkpoint, monkeypatch) -> Path:
    """A small network for two digits beside the usual one."""
    import torch

    from capsviz.model.networks import MODELS, build
    from capsviz.training import checkpoint

    config = replace(MODELS["overlap"], primary_types=2, decoder_hidden=(8, 8))
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        weights = build(config).state_dict()
    folder = tiny_checkpoint.parent
    checkpoint.save(folder / "overlap.safetensors", weights, config, {"command": "none"})
    return folder


@pytest.fixture
def client(folder, clients) -> TestClient:
    from capsviz.ui.pages.overlap import routes as overlap

    return clients(overlap.routes())


def unpacked(message: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """A reply as the browser unpacks it."""
    from capsviz.ui.live import messages

    header, raw = messages.unpack(message)
    arrays, at = {}, 0
    for name, kind, shape in header.get("arrays", []):
        count = int(np.prod(shape))
        size = count * int(kind[1])
        arrays[name] = np.frombuffer(raw[at : at + size], f"<{kind}").reshape(shape)
        at += size
    assert at == len(raw)
    return header, arrays


def ask(pictures: list[np.ndarray], header: dict[str, Any]) -> bytes:
    from capsviz.ui.live import messages

    return messages.pack(header, b"".join(picture.tobytes() for picture in pictures))


def bar(side: int = 28, *, across: bool = False) -> np.ndarray:
    picture = np.zeros((side, side), np.uint8)
    picture[side // 4 : -side // 4, side // 2 - side // 12 : side // 2 + side // 12] = 255
    return np.ascontiguousarray(picture.T if across else picture)


def two(seq: int = 1, **header: Any) -> bytes:
    digits = [
        {"side": 28, "move": [2, -3], "label": 1},
        {"side": 28, "move": [0, 4], "label": None},
    ]
    wanted = {"seq": seq, "digits": digits, "forced": None, "iterations": 3, **header}
    return ask([bar(), bar(across=True)], wanted)


# --- the page


def test_the_first_reply_has_a_pair_with_its_labels_and_parts(folder):
    found = visit("overlap")
    data = found["data"]
    labels = [digit["label"] for digit in found["view"]["digits"]]
    assert len({*labels}) == 2
    header, arrays = unpacked(base64.b64decode(data["reply"]))
    assert header["labels"] == labels
    assert header["seq"] == 0
    assert arrays["image"].any()
    together = np.minimum(arrays["parts"].sum(0, dtype=int), 255)
    assert np.abs(arrays["image"] - together).max() <= 1  # each was rounded to bytes
    assert "evaluate --set overlap" in data["results"]["missing"]


def test_a_missing_network_for_two_digits_raises_the_command_that_trains_it(folder):
    from capsviz.errors import CapsvizError

    (folder / "overlap.safetensors").unlink()
    with pytest.raises(CapsvizError, match="capsviz train --task overlap"):
        visit("overlap")


def test_results_are_shown_for_the_same_weights_only(folder):
    from capsviz.training import checkpoint, results

    row = {
        "checkpoint": "overlap",
        "set": "overlap",
        "n": 10_000,
        "both_right": 0.93,
        "interval": [0.925, 0.935],
        "reconstruction_sse": 20.0,
        "iou": 0.7,
        "parameters": 1,
        "parameters_without_decoder": 1,
        "sha256": checkpoint.load("overlap").digest,
    }
    stale = {**row, "checkpoint": "overlap_cnn", "sha256": "0" * 64}
    results.save(folder / "overlap.json", [row, stale], results.Answers("7"))
    found = visit("overlap")["data"]["results"]
    assert [(each["title"], each["known"]) for each in found["rows"]] == [
        ("capsules", True),
        ("plain CNN", False),
    ]
    assert found["missing"] == ""


@pytest.mark.parametrize("text", ["{}", "[", '{"format": 1, "results": [{"n": 3}]}'])
def test_damaged_results_get_one_sentence_and_cost_nothing_else(folder, text):
    (folder / "overlap.json").write_text(text, "utf-8")
    assert "damaged" in visit("overlap")["data"]["results"]["missing"]


def test_a_link_brings_back_a_view(folder):
    from capsviz.ui.session.permalink import Link, encode

    view = {
        "digits": [
            {"drawing": {"s": [[80, 0, 500, 100, 500, 900]]}, "label": 1, "move": [3, -8]},
            {"pixels": base64.b64encode(bar()).decode(), "move": [0, 0]},
        ],
        "forced": [1, 7],
        "iterations": 5,
        "map": "feeds",
        "map_iteration": 2,
    }
    found = visit("overlap", link=encode(Link("overlap", view=view)))
    assert found["view"]["digits"][0]["move"] == [3, -8]
    header, _ = unpacked(base64.b64decode(found["data"]["reply"]))
    assert header["shown"] == [1, 7]
    assert header["iterations"] == 5
    assert found["view"] == {**found["view"], "map": "feeds", "map_iteration": 2}
    assert found["replaced"] == ["view"]


def test_a_broken_link_opens_the_page_as_it_is(folder):
    from capsviz.ui.session.permalink import Link, encode

    found = visit("overlap", link=encode(Link("overlap", view={"digits": []})))
    assert "could not be opened" in found["complaints"][0]
    assert len(found["view"]["digits"]) == 2


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"digits": [{"drawing": {"s": []}}] * 3}, "two digits"),
        ({"digits": [{"pixels": base64.b64encode(bytes(784)).decode()}]}, "must be a drawing"),
        ({"digits": [{"pixels": "AA=="}, {"drawing": {"s": []}}]}, "28 x 28"),
        ({"digits": [{"drawing": {"s": []}, "move": [0, 9]}] * 2}, "up to 8"),
        ({"digits": [{"drawing": {"s": []}, "move": [0, True]}] * 2}, "whole pixels"),
        ({"digits": [{"drawing": {"s": []}, "label": 10}] * 2}, "label"),
        ({"forced": [3, 3]}, "two different"),
        ({"iterations": 0}, "iterations"),
        ({"map": "votes"}, "couplings, feeds"),
        ({"map_iteration": 11}, "map_iteration"),
    ],
)
def test_a_view_from_outside_is_checked(change, complaint):
    from capsviz.errors import CapsvizError
    from capsviz.ui.pages.overlap.view import View

    plain = {"digits": [{"drawing": {"s": []}}] * 2, "forced": None, "iterations": 3, **change}
    with pytest.raises(CapsvizError, match=complaint):
        View.from_plain(plain)


def test_a_view_survives_its_plain_form():
    from capsviz.ui.pages.overlap.view import View

    first = View()
    assert View.from_plain(json.loads(json.dumps(first.to_plain()))) == first


def test_the_two_colours_are_those_of_the_figures():
    from capsviz.figures.theme import PALETTES

    found = re.findall(r"--cv-second: (#[0-9a-f]{6})", CSS.read_text("utf-8"))
    assert found == [PALETTES["light"].second, PALETTES["dark"].second]


# --- the live path


def test_live_places_the_digits_and_answers_in_order(client):
    with client.websocket_connect("/capsviz/overlap/live") as socket:
        for seq, rounds in ((1, 3), (2, 10), (3, 1)):
            socket.send_bytes(two(seq, iterations=rounds, forced=[4, 9]))
            header, arrays = unpacked(socket.receive_bytes())
            assert (header["seq"], header["iterations"]) == (seq, rounds)
            assert header["shown"] == [4, 9]
            assert len(header["lengths"]) == max(rounds, 5)
            assert arrays["couplings"].shape[:2] == (max(rounds, 5), 2)
    expected = np.zeros((36, 36), np.uint8)
    expected[4 + 2 : 32 + 2, 4 - 3 : 32 - 3] = bar()
    assert (arrays["parts"][0] == expected).all()
    assert arrays["decoded"].shape == (10, 36, 36)
    assert (arrays["shares"].sum(0, dtype=int)[arrays["shares"][0] > 0] >= 254).all()


def test_a_drawing_is_brought_to_size_and_known_afterwards(client):
    from capsviz.data.normalisation import normalise

    raster = bar(RASTER_SIDE)
    digits = [{"side": RASTER_SIDE, "move": [0, 0]}, {"side": 28, "move": [0, 0]}]
    header = {"seq": 5, "digits": digits, "forced": None, "iterations": 3}
    reply = client.post("/capsviz/overlap/read", content=ask([raster, bar()], header))
    _, arrays = unpacked(reply.content)
    assert (arrays["digits"][0] == np.rint(255 * normalise(raster))).all()
    assert (arrays["digits"][1] == bar()).all()


def test_a_single_drawing_of_both_digits_has_no_ground_truth(client):
    header = {"seq": 5, "digits": [{"side": RASTER_SIDE}], "forced": None, "iterations": 3}
    reply = client.post("/capsviz/overlap/read", content=ask([bar(RASTER_SIDE)], header))
    found, arrays = unpacked(reply.content)
    assert found["errors"] is None
    assert found["ious"] is None
    assert "parts" not in arrays
    assert arrays["image"].any()


@pytest.mark.parametrize(
    "broken",
    [
        b"xx",
        b"\xff\xff\xff\xff{}",
        two(iterations=99),
        two(forced=[1, 1]),
        two(digits=[]),
        two(digits=[{"side": 28, "move": [0, 40]}] * 2),
        two(digits=[{"side": 28, "move": [0, 0]}] * 2) + b"more",
        two(digits=[{"side": 112, "move": [0, 0]}] * 2),
        two(digits=[{"side": 36}]),
        two(seq=-1),
    ],
)
def test_an_invalid_live_message_gets_one_sentence_and_leaves_the_socket_open(client, broken):
    with client.websocket_connect("/capsviz/overlap/live") as socket:
        socket.send_bytes(broken)
        header, arrays = unpacked(socket.receive_bytes())
        assert re.match(r"[a-z].{10,}", header["error"])
        assert not arrays
        socket.send_bytes(two(8))
        assert "lengths" in unpacked(socket.receive_bytes())[0]


def test_strangers_pages_and_huge_requests_are_refused(client):
    from starlette.websockets import WebSocketDisconnect

    other = {"origin": "http://elsewhere.example"}
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/capsviz/overlap/live", headers=other) as socket,
    ):
        socket.receive_bytes()
    assert client.post("/capsviz/overlap/read", content=b"", headers=other).status_code == 403
    assert client.post("/capsviz/overlap/read", content=bytes(100_000)).status_code == 413


def test_the_cnn_gives_probabilities(client, folder):
    import torch

    from capsviz.model.networks import MODELS, build
    from capsviz.training import checkpoint

    config = MODELS["overlap_cnn"]
    with torch.random.fork_rng(devices=[]):
        network = build(config)
    checkpoint.save(folder / "overlap_cnn.safetensors", network.state_dict(), config, {})
    reply = client.post("/capsviz/overlap/read", content=two())
    assert sum(unpacked(reply.content)[0]["probabilities"]) == pytest.approx(1, abs=1e-3)
    (folder / "overlap_cnn.safetensors").unlink()


# --- test pairs


@pytest.fixture
def test_digits(monkeypatch):
    """Twenty digits: the class is how many rows are inked."""
    import torch

    from capsviz.data.mnist import Digits
    from capsviz.ui.networks import cache

    images = torch.zeros(20, 28, 28, dtype=torch.uint8)
    for k in range(20):
        images[k, 4 : 5 + k % 10, 6:22] = 255
    monkeypatch.setattr(cache, "mnist_test", lambda: Digits(images, torch.arange(20) % 10))


def test_a_random_pair_is_two_digits_as_they_are_with_their_places(client, test_digits):
    found = client.get("/capsviz/overlap/pair?seed=3").json()["digits"]
    again = client.get("/capsviz/overlap/pair?seed=3").json()["digits"]
    assert found == again
    assert found[0]["label"] != found[1]["label"]
    for digit in found:
        picture = np.frombuffer(base64.b64decode(digit["pixels"]), np.uint8).reshape(28, 28)
        assert picture.any(1).sum() == digit["label"] + 1
        assert max(map(abs, digit["move"])) <= 4


def test_a_wrong_pair_is_misclassified_by_the_network(client, test_digits):
    from capsviz.ui.pages.overlap.routes import answer
    from capsviz.ui.pages.overlap.view import View

    found = client.get("/capsviz/overlap/pair?seed=1&wrong=1").json()
    header, _ = unpacked(answer(View.from_plain(found).question()))
    assert sorted(header["winners"]) != sorted(header["labels"])


def test_the_search_continues_after_a_draw_without_a_wrong_pair(client, test_digits, monkeypatch):
    from capsviz.ui.pages.overlap import routes

    found = iter([None, None, 5])
    monkeypatch.setattr(routes, "_wrong_one", lambda drawn, pause: next(found))
    wrong = client.get("/capsviz/overlap/pair?seed=1&wrong=1").json()
    assert wrong == routes._pair(routes._random_pairs(3, routes.SEARCHED), 5)

    monkeypatch.setattr(routes, "_wrong_one", lambda drawn, pause: None)
    none = client.get("/capsviz/overlap/pair?seed=1&wrong=1")
    assert none.status_code == 400
    assert "both digits" in none.json()["error"]


def test_pairs_are_counted_by_iterations(client, test_digits):
    found = client.get("/capsviz/overlap/count?seed=1").json()
    assert len(found["right"]) == 5
    assert all(0 <= right <= found["n"] for right in found["right"])
    assert client.get("/capsviz/overlap/count?seed=x").status_code == 400
    assert "seed" in client.get("/capsviz/overlap/count").json()["error"]
