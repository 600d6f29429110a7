"""Each page opens without a jump and without an error, and each address leads somewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from on_page import PAGES, open_every_page, show
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: Sizes of screens, and whether all details are open.
SCREENS = [(1440, 900, False), (390, 844, False), (1440, 900, True)]


@pytest.mark.parametrize(("width", "height", "details"), SCREENS)
def test_no_page_jumps_as_it_opens_and_none_begins_with_an_error(
    browser: Browser, app: str, width: int, height: int, details: bool
):
    assert open_every_page(browser, app, width, height, details=details) == {}


def test_an_address_without_a_page_is_one_sentence_and_leads_to_the_app(tab, app):
    tab.goto(f"{app}/nope/nope")
    expect(tab.locator("body")).to_have_text("There is no page at this address: open capsviz.")
    tab.get_by_role("link").click()
    tab.wait_for_selector(PAGES[""])


@pytest.mark.parametrize(("address", "name"), [("draw", ""), ("Routing/", "routing")])
def test_an_address_in_other_letters_opens_its_page_and_no_dialog(tab, app, address, name):
    tab.goto(f"{app}/{address}")
    tab.wait_for_selector(PAGES[name])
    assert tab.url.removeprefix(f"{app}/") == name
    expect(tab.get_by_role("dialog")).to_have_count(0)


def test_a_page_s_link_pressed_with_control_opens_a_tab(fresh, app):
    show(fresh, app, "")
    with fresh.context.expect_page() as opening:
        fresh.get_by_test_id("page-link").get_by_text("Routing").click(modifiers=["Control"])
    other = opening.value
    other.wait_for_url(f"{app}/routing")
    assert fresh.url == f"{app}/"
    other.close()
