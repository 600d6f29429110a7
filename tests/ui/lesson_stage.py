"""The lessons' component on an empty page of a real browser, without a server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from modules import expose

STYLE = """:root { --st-primary-color: #b8430a; --st-background-color: #ffffff;
  --st-secondary-background-color: #f4f5f7; --st-text-color: #1c2126;
  --st-border-color: #d9dde2; --st-font: sans-serif; }"""


def open_stage(tab: Any) -> None:
    """Page, style and script of the component, at an address that takes parameters."""
    from capsviz.ui.browser import style
    from capsviz.ui.pages import learn

    tab.route("http://lessons.test/learn**", lambda route: route.fulfill(body="<!doctype html>"))
    tab.goto("http://lessons.test/learn")
    folder = Path(learn.__file__).parent
    tab.add_style_tag(content=STYLE + style(folder, "theme.css", "sliders.css"))
    tab.set_default_timeout(20_000)
    tab.evaluate(
        "(html) => { document.body.innerHTML = html; }", (folder / "index.html").read_text("utf-8")
    )
    expose(tab, "pages/learn/index.js")


def mount(tab: Any, data: dict[str, Any]) -> None:
    open_stage(tab)
    tab.evaluate(
        "(data) => globalThis.default({ parentElement: document.body, data: JSON.parse(data) })",
        json.dumps(data),
    )


def course_data(
    lesson: str = "",
    step: int = 0,
    extra: dict[str, Any] | None = None,
    view: dict[str, Any] | None = None,
) -> Any:
    from capsviz.ui.lessons import loader
    from capsviz.ui.pages.learn.view import View

    course = loader.load().to_plain(lambda place: f"/{place.page[0]}?v=1")
    return {
        "course": course,
        "lesson": lesson,
        "step": step,
        "extra": extra or {},
        "table": View.table(),
        "view": view,
    }
