"""The presenter view as a page."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute

from capsviz.ui.browser import style
from capsviz.ui.catalogue import assets
from capsviz.ui.lessons import loader
from capsviz.ui.server import endpoints

_HERE = Path(__file__).parent


def page() -> str:
    """The page. Its content comes over the socket."""
    course = loader.load()
    words = {**course.words["classroom"], **course.words["presenter"]}
    data = json.dumps({"base": assets.base_path(), "words": words}).replace("<", "\\u003c")
    return (
        (_HERE / "index.html")
        .read_text("utf-8")
        .replace("{{title}}", escape(words["title"]))
        .replace(
            "{{css}}",
            style(
                _HERE,
                "theme.css",
                "standalone.css",
                "../classroom/bar.css",
                "../classroom/panels.css",
            ),
        )
        .replace("{{script}}", escape(assets.address(_HERE / "index.js")))
        .replace("{{data}}", data)
    )


async def presenter(_: Request) -> Response:
    """The page, rendered for the scripts that are served now."""
    made = await endpoints.in_thread(page)
    return HTMLResponse(made, headers={"Cache-Control": "no-store"})


def routes() -> list[BaseRoute]:
    """Route of the page alone; it uses the session's socket."""
    return [endpoints.get("presenter", presenter)]
