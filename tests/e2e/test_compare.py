"""The Compare page as a visitor uses it: another image, and every network reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from on_page import scroll_until, until, until_true
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: Long enough for a loaded machine; nothing here asserts a time.
PATIENCE = 120_000


@pytest.fixture
def compare(tab: Page, app: str) -> Page:
    """The page, opened by its own address."""
    tab.goto(f"{app}/compare", timeout=PATIENCE)
    tab.wait_for_selector('[data-testid="column-dynamic"]')
    return tab


def _answers(page: Page) -> list[str]:
    return page.locator(".cv-column-answer b").all_inner_texts()


@pytest.mark.journey
def test_every_network_that_is_here_has_a_column_with_its_numbers(compare: Page):
    from capsviz.training import checkpoint

    names = list(checkpoint.list_offers(28, capsules=False))
    columns = compare.locator(".cv-column")
    expect(columns).to_have_count(len(names) + 1)
    unlabelled = compare.get_by_test_id("column-parts").inner_text()
    assert "Parts and 10 objects" in unlabelled
    assert "learnt without labels" in unlabelled
    assert "100 labels each" in unlabelled
    for name in names:
        column = compare.get_by_test_id(f"column-{name}")
        assert column.locator(".cv-column-value").count() == 10
        assert " ms" in column.inner_text()
        if name == "cnn":
            assert "no capsules" in column.inner_text()
            assert "no decoder" in column.inner_text()
        else:
            assert column.locator("canvas").count() == 2


def test_a_test_digit_is_compared_and_the_drawing_comes_back(compare: Page, mnist_root):
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


def test_a_disputed_digit_is_compared_at_a_click(compare: Page, mnist_root):
    from capsviz.training import checkpoint

    if len(checkpoint.list_offers(28, capsules=False)) < 2:
        pytest.skip("one network alone disputes nothing: train another")
    scroll_until(compare, '[data-part="sections"]', ".cv-disputed")
    first = compare.locator(".cv-disputed").first
    index = first.get_attribute("data-testid").removeprefix("disputed-")
    first.click()
    until(
        compare,
        "(index) => document.querySelector('.cv-compare [data-part=of]').textContent"
        ".endsWith(`digit ${index}`)",
        arg=index,
    )
    # It was disputed when all was measured, and is now.
    until_true(compare, lambda: len(set(_answers(compare))) > 1)


def test_fewer_networks_are_held_against_each_other(compare: Page, mnist_root):
    scroll_until(compare, '[data-part="sections"]', ".cv-disputed")
    note = compare.locator('[data-section="disputed"] p').first
    before = note.inner_text()
    names = compare.get_by_test_id("compare-names")
    names.get_by_role("button").first.click()
    until_true(compare, lambda: note.inner_text() != before)
    assert names.get_by_role("button", pressed=False).count() == 1
    # The other sections stay.
    assert compare.locator('[data-section="results"] .cv-chart').count() == 2
