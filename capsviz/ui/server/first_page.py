"""Streamlit's page, with what its scripts would ask for one after the other asked for at once.

The page names the scripts that Streamlit starts with. That of components it asks for when the first
message names one, what that imports when it has come, and ours after these: each time a browser
waits for the way to the server and back, with nothing else to do.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path

import streamlit
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from capsviz.ui.catalogue import assets
from capsviz.ui.catalogue.navigation import ENTRIES, path
from capsviz.ui.server.compression import accepts_gzip, compress

_STATIC = Path(streamlit.__file__).with_name("static")
#: What shows components, which Streamlit asks for with the first of them.
_COMPONENTS = "static/js/BidiComponent.*.js"
#: What a module says that it imports as it loads; what it may import later stands in brackets.
_IMPORTS = re.compile(r'\b(?:from|import)\s*"(\.[^"]+\.js)"')


class FirstPage:
    """ASGI middleware that sends Streamlit's page where one of ours is, and passes all else on."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the page where one is asked for."""
        asked = scope["type"] == "http" and scope["method"] == "GET"
        if not asked or scope["path"] not in _addresses():
            await self.app(scope, receive, send)
            return
        body, headers = _html(), {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if accepts_gzip(Headers(scope=scope)):
            body, headers["Content-Encoding"] = _packed_html(), "gzip"
        await Response(body, media_type="text/html", headers=headers)(scope, receive, send)


def _addresses() -> set[str]:
    return {f"{assets.base_path()}/{path(entry.name)}" for entry in ENTRIES}


@functools.cache
def _html() -> bytes:
    """Streamlit's page with what is named besides."""
    html = (_STATIC / "index.html").read_text("utf-8")
    asked = [each for each in (*_streamlit_s(), *_ours()) if f'"{each}"' not in html]
    links = "".join(f'<link rel="modulepreload" crossorigin href="{each}">\n' for each in asked)
    return html.replace("</head>", f"{links}</head>", 1).encode()


@functools.cache
def _packed_html() -> bytes:
    return compress(_html())


def _streamlit_s() -> Iterator[str]:
    """Addresses of what shows components and of what it imports."""
    for script in _STATIC.glob(_COMPONENTS):
        for place in (f"./{script.name}", *_IMPORTS.findall(script.read_text("utf-8"))):
            yield f"./static/js/{place.removeprefix('./')}"


def _ours() -> Iterator[str]:
    """Address of our scripts where they are joined: a clone's hundred would hold up the others."""
    if assets.BUNDLE in assets.scripts():
        yield assets.address_of(assets.BUNDLE)
