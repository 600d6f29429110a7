"""The frames of all pages, shown by phones until the server has sent the page itself."""

from __future__ import annotations

import functools
import hashlib
import json
import re

from starlette.routing import BaseRoute

from capsviz.ui.browser import markup, style
from capsviz.ui.catalogue import assets, navigation
from capsviz.ui.server import endpoints

#: Style sheets shared by pages, and those of the app around them.
_SHARED_STYLES = (
    "theme.css",
    "pen.css",
    "sliders.css",
    "knobs.css",
    "gallery.css",
    "length_rows.css",
    "export.css",
    "../classroom/frame.css",
)


@functools.cache
def frames() -> tuple[str, str]:
    """Checksum, and JSON with the shared "style" and the "html" and "css" of all "pages"."""
    shell = navigation.FOLDER.parent / "shell"
    pages = {}
    for entry in navigation.ENTRIES:
        folder = navigation.FOLDER / entry.name
        html = markup(folder)
        pages[entry.name] = {"html": html, "css": _shadow_styles(style(folder))}
    text = json.dumps({"style": _shadow_styles(style(shell, *_SHARED_STYLES)), "pages": pages})
    return hashlib.sha256(text.encode()).hexdigest()[:16], text


def address() -> str:
    """Address of the frames, below the server's address."""
    return f"{assets.base_path()}{assets.PREFIX}/frames/{frames()[0]}.json"


def _shadow_styles(css: str) -> str:
    """Adapt styles to a shadow root, whose host has the classes of the document."""
    return re.sub(r"\bhtml\.(cv-[\w-]+)", r":host(.\1)", css)


def _find(sha: str) -> str | None:
    checksum, text = frames()
    return text if sha == checksum else None


def routes() -> list[BaseRoute]:
    """The one route that serves them."""
    return [endpoints.get_by_checksum("frames/{sha}.json", _find)]
