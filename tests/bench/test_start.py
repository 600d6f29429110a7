"""The costs of a start and a first visit are counted on the wire, and reported unchanged."""

from __future__ import annotations

import json
import socket
import threading
from collections import Counter
from contextlib import nullcontext
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from capsviz.development.bench import start, wheel
from capsviz.development.bench.wire import wire
from capsviz.errors import CapsvizError

BODY = b"x" * 200_000


@pytest.fixture
def served():
    """Run a server that answers with the same bytes, and echoes posts."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.wfile.write(BODY)

        def do_POST(self) -> None:
            self.wfile.write(self.rfile.read(int(self.headers["Content-Length"])))

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def ask(address: str, sent: bytes = b"GET / HTTP/1.0\r\n\r\n") -> bytes:
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(sent)
        return b"".join(iter(lambda: connection.recv(1 << 16), b""))


def test_the_proxy_forwards_and_counts_every_byte_from_the_server(served) -> None:
    with wire(served) as counted:
        assert counted.address != served
        assert ask(counted.address) == ask(counted.address) == BODY
        assert counted.down == 2 * len(BODY)
        posted = b"POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc"
        assert ask(counted.address, posted) == b"abc"
        assert counted.down == 2 * len(BODY) + 3  # bytes sent to the server do not count
    with pytest.raises(ConnectionRefusedError):
        ask(counted.address)


def test_requests_are_classified_by_kind() -> None:
    kinds = [
        ("http://a:1/capsviz/web/0/browser/pen.js", "script", "own script"),
        ("http://a:1/static/js/index.js", "script", "script"),
        ("http://a:1/capsviz/samples/0.json", "fetch", "fetch"),
    ]
    assert [start._kind(url, kind) for url, kind, _ in kinds] == [kind for *_, kind in kinds]


def test_costs_are_medians_and_ratios_are_taken_turn_by_turn() -> None:
    here = [{"s": 2.0, "errors": 0.0}, {"s": 9.0, "errors": 0.0}, {"s": 3.0, "errors": 1.0}]
    there = [{"s": 4.0, "errors": 0.0}, {"s": 9.0, "errors": 2.0}, {"s": 4.0, "errors": 4.0}]
    assert start.medians(here) == {"s": 3.0, "errors": 0.0}
    assert start.ratios(here, there) == [
        {"s": 0.5, "errors": 1.0},
        {"s": 1.0, "errors": 0.0},
        {"s": 0.75, "errors": 0.25},
    ]
    results = {
        "turns": 3,
        "load": 1.25,
        "apps": {"here": {"draw_shown_s": 1.5}, "there": {"draw_shown_s": 3.0}},
        "ratios": {"draw_shown_s": 0.5},
    }
    head, names, row = start.report(results).splitlines()
    assert "3 turns, at a load of 1.25" in head
    assert names.split() == ["here", "there", "ratio"]
    assert row.split() == ["draw", "shown", "s", "1.50", "3.00", "0.50"]


def test_a_folder_that_is_no_clone_gets_one_sentence(tmp_path) -> None:
    with pytest.raises(CapsvizError, match="is no clone that a wheel can be built of"):
        wheel.build(tmp_path, tmp_path / "built")
    with pytest.raises(CapsvizError, match=r"holds no app\.py"):
        start.run(tmp_path)


class Page:
    """Emits the requests of a page."""

    def __init__(self) -> None:
        self.acts: dict[str, object] = {}

    def on(self, what: str, act: object) -> None:
        self.acts[what] = act

    def tell(self, what: str, request: object) -> None:
        self.acts[what](request)  # pyright: ignore


class Request:
    def __init__(self, url: str, resource_type: str) -> None:
        self.url, self.resource_type = url, resource_type


def test_a_page_is_incomplete_while_a_request_is_open() -> None:
    page, asked = Page(), Counter()
    waiting = start._follow_requests(page, asked)  # pyright: ignore
    script, decoder = Request("http://a/x.js", "script"), Request("http://a/d", "fetch")
    page.tell("request", script)
    page.tell("request", decoder)
    page.tell("requestfinished", script)
    assert waiting == {decoder}
    page.tell("requestfailed", decoder)
    assert not waiting
    assert asked == {"script": 1, "fetch": 1}


@pytest.mark.slow
def test_a_start_and_visits_are_measured(browser, monkeypatch) -> None:
    monkeypatch.setattr(start.live, "chromium", lambda: nullcontext(browser))
    monkeypatch.setattr(start, "PAGES", {"draw": start.PAGES["draw"]})
    monkeypatch.setattr(start, "_IDLE_TIME", 0.5)
    monkeypatch.setattr(start, "_SETTLING_TIME", 0.0)
    found = start.run(turns=1)
    assert json.loads(json.dumps(found)) == found
    costs = found["apps"]["here"]
    assert 0 < costs["healthy_s"] <= costs["loaded_s"]
    assert 0 < costs["draw_content_s"] <= costs["draw_shown_s"]
    assert 0 < costs["draw_again_content_s"] <= costs["draw_again_shown_s"]
    assert 1 < costs["draw_mb"] < 4
    assert 10 < costs["draw_again_kb"] < 200  # what a browser keeps is not sent again
    assert costs["draw_own_scripts"] > 50  # a clone's are modules
    assert costs["idle_memory_mb"] < costs["memory_after_visits_mb"]
    assert "draw again shown s" in start.report(found)
