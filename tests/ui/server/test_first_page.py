"""Pages' addresses are answered with Streamlit's page, which names what it would ask for later."""

from __future__ import annotations

import asyncio
import re

import httpx2 as httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from capsviz.ui.catalogue import assets
from capsviz.ui.server import first_page

_LINK = re.compile(r'<link rel="modulepreload" crossorigin href="([^"]+)">\n')


@pytest.fixture(autouse=True)
def anew():
    """Each test has the page made anew, and leaves none behind."""
    for made in (first_page._html, first_page._packed_html):
        made.cache_clear()
    yield
    for made in (first_page._html, first_page._packed_html):
        made.cache_clear()


def asked(*requests: tuple[str, str], **headers: str) -> list[httpx.Response]:
    async def answer(request) -> Response:
        return Response("Streamlit's")

    route = Route("/{path:path}", answer, methods=["GET", "HEAD"])
    app = first_page.FirstPage(Starlette(routes=[route]))

    async def ask() -> list[httpx.Response]:
        door = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=door, base_url="http://localhost") as client:
            return [
                await client.request(method, path, headers=headers) for method, path in requests
            ]

    return asyncio.run(ask())


def links(html: str) -> list[str]:
    """What the page names besides what Streamlit's own does."""
    before = (first_page._STATIC / "index.html").read_text("utf-8")
    return [each for each in _LINK.findall(html) if f'"{each}"' not in before]


@pytest.mark.parametrize("path", ["/", "/routing?v=1x"])
def test_a_page_is_streamlit_s_and_names_what_shows_components(path):
    (answer,) = asked(("GET", path))
    found = links(answer.text)
    assert len(found) == len(set(found))
    without = answer.text
    for each in found:
        without = without.replace(f'<link rel="modulepreload" crossorigin href="{each}">\n', "")
    assert without == (first_page._STATIC / "index.html").read_text("utf-8")
    assert any("BidiComponent" in each for each in found)
    assert all((first_page._STATIC / each).is_file() for each in found)
    assert answer.headers["cache-control"] == "no-cache"


def test_joined_scripts_are_one(monkeypatch):
    monkeypatch.setattr(assets, "scripts", lambda: {assets.BUNDLE: b"", "browser/pen.js": b""})
    monkeypatch.setattr(assets, "checksum", lambda: "0123")
    (answer,) = asked(("GET", "/compare"))
    own = [each for each in links(answer.text) if each.startswith("/capsviz/")]
    assert own == [f"/capsviz/web/0123/{assets.BUNDLE}"]


def test_it_comes_compressed_to_who_takes_that():
    packed, plain = (asked(("GET", "/"), **{"accept-encoding": each})[0] for each in ("gzip", ""))
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2


def test_all_else_is_streamlit_s():
    others = [("GET", "/static/js/a.js"), ("GET", "/draw/x"), ("HEAD", "/x"), ("GET", "/capsviz/x")]
    assert [answer.text for answer in asked(*others)] == [
        "Streamlit's",
        "Streamlit's",
        "",
        "Streamlit's",
    ]
