"""The Viewpoint page in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from on_draw import hears_nothing
from on_page import (
    ALL_DETAILS,
    come_to_rest,
    drawn_at_once,
    drawn_on,
    export,
    scroll_until,
    until,
    until_true,
)
from staying import Staying

if TYPE_CHECKING:
    from playwright.sync_api import Page

STATE = "document.querySelector('.cv-viewpoint').page"


@pytest.fixture
def viewpoint(visitor, app):
    """The page as it first opens."""
    with Staying("viewpoint", ready).visit(visitor, app) as page:
        yield page


def open_at(page: Page, address: str) -> None:
    page.goto(address)
    ready(page)


def ready(page: Page) -> None:
    page.wait_for_selector("[data-testid=curve-lengths][data-seq]", timeout=60_000)
    page.wait_for_selector("[data-testid=attack-capsules][data-seq]", timeout=60_000)
    until(page, f"() => {STATE}.link.state === 'live'", timeout=60_000)


def ask(page: Page, what: str) -> Any:
    return page.evaluate(f"{STATE}.{what}")


def settle(page: Page) -> None:
    """Wait until the last movement has been answered."""
    until(page, f"() => !{STATE}.link.dirty && !{STATE}.link.inFlight", timeout=60_000)


def some_frames(page: Page) -> None:
    """Wait until anything that plays would have moved."""
    page.evaluate(
        """() => new Promise((done) => {
          let left = 5;
          const frame = () => (left-- ? requestAnimationFrame(frame) : done());
          frame();
        })"""
    )


def picture(page: Page, name: str) -> list[int]:
    return drawn_on(page.get_by_test_id(name)).ravel().tolist()


@pytest.mark.journey
def test_lengths_and_picture_follow_while_a_slider_is_dragged(viewpoint):
    page = viewpoint
    slider = page.get_by_test_id("slider-rotation")
    box = slider.bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.down()
    seen = []
    for share in (0.55, 0.65, 0.75, 0.85):
        page.mouse.move(box["x"] + share * box["width"], middle, steps=4)
        settle(page)  # the button is still held
        seen.append(
            (
                ask(page, "view.transform.rotation"),
                ask(page, "reply.lengths.at(-1)"),
                picture(page, "network-input"),
                page.get_by_test_id("prediction").get_attribute("data-seq"),
            )
        )
    page.mouse.up()
    for part in zip(*seen, strict=True):
        assert len({str(value) for value in part}) == len(seen)
    rotation = -ask(page, "view.transform.rotation")  # links hold it counter-clockwise
    assert rotation == pytest.approx(0.85 * 180 - 90, abs=6)
    assert f"+{rotation:.0f}" in page.locator(".cv-v-moved .cv-v-value").inner_text()
    # The curve passes through what was read live.
    until(page, f"() => {STATE}.curves.curve.kind === 'rotation'")
    lengths, values = ask(page, "curves.curve.lengths"), ask(page, "curves.curve.values")
    at = min(range(len(values)), key=lambda i: abs(values[i] - rotation))
    digit = ask(page, "curves.curve.digit")
    live = ask(page, "reply.lengths.at(-1)")[digit]
    near = [lengths[10 * i + digit] for i in (max(0, at - 1), at, min(40, at + 1))]
    assert min(near) - 0.02 <= live <= max(near) + 0.02


def test_keys_move_reset_and_the_curves_follow_the_kind(viewpoint):
    page = viewpoint
    before = picture(page, "network-input")
    page.get_by_test_id("slider-shift_x").focus()
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    assert ask(page, "view.transform.shift_x") == pytest.approx(1)
    page.wait_for_selector("[data-testid=curve-lengths][data-kind=shift_x]")
    settle(page)
    moved = picture(page, "network-input")
    # One whole pixel to the right, exactly.
    width = 28 * 4
    for row in range(28):
        line = slice(row * width, (row + 1) * width)
        assert moved[line][4:] == before[line][:-4]
    page.keyboard.press("Backspace")
    settle(page)
    assert picture(page, "network-input") == before


def test_play_moves_until_it_is_stopped(viewpoint):
    page = viewpoint
    page.get_by_test_id("play-scale").click()
    until(page, f"() => Math.abs({STATE}.view.transform.scale - 1) > 0.1")
    seq = int(page.get_by_test_id("lengths").get_attribute("data-seq"))
    until(
        page,
        "(seq) => Number(document.querySelector('[data-testid=lengths]').dataset.seq) > seq + 3",
        arg=seq,
    )
    page.get_by_test_id("play-scale").click()
    assert page.get_by_test_id("play-scale").get_attribute("aria-pressed") == "false"
    stopped = ask(page, "view.transform.scale")
    some_frames(page)
    assert ask(page, "view.transform.scale") == stopped


def test_a_law_is_chosen_beneath_and_links_hold_it(fresh, app):
    open_at(fresh, f"{app}/viewpoint")
    said = fresh.locator('[data-section="laws"]')
    scroll_until(fresh, '[data-part="sections"]', '[data-section="laws"]')
    fresh.get_by_test_id("choose-law").select_option("read")
    said.get_by_text("how well a linear map reads the amount").wait_for()
    until(fresh, f"() => {STATE}.readView({STATE}.view).law === 'read'")
    fresh.reload()
    scroll_until(fresh, '[data-part="sections"]', '[data-section="laws"]')
    said.get_by_text("how well a linear map reads the amount").wait_for()
    assert fresh.get_by_test_id("choose-law").input_value() == "read"


def test_letters_of_charts_grow_for_a_class_and_shrink_again(fresh, app):
    open_at(fresh, f"{app}/viewpoint")
    chart = '[data-testid="chart-attack-detector"]'
    scroll_until(fresh, '[data-part="sections"]', chart)
    scroll_until(fresh, chart, f"{chart} .xtick text")
    letters = (
        f"(size) => getComputedStyle(document.querySelector('{chart} .xtick text'))"
        ".fontSize === size"
    )
    until(fresh, letters, arg="12px")
    for on, size in ((True, "16.8px"), (False, "12px")):
        fresh.get_by_test_id("tool-class").click()
        fresh.get_by_test_id("class-on").set_checked(on)
        fresh.keyboard.press("Escape")
        until(fresh, letters, arg=size)


def test_play_takes_single_steps_with_reduced_motion(browser, app):
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(ALL_DETAILS)
    page = context.new_page()
    open_at(page, f"{app}/viewpoint")
    page.get_by_test_id("play-rotation").click()
    assert ask(page, "view.transform.rotation") == pytest.approx(-18)
    some_frames(page)
    assert ask(page, "view.transform.rotation") == pytest.approx(-18)
    context.close()


def test_old_results_are_dimmed_and_say_so_until_they_catch_up(viewpoint):
    page = viewpoint
    hears_nothing(page, f"{STATE}.link")
    page.get_by_test_id("slider-scale").press("ArrowRight")
    until(page, "() => document.querySelector('.cv-viewpoint.cv-old')")
    assert page.get_by_test_id("old").inner_text().startswith("Older than")
    page.evaluate(f"() => {STATE}.link.drop()")
    until(page, "() => !document.querySelector('.cv-viewpoint.cv-old')")
    assert page.get_by_test_id("old").inner_text() == ""


def assert_red_where_ink_came(page: Page, old: str, new: str, change: str) -> None:
    # At once: the picture may be attacked once more meanwhile.
    before, after, signed = (drawn.astype(int) for drawn in drawn_at_once(page, old, new, change))
    # Ink is dark on this page.
    came = before[:, 0] - after[:, 0]
    redness = signed[:, 0] - signed[:, 2]
    assert (redness[came > 20] > 0).all()
    assert (redness[came < -20] < 0).all()
    assert (came > 20).any()
    assert (came < -20).any()


@pytest.mark.journey
def test_an_attack_shows_pictures_and_misfit_before_and_after(viewpoint):
    page = viewpoint
    clean = ask(page, "attackReply.header.capsules_before.lengths")
    assert clean == pytest.approx(ask(page, "reply.lengths.at(-1)"), abs=1e-3)
    seq = page.get_by_test_id("attack-capsules").get_attribute("data-seq")
    page.get_by_test_id("try-adversarial").click()
    until(
        page,
        "(seq) => document.querySelector('[data-testid=attack-capsules]').dataset.seq !== seq",
        arg=seq,
    )
    digit = ask(page, "attackReply.header.digit")
    assert ask(page, "attackReply.header.capsules_after.lengths")[digit] < clean[digit]
    before, after = (picture(page, f"capsules-{name}") for name in ("before", "after"))
    assert before != after
    for old, new, change in (
        ("capsules-before", "capsules-after", "capsules-change"),
        ("network-input", "reconstruction", "difference"),
    ):
        assert_red_where_ink_came(page, old, new, change)
    assert "Misfit" in page.get_by_test_id("capsules-misfit").inner_text()


def test_a_link_brings_back_the_view(viewpoint):
    page = viewpoint
    page.get_by_test_id("slider-shear").focus()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    page.get_by_test_id("digit").select_option("4")
    page.get_by_test_id("copy-link").click()
    until(page, f"() => {STATE}.element('copy-link').textContent === 'link copied'")
    view = ask(page, "view")
    assert (view["kind"], view["digit"]) == ("shear", 4)
    other = page.context.new_page()
    open_at(other, page.evaluate("navigator.clipboard.readText()"))
    assert ask(other, "view") == view
    assert ask(other, "curves.curve.digit") == 4


def test_a_random_viewpoint_survives_a_reload_exactly(viewpoint):
    page = viewpoint
    page.get_by_test_id("random").click()
    page.get_by_test_id("method").select_option("pgd")
    settle(page)
    view, seen = ask(page, "view"), picture(page, "network-input")
    page.reload()
    ready(page)
    settle(page)
    assert ask(page, "view") == view
    until_true(page, lambda: picture(page, "network-input") == seen)


def test_the_pictures_can_be_saved_as_svg(viewpoint, tmp_path):
    with viewpoint.expect_download() as download:
        export(viewpoint.locator("[data-export=pictures]"), "svg").click()
    download.value.save_as(tmp_path / "pictures.svg")
    assert (tmp_path / "pictures.svg").read_text("utf-8").count("<image ") == 3


@pytest.mark.parametrize("kind", ["png", "svg", "csv"])
def test_the_curves_can_be_saved(viewpoint, kind, tmp_path):
    with viewpoint.expect_download() as download:
        export(viewpoint.locator("[data-export=lengths]"), kind).click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.name == f"viewpoint-lengths-rotation.{kind}"
    content = path.read_bytes()
    if kind == "csv":
        assert len(content.decode().splitlines()) == 42
    elif kind == "svg":
        assert content.count(b"<image ") == 9
    else:
        assert content.startswith(b"\x89PNG")


def test_nothing_is_wider_than_a_phone(browser, app):
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    context.add_init_script(ALL_DETAILS)
    page = context.new_page()
    open_at(page, f"{app}/viewpoint")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.get_by_test_id("slider-rotation").bounding_box()["height"] >= 24
    page.set_viewport_size({"width": 320, "height": 700})
    come_to_rest(page, ".cv-viewpoint canvas")
    for name in ("network-input", "reconstruction", "difference"):
        box = page.get_by_test_id(name).bounding_box()
        assert box["x"] + box["width"] <= 320
        assert box["width"] == pytest.approx(box["height"], abs=1)
    context.close()
