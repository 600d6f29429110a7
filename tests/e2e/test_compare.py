"""The Compare page as a visitor uses it: another image, and every network reads it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from on_page import scroll_until, settle, until, until_true
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: Long enough for a loaded machine; nothing here asserts a time.
PATIENCE = 120_000
#: Least pixels of a cell of couplings, and how many a canvas's have.
MIN_CELL = 5
CELL = "(canvas) => canvas.getBoundingClientRect().width / canvas.width"


@pytest.fixture
def compare(tab: Page, app: str) -> Page:
    """The page, opened by its own address."""
    tab.goto(f"{app}/compare", timeout=PATIENCE)
    tab.wait_for_selector('[data-testid="compared-dynamic"]')
    return tab


def _answers(page: Page) -> list[str]:
    return page.locator(".cv-compared-answer b").all_inner_texts()


@pytest.mark.journey
def test_every_available_network_has_a_row_with_its_numbers(compare: Page):
    from capsviz.training import checkpoint

    names = list(checkpoint.list_offers(28, capsules=False))
    expect(compare.locator(".cv-compared")).to_have_count(len(names) + 1)
    unlabelled = compare.locator("tbody", has=compare.get_by_test_id("compared-parts")).inner_text()
    assert "Parts and 10 objects" in unlabelled
    assert "learnt without labels" in unlabelled
    assert "100 labels each" in unlabelled
    for name in names:
        row = compare.get_by_test_id(f"compared-{name}")
        assert row.locator(".cv-compared-value").count() == 10
        assert " ms" in compare.locator("tbody", has=row).inner_text()
        if name == "cnn":
            assert "no capsules" in row.inner_text()
            assert "no decoder" in row.inner_text()
        else:
            assert row.locator("canvas").count() == 2


def test_the_table_is_sorted_by_its_heads_and_read_as_a_table(compare: Page):
    rows = compare.locator(".cv-compared")

    def shown(name: str) -> list[str]:
        return rows.locator(f".cv-compared-{name} b").all_inner_texts()

    given = compare.locator(".cv-compared > th").all_inner_texts()
    head = compare.get_by_role("columnheader", name="accuracy")
    for order in ("descending", "ascending"):
        head.get_by_role("button").focus()
        compare.keyboard.press("Enter")
        expect(head).to_have_attribute("aria-sort", order)
        found = [float(text.removesuffix(" %")) for text in shown("accuracy") if text]
        assert found == sorted(found, reverse=order == "descending")
    head.get_by_role("button").click()
    expect(head).to_have_attribute("aria-sort", "none")
    assert compare.locator(".cv-compared > th").all_inner_texts() == given
    # Each head sorts, and another order is of the rows alone.
    for head in compare.locator("[data-sort]").all():
        head.get_by_role("button").click()
        expect(head).to_have_attribute("aria-sort", re.compile("^(as|des)cending$"))
        assert sorted(compare.locator(".cv-compared > th").all_inner_texts()) == sorted(given)
    table = compare.get_by_role("table", name="what each network makes of the image")
    told = table.aria_snapshot()
    assert 'rowheader "Self-attention"' in told
    assert re.search(r'cell "99\.\d\d % 99\.\d\d to 99\.\d\d"', told)


def test_couplings_are_large_enough_to_read_and_tell_their_values(compare: Page):
    compare.get_by_test_id("compare-image").scroll_into_view_if_needed()
    for width, height in ((1440, 900), (390, 844)):
        compare.set_viewport_size({"width": width, "height": height})
        settle(compare)
        for canvas in compare.locator(".cv-compared-couplings canvas").all():
            until_true(compare, lambda canvas=canvas: canvas.evaluate(CELL) >= MIN_CELL)
    compare.set_viewport_size({"width": 1440, "height": 900})
    row = compare.get_by_test_id("compared-dynamic")
    row.locator(".cv-compared-couplings canvas").hover(position={"x": 2, "y": 2})
    expect(row.locator(".cv-compared-tip")).to_have_text(
        re.compile(r"^type 0, row 0, column 0: c = 0\.\d+$")
    )
    # The same capsule is told in each network that has it, and in no other.
    expect(compare.get_by_test_id("compared-uniform").locator(".cv-compared-tip")).to_have_text(
        "c = 0.10"
    )
    expect(compare.get_by_test_id("compared-matrix").locator(".cv-compared-tip")).to_be_hidden()
    compare.mouse.move(2, 2)
    expect(row.locator(".cv-compared-tip")).to_be_hidden()


def test_couplings_are_enlarged_by_a_press_and_stay_so_for_another_image(compare: Page):
    look = compare.get_by_test_id("look-dynamic")
    row = compare.get_by_test_id("compared-dynamic")
    cell = row.locator(".cv-compared-reconstruction")
    before, place = look.bounding_box(), cell.bounding_box()
    look.focus()
    compare.keyboard.press("Enter")
    expect(look).to_have_attribute("aria-expanded", "true")
    assert look.bounding_box()["width"] > 2 * before["width"]
    assert cell.bounding_box()["x"] == place["x"], "the row's other cells stay in their columns"
    expect(row.get_by_text("+15", exact=True)).to_be_visible()
    compare.locator("[data-sort=accuracy] button").click()  # new rows
    expect(look).to_have_attribute("aria-expanded", "true")
    look.click()
    expect(look).to_have_attribute("aria-expanded", "false")
    assert look.bounding_box()["width"] == before["width"]


def test_comparing_a_test_digit_and_going_back_restores_the_drawing(compare: Page, mnist_root):
    of = compare.locator('[data-part="of"]')
    assert "an example" in of.inner_text()  # nobody has drawn yet
    drawn = _answers(compare)
    # Test digit 0 is a 7; no network here misreads it.
    compare.get_by_test_id("compare-index").fill("0")
    compare.get_by_role("button", name="compare", exact=True).click()
    until(
        compare,
        "() => document.querySelector('.cv-compare [data-part=of]').textContent"
        ".includes('digit 0')",
    )
    until_true(compare, lambda: set(_answers(compare)) == {"7"})
    compare.get_by_test_id("compare-drawing").click()
    until(
        compare,
        "() => document.querySelector('.cv-compare [data-part=of]').textContent"
        ".includes('an example')",
    )
    until_true(compare, lambda: _answers(compare) == drawn)


def test_clicking_a_disputed_digit_compares_it(compare: Page, mnist_root):
    from capsviz.training import checkpoint

    if len(checkpoint.list_offers(28, capsules=False)) < 2:
        pytest.skip("one network alone disputes nothing: train another")
    compare.set_viewport_size({"width": 390, "height": 844})
    compare.get_by_test_id("compare-disputes").click()
    compare.wait_for_selector(".cv-disputed")
    first = compare.locator(".cv-disputed").first
    index = first.get_attribute("data-testid").removeprefix("disputed-")
    first.click()
    until(
        compare,
        "(index) => document.querySelector('.cv-compare [data-part=of]').textContent"
        ".endsWith(`digit ${index}`)",
        arg=index,
    )
    expect(compare.get_by_test_id("compare-image")).to_be_in_viewport()
    # It was disputed when all was measured, and is now.
    until_true(compare, lambda: len(set(_answers(compare))) > 1)


def test_deselecting_a_network_updates_the_disputed_digits_only(compare: Page, mnist_root):
    scroll_until(compare, '[data-part="sections"]', ".cv-disputed")
    note = compare.locator('[data-section="disputed"] p').first
    before = note.inner_text()
    names = compare.get_by_test_id("compare-names")
    names.get_by_role("button").first.click()
    until_true(compare, lambda: note.inner_text() != before)
    assert names.get_by_role("button", pressed=False).count() == 1
    # The other sections stay.
    assert compare.locator('[data-section="results"] .cv-chart').count() == 2
