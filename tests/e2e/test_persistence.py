"""A visitor's work survives reloads, restarts, hasty changes of page and lost connections."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from on_draw import (
    ONE,
    PATIENCE,
    SEVEN,
    after_result,
    draw,
    ink,
    kept_by_page,
    open_draw,
    prediction,
    start_blank,
    wait_live,
    wait_settled,
)
from on_page import PAGES, come_to_rest, no_errors, until
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page


def strokes(page: Page) -> int:
    return page.evaluate("document.querySelector('.cv-draw').page.pad.drawing.s.length")


def go(page: Page, place: str, awaited: str) -> None:
    """By the app's own navigation, without loading the page anew."""
    page.locator(f'.cv-pages a[href$="/{place}"]').first.click()
    page.wait_for_selector(awaited, timeout=PATIENCE)


def test_the_first_stroke_replaces_the_example_and_undo_brings_it_back(page, app):
    open_draw(page, app)
    wait_live(page)
    wait_settled(page)
    example = strokes(page)
    after_result(page, lambda: draw(page, ONE))
    assert strokes(page) == 1
    assert prediction(page).startswith("1")
    after_result(page, page.get_by_test_id("undo").click)
    assert strokes(page) == 0
    after_result(page, page.get_by_test_id("undo").click)
    assert strokes(page) == example


@pytest.mark.parametrize("network", ["dynamic", "sprites"])
@pytest.mark.parametrize("name", ["draw", "network"])
def test_the_first_stroke_replaces_the_example_of_any_network(page, app, name, network):
    """On Network too, and with a network that was chosen on the page."""
    open_draw(page, app)
    if name == "network":
        go(page, name, PAGES[name])
    holder = f"document.querySelector('.cv-{name}').page"
    if network != "dynamic":
        page.locator(".cv-picker select").select_option(network)
    until(page, f"{holder}.server.network.name === '{network}' && {holder}.pad.isExample")
    draw(page, ONE)
    assert page.evaluate(f"{holder}.pad.drawing.s.length") == 1


def test_a_reload_restores_drawing_history_and_settings(page, app):
    start_blank(page, app)
    after_result(page, lambda: draw(page, SEVEN))
    after_result(page, lambda: draw(page, [(0.1, 0.9), (0.2, 0.9)]))
    after_result(page, page.get_by_test_id("undo").click)
    page.get_by_test_id("iterations-more").click()
    open_draw(page, app)  # at once: the session has not been told of the iterations
    wait_live(page)
    wait_settled(page)
    assert strokes(page) == 1
    expect(page.get_by_test_id("iterations")).to_have_text("4")
    after_result(page, page.get_by_test_id("redo").click)
    assert strokes(page) == 2
    for left in (1, 0):
        after_result(page, page.get_by_test_id("undo").click)
        assert strokes(page) == left


def test_a_page_that_was_removed_takes_no_colours_of_the_next_one(page, app):
    open_draw(page, app)
    page.evaluate(
        """() => {
          document.querySelector(".cv-draw").remove();
          window.dispatchEvent(new Event("capsviz:class"));
        }"""
    )  # an error would fail the test


def test_another_page_within_the_pause_loses_nothing(page, app):
    start_blank(page, app)
    after_result(page, lambda: draw(page, SEVEN))
    page.get_by_test_id("iterations-more").click()
    go(page, "learn", ".cv-learn")
    go(page, "", '[data-testid="lengths"][data-seq]')
    wait_live(page)
    wait_settled(page)
    expect(page.get_by_test_id("iterations")).to_have_text("4")
    assert strokes(page) == 1
    kept_by_page(page)


def test_a_second_tab_leaves_the_first_as_it_is(page, app):
    start_blank(page, app)
    after_result(page, lambda: draw(page, SEVEN))
    second = page.context.new_page()
    open_draw(second, app)
    wait_live(second)
    after_result(second, lambda: draw(second, ONE))
    after_result(second, lambda: draw(second, ONE))
    second.close()
    open_draw(page, app)
    wait_live(page)
    wait_settled(page)
    assert strokes(page) == 1
    assert prediction(page).startswith("7")


