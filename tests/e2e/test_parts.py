"""Parts as a visitor uses it: drawn, taken apart, changed by hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from on_page import come_to_rest, forget, until
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

UPDATES = "(least) => Number(document.querySelector('.cv-parts').dataset.updates ?? 0) > least"
#: Nothing that was drawn is still to be read.
ANSWERED = "() => !document.querySelector('.cv-parts').page.frame"
ERROR = "() => document.querySelector('[data-testid=error]').textContent"


@pytest.fixture
def page(visitor: BrowserContext, app: str) -> Page:
    """The drawing of an example, decomposed."""
    forget(visitor)  # a new tab begins with what another one has drawn
    opened = visitor.new_page()
    opened.goto(f"{app}/parts")
    until(opened, UPDATES, 0)
    opened.get_by_test_id("prediction").wait_for()  # a page is seen once it stands still
    return opened


@pytest.mark.journey
def test_a_digit_is_taken_apart_as_it_is_drawn_and_put_together_by_hand(page: Page) -> None:
    verdict, error = page.get_by_test_id("prediction"), page.get_by_test_id("error")
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


def test_a_digit_can_be_assembled_from_templates(page: Page) -> None:
    said, clear = page.get_by_test_id("prediction"), page.get_by_test_id("clear")
    clear.click()
    expect(said).to_have_text("no part is there")
    expect(page.get_by_test_id("handle-move")).to_be_hidden()
    # By the mouse from its box to its place: a leg is a one, with a bend above it a seven.
    stage = page.get_by_test_id("stage").bounding_box()
    assert stage
    for part, x, y, digit in ((8, 0.5, 0.5, 1), (15, 0.55, 0.35, 7)):
        page.get_by_test_id(f"part-{part}").hover()
        page.mouse.down()
        page.mouse.move(stage["x"] + x * stage["width"], stage["y"] + y * stage["height"], steps=5)
        page.mouse.up()
        expect(said).to_have_text(re.compile(rf"^{digit} \(object \d+\)"))
    knob = page.get_by_test_id("handle-move").bounding_box()
    assert knob
    middle = (knob["x"] + knob["width"] / 2 - stage["x"]) / stage["width"]
    assert middle == pytest.approx(0.55, abs=0.02)
    # A press takes the one that is held away, and another lays it again.
    bend = page.get_by_test_id("part-15")
    for there in ("false", "true"):
        bend.click()
        expect(bend).to_have_attribute("aria-pressed", there)
        expect(said).to_have_text(re.compile("^7" if there == "true" else "^1"))
    # The composition is in the link, comes back with the page, step by step, and can be cleared.
    page.wait_for_timeout(600)
    page.reload()
    until(page, UPDATES, 0)
    said.wait_for()
    expect(said).to_have_text(re.compile("^7"))
    # Its letter stays beside how far it agrees with the object.
    expect(page.get_by_test_id("part-2")).to_have_accessible_name(
        re.compile(r"^part C, presence [\d.]+(, agreement [+−]\d+)?$")
    )
    page.get_by_test_id("part-2").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("part-2")).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("part-2")).to_have_attribute("aria-pressed", "false")
    clear.click()
    expect(said).to_have_text("no part is there")


def test_an_object_lies_on_an_empty_picture_by_a_press(page: Page) -> None:
    objects, said = page.get_by_test_id("objects"), page.get_by_test_id("prediction")
    bars = objects.locator(".cv-parts-bar")
    page.get_by_test_id("clear").click()
    page.set_viewport_size({"width": 1280, "height": 1000})  # the canvases leave them little
    spelt = page.locator(".cv-parts-spelling")
    expect(spelt.first).to_be_visible()
    cut = "(all) => all.filter((n) => n.scrollWidth > n.clientWidth).map((n) => n.textContent)"
    assert spelt.evaluate_all(cut) == [], "every letter of every object is in sight"
    expect(said).to_have_text("no part is there")
    expect(bars.filter(visible=True)).to_have_count(0)  # no list of empty bars
    for name in ("reset", "scramble", "object-pose"):
        expect(page.get_by_test_id(name)).to_have_attribute("aria-disabled", "true")
    page.get_by_test_id("object-0").click()
    expect(said).to_have_text("3 (object 1): 100 %")
    expect(bars.filter(visible=True)).to_have_count(11)
    expect(page.get_by_text("Press an object")).to_be_hidden()
    page.get_by_test_id("undo").click()
    expect(said).to_have_text("no part is there")


def test_undo_returns_the_object_s_handles_to_their_start(page: Page) -> None:
    together, knob = page.get_by_test_id("object-pose"), page.get_by_test_id("handle-move")
    error = page.get_by_test_id("error")
    until(page, ANSWERED)
    together.click()
    come_to_rest(page, '[data-testid="handle-move"]')
    found, first = error.inner_text(), knob.bounding_box()
    assert first
    moved = []
    for _ in range(2):
        knob.hover()
        page.mouse.down()
        box = knob.bounding_box()
        assert box
        page.mouse.move(box["x"] + 40, box["y"] + 30, steps=4)
        page.mouse.up()
        page.wait_for_timeout(600)  # one drag is one step
        moved.append(error.inner_text())
    page.get_by_test_id("undo").click()
    expect(error).to_have_text(moved[0])
    expect(together).to_have_attribute("aria-pressed", "true")
    assert knob.bounding_box() == first
    page.get_by_test_id("undo").click()
    expect(error).to_have_text(found)
    expect(together).to_have_attribute("aria-pressed", "false")


def test_the_slider_sets_the_number_of_labels_that_name_objects(page: Page) -> None:
    page.get_by_test_id("network").select_option("parts_24")
    slider, naming = page.get_by_test_id("labels"), page.get_by_test_id("naming")
    names = page.get_by_test_id("objects")
    expect(names.get_by_role("button")).to_have_count(24)
    expect(page.get_by_text("named by 100 labels an object")).to_be_visible()
    expect(naming).to_have_text(re.compile(r"96\.0 %"))
    many = names.inner_text()
    slider.focus()
    page.keyboard.press("Home")
    expect(page.get_by_text("named by 1 label an object")).to_be_visible()
    expect(naming).to_have_text(re.compile(r"92\.7 %"))
    assert names.inner_text() != many
    page.wait_for_timeout(600)
    page.reload()
    until(page, UPDATES, 0)
    expect(slider).to_have_attribute("aria-valuetext", "1 label")
    # The report classifies the drawing as other pages do.
    page.get_by_test_id("tool-share").click()
    with page.expect_download() as report:
        page.get_by_test_id("report").click()
    assert "<title>capsviz: " in report.value.path().read_text("utf-8")
