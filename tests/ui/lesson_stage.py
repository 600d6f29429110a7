"""The lessons' component on an empty page of a real browser, without a server."""

from __future__ import annotations

import json
from typing import Any

STYLE = """:root { --st-primary-color: #b8430a; --st-background-color: #ffffff;
  --st-secondary-background-color: #f4f5f7; --st-text-color: #1c2126;
  --st-border-color: #d9dde2; --st-font: sans-serif; }"""
#: What a script tag cannot hold: the component's one export becomes a function by name.
EXPORT = "export default function ("


def parts() -> dict[str, str]:
    from capsviz.ui.components import assets
    from capsviz.ui.components.lesson import SCRIPTS

    found = assets("lesson", "theme.css", "sliders.css", *SCRIPTS)
    assert found["js"].count(EXPORT) == 1
    return {**found, "js": found["js"].replace(EXPORT, "function mountLessons(")}


def open_stage(tab: Any) -> None:
    """Page, style and script of the component, at an address that takes parameters."""
    tab.route("http://lessons.test/learn**", lambda route: route.fulfill(body="<!doctype html>"))
    tab.goto("http://lessons.test/learn")
    found = parts()
    tab.add_style_tag(content=STYLE + found["css"])
    tab.set_default_timeout(20_000)
    tab.evaluate("(html) => { document.body.innerHTML = html; }", found["html"])
    tab.add_script_tag(content=found["js"])


def mount(tab: Any, data: dict[str, Any]) -> None:
    open_stage(tab)
    tab.evaluate(
        "(data) => mountLessons({ parentElement: document.body, data: JSON.parse(data) })",
        json.dumps(data),
    )


def course_data(lesson: str = "", step: int = 0, extra: dict[str, Any] | None = None) -> Any:
    from capsviz.ui.lessons import loader

    course = loader.load().to_plain(lambda place: f"/{place.page[0]}?v=1")
    return {"course": course, "lesson": lesson, "step": step, "extra": extra or {}}
