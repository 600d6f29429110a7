"""Our own routes: what they answer, and what they refuse."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    from starlette.testclient import TestClient

RASTER_SIDE = 112
RASTER = np.zeros((RASTER_SIDE, RASTER_SIDE), np.uint8)
RASTER[20:90, 50:60] = 255


@pytest.fixture
def client(tiny_checkpoint, clients) -> TestClient:
    from capsviz.ui.server import routes

    return clients(routes.routes())


def ask(seq: int, raster: np.ndarray = RASTER, **settings: object) -> bytes:
    from capsviz.ui.live import messages

    return messages.pack({"seq": seq, **settings}, raster.tobytes())


def test_live_answers_in_order_with_the_requested_iterations(client) -> None:
    from capsviz.ui.live import messages

    with client.websocket_connect("/capsviz/live") as socket:
        for seq, iterations in ((1, 3), (2, 10), (3, 1)):
            socket.send_bytes(ask(seq, iterations=iterations))
            header, arrays = messages.unpack_arrays(socket.receive_bytes())
            assert header["seq"] == seq
            assert arrays["lengths"].shape == (iterations, 10)
            assert len(arrays["couplings"]) == iterations


# Shares of self-routing never reach what lengths need: a second one can have one half at most.
@pytest.mark.parametrize("model", ["dynamic", "self_routing"])
def test_a_drawing_between_two_digits_reaches_the_second_threshold(clients, model) -> None:
    from capsviz.analysis.verdict import Thresholds
    from capsviz.data.drawing import render
    from capsviz.data.samples import samples
    from capsviz.ui.live import messages
    from capsviz.ui.networks import cache
    from capsviz.ui.server import routes

    drawing = next(sample.drawing for sample in samples() if sample.name == "2-or-7")
    with clients(routes.routes()).websocket_connect("/capsviz/live") as socket:
        socket.send_bytes(ask(1, render(drawing), model=model, pictures=False))
        _, arrays = messages.unpack_arrays(socket.receive_bytes())
    *_, second, first = np.argsort(lengths := arrays["lengths"][-1])
    assert (first, second) == (2, 7)
    assert lengths[second] >= cache.thresholds(model).second
    assert (cache.thresholds(model).second < Thresholds().second) == (model == "self_routing")


def test_live_names_the_decoder_of_the_poses_though_the_file_is_replaced(
    client, tiny_checkpoint, tiny_model
) -> None:
    from capsviz.training import checkpoint
    from capsviz.ui.live import messages

    with client.websocket_connect("/capsviz/live") as socket:

        def decoder() -> str:
            socket.send_bytes(ask(1, pictures=False))
            return messages.unpack(socket.receive_bytes())[0]["decoder"]["sha"]

        first = decoder()
        assert first == decoder()
        weights = tiny_model.state_dict()
        weights["decoder.fc3.bias"] = weights["decoder.fc3.bias"] + 1
        checkpoint.save(tiny_checkpoint, weights, tiny_model.config, {"command": "none"})
        second = decoder()
    assert second != first
    assert client.get(f"/capsviz/decoder/{second}.bin").status_code == 200
    assert client.get(f"/capsviz/decoder/{first}.bin").status_code == 404


def test_an_invalid_live_message_gets_one_sentence_and_leaves_the_socket_open(client) -> None:
    from capsviz.ui.live import messages

    with client.websocket_connect("/capsviz/live") as socket:
        for broken in (ask(7, iterations=99), ask(7, model="nobody"), b"xx"):
            socket.send_bytes(broken)
            header, raw = messages.unpack(socket.receive_bytes())
            assert header["error"]
            assert not raw
        socket.send_bytes(ask(8))
        assert "lengths" in messages.unpack_arrays(socket.receive_bytes())[1]


def test_live_hides_internal_errors(client, monkeypatch) -> None:
    from capsviz.ui.live import messages

    def fail(*_: object, **__: object) -> bytes:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(messages, "encode_reply", fail)
    with client.websocket_connect("/capsviz/live") as socket:
        socket.send_bytes(ask(4))
        header, _ = messages.unpack(socket.receive_bytes())
    assert header["seq"] == 4
    assert "secret" not in header["error"]


def test_a_message_too_large_ends_the_connection(client) -> None:
    from starlette.websockets import WebSocketDisconnect

    with client.websocket_connect("/capsviz/live") as socket:
        socket.send_bytes(b"\0" * 100_000)
        with pytest.raises(WebSocketDisconnect):
            socket.receive_bytes()


def test_a_decoder_is_served_as_immutable(client) -> None:
    from capsviz.ui.networks import cache

    found = cache.decoder("dynamic")
    answer = client.get(f"/capsviz/decoder/{found.sha}.bin")
    assert answer.content == found.data
    assert "immutable" in answer.headers["cache-control"]
    assert client.get("/capsviz/decoder/0123456789abcdef.bin").status_code == 404


def test_samples_are_served(client) -> None:
    from capsviz.ui.networks import cache

    sha, _ = cache.samples_json()
    gallery = client.get(f"/capsviz/samples/{sha}.json").json()
    assert len(gallery) >= 30
    assert {"name", "digit", "hand", "drawing"} <= set(gallery[0])
    assert client.get("/capsviz/samples/else.json").status_code == 404


def test_mnist_digits_are_served_by_number(client, mnist_root) -> None:
    answer = client.get("/capsviz/test/mnist/0").json()
    assert answer["label"] == 7
    assert client.get("/capsviz/test/mnist/10000").status_code == 404


@pytest.mark.parametrize("index", ["9" * 5000, "-1", "3.5", "٣", "x"])
def test_an_invalid_number_of_a_test_digit_gets_one_sentence(client, mnist_root, index) -> None:
    answer = client.get(f"/capsviz/test/mnist/{index}")
    assert answer.status_code == 404
    assert "0 to 9999" in answer.json()["error"]


DEEP = b"[" * 100_000
MANY = b'{"seq": ' + b"7" * 4000 + b"}"


@pytest.mark.parametrize("header", [DEEP[:2000], MANY[:2000], b'{"iterations": ' + b"1" * 900])
def test_live_answers_invalid_json_with_one_sentence(client, header, caplog) -> None:
    import struct

    from capsviz.ui.live import messages

    with client.websocket_connect("/capsviz/live") as socket:
        socket.send_bytes(struct.pack("<I", len(header)) + header + RASTER.tobytes())
        assert "JSON" in messages.unpack(socket.receive_bytes())[0]["error"]
    assert not caplog.records


@pytest.mark.parametrize("body", [DEEP, MANY, b'{"drawing": ' + DEEP + b"}", b"\xff", b"1"])
def test_a_routing_request_of_invalid_json_gets_one_sentence(client, body, caplog) -> None:
    answer = client.post("/capsviz/routing", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert not caplog.records


def test_a_text_frame_closes_the_socket_with_a_code(client) -> None:
    from starlette.websockets import WebSocketDisconnect

    with client.websocket_connect("/capsviz/live") as socket:
        socket.send_text("{}")
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_bytes()
    assert closed.value.code == 1003


def test_a_missing_mnist_gets_one_sentence(client, monkeypatch, tmp_path) -> None:
    from capsviz.ui.networks import cache

    cache.mnist_test.cache_clear()
    monkeypatch.setenv("CAPSVIZ_DATA", str(tmp_path))
    answer = client.get("/capsviz/test/mnist/0")
    assert answer.status_code == 404
    assert "CAPSVIZ_DATA" in json.loads(answer.content)["error"]
    cache.mnist_test.cache_clear()


def test_numbers_of_a_drawing_equal_its_trace(client) -> None:
    import capsviz
    from capsviz.data.drawing import render
    from capsviz.data.samples import first_sample
    from capsviz.training import checkpoint

    drawing = first_sample().drawing
    body = {"drawing": drawing.to_plain(), "model": "dynamic", "center": True, "iterations": 4}
    answer = client.post("/capsviz/numbers", content=json.dumps(body))
    assert answer.status_code == 200
    loaded = checkpoint.load("dynamic", "cpu")
    seen = capsviz.trace(loaded.capsnet, loaded.picture(render(drawing)), 4)
    with np.load(io.BytesIO(answer.content), allow_pickle=False) as found:
        for name in ("images", "couplings", "logits", "capsules", "agreement"):
            np.testing.assert_array_equal(found[name], getattr(seen, name))
        assert found["votes"].shape == (1, 144, 10, 16)
        assert json.loads(str(found["about"]))["sha256"] == loaded.digest
    assert client.post("/capsviz/numbers", content=b"{}").status_code == 400
