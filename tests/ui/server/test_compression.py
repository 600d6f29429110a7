"""Immutable responses are compressed once, for all clients."""

from __future__ import annotations

import asyncio
import gzip
import re
from pathlib import Path

import httpx2 as httpx
import pytest
import streamlit
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from capsviz.ui.catalogue import assets
from capsviz.ui.server import compression

TEXT = b"export const answer = 42;\n" * 400
PATHS = {
    "forever.js": ("text/javascript", assets.IMMUTABLE),
    "today.js": ("text/javascript", {"Cache-Control": "no-cache"}),
    "picture.png": ("image/png", assets.IMMUTABLE),
}


class Asked:
    """An app whose answers are counted, and what stands before it."""

    def __init__(self) -> None:
        self.times = 0

        async def answer(request) -> Response:
            self.times += 1
            await asyncio.sleep(0)
            name = request.path_params["name"]
            if name not in PATHS:
                return Response("there is no such script", 404, headers=assets.IMMUTABLE)
            kind, headers = PATHS[name]
            return Response(TEXT, media_type=kind, headers={**headers, "ETag": '"one"'})

        route = Route("/{folder:path}/{name}", answer)
        self.app = compression.Compression(Starlette(routes=[route]))

    async def get(self, *paths: str, method: str = "GET", **headers: str) -> list[httpx.Response]:
        """The answers to all of these, asked for at once."""
        door = httpx.ASGITransport(self.app)
        async with httpx.AsyncClient(transport=door, base_url="http://localhost") as client:
            asking = [client.request(method, path, headers=headers) for path in paths]
            return await asyncio.gather(*asking)


def test_clients_that_read_nothing_do_not_block_others():
    """Twelve who ask for something that is not kept and read none of it; then one who reads."""

    async def all_of_them() -> list[str]:
        app, silent = Asked().app, asyncio.Event()

        async def ask(send) -> None:
            headers = [(b"accept-encoding", b"gzip"), (b"host", b"localhost")]
            scope = {"type": "http", "method": "GET", "path": "/capsviz/web/1/today.js"}
            empty = {"query_string": b"", "root_path": "", "http_version": "1.1", "scheme": "http"}
            await app({**scope, **empty, "headers": headers}, never, send)

        async def never() -> dict[str, object]:
            await silent.wait()
            return {"type": "http.disconnect"}

        async def reads_nothing(_message) -> None:
            await silent.wait()

        told: list[str] = []

        async def reads(message) -> None:
            told.append(message["type"])

        waiting = [asyncio.create_task(ask(reads_nothing)) for _ in range(12)]
        await asyncio.sleep(0.01)
        await asyncio.wait_for(ask(reads), 30)
        silent.set()
        await asyncio.gather(*waiting)
        return told

    assert asyncio.run(all_of_them())[:2] == ["http.response.start", "http.response.body"]


@pytest.fixture
def asked() -> Asked:
    return Asked()


def test_an_immutable_file_is_compressed_once(asked):
    answers = asyncio.run(asked.get(*["/capsviz/web/1/forever.js"] * 20))
    assert asked.times == 1
    for answer in answers:
        assert answer.content == TEXT
        assert answer.headers["content-encoding"] == "gzip"
        assert int(answer.headers["content-length"]) == len(gzip.compress(TEXT, 9))
        assert answer.headers["vary"] == "Accept-Encoding"
        assert "immutable" in answer.headers["cache-control"]
        assert "etag" not in answer.headers
    asyncio.run(asked.get("/capsviz/web/1/forever.js"))
    assert asked.times == 1


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/capsviz/web/1/today.js", {}),
        ("/capsviz/web/1/picture.png", {}),
        ("/elsewhere/forever.js", {}),
        ("/capsviz/web/1/forever.js", {"Accept-Encoding": "identity"}),
        ("/capsviz/web/1/forever.js", {"Accept-Encoding": "gzip;q=0"}),
        ("/capsviz/web/1/forever.js", {"Range": "bytes=0-9"}),
        ("/capsviz/web/1/forever.js", {"If-None-Match": '"one"'}),
    ],
)
def test_other_answers_are_sent_uncompressed_every_time(asked, path, headers):
    for times in (1, 2):
        (answer,) = asyncio.run(asked.get(path, **headers))
        assert answer.content == TEXT
        assert "content-encoding" not in answer.headers
        assert answer.headers["etag"] == '"one"'
        assert asked.times == times


def test_a_missing_file_is_not_cached(asked):
    for times in (1, 2):
        (answer,) = asyncio.run(asked.get("/capsviz/web/1/nothing.js"))
        assert (answer.status_code, asked.times) == (404, times)
    assert not asked.app._cache
    assert not asked.app._locks


def test_the_least_recently_requested_file_is_evicted(monkeypatch):
    monkeypatch.setattr(compression, "MIN_KEPT", 1)
    monkeypatch.setattr(compression, "MAX_KEPT", 2 * len(gzip.compress(TEXT, 9)))
    asked = Asked()
    paths = [f"/capsviz/web/{sha}/forever.js" for sha in range(3)]
    for path in (paths[0], paths[1], paths[0], paths[2]):
        (answer,) = asyncio.run(asked.get(path))
        assert answer.content == TEXT
        assert answer.headers["content-encoding"] == "gzip"
    assert list(asked.app._cache) == [paths[0], paths[2]]


def test_an_answer_larger_than_the_cache_is_sent(monkeypatch):
    monkeypatch.setattr(compression, "MIN_KEPT", 1)
    monkeypatch.setattr(compression, "MAX_KEPT", 2)
    asked = Asked()
    for _ in range(2):
        for answer in asyncio.run(asked.get(*(f"/capsviz/web/{n}/forever.js" for n in range(3)))):
            assert answer.content == TEXT
    assert asked.app._cache.currsize == 2


def test_addresses_are_not_remembered_without_end(monkeypatch):
    monkeypatch.setattr(compression, "MAX_KEPT", 10 * compression.MIN_KEPT)
    asked = Asked()
    for number in range(50):
        for name in ("today.js", "forever.js"):
            asyncio.run(asked.get(f"/capsviz/web/{number}/{name}"))
    assert len(asked.app._cache) == 10


@pytest.mark.parametrize("path", ["js/made-up.js", "x" * 2000, "./js/../js/x.js", "", "js"])
def test_an_unknown_static_file_gets_404_without_asking_streamlit(asked, path):
    for method in ("GET", "HEAD"):
        (answer,) = asyncio.run(asked.get(f"/static/{path}", method=method))
        assert answer.status_code == 404
    assert asked.times == 0
    assert not asked.app._cache


def test_every_file_of_streamlit_s_goes_through(asked):
    page = (Path(streamlit.__file__).parent / "static" / "index.html").read_text("utf-8")
    named = re.findall(r'"\./(static/[^"]+)"', page)
    assert named
    for place in named:
        asyncio.run(asked.get(f"/{place}"))
    assert asked.times == len(named)


def test_a_head_has_no_body(asked):
    (answer,) = asyncio.run(asked.get("/capsviz/web/1/forever.js", method="HEAD"))
    assert answer.content == b""
    assert "content-encoding" not in answer.headers
