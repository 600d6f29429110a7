"""The pages in a large window: type and figures grow, and what is pointed at is what is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from on_page import PATIENCE, drawn_on, no_errors, scroll_until, show, until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page

#: Window, and least pixels of text and of a page's title there.
SIZES = {
    (1440, 900): (16, 28),
    (1920, 1080): (21, 37),
    (2560, 1440): (28, 49),
    (3840, 2160): (42, 74),
}
#: How far from the pointer a handle may stand, in pixels of the window.
NEAR = 4
LETTERS = "(node) => parseFloat(getComputedStyle(node).fontSize) * node.currentCSSZoom"


@pytest.fixture(scope="module")
def large(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 2560, "height": 1440})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    with no_errors(page, logged=True):
        yield page
    context.close()


def middle(node: Locator) -> tuple[float, float]:
    box = node.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    page.mouse.up()


def test_type_grows_with_the_window(large: Page, app: str) -> None:
    show(large, app, "viewpoint")
    found = {}
    for width, height in SIZES:
        large.set_viewport_size({"width": width, "height": height})
        found[width, height] = [
            large.locator(name).first.evaluate(LETTERS)
            for name in (".cv-viewpoint", ".cv-purpose b")
        ]
    large.set_viewport_size({"width": 2560, "height": 1440})
    for size, least in SIZES.items():
        assert all(letters >= limit for letters, limit in zip(found[size], least, strict=True))


def test_the_pen_draws_at_the_pointer(large: Page, app: str) -> None:
    show(large, app, "")
    canvas = large.get_by_test_id("canvas")
    box = canvas.bounding_box()
    assert box
    start = box["x"] + 0.3 * box["width"], box["y"] + 0.3 * box["height"]
    drag(large, start, (start[0] + 80, start[1] + 40))
    ink = drawn_on(canvas)
    side = round(len(ink) ** 0.5)
    assert abs(side - box["width"]) <= 2, "as sharp as the screen"
    down, right = np.nonzero(ink.reshape(side, side, 4)[..., 3] > 128)
    assert abs(right.mean() - (0.3 * side + 40)) < NEAR
    assert abs(down.mean() - (0.3 * side + 20)) < NEAR


def test_a_handle_stays_under_the_pointer(large: Page, app: str) -> None:
    show(large, app, "viewpoint")
    handle = large.get_by_test_id("handle-shift")
    x, y = middle(handle)
    drag(large, (x, y), (x + 60, y + 30))
    assert middle(handle) == pytest.approx((x + 60, y + 30), abs=NEAR)


def test_hovering_a_chart_s_point_shows_its_numbers(large: Page, app: str) -> None:
    show(large, app, "compare")
    scroll_until(large, ".cv-sections", ".js-plotly-plot .points path")
    point = large.locator(".js-plotly-plot .points path").first
    point.scroll_into_view_if_needed()
    large.mouse.move(*middle(point))
    until(large, "() => document.querySelector('.js-plotly-plot .hoverlayer').textContent")
