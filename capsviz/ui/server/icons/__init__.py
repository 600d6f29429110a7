"""Streamlit's icon font with the icons that are shown, in place of all four thousand.

The font is Google's Material Symbols Rounded, under the Apache License 2.0 (``LICENSE`` beside
it), changed: ``python tests/ui/icon_font.py`` left out the icons that neither Streamlit nor the
app can show.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from capsviz.ui.catalogue.assets import base_path

#: Named as Streamlit names the whole font: its checksum is in there, so that another version's
#: font has another address and goes as it is.
FONT = Path(__file__).with_name("MaterialSymbols-Rounded.nEdyypZU.woff2")
#: The names of the icons in it, a line each.
NAMES = FONT.with_name("names.txt")
#: Not for good, as Streamlit says of the whole: a new version of capsviz may show icons that
#: are not in here, at the same address.
_KEEP = {"Cache-Control": "public, max-age=3600"}


class Icons:
    """ASGI middleware that answers for Streamlit's icon font and passes all else on."""

    def __init__(self, app: ASGIApp, shown: Iterable[str] = ()) -> None:
        """Around an app that shows these icons; where the font lacks one, Streamlit's goes out."""
        self.app = app
        self._font = FONT.read_bytes()
        self._suffices = set(shown) <= set(NAMES.read_text("utf-8").split())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the smaller font where the whole is asked for."""
        answer = self.app
        whole = scope["type"] == "http" and scope["method"] == "GET" and scope["path"] == _address()
        if whole and self._suffices:
            answer = Response(self._font, media_type="font/woff2", headers=_KEEP)
        await answer(scope, receive, send)


def _address() -> str:
    return f"{base_path()}/static/media/{FONT.name}"
