"""Nothing that a link, a file or a checkpoint says is rendered as Markdown or HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: Parts of a message that do not come from the text.
MARKUP = """(box) => [...box.querySelectorAll(
  "img, a, em, del, code, pre, h1, h2, h3, h4, li, ul, ol, blockquote, hr, sup, .katex, b, i, "
  + "[data-testid=stMarkdownColoredText], [data-testid=stIconMaterial], .stMarkdownBadge"
)].map((found) => found.outerHTML)"""


def test_a_link_s_words_are_no_markup(app: str, page: Page) -> None:
    from capsviz.config.read_settings import ReadSettings
    from capsviz.ui.session.permalink import Link, encode

    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    name = "![x](http://127.0.0.1:9/leak.png) [here](http://evil.example) <b>x</b>"
    token = encode(Link("draw", settings=ReadSettings(model=name)))
    page.goto(f"{app}/?v={token}")
    told = page.locator(".cv-told")
    told.wait_for(timeout=60_000)
    assert name in told.inner_text()
    assert told.bounding_box()["y"] < 200, "it is above the page, where it is seen"
    assert told.evaluate(MARKUP) == []
    assert not [url for url in asked if "leak" in url]
