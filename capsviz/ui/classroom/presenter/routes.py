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
from capsviz.ui.catalogue.templates import fill_template
from capsviz.ui.languages import ENGLISH, html_language, refusals
from capsviz.ui.lessons import loader
from capsviz.ui.server import endpoints

_HERE = Path(__file__).parent


def page(language: str = ENGLISH) -> str:
    """The page's HTML. The socket delivers its content."""
    course = loader.load(language)
    words = {**course.words["classroom"], **course.words["presenter"]}
    data = json.dumps({"base": assets.base_path(), "words": words}).replace("<", "\\u003c")
    styles = ("theme.css", "standalone.css", "../classroom/bar.css", "../classroom/panels.css")
    return fill_template(
        (_HERE / "index.html").read_text("utf-8"),
        {
            "language": html_language(language),
            "title": escape(words["title"]),
            "css": style(_HERE, *styles),
            "script": escape(assets.address(_HERE / "index.js")),
            "data": data,
        },
    )


async def presenter(_: Request) -> Response:
    """The page, rendered for the current scripts."""
    html = await endpoints.run_in_thread(page, refusals.visitors_language.get())
    return HTMLResponse(html, headers={"Cache-Control": "no-store"})


def routes() -> list[BaseRoute]:
    """Route of the page, which uses the session's socket."""
    return [endpoints.get("presenter", presenter)]
