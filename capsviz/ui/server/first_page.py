"""Responses to addresses of the app: Streamlit's HTML for pages, and an error for others.

Streamlit answers any address with its HTML, whose scripts then fail for unknown pages: with a
dialog or, below a folder, with an empty page, since imports fail. Addresses similar to a page's,
such as ``/Routing`` or ``/draw/``, are redirected.

The HTML preloads scripts. Otherwise Streamlit would request its script of components after the
first message, then that script's imports, and then ours: three round trips in which the browser is
idle.
"""

from __future__ import annotations

import base64
import functools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import streamlit
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from capsviz.ui.catalogue import assets
from capsviz.ui.catalogue.navigation import ENTRIES, path
from capsviz.ui.server.browser_cookie import name_browser
from capsviz.ui.server.compression import accepts_gzip, compress

_STATIC = Path(streamlit.__file__).with_name("static")
#: Streamlit's script of components, requested with the first component.
_COMPONENTS = "static/js/BidiComponent.*.js"
#: Static imports of a module; dynamic ones have parentheses.
_IMPORTS = re.compile(r'\b(?:from|import)\s*"(\.[^"]+\.js)"')


#: Sets the server's address for Streamlit's scripts: they would try addresses below the page's
#: first, with two errors in the console. Streamlit's error dialogs are off, since pages report a
#: missing server themselves and drawing does not need one.
SCRIPT = (
    'window.__streamlit = { BACKEND_BASE_URL: new URL("./", location.href).href, '
    "HOST_CONFIG: { blockErrorDialogs: true } }"
)
#: Streamlit's font of icons, requested at every start: 375 kB that are not used.
_ICONS = re.compile(r"/static/media/MaterialSymbols[\w.-]*\.woff2")
#: A font with one unused glyph, made by `fontTools.fontBuilder`.
_EMPTY_FONT = base64.b64decode(
    "d09GMgABAAAAAADoAAoAAAAAAjwAAACgAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAABmAANAoUNAE2AiQDBgsGAAQgBTwHIB"
    "ujARguCuyGY4dYqzpsQkMfIHIgf4rno3v2585MsC8tX6E0TwPOvAKRvtjPgTK54mnqf5z68I3w4PLFA65ViRiTqZIMMQE2"
    "4CAomW7UjrydjBjgrsK2+TYoNC5acDE2xgj2v80yAVBgEDQGMCB0crYWEITH8/pZR//Br18PWBZagdBbOBBLAABxgKC0gA"
    "IAwLgJiCCgRLTMEqUeFT6vZQAAAA=="
)
#: A file name that visitors may add to the app's address.
_INDEX = "index.html"
_CACHE_HEADERS = {"Cache-Control": "public, max-age=86400"}
_UNKNOWN_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No such page · capsviz</title>
<link rel="icon" href="{base}/favicon.png">
<style>
  :root {{ color-scheme: light dark; }}
  body {{ margin: 72px 32px; font: 16px/1.5 system-ui, sans-serif; }}
  a {{ color: inherit; }}
