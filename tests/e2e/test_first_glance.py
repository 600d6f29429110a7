"""What a newcomer sees first: few controls, one answer, one next step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from on_page import PAGES, PATIENCE, SIZE, no_errors, show, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def newcomer(browser: Browser) -> Iterator[Page]:
    """A tab of somebody who was never here."""
    context = browser.new_context(viewport=SIZE)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    with no_errors(page):
        yield page
    context.close()


def test_one_switch_shows_all_details_is_kept_and_linked(newcomer, app):
    def shown():
        return newcomer.evaluate("document.documentElement.classList.contains('cv-details')")

    show(newcomer, app, "routing")
    switch = newcomer.get_by_test_id("tool-details")
    before = shown()
    assert switch.get_attribute("aria-pressed") == str(before).lower()
    switch.click()
    assert shown() is not before
    newcomer.reload()
    newcomer.wait_for_selector(PAGES["routing"])
    assert shown() is not before, "the browser keeps it"
    newcomer.get_by_test_id("tool-details").click()
    newcomer.goto(f"{app}/compare?details={int(not before)}")
    newcomer.wait_for_selector(PAGES["compare"])
    assert shown() is not before, "a link says it for as long as the page stays"
    newcomer.get_by_test_id("tool-share").click()
    until(newcomer, "() => document.querySelector('[data-testid=share-link]').value !== ''")
    link = newcomer.get_by_test_id("share-link").input_value()
    assert ("details=1" in link) is not before
