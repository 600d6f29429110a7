"""One key takes back what was set, on every page, and another brings it again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from on_draw import wait_settled
from on_page import SIZE, no_errors, show, until
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: In ms; whatever is waited for is on the page already.
SOON = 60_000
VALUE = "document.querySelector('[data-testid=\"{}\"]').value"
TEXT = "document.querySelector('[data-testid=\"{}\"]').textContent"
CHOSEN = "document.querySelector('[data-testid=\"{}\"] [aria-checked=true]')?.textContent"
#: Control of each page, its key, and an element that shows the effect.
STEPS = {
    "routing": ("iteration", "ArrowLeft", TEXT.format("iteration-text")),
    "dimensions": ("capsules", "ArrowRight", CHOSEN.format("capsules")),
    "overlap": ("pair-canvas", "ArrowRight", TEXT.format("place")),
    "viewpoint": ("slider-rotation", "ArrowRight", VALUE.format("slider-rotation")),
    "train": ("train-time", "ArrowLeft", VALUE.format("train-time")),
}


@pytest.fixture(scope="module")
def newcomer(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=SIZE, reduced_motion="reduce")
    context.set_default_timeout(SOON)
    page = context.new_page()
    with no_errors(page):
        yield page
    context.close()


@pytest.mark.parametrize("name", STEPS)
def test_undo_and_redo_keys_restore_a_setting(newcomer: Page, app: str, name: str) -> None:
    page = newcomer
    control, key, value = STEPS[name]
    show(page, app, name)
    until(page, f"() => Boolean({value})", timeout=SOON)
    if name == "train":
        page.get_by_test_id(control).press("End")
    before = page.evaluate(value)
    place = page.get_by_test_id(control)
    (place.locator("[aria-checked=true]") if control == "capsules" else place).press(key)
    until(page, f"() => {value} !== {before!r}", timeout=SOON)
    after = page.evaluate(value)
    page.keyboard.press("Control+z")
    until(page, f"() => {value} === {before!r}", timeout=SOON)
    page.keyboard.press("Control+Shift+z")
    until(page, f"() => {value} === {after!r}", timeout=SOON)


def test_undo_brings_back_a_start_together_with_its_drawing(newcomer: Page, app: str) -> None:
    page = newcomer
    show(page, app, "dimensions")
    page.get_by_test_id("tool-details").click()
    start = page.get_by_test_id("start-mean")
    start.click()
    expect(start).to_have_attribute("aria-pressed", "true")
    page.locator(".cv-other summary").click()
    page.get_by_test_id("sample-4").click()
    expect(start).to_have_attribute("aria-pressed", "false")
    page.wait_for_load_state("networkidle")
    page.keyboard.press("Control+z")
    expect(start).to_have_attribute("aria-pressed", "true")
    page.wait_for_load_state("networkidle")  # the reading of the drawing, which leaves it as it is
    expect(start).to_have_attribute("aria-pressed", "true")


def test_undo_on_draw_restores_the_pose_before_the_stroke(newcomer: Page, app: str) -> None:
    page = newcomer
    show(page, app, "")
    x, y, width, height = page.get_by_test_id("canvas").bounding_box().values()
    points = "JSON.parse(sessionStorage['capsviz.kept.drawing']).value.s.length"
    assert page.evaluate(points) != 1  # an example, whose place the first stroke takes
    page.mouse.move(x + width / 2, y + height / 4)
    page.mouse.down()
    page.mouse.move(x + width / 2, y + height * 3 / 4, steps=5)
    page.mouse.up()
    until(page, f"() => {points} === 1", timeout=SOON)
    wait_settled(page)  # the sliders are the stroke's, not the example's
    slider = page.locator(".cv-slider-strong input").first
    slider.wait_for()
    before = slider.input_value()
    slider.press("ArrowRight")
    assert slider.input_value() != before
    page.keyboard.press("Control+z")
    until(
        page,
        f"() => document.querySelector('.cv-slider-strong input').value === {before!r}",
        timeout=SOON,
    )
    assert page.evaluate(points) == 1
    page.keyboard.press("Control+z")
    until(page, f"() => {points} !== 1", timeout=SOON)
