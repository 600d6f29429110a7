"""Traffic of a first visit and of an update, counted on the wire.

A class of sixty that joins at once, or draws at once, shares one wireless network.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from on_draw import draw
from on_page import show, until_true
from playwright.sync_api import expect
from wire import Wire, counted

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

PATIENCE = 60_000


@pytest.fixture
def first(browser: Browser, app: str) -> Iterator[tuple[Page, Wire]]:
    """A browser that has never been here, and the wire between it and the app."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    with counted(app) as wire:
        yield context.new_page(), wire
        context.close()


def test_a_first_visit_to_draw_and_each_update_stay_within_their_byte_limits(first) -> None:
    page, wire = first
    so_far: list[int] = []

    def count(route: Route) -> None:
        so_far.append(wire.down)  # it waits here, so that none of it is counted yet
        route.continue_()

    decoder = "**/capsviz/decoder/*.bin"  # asked for after the first result
    page.route(decoder, count)
    with page.expect_response(decoder, timeout=PATIENCE) as answer:
        page.goto(wire.address)
        page.wait_for_selector('[data-testid="lengths"][data-seq]', timeout=PATIENCE)
    answer.value.finished()
    assert so_far[0] < 1_200_000
    page.wait_for_load_state("networkidle")
    assert 1_500_000 < wire.down < 3_100_000

    results = page.get_by_test_id("lengths")
    before, (up, down) = int(results.get_attribute("data-seq") or 0), (wire.up, wire.down)
    canvas = page.get_by_test_id("canvas").bounding_box()
    assert canvas
    page.mouse.move(canvas["x"] + 60, canvas["y"] + 60)
    page.mouse.down()
    for step in range(40):
        page.mouse.move(canvas["x"] + 60 + 2 * step, canvas["y"] + 60 + 3 * step)
        page.wait_for_timeout(50)
    updates = int(results.get_attribute("data-seq") or 0) - before
    assert updates > 5
    assert (wire.up - up) / updates < 1_000
    assert (wire.down - down) / updates < 3_000
    page.mouse.up()


def test_a_visit_to_routing_loads_no_plotly(first) -> None:
    page, wire = first
    scripts: list[str] = []
    page.on("response", lambda answer: scripts.append(answer.url))
    page.goto(f"{wire.address}/routing")
    with page.expect_response("**/capsviz/routing", timeout=PATIENCE) as trace:
        pass
    trace.value.finished()
    page.wait_for_load_state("networkidle")
    assert 1_000_000 < wire.down < 3_000_000
    assert not any("Plotly" in url for url in scripts)


def test_drawing_with_the_browser_s_engine_sends_no_requests(page, app) -> None:
    pytest.importorskip("onnxscript")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: socket.on("framesent", lambda _: asked.append(socket.url)))
    show(page, app, "")
    page.get_by_test_id("tool-class").click()
    page.get_by_test_id("here-on").check()
    # The server exports the network first, beside all else that it does.
    expect(page.get_by_test_id("here-says")).to_contain_text("Dynamic runs here", timeout=240_000)
    page.keyboard.press("Escape")
    page.get_by_test_id("clear").click()
    expect(page.get_by_test_id("prediction")).to_contain_text("empty")
    before = len(asked)
    draw(page, [(0.3, 0.25), (0.7, 0.25), (0.45, 0.8)])
    expect(page.get_by_test_id("prediction")).to_contain_text("7")
    assert not [url for url in asked[before:] if "/capsviz/" in url]
    page.get_by_test_id("tool-class").click()
    page.get_by_test_id("here-on").uncheck()
    page.keyboard.press("Escape")
    page.get_by_test_id("clear").click()
    until_true(page, lambda: any("/capsviz/live" in url for url in asked[before:]))