def test_a_restarted_server_loses_no_stroke(fresh):
    from capsviz.development.bench.live import _free_port, running_app

    port, page, left = _free_port(), fresh, fresh.context.new_page()
    with no_errors(left):
        with running_app(port) as address:
            start_blank(page, address)
            page.evaluate("() => localStorage.clear()")  # else the other tab begins as blank
            start_blank(left, address)
            after_result(left, lambda: draw(left, SEVEN))
            kept_by_page(left)
            go(left, "learn", ".cv-learn")
        drawn = draw_alone(page)
        left.get_by_test_id("page-link").first.click()  # and it opens when there is a server
        with running_app(port):
            the_stroke_is_there(page, drawn)
            left.wait_for_selector('[data-testid="lengths"][data-seq]', timeout=PATIENCE)
            wait_live(left)
            wait_settled(left)
            assert strokes(left) == 1
            assert prediction(left).startswith("7")
            kept_by_page(left)
            assert strokes(left) == 1
    left.close()


#: Streamlit's own connection takes its time.
CONNECTED = '[data-test-connection-state="CONNECTED"][data-test-script-state="notRunning"]'


def draw_alone(page: Page) -> int:
    """Draw where there is no server any more; how much ink there is."""
    expect(page.get_by_test_id("note")).to_contain_text("lost")
    page.wait_for_selector(  # Streamlit has noticed too, and shows it in its own way
        '[data-test-connection-state]:not([data-test-connection-state="CONNECTED"])',
        timeout=PATIENCE,
    )
    expect(page.get_by_role("dialog")).to_have_count(0)
    draw(page, ONE)
    assert ink(page) > 0, "the pen needs no server"
    return ink(page)


def the_stroke_is_there(page: Page, drawn: int) -> None:
    """Once the server is back, on the page and after it was left."""
    wait_live(page)
    wait_settled(page)
    kept = page.evaluate("sessionStorage['capsviz.kept.drawing']")
    assert prediction(page).startswith("1"), kept[:600]  # what was drawn, where it is misread
    page.wait_for_selector(CONNECTED, timeout=PATIENCE)
    page.get_by_test_id("open-routing").click()
    page.wait_for_selector(".cv-draw", state="detached", timeout=PATIENCE)
    page.get_by_test_id("page-link").first.click()
    page.wait_for_selector('[data-testid="lengths"][data-seq]', timeout=PATIENCE)
    assert ink(page) == pytest.approx(drawn, rel=0.005)
    assert prediction(page).startswith("1")


def test_a_network_chosen_offline_stays_chosen(fresh, app):
    from capsviz.training import checkpoint

    if "em" not in checkpoint.names():
        pytest.skip("there is but one network")
    page = fresh
    start_blank(page, app)
    after_result(page, lambda: draw(page, SEVEN))
    page.context.set_offline(True)
    page.get_by_test_id("model").select_option("em")
    page.context.set_offline(False)
    open_draw(page, app)
    wait_live(page)
    wait_settled(page)
    expect(page.get_by_test_id("model")).to_have_value("em")
    assert strokes(page) == 1
    kept_by_page(page)


def test_one_picker_serves_every_page_and_works_by_keys(page, app):
    from capsviz.training import checkpoint

    if "em" not in checkpoint.names():
        pytest.skip("there is but one network")
    open_draw(page, app)  # with a picture: of an empty canvas Routing shows none
    wait_live(page)
    wait_settled(page)
    places = []
    for name, ready in (
        ("", ".cv-draw"),
        ("viewpoint", ".cv-viewpoint"),
        ("routing", ".cv-routing"),
    ):
        go(page, name, f"{ready} canvas:visible")
        picker = page.get_by_test_id("model")
        expect(picker).to_have_value("em" if name else "dynamic")
        come_to_rest(page, '[data-testid="model"]')
        places.append(picker.bounding_box())
        if name == "":
            after_result(page, lambda picker=picker: picker.press("ArrowDown"))
            kept_by_page(page)
    assert places[0] == places[1] == places[2]
