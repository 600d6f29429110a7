"""A visitor who chooses the networks for shapes and for clothes, and looks at every page."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from on_page import AT_REST, PAGES, PATIENCE, settle, show, until, until_true

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: Visible text of a page, without folded parts.
SAID = "() => [...document.querySelectorAll('.cv, [data-testid=stMarkdown]')]"
SAID += ".map((one) => one.innerText).join('\\n')"
STATE = "document.querySelector('.cv-viewpoint').page"


@pytest.mark.parametrize(
    ("network", "thing", "one"),
    [
        ("sprites", "shape", "crescent"),
        ("colours", "shape", "crescent"),
        ("fashion", "garment", "sneaker"),
        ("solids", "solid", "torus"),
    ],
)
def test_every_page_names_the_classes_of_the_chosen_network(
    page: Page, app: str, network: str, thing: str, one: str
) -> None:
    from capsviz.training import checkpoint

    if network not in checkpoint.names():
        pytest.skip(f"there is no network {network}")
    show(page, app, "")
    page.locator(".cv-picker select").select_option(network)
    page.locator('[data-testid="lengths"]', has_text=one).wait_for(timeout=PATIENCE)
    for link, name in (
        ("Routing", "routing"),
        ("Dimensions", "dimensions"),
        ("Viewpoint", "viewpoint"),
        ("Compare", "compare"),
    ):
        page.get_by_role("link", name=link, exact=True).first.click()
        page.wait_for_selector(PAGES[name], timeout=PATIENCE)
        page.locator(".cv", has_text=one).first.wait_for(timeout=PATIENCE)
        if name != "compare":
            until_true(page, lambda: thing in page.evaluate(SAID))
        page.evaluate(AT_REST)  # what it showed before the choice was known is gone
        said = page.evaluate(SAID)
        assert not re.search(r"\bdigits?\b|\bNaN\b|undefined|\bnull\b", said), (name, said)
        assert not page.get_by_text("There is no picture yet").is_visible()
        if name == "dimensions" and network in ("sprites", "colours"):
            _moves_each_other(page)
        if name == "viewpoint" and network == "sprites":
            _moves_what_is_seen(page)
        if name == "viewpoint" and network == "solids":
            _turns_like_a_ball(page)
        if name == "compare":
            _names_each_answer_in_one_line(page)


def test_tiles_of_few_types_are_as_high_as_wide(page: Page, app: str) -> None:
    show(page, app, "")
    page.locator(".cv-picker select").select_option("sprites")
    page.locator('[data-testid="lengths"]', has_text="crescent").wait_for(timeout=PATIENCE)
    tiles = page.get_by_test_id("couplings-1")
    across, down = tiles.evaluate("(canvas) => [canvas.width, canvas.height]")
    assert (across, down) == (4 * 7 - 1, 2 * 7 - 1)  # four types of 6 x 6 in each of two rows
    box = tiles.bounding_box()
    assert box["width"] / across == pytest.approx(box["height"] / down, rel=0.01)


def _names_each_answer_in_one_line(page: Page) -> None:
    """Nor do the numbers of the scale of couplings touch each other."""
    lines = (
        "(all) => all.map((one) => one.offsetHeight / parseFloat(getComputedStyle(one).fontSize))"
    )
    marks = "(all) => all.filter((one) => one.checkVisibility({ visibilityProperty: true }))"
    marks += ".map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right])"
    for width, height in ((1280, 720), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        assert max(page.locator(".cv-compared-answer b").evaluate_all(lines)) < 1.5, width
        places = page.locator(".cv-compare .cv-scale-bar span").evaluate_all(marks)
        assert all(one[1] < other[0] for one, other in pairwise(places)), width


def _moves_each_other(page: Page) -> None:
    """A factor moves the pose's numbers; a number of the pose moves what is read off."""
    values = "(what) => [...document.querySelectorAll(`[data-testid^=${what}-]`)].map(Number)"
    values = values.replace(
        ".map(Number)", ".filter((one) => one.type === 'range').map((one) => +one.value)"
    )
    before = page.evaluate(values, "dimension")
    page.get_by_test_id("factor-3").press("PageUp")
    until(
        page,
        f"(before) => ({values})('dimension').some((v, d) => Math.abs(v - before[d]) > 1e-3)",
        arg=before,
        timeout=PATIENCE,
    )
    read = page.evaluate(values, "factor")
    for _ in range(3):
        page.get_by_test_id("dimension-2").press("PageUp")
    until_true(page, lambda: page.evaluate(values, "factor") != read)


def _moves_what_is_seen(page: Page) -> None:
    """A factor moves the picture that is read; a transform moves what is read off it."""
    value = "(f) => Number(document.querySelector(`[data-testid=factor-${f}]`).value)"
    picture = "document.querySelector('[data-testid=network-input]').toDataURL()"
    before = page.evaluate(picture)
    page.get_by_test_id("factor-3").press("PageUp")
    until(page, f"(before) => {picture} !== before", arg=before, timeout=PATIENCE)
    until(page, f"() => !{STATE}.factors.moving && !{STATE}.link.dirty")
    x = page.evaluate(value, 0)
    for _ in range(3):
        page.get_by_test_id("slider-shift_x").press("PageUp")
    until(page, f"(x) => ({value})(0) > x + 0.02", arg=x, timeout=PATIENCE)  # to the right


def _turns_like_a_ball(page: Page) -> None:
    """A drag over the picture turns and tilts the body, and the pose's answer stands below."""
    value = "(f) => Number(document.querySelector(`[data-testid=factor-${f}]`).value)"
    page.get_by_test_id("handle-move").get_by_text("turn and tilt").wait_for(timeout=PATIENCE)
    azimuth, elevation = (page.evaluate(value, f) for f in (3, 4))
    box = page.get_by_test_id("network-input").bounding_box()
    assert box is not None
    x, y, side = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"]
    up = -1 if elevation > 40 else 1
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + side / 12, y + up * side / 12, steps=5)
    page.mouse.up()
    # A twelfth of the picture is 15 degrees of azimuth and 10 of elevation.
    until(page, f"(was) => Math.abs(({value})(4) - was) > 8", arg=elevation, timeout=PATIENCE)
    assert page.evaluate(value, 3) != pytest.approx(azimuth, abs=5)
    page.locator("[data-part=turned]", has_text="The pose says azimuth").wait_for(timeout=PATIENCE)
    until(page, f"() => !{STATE}.factors.moving", timeout=PATIENCE)