</style>
<p>There is no page at this address: <a href="{base}/">open capsviz</a>.</p>
</html>
"""


class FirstPage:
    """ASGI middleware that answers addresses of pages and of an unused font.

    Parameters
    ----------
    app : answers all other requests.
    style : CSS of the shell around every page, included in the first HTML.
    sheets : returns the addresses of a page's style sheets, to preload.
    """

    def __init__(
        self,
        app: ASGIApp,
        style: str = "",
        sheets: Callable[[str], tuple[str, ...]] = lambda _name: (),
    ) -> None:
        self.app, self.style, self.sheets = app, style, sheets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a page, redirect to one, or send an error."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        answer = self._answer(scope)
        if answer is None:
            await _NoPage(self.app)(scope, receive, send)
        else:
            await answer(scope, receive, send)

    def _answer(self, scope: Scope) -> Response | None:
        relative = scope["path"].removeprefix(assets.base_path())
        within = relative != scope["path"] or not assets.base_path()
        if not within or relative[:1] not in ("", "/"):
            return None
        if _ICONS.fullmatch(relative):
            return Response(_EMPTY_FONT, headers=_CACHE_HEADERS, media_type="font/woff2")
        name = relative.removeprefix("/")
        if scope["method"] == "GET" and relative and name in _names():
            page = self._page(_names()[name], Headers(scope=scope))
            name_browser(Request(scope).cookies, page)
            return page
        if (meant := _page_meant_by(name)) is None:
            return None
        query = scope["query_string"].decode("latin-1")
        address = f"{assets.base_path()}/{meant}" + f"?{query}" * bool(query)
        return RedirectResponse(address, headers={"Cache-Control": "no-cache"})

    def _page(self, name: str, request_headers: Headers) -> Response:
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        sheets = self.sheets(name)
        body = _html(name, self.style, sheets)
        if accepts_gzip(request_headers):
            body, headers["Content-Encoding"] = _packed_html(name, self.style, sheets), "gzip"
        return Response(body, media_type="text/html", headers=headers)


class _NoPage:
    """ASGI middleware that replaces Streamlit's HTML for unknown addresses by an error."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and replace Streamlit's HTML by an error."""
        is_own = scope["path"].startswith(f"{assets.base_path()}{assets.PREFIX}/")
        replaced = False

        async def send_known_address(message: Message) -> None:
            nonlocal replaced
            if message["type"] == "http.response.start":
                kind = Headers(raw=message["headers"]).get("content-type", "")
                replaced = message["status"] == 200 and kind.startswith("text/html")
                if replaced:
                    html = _UNKNOWN_PAGE.format(base=assets.base_path())
                    await HTMLResponse(html, 404)(scope, receive, send)
            if not replaced:
                await send(message)

        await self.app(scope, receive, send if is_own else send_known_address)


@functools.cache
def _names() -> dict[str, str]:
    """Names of pages by their paths."""
    return {path(entry.name): entry.name for entry in ENTRIES}


def _page_meant_by(name: str) -> str | None:
    """The path of a page with a similar address: other case, a slash, or the page's name."""
    parts = [part for part in name.lower().split("/") if part]
    if parts[-1:] == [_INDEX]:
        parts.pop()
    paths = {entry.name: path(entry.name) for entry in ENTRIES} | {"": ""}
    return paths.get("/".join(parts))


@functools.cache
def _html(name: str, style: str, sheets: tuple[str, ...]) -> bytes:
    """Streamlit's HTML with preloads, and the style of the shell."""
    html = (_STATIC / "index.html").read_text("utf-8")
    addresses = [each for each in (*_streamlit_s(), *_ours(name)) if f'"{each}"' not in html]
    links = "".join(f'<link rel="modulepreload" crossorigin href="{each}">\n' for each in addresses)
    links += "".join(f'<link rel="preload" as="style" href="{each}">\n' for each in sheets)
    shell = f"<script>{SCRIPT}</script>\n"
    shell += f"<style>\n{style}</style>\n" if style else ""
    return html.replace("</head>", f"{links}{shell}</head>", 1).encode()


@functools.cache
def _packed_html(name: str, style: str, sheets: tuple[str, ...]) -> bytes:
    return compress(_html(name, style, sheets))


def _streamlit_s() -> Iterator[str]:
    """Addresses of Streamlit's script of components and of its imports."""
    for script in _STATIC.glob(_COMPONENTS):
        for module in (f"./{script.name}", *_IMPORTS.findall(script.read_text("utf-8"))):
            yield f"./static/js/{module.removeprefix('./')}"


def _ours(page: str) -> Iterator[str]:
    """Addresses of the component's script and, if bundled, of the page's scripts.

    The hundred scripts of a clone would delay others.
    """
    yield f"./_stcore/bidi-components/{assets.COMPONENT}/{assets.ENTRY}"
    yield from assets.bundles(page)
