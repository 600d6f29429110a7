"""Parts as a visitor uses it: drawn, taken apart, changed by hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from on_page import until
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

UPDATES = "(least) => Number(document.querySelector('.cv-parts').dataset.updates ?? 0) > least"
#: Nothing that was drawn is still to be read.
ANSWERED = "() => !document.querySelector('.cv-parts').page.due"
ERROR = "() => document.querySelector('[data-testid=error]').textContent"


@pytest.mark.journey
def test_a_digit_is_taken_apart_as_it_is_drawn_and_put_together_by_hand(
    visitor: BrowserContext, app: str
) -> None:
    page = visitor.new_page()
    page.goto(f"{app}/parts")
    until(page, UPDATES, 0)
    verdict, error = page.get_by_test_id("verdict"), page.get_by_test_id("error")
    # Two parts trade places: presences fit, poses do not; undone it is as it was, ignored as well.
    whole = verdict.inner_text()
    assert re.match(r"7 \(object \d+\): \d+ %$", whole)
    page.get_by_test_id("scramble").click()
    expect(verdict).to_have_text(re.compile("^none of the objects"))
    page.get_by_test_id("undo").click()
    expect(verdict).to_have_text(whole)
    page.get_by_test_id("clear").click()
    expect(verdict).to_have_text("no part is there")
    before = int(page.locator(".cv-parts").get_attribute("data-updates") or 0)
    box = page.get_by_test_id("canvas").bounding_box()
    assert box
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.2 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.8 * box["height"], steps=10)
    # Taken apart while the pen is still down.
    until(page, UPDATES, before)
    expect(verdict).to_have_text(re.compile(r"^\d \(object \d+\): \d+ %$"))
    page.mouse.up()
    until(page, ANSWERED)  # the last of the stroke is read too, and the handle stays where it is
    drawn = page.evaluate(ERROR)
    handle = page.get_by_test_id("handle-move").bounding_box()
    assert handle
    page.mouse.move(handle["x"] + 9, handle["y"] + 9)
    page.mouse.down()
    page.mouse.move(handle["x"] + 79, handle["y"] + 9, steps=5)
    page.mouse.up()
    expect(error).not_to_have_text(drawn)
    page.get_by_test_id("reset").click()
    expect(error).to_have_text(drawn)
    # A network of sprites brings sprites, once no drawing of one's own is there.
    page.get_by_test_id("clear").click()
    page.get_by_test_id("network").select_option("parts_sprites")
    expect(page.get_by_test_id("sample-0")).to_have_attribute("title", "triangle 1")
    expect(verdict).to_have_text(re.compile(r"^[a-zA-Z]+ \(object [1-8]\): \d+ %$"))
    expect(error).to_have_text(re.compile(r"^error \d+\.\d$"))
