"""The icons' font is Streamlit's own with fewer icons, and none that can be shown is missing."""

from __future__ import annotations

import asyncio

import httpx2 as httpx
import pytest
from fontTools.ttLib import TTFont
from icon_font import WHOLE, icons, named, scripts
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from capsviz.ui.server.icons import FONT, Icons

ADDRESS = f"/static/media/{FONT.name}"


@pytest.fixture(scope="module")
def fonts() -> tuple[TTFont, TTFont]:
    """Streamlit's, and ours."""
    assert WHOLE.exists(), "Streamlit's font is another: name ours like it and make it anew"
    return TTFont(WHOLE), TTFont(FONT)


def test_every_icon_that_can_be_shown_is_there(fonts):
    whole, ours = map(icons, fonts)
    shown = named() & whole.keys()
    assert {"draw", "alt_route", "info", "close", "keyboard_double_arrow_right"} <= shown
    assert shown <= ours.keys(), "run python tests/ui/icon_font.py"
    # Names put together out of parts would not be found.
    assert not any(":material/${" in script for script in scripts())


def test_it_is_cut_out_of_the_same_font(fonts):
    whole, ours = fonts
    assert icons(ours).keys() <= icons(whole).keys()
    for table, part in (("head", "fontRevision"), ("head", "unitsPerEm"), ("hhea", "ascent")):
        assert getattr(ours[table], part) == getattr(whole[table], part)
    for text in (0, 5):  # whose it is, and its version
        assert ours["name"].getDebugName(text) == whole["name"].getDebugName(text)


def test_it_is_small_and_sent_in_place_of_the_whole():
    (answer,) = asked(("GET", ADDRESS))
    assert answer.content == FONT.read_bytes()
    assert len(answer.content) < 15_000 < WHOLE.stat().st_size
    assert answer.headers["content-type"] == "font/woff2"
    assert "immutable" not in answer.headers["cache-control"]


def test_all_else_is_streamlit_s():
    others = [
        ("GET", ADDRESS.replace("nEdyypZU", "AnotherV")),
        ("GET", "/static/media/SourceSansVF-Upright.ttf.BsWL4Kly.woff2"),
        ("GET", f"/elsewhere{ADDRESS}"),
        ("POST", ADDRESS),
    ]
    assert [answer.text for answer in asked(*others)] == ["Streamlit's"] * len(others)


def asked(*requests: tuple[str, str]) -> list[httpx.Response]:
    async def answer(request) -> Response:
        return Response("Streamlit's")

    app = Icons(Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "POST"])]))

    async def ask() -> list[httpx.Response]:
        door = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=door, base_url="http://localhost") as client:
            return [await client.request(method, path) for method, path in requests]

    return asyncio.run(ask())
