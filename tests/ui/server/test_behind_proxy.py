"""A plain proxy in front: nobody behind it is the owner, or has an address of their choice."""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import pytest
from serving import serve

TOKEN = "t" * 43


def app() -> Any:
    """The routes of Train behind the guard, and one that says who asks."""
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.responses import PlainTextResponse
    from starlette.routing import Route

    from capsviz.ui.pages.train import routes
    from capsviz.ui.server import guard, log

    who = Route("/capsviz/who", lambda _: PlainTextResponse(log.client.get()))
    return Starlette(routes=[*routes.routes(), who], middleware=[Middleware(guard.Guard)])


@pytest.fixture
def behind(tmp_path, monkeypatch) -> Iterator[str]:
    """The address of a proxy that hands on each request as `proxy_pass` does by default."""
    from capsviz.ui.server import guard

    monkeypatch.setenv("CAPSVIZ_RUNS", str(tmp_path))
    monkeypatch.setattr(guard, "_create_token", lambda: TOKEN)
    with serve(app()) as address, proxy(address) as found:
        yield found


def proxy(address: str) -> Any:
    upstream = urlsplit(address).netloc

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            asked = {**dict(self.headers), "Host": upstream, "Connection": "close"}
            connection = http.client.HTTPConnection(upstream, timeout=10)
            connection.request(self.command, self.path, body, asked)
            reply = connection.getresponse()
            text = reply.read()
            connection.close()
            self.send_response(reply.status)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        do_POST = do_GET  # noqa: N815 - the base class calls it so

        def log_message(self, *_: object) -> None:
            pass

    @contextlib.contextmanager
    def running() -> Iterator[str]:
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()
        server.server_close()
        thread.join(10)

    return running()


def ask(place: str, path: str, order: Any = None, **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection(place, timeout=10)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    method = "GET" if order is None else "POST"
    with contextlib.closing(connection):
        connection.request(method, f"/capsviz/{path}", json.dumps(order), named)
        reply = connection.getresponse()
        return reply.status, reply.read().decode()


ORDER = {"do": "delete", "run": "one"}


@pytest.mark.parametrize(
    "headers", [{}, {"X_Forwarded_For": "127.0.0.1"}, {"Cookie": "capsviz_token=guess"}]
)
def test_a_client_behind_it_is_not_the_owner(behind, headers) -> None:
    status, said = ask(behind, "train/do", ORDER, **headers)
    assert (status, "watch trainings" in said) == (400, True)


def test_a_page_of_the_proxy_s_origin_is_a_foreign_one(behind) -> None:
    assert ask(behind, "train/do", ORDER, Origin=f"http://{behind}")[0] == 403


def test_the_token_identifies_the_owner_behind_a_proxy(behind) -> None:
    status, said = ask(behind, "train/do", ORDER, Cookie=f"capsviz_token={TOKEN}")
    assert (status, "there is no run 'one'" in said) == (400, True)


def test_a_forwarded_header_counts_from_a_named_proxy_alone(monkeypatch) -> None:
    monkeypatch.delenv("FORWARDED_ALLOW_IPS", raising=False)
    for named, counts in ((None, "127.0.0.1"), ("127.0.0.1", "203.0.113.9")):
        if named:
            monkeypatch.setenv("FORWARDED_ALLOW_IPS", named)
        with serve(app()) as address:
            place = urlsplit(address).netloc
            assert ask(place, "who", X_Forwarded_For="203.0.113.9")[1] == counts


def test_the_printed_address_makes_a_browser_the_owner_s(clients, monkeypatch) -> None:
    from capsviz.ui.pages.train import routes
    from capsviz.ui.server import guard

    monkeypatch.setattr(guard, "_create_token", lambda: TOKEN)
    monkeypatch.setattr(guard, "needs_token", lambda: True)
    client = clients(routes.routes())

    def may_train(**parameters: str) -> tuple[bool, str]:
        """Whether the owner's acts are open, and the cookie that the answer sets."""
        film = client.get("/capsviz/train/film", params={"run": "none", **parameters})
        acted = client.post("/capsviz/train/do", json=ORDER)
        return "watch trainings" not in acted.text, film.headers.get("set-cookie", "")

    assert may_train(token="guess") == (False, "")
    may, cookie = may_train(token=TOKEN)
    assert may
    assert "HttpOnly; SameSite=Strict" in cookie
    assert may_train() == (True, "")


def test_a_server_of_another_address_needs_the_token_locally_too(monkeypatch) -> None:
    from streamlit import config

    from capsviz.ui.server.guard import is_owner, needs_token

    here = {"host": "localhost:8501", "origin": "http://localhost:8501"}
    assert is_owner(here)
    assert not is_owner({"host": "localhost:8501"})
    before = config.get_option("server.corsAllowedOrigins")
    config.set_option("server.corsAllowedOrigins", ["https://teach.example"])
    try:
        assert needs_token()
        assert not is_owner(here)
    finally:
        config.set_option("server.corsAllowedOrigins", before)
    monkeypatch.setenv("CAPSVIZ_TOKEN", TOKEN)
    assert not is_owner(here)
    assert is_owner({**here, "cookie": f"capsviz_token={TOKEN}"})
