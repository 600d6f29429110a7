"""Streamlit's page, with what its scripts would ask for one after the other asked for at once.

The page names the scripts that Streamlit starts with. That of components it asks for when the first
message names one, ours when that has come, and what these import when they have: each time a
browser waits for the way to the server and back, with nothing else to do.
"""

from __future__ import annotations

import functools
import gzip
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

import streamlit
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from capsviz.ui.server import web
from capsviz.ui.shell.navigation import ENTRIES, path

_STATIC = Path(streamlit.__file__).with_name("static")
#: What shows components, which Streamlit asks for with the first of them.
_COMPONENTS = "static/js/BidiComponent.*.js"
#: Scripts of every page, and those of the most.
_COMMON = ("browser/remount.js", "shell/index.js", "shell/picker/index.js")
#: What a module says that it imports as it loads; what it may import later stands in brackets.
_IMPORTS = re.compile(r'\b(?:from|import)\s*"(\.[^"]+\.js)"')


class FirstPage:
    """ASGI middleware that sends Streamlit's page where one of ours is, and passes all else on."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the page where one is asked for."""
        name = _pages().get(scope["path"]) if scope["type"] == "http" else None
        if name is None or scope["method"] != "GET":
            await self.app(scope, receive, send)
            return
        body, headers = _html(name), {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if "gzip" in Headers(scope=scope).get("accept-encoding", ""):
            body, headers["Content-Encoding"] = gzip.compress(body, mtime=0), "gzip"
        await Response(body, media_type="text/html", headers=headers)(scope, receive, send)


def _pages() -> dict[str, str]:
    """The names of the pages by their addresses."""
    return {f"{web.base_path()}/{path(entry.name)}": entry.name for entry in ENTRIES}


@functools.cache
def _html(name: str) -> bytes:
    """Streamlit's page for one of ours."""
    html = (_STATIC / "index.html").read_text("utf-8")
    asked = [each for each in (*_streamlit_s(), *_ours(name)) if f'"{each}"' not in html]
    links = "".join(f'<link rel="modulepreload" crossorigin href="{each}">\n' for each in asked)
    return html.replace("</head>", f"{links}</head>", 1).encode()


def _streamlit_s() -> Iterator[str]:
    """Addresses of what shows components and of what it imports."""
    for script in _STATIC.glob(_COMPONENTS):
        for place in (f"./{script.name}", *_IMPORTS.findall(script.read_text("utf-8"))):
            yield f"./static/js/{place.removeprefix('./')}"


def _ours(name: str) -> Iterator[str]:
    """Addresses of all scripts of a page; of the one that holds them where they are joined."""
    scripts = web.scripts()
    if web.BUNDLE in scripts:
        yield web.address_of(web.BUNDLE)
        return
    waiting, met = [*_COMMON, f"pages/{name}/index.js"], set()
    while waiting:
        place = waiting.pop(0)
        if place in met or place not in scripts:
            continue
        met.add(place)
        yield web.address_of(place)
        folder = posixpath.dirname(place)
        imports = _IMPORTS.findall(scripts[place].decode())
        waiting += [posixpath.normpath(posixpath.join(folder, each)) for each in imports]
