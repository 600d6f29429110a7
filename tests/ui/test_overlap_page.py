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


def bar() -> np.ndarray:
    picture = np.zeros((28, 28), np.uint8)
    picture[7:-7, 12:16] = 255
    return picture


def two(seq: int = 1, raw: bytes | None = None, **header: Any) -> bytes:
    from capsviz.ui.live import messages

    image = np.zeros((36, 36), np.uint8)
    image[4:32, 4:32] = np.maximum(bar(), bar().T)
    wanted = {"seq": seq, "forced": None, "iterations": 3, **header}
    return messages.pack(wanted, image.tobytes() if raw is None else raw)


# --- the page


def test_the_page_begins_with_two_digits_and_their_reply(folder):
    found = visit("overlap")
    data = found["data"]
    labels = [digit["label"] for digit in found["view"]["digits"]]
    assert len({*labels}) == 2
    header, arrays = unpacked(base64.b64decode(data["reply"]))
    assert header["seq"] == 0
    assert arrays["reconstructions"].shape == (10, 36, 36)
    assert 0 < data["limits"]["present"] < 1
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
    assert [(each["kind"], each["known"]) for each in found["rows"]] == [
        ("capsules", True),
        ("cnn", False),
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
            {"pixels": base64.b64encode(bar().tobytes()).decode(), "move": [0, 0]},
        ],
        "forced": [1, 7],
        "iterations": 5,
        "map": "feeds",
        "map_iteration": 2,
    }
    found = visit("overlap", link=encode(Link("overlap", view=view)))
    assert found["view"]["digits"][0]["move"] == [3, -8]
    header, _ = unpacked(base64.b64decode(found["data"]["reply"]))
    assert header["capsules"] == [1, 7]
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


def test_live_answers_in_order_with_the_numbers_of_the_network(client):
    from capsviz.analysis.overlap import split_picture
    from capsviz.training import checkpoint

    network = checkpoint.load("overlap").capsnet
    image = np.frombuffer(two()[-(36**2) :], np.uint8).reshape(36, 36).astype(np.float32) / 255
    with client.websocket_connect("/capsviz/overlap/live") as socket:
        for seq, rounds, forced in ((1, 3, None), (2, 10, (4, 9)), (3, 1, (9, 4))):
            socket.send_bytes(two(seq, iterations=rounds, forced=forced))
            header, arrays = unpacked(socket.receive_bytes())
            assert (header["seq"], header["iterations"]) == (seq, rounds)
            split = split_picture(network, image, forced=forced, iterations=rounds)
            assert tuple(header["capsules"]) == split.shown
            for name in ("lengths", "couplings", "feeds"):
                assert arrays[name] == pytest.approx(getattr(split, name), abs=1e-5)
            assert arrays["reconstructions"] / 255 == pytest.approx(split.decoded, abs=1 / 255)


@pytest.mark.parametrize(
    "broken",
    [
        b"xx",
        b"\xff\xff\xff\xff{}",
        two(iterations=99),
        two(forced=[1, 1]),
        two(raw=b""),
        two() + b"more",
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
        assert "lengths" in unpacked(socket.receive_bytes())[1]


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
    assert sum(unpacked(reply.content)[1]["probabilities"]) == pytest.approx(1, abs=1e-3)
    (folder / "overlap_cnn.safetensors").unlink()


# --- test pairs


@pytest.fixture
def test_digits(monkeypatch):
    """Twenty digits: the class is how many rows are inked."""
    import torch

    from capsviz.data.pictures import Digits
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
    assert sorted(header["capsules"]) != sorted(digit["label"] for digit in found["digits"])


def test_the_search_continues_after_a_draw_without_a_wrong_pair(client, test_digits, monkeypatch):
    from capsviz.ui.pages.overlap import routes

    found = iter([None, None, 5])
    monkeypatch.setattr(routes, "_wrong_one", lambda drawn, pause: next(found))
    wrong = client.get("/capsviz/overlap/pair?seed=1&wrong=1").json()
    assert wrong == routes._pair(routes._random_pairs(3, routes.SEARCH_BATCH), 5)

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
