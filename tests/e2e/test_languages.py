"""The language of the browser, of the menu, of an address; and one that is a third longer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from on_page import PAGES, PATIENCE, no_errors, show
from playwright.sync_api import expect
from pseudo_language import pseudo

from capsviz.ui.languages import native_names

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

#: Pages whose texts are messages; those of Learn are in `words.toml`.
WORDED = [name or "draw" for name in PAGES if name != "learn"]
OTHER = next(name for name in native_names() if name != "en")
#: The elements that name a message and show English letters alone.
ENGLISH = """() => [...document.querySelectorAll(".cv [data-text]")]
  .filter((node) => node.checkVisibility() && !node.children.length)
  .map((node) => node.textContent)
  .filter((words) => /^[A-Za-z ,.:]{3,}$/.test(words))"""
#: Elements that are cut off at the right edge, but for those in a box that scrolls sideways.
CUT = """() => [...document.querySelectorAll(".cv [data-text]")]
  .filter((node) => node.checkVisibility())
  .filter((node) => node.getBoundingClientRect().right > innerWidth + 1)
  .filter((node) => {
    const scrolls = (at) => at?.closest(".cv") &&
      (/auto|scroll/.test(getComputedStyle(at).overflowX) || scrolls(at.parentElement));
    return !scrolls(node.parentElement);
  })
  .map((node) => node.dataset.text)"""


@pytest.fixture
def foreigner(browser: Browser) -> Iterator[Page]:
    """A tab of somebody whose browser prefers another language."""
    context = browser.new_context(locale=OTHER, viewport={"width": 1280, "height": 720})
    context.set_default_timeout(PATIENCE)
    with no_errors(page := context.new_page(), logged=True):
        yield page
        page.unroute_all(behavior="ignoreErrors")
    context.close()


def language_of(page: Page) -> str:
    return page.evaluate("document.documentElement.lang").partition("-")[0]


@pytest.mark.journey
def test_a_browser_a_menu_and_an_address_choose_the_language(foreigner, app):
    show(foreigner, app, "")
    menu = foreigner.get_by_test_id("language")
    assert menu.input_value() == OTHER
    assert language_of(foreigner) == OTHER
    menu.select_option("en")
    expect(menu).to_have_value("en", timeout=PATIENCE)
    assert language_of(foreigner) == "en"
    show(foreigner, app, "")
    assert menu.input_value() == "en"
    show(foreigner, app, "", f"?lang={OTHER}")
    assert menu.input_value() == OTHER
    foreigner.get_by_test_id("tool-share").click()
    link = foreigner.get_by_test_id("share-link")
    expect(link).to_have_value(re.compile(f"[?&]lang={OTHER}"))


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids=["wide", "phone"])
@pytest.mark.parametrize("name", WORDED)
def test_a_language_a_third_longer_fits(foreigner, app, name, size):
    def lengthen(route: Route) -> None:
        reply = route.fetch()
        answer = json.loads(reply.body())
        if texts := answer.get("texts"):
            texts |= {kind: pseudo(texts[kind]) for kind in ("shared", "messages")}
        route.fulfill(response=reply, json=answer)

    foreigner.route("**/capsviz/page/*", lengthen)
    foreigner.route("**/capsviz/tools/*/*", lengthen)
    foreigner.set_viewport_size({"width": size[0], "height": size[1]})
    show(foreigner, app, "" if name == "draw" else name)
    assert foreigner.evaluate(ENGLISH) == []
    assert foreigner.evaluate(CUT) == []
    assert foreigner.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids=["projector", "phone"])
@pytest.mark.parametrize("language", [name for name in native_names() if name != "en"])
def test_each_language_fits_on_each_page(browser, app, language, size):
    """In class mode on a projector."""
    width, height = size
    context = browser.new_context(locale=language, viewport={"width": width, "height": height})
    context.set_default_timeout(PATIENCE)
    wrong = {}
    for name in PAGES:
        with no_errors(page := context.new_page(), logged=True):
            show(page, app, name, "?class=1" if width > height else "")
            fits = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            cut = page.evaluate(CUT)
            if cut or not fits or language_of(page) != language:
                wrong[name or "draw"] = cut or "its language, or its width"
        page.close()
    context.close()
    assert wrong == {}
