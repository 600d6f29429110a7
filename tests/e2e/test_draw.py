"""The Draw page as a visitor uses it: real pointer and key events in a real browser."""

from __future__ import annotations

import io
import json
import re
import struct
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from on_draw import (
    ONE,
    PATIENCE,
    SEVEN,
    after_result,
    begin_blank,
    draw,
    ink,
    kept_by_page,
    lengths,
    open_draw,
    pen_down,
    pixels,
    place,
    prediction,
    seq,
    start_blank,
    wait_live,
    wait_newer,
    wait_settled,
)
from on_page import show, until
from playwright.sync_api import expect
from staying import Staying


def ready(page) -> None:
    page.wait_for_selector('[data-testid="lengths"][data-seq]', timeout=PATIENCE)
    wait_live(page)
    wait_settled(page)
    # From then on the browser itself paints what is decoded, and not what the server has rounded.
    until(page, "() => document.querySelector('.cv-draw').page.panel.decoder")


#: Category of Chromium's events about its own work.
TIMELINE = "disabled-by-default-devtools.timeline"
#: The page that tests of this file stay on.
DRAW = Staying("draw", ready, path="")


@pytest.fixture
def opened(visitor, app):
    """The page as it first opens, live."""
    with DRAW.visit(visitor, app, logged=True) as page:
        yield page


@pytest.fixture
def blank(opened):
    """The page with an empty canvas."""
    begin_blank(opened)
    return opened


@pytest.fixture
def refused(visitor, app):
    """The same, in a browser that may log what it was refused."""
    with DRAW.visit(visitor, app) as page:
        begin_blank(page)
        yield page


# --- the first look


@pytest.mark.journey
def test_the_first_paint_shows_a_classified_digit(opened):
    page = opened
    assert re.match(r"\d", prediction(page))
    assert ink(page) > 0
    for name in ("network-input", "input", "reconstruction"):
        assert len(np.unique(pixels(page, name)[:, 0])) > 2, f"{name} is empty"
    assert max(lengths(page)) > 0.5


def test_every_control_is_above_the_fold(opened):
    page = opened
    names = ["canvas", "clear", "undo", "prediction", "lengths", "open-routing"]
    names += [f"length-{k}" for k in range(10)] + ["reconstruction", "reset-dimensions"]
    names += [f"dimension-{d}" for d in range(16)]
    for name in names:
        box = page.get_by_test_id(name).bounding_box()
        assert box, f"{name} is not on the page"
        assert box["y"] + box["height"] <= 900, f"{name} is below the fold"
    assert page.get_by_test_id("prediction").get_attribute("aria-live") == "polite"
    assert page.get_by_test_id("dimension-0").get_attribute("type") == "range"


def test_every_control_has_a_name(opened):
    page = opened
    page.wait_for_selector('[data-testid="sample-0"]', timeout=PATIENCE)
    nameless = page.evaluate(
        """() => [...document.querySelectorAll(".cv :is(button, a, input, select, summary)")]
          .filter((control) => !control.hidden && !control.ariaLabel && !control.textContent.trim()
            && !control.labels?.length)
          .map((control) => control.outerHTML)"""
    )
    assert nameless == []


# --- the pen


@pytest.mark.journey
def test_results_follow_the_pen_before_it_is_lifted(blank):
    page = blank
    assert prediction(page) == "no digit: the canvas is empty."
    first = page.get_by_test_id("length-0")
    expect(first.locator(".cv-track")).to_be_visible()
    expect(first.locator(".cv-track i")).to_be_hidden()
    seen = set()
    page.mouse.move(*place(page, *ONE[0]))
    page.mouse.down()
    for step in range(1, 13):
        y = ONE[0][1] + (ONE[1][1] - ONE[0][1]) * step / 12
        after_result_of_move(page, 0.5, y)
        seen.add(seq(page))
    assert len(seen) >= 10
    page.mouse.up()
    wait_settled(page)
    until(
        page,
        "() => document.querySelector('[data-testid=prediction]').textContent.includes('is a 1')",
        timeout=PATIENCE,
    )
    assert int(np.argmax(lengths(page))) == 1
    expect(page.locator("[data-part=scale-capsule]")).to_have_text("1")


def after_result_of_move(page, x: float, y: float) -> None:
    before = seq(page)
    page.mouse.move(*place(page, x, y))
    wait_newer(page, before)


def test_a_stroke_restyles_nothing_because_of_has(blank):
    """A rule that negates or counts by ":has" restyles the page as an element comes or goes."""
    page = blank
    page.mouse.move(*place(page, *SEVEN[0]))
    page.mouse.down()
    after_result_of_move(page, 0.5, 0.2)
    page.context.browser.start_tracing(page=page, categories=[f"{TIMELINE}.invalidationTracking"])
    for step in range(1, 8):
        after_result_of_move(page, 0.5 + 0.03 * step, 0.2)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    traced = json.loads(page.context.browser.stop_tracing())["traceEvents"]
    page.mouse.up()
    restyled = [e["args"]["data"] for e in traced if e["name"] == "StyleRecalcInvalidationTracking"]
    assert any("cv-bar-winner" in one["nodeName"] for one in restyled)
    assert [one["nodeName"] for one in restyled if "has" in one["reason"]] == []


def test_every_live_element_carries_the_count_of_results(blank):
    page = blank
    after_result(page, lambda: draw(page, SEVEN))
    names = ["prediction", "network-input", "lengths", "reconstruction", "routing"]
    names += [f"length-{k}" for k in range(10)]
    assert {seq(page, name) for name in names} == {seq(page)}
    assert float(page.get_by_test_id("lengths").get_attribute("data-event")) > 0


@pytest.mark.journey
def test_a_stroke_runs_no_script_and_is_read_once(page, app):
    """Nothing but the live socket hears of it: neither Streamlit nor a second request."""
    sent = {"_stcore": 0, "capsviz/live": 0}
    posted: list[str] = []

    def watch(socket) -> None:
        for name in sent:
            if name in socket.url:
                socket.on(
                    "framesent", lambda _frame, name=name: sent.update({name: sent[name] + 1})
                )

    page.on("websocket", watch)
    page.on("request", lambda one: posted.append(one.url) if one.method == "POST" else None)
    start_blank(page, app)
    kept_by_page(page)
    sent.update({"_stcore": 0, "capsviz/live": 0})
    posted.clear()
    for line in (ONE, SEVEN, ONE):
        after_result(page, lambda line=line: draw(page, line, steps=12))
        kept_by_page(page)
        page.wait_for_timeout(300)
    assert sent["_stcore"] == 0
    assert not posted
    assert sent["capsviz/live"] > 3


def test_the_live_region_does_not_flood_while_the_pen_moves(blank):
    page = blank
    page.evaluate(
        """() => {
          window.told = [];
          const element = document.querySelector('[data-testid="prediction"]');
          new MutationObserver(() => window.told.push(element.textContent))
            .observe(element, { childList: true, characterData: true, subtree: true });
        }"""
    )
    after_result(page, lambda: draw(page, SEVEN, steps=12))
    told, last = page.evaluate(
        "[window.told, document.querySelector('[data-testid=prediction]').innerText]"
    )
    digits = [re.match(r"This is an? \d|\d( or \d)?|no digit", text).group() for text in told]
    repeated = sum(one == other for one, other in pairwise(digits))
    assert repeated <= 3, told
    assert told[-1] == last


@pytest.mark.journey
def test_undo_redo_and_clear_work_by_button_and_by_key(blank):
    page = blank
    after_result(page, lambda: draw(page, ONE))
    one = ink(page)
    after_result(page, lambda: draw(page, [(0.2, 0.5), (0.8, 0.5)]))
    two = ink(page)
    assert 0 < one < two
    after_result(page, page.get_by_test_id("undo").click)
    assert ink(page) == one
    after_result(page, lambda: page.keyboard.press("Control+z"))
    assert ink(page) == 0
    after_result(page, lambda: page.keyboard.press("Control+Shift+Z"))
    assert ink(page) == one
    after_result(page, page.get_by_test_id("redo").click)
    assert ink(page) == two
    after_result(page, page.get_by_test_id("clear").click)
    assert ink(page) == 0
    assert prediction(page).startswith("no digit")
    after_result(page, page.get_by_test_id("undo").click)
    assert ink(page) == two


def test_the_eraser_takes_ink_away(blank):
    page = blank
    after_result(page, lambda: draw(page, ONE))
    before = ink(page)
    page.get_by_test_id("eraser").click()
    after_result(page, lambda: draw(page, [(0.3, 0.5), (0.7, 0.5)]))
    assert 0 < ink(page) < before
    page.get_by_test_id("pen").click()
    after_result(page, lambda: draw(page, [(0.3, 0.5), (0.7, 0.5)]))
    assert ink(page) > before


def test_the_brush_size_changes_the_stroke(blank):
    page = blank
    page.get_by_test_id("brush").fill("40")
    after_result(page, lambda: draw(page, ONE))
    thin = ink(page)
    after_result(page, page.get_by_test_id("undo").click)
    page.get_by_test_id("brush").fill("150")
    after_result(page, lambda: draw(page, ONE))
    assert ink(page) > 2 * thin


def test_a_stroke_that_leaves_the_canvas_comes_back(blank):
    page = blank
    after_result(page, lambda: draw(page, [(0.5, 0.5), (1.3, 0.5), (1.3, 0.8), (0.5, 0.8)]))
    raster = page.evaluate("Array.from(document.querySelector('.cv-draw').page.pad.raster.bytes)")
    field = np.array(raster).reshape(112, 112)
    assert field[56, 80] == 255
    assert field[89, 80] == 255
    assert field[70, 80] == 0


def test_the_keyboard_draws(blank):
    page = blank
    page.get_by_test_id("canvas").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")  # focus that came by keyboard shows the cursor
    assert page.locator(".cv-cursor").is_visible()
    for _ in range(15):
        page.keyboard.press("ArrowUp")
    assert ink(page) == 0, "a lifted pen leaves no ink"
    page.keyboard.press(" ")
    for _ in range(30):
        page.keyboard.press("ArrowDown")
    assert ink(page) > 0, "ink shows before the pen is lifted"
    page.keyboard.press(" ")
    wait_settled(page)
    assert prediction(page).startswith("1")
    drawn = ink(page)
    page.keyboard.press("ArrowRight")
    assert ink(page) == drawn


def test_the_first_stroke_by_mouse_brings_no_cross_until_a_key_does(fresh, app):
    page = fresh
    show(page, app, "")
    box = page.get_by_test_id("canvas").bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 160, steps=5)
    page.mouse.up()
    assert not page.locator(".cv-cursor").is_visible()
    page.keyboard.press("ArrowUp")
    assert page.locator(".cv-cursor").is_visible()


def test_fingers_draw_and_do_not_scroll(browser, app):
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    start_blank(page, app)
    device = context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [dict(zip("xy", place(page, *point), strict=True)) for point in points]
        device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    top = page.get_by_test_id("canvas").bounding_box()["y"]
    touch("touchStart", (0.5, 0.2))
    for step in range(1, 11):
        touch("touchMove", (0.5, 0.2 + 0.06 * step))
    touch("touchEnd")
    wait_settled(page)
    assert ink(page) > 0
    assert page.get_by_test_id("canvas").bounding_box()["y"] == top
    width = page.evaluate("document.querySelector('.cv-draw').scrollWidth")
    assert width <= 390, "the page is wider than the phone"
    # A finger on the canvas scrolls nothing: however the phone is held, all of it is in sight.
    for width, height, above, beneath in ((844, 390, 60, 0), (667, 500, 60 + 72, 52)):
        page.set_viewport_size({"width": width, "height": height})
        until(
            page,
            "(most) => document.querySelector('.cv-paper').offsetHeight <= most",
            arg=height - above - beneath,
            timeout=5000,
        )
    # A tablet held upright shows all capsules beside the canvas.
    page.set_viewport_size({"width": 768, "height": 1024})
    last = "document.querySelector('[data-testid=length-9]').getBoundingClientRect().bottom"
    until(page, f"() => {last} < 1024", timeout=5000)
    context.close()


# --- pictures from elsewhere


@pytest.mark.journey
def test_a_sample_is_read_and_can_be_undone(blank):
    page = blank
    after_result(page, lambda: draw(page, ONE))
    mine = ink(page)
    samples = page.get_by_test_id("samples").get_by_role("button")
    samples.first.wait_for(timeout=PATIENCE)
    assert samples.count() >= 30
    after_result(page, samples.nth(4).click)
    assert ink(page) not in (0, mine)
    assert re.match(r"\d", prediction(page))
    page.keyboard.press("ArrowRight")
    assert samples.nth(5).evaluate("(button) => button === document.activeElement")
    after_result(page, page.get_by_test_id("undo").click)
    assert ink(page) == mine


def picture_of_a_one() -> bytes:
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (300, 200), "white")
    ImageDraw.Draw(image).line([(150, 30), (150, 170)], fill="black", width=18)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def choose_file(page, content: bytes, name: str = "digit.png") -> None:
    page.get_by_test_id("file").set_input_files(
        {"name": name, "mimeType": "image/png", "buffer": content}
    )


def test_an_uploaded_picture_is_read(blank):
    page = blank
    after_result(page, lambda: choose_file(page, picture_of_a_one()))
    assert prediction(page).startswith("1")
    assert ink(page) > 0
    after_result(page, page.get_by_test_id("undo").click)
    assert ink(page) == 0


def picture_of_a_seven(turned: int = 0, stored: int = 1) -> bytes:
    """A photograph: a dark 7 on paper, turned counter-clockwise by degrees, and its Exif."""
    from PIL import Image, ImageDraw

    image = Image.new("L", (1600, 1200), 230)
    ImageDraw.Draw(image).line([(600, 300), (1000, 300), (760, 900)], fill=20, width=70)
    image = image.rotate(turned, expand=True)
    exif = Image.Exif()
    exif[0x0112] = stored
    file = io.BytesIO()
    image.save(file, "JPEG", exif=exif)
    return file.getvalue()


def test_a_photograph_is_decoded_in_the_browser_in_its_exif_orientation(blank):
    page = blank
    # "6": the camera was held upright, and stored the picture turned to the left.
    photo = picture_of_a_seven(90, 6) + bytes(6 * 1024 * 1024)
    posted: list[int] = []
    page.on("request", lambda asked: posted.append(len(asked.post_data_buffer or b"")))
    after_result(page, lambda: choose_file(page, photo, "photo.jpg"))
    assert max(posted) < 100_000
    assert prediction(page).startswith("7")
    page.wait_for_timeout(1000)
    assert not page.get_by_test_id("turn").is_visible()
    assert not page.get_by_test_id("notice").is_visible()


def test_a_turned_picture_offers_a_turn(blank):
    page = blank
    after_result(page, lambda: choose_file(page, picture_of_a_seven(90), "photo.jpg"))
    turn = page.get_by_test_id("turn")
    for _ in range(3):  # by a quarter each time, where it is not known how
        turn.wait_for()
        after_result(page, turn.click)
        if prediction(page).startswith("7"):
            break
    assert prediction(page).startswith("7")
    turn.wait_for(state="hidden")


def test_a_dropped_picture_is_read(blank):
    page = blank
    transfer = page.evaluate_handle(
        """(bytes) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(bytes)], "one.png", { type: "image/png" }));
          return data;
        }""",
        list(picture_of_a_one()),
    )
    after_result(
        page,
        lambda: page.get_by_test_id("canvas").dispatch_event("drop", {"dataTransfer": transfer}),
    )
    assert prediction(page).startswith("1")


@pytest.mark.parametrize("content", [b"no picture at all", bytes(6 * 1024 * 1024)], ids=len)
def test_a_bad_upload_gets_a_sentence_and_leaves_the_drawing(refused, content):
    page = refused
    after_result(page, lambda: draw(page, ONE))
    before = ink(page), prediction(page)
    choose_file(page, content)
    notice = page.get_by_test_id("notice")
    notice.wait_for(timeout=PATIENCE)
    assert len(notice.inner_text()) > 20
    assert "Traceback" not in notice.inner_text()
    assert (ink(page), prediction(page)) == before


def test_a_refused_camera_gets_a_sentence(blank):
    page = blank
    page.get_by_test_id("camera").click()
    page.get_by_test_id("notice").wait_for(timeout=PATIENCE)
    assert "camera" in page.get_by_test_id("notice").inner_text()
    assert not page.get_by_test_id("snapshot").is_visible()


def test_a_test_digit_is_loaded_by_its_index(blank, mnist_root):
    page = blank
    page.get_by_test_id("mnist-index").fill("0")
    after_result(page, page.get_by_test_id("mnist-load").click)
    assert "labelled 7" in page.get_by_test_id("notice").inner_text()
    assert prediction(page).startswith("7")
    after_result(page, page.get_by_test_id("mnist-random").click)
    assert re.search(r"labelled \d", page.get_by_test_id("notice").inner_text())


# --- what is shown


def test_the_centre_switch_changes_the_network_s_input(blank):
    page = blank
    after_result(page, lambda: draw(page, [(0.15, 0.1), (0.15, 0.4)]))
    centred = pixels(page, "network-input")[:, 0].reshape(28, 28)
    after_result(page, page.get_by_test_id("center").click)
    plain = pixels(page, "network-input")[:, 0].reshape(28, 28)
    ink_columns = [np.flatnonzero((image != image[27, 27]).any(0)) for image in (centred, plain)]
    assert abs(ink_columns[0].mean() - 13.5) < 2
    assert ink_columns[1].max() < 9
    after_result(page, page.get_by_test_id("center").click)
    np.testing.assert_array_equal(pixels(page, "network-input")[:, 0].reshape(28, 28), centred)


@pytest.mark.journey
def test_dragging_a_slider_redraws_the_reconstruction_meanwhile(opened):
    page = opened
    original = pixels(page, "reconstruction")
    asked = page.evaluate("document.querySelector('.cv-draw').page.link.seq")
    box = page.get_by_test_id("dimension-3").bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, y)
    page.mouse.down()
    pictures, marks = [], []
    for step in range(1, 6):
        page.mouse.move(box["x"] + box["width"] * (0.5 + 0.08 * step), y)
        pictures.append(pixels(page, "reconstruction").tobytes())
        marks.append(seq(page, "reconstruction"))
    assert len(set(pictures)) == 5
    assert marks == sorted(set(marks))
    page.mouse.up()
    assert page.evaluate("document.querySelector('.cv-draw').page.link.seq") == asked, (
        "a slider costs the server nothing"
    )
    page.get_by_test_id("reset-dimensions").click()
    np.testing.assert_array_equal(pixels(page, "reconstruction"), original)


#: By how many pixels the pictures of each end lie off their boxes, and boxes of one tone only.
ENDS = """() => [...document.querySelectorAll(".cv-slider-pictures")].map((canvas, end) => {
  const boxes = [...document.querySelectorAll(`.cv-slider-${["low", "high"][end]}`)];
  const rects = boxes.map((box) => box.getBoundingClientRect());
  const at = canvas.getBoundingClientRect();
  const off = ["left", "top", "right", "bottom"].map((edge, n) =>
    Math.abs(at[edge] - Math[n < 2 ? "min" : "max"](...rects.map((rect) => rect[edge]))));
  const scale = canvas.width / at.width;
  const plain = rects.filter((rect) => {
    const place = [rect.x - at.x, rect.y - at.y, rect.width, rect.height];
    const { data } = canvas.getContext("2d").getImageData(
      ...place.map((value) => Math.round(value * scale)));
    return new Set(new Uint32Array(data.buffer)).size < 9;
  });
  return { off: Math.max(...off), plain: plain.length, boxes: boxes.length };
})"""


def test_pictures_lie_in_the_boxes_at_the_sliders_ends(opened):
    page = opened
    page.get_by_test_id("dimension-0").scroll_into_view_if_needed()
    size = page.viewport_size
    for width in (size["width"], 700, size["width"]):
        page.set_viewport_size({**size, "width": width})
        until(page, f"() => ({ENDS})().every(({{ off }}) => off <= 1)")
        assert [(end["plain"], end["boxes"]) for end in page.evaluate(ENDS)] == [(0, 16)] * 2


def test_the_boxes_are_empty_until_another_decoder_comes(opened):
    page = opened
    until(page, f"() => ({ENDS})().every(({{ plain }}) => plain === 0)")
    page.evaluate("""() => {
      const panel = document.querySelector(".cv-draw").page.panel;
      globalThis.before = panel.decoderSlot.expected;
      panel.loadDecoder = () => {};
      panel.expect({ ...before, sha: "another" });
      delete panel.loadDecoder;
    }""")
    assert [end["plain"] for end in page.evaluate(ENDS)] == [16, 16]
    expect(page.locator(".cv-slider-strong")).to_have_count(0)
    page.evaluate("document.querySelector('.cv-draw').page.panel.expect(before)")
    until(page, f"() => ({ENDS})().every(({{ plain }}) => plain === 0)")


def test_a_chosen_capsule_is_shown_until_the_winner_is_followed_again(blank):
    page = blank
    after_result(page, lambda: draw(page, ONE))
    winner = pixels(page, "reconstruction")
    after_result(page, page.get_by_test_id("choose-8").click)
    assert "capsule 8" in page.get_by_test_id("capsule").inner_text()
    small = pixels(page, "decoded-8")
    np.testing.assert_array_equal(pixels(page, "reconstruction"), small)
    assert not np.array_equal(small, winner)
    after_result(page, page.get_by_test_id("follow-winner").click)
    np.testing.assert_array_equal(pixels(page, "reconstruction"), winner)


def test_a_link_brings_back_drawing_settings_and_sliders(page, app):
    from capsviz.config.read_settings import ReadSettings
    from capsviz.data.drawing import Drawing
    from capsviz.ui.session.permalink import Link, encode

    drawing = Drawing.from_plain({"s": [[85, 0, 500, 150, 500, 850]], "b": None})
    pose = [round(0.02 * d, 2) for d in range(16)]
    link = Link("draw", drawing, ReadSettings(iterations=5, capsule=1), {"pose": pose})
    open_draw(page, f"{app}/?v={encode(link)}")
    wait_live(page)
    assert prediction(page).startswith("1")
    expect(page.get_by_test_id("iterations")).to_have_text("5")
    moved = "() => document.querySelector('.cv-draw').page.panel.isMoved"
    until(page, moved, timeout=PATIENCE)
    for d in range(16):
        value = page.get_by_test_id(f"dimension-{d}").evaluate("(slider) => slider.valueAsNumber")
        assert value == pytest.approx(pose[d], abs=1e-4)


@pytest.mark.parametrize("iterations", [1, 10])
def test_the_strip_shows_every_iteration(opened, iterations):
    page = opened
    button = page.get_by_test_id("iterations-less" if iterations == 1 else "iterations-more")
    for _ in range(abs(iterations - 3)):
        after_result(page, button.click)
    steps = page.locator("[data-testid^=iteration-]:visible")
    assert steps.count() == iterations
    strip = page.get_by_test_id("routing")
    assert strip.evaluate("(strip) => strip.scrollWidth <= strip.clientWidth")
    assert strip.bounding_box()["height"] <= 480, "all of it is seen at once"
    cell = "(canvas) => canvas.getBoundingClientRect().width / canvas.width"
    sizes = [step.locator("canvas").evaluate(cell) for step in steps.all()]
    assert min(sizes) >= (5 if iterations == 1 else 4), "each cell is large enough to read"
    assert button.get_attribute("aria-disabled") == "true"
    button.press("Enter")  # one more does nothing
    wait_settled(page)
    assert steps.count() == iterations
    assert page.get_by_test_id("iterations").inner_text() == str(iterations)


# --- the connection


class Wire:
    """Stands between page and server on the live WebSocket."""

    def __init__(self, page) -> None:
        self.open = True
        self.delay = False
        self.sockets: list[Any] = []
        self.requests: list[bytes] = []
        self.waiting = 0
        self.most_waiting = 0
        page.route_web_socket("**/capsviz/live?*", self.connect)

    def connect(self, socket) -> None:
        if not self.open:
            socket.close()
            return
        server = socket.connect_to_server()
        self.sockets.append(socket)

        def ask(message: bytes) -> None:
            self.requests.append(message)
            self.waiting += 1
            self.most_waiting = max(self.most_waiting, self.waiting)
            server.send(message)

        def answer(message: bytes) -> None:
            self.waiting -= 1
            socket.send(message)

        socket.on_message(ask)
        server.on_message(answer)

    def cut(self) -> None:
        self.open = False
        self.sockets[-1].close()


def raster_of(request: bytes) -> np.ndarray:
    (length,) = struct.unpack_from("<I", request)
    return np.frombuffer(request[4 + length :], np.uint8).reshape(112, 112)


def test_requests_are_sent_one_at_a_time_and_the_last_state_is_read(fresh, app):
    from capsviz.data.drawing import Drawing, render

    page, wire = fresh, Wire(fresh)
    start_blank(fresh, app)
    after_result(page, lambda: draw(page, SEVEN, steps=12))
    drawing = page.evaluate("document.querySelector('.cv-draw').page.pad.drawing")
    asked = raster_of(wire.requests[-1]).astype(int)
    assert np.abs(asked - render(Drawing.from_plain(drawing))).max() <= 1
    assert wire.most_waiting == 1
    numbers = [
        json.loads(request[4 : 4 + struct.unpack_from("<I", request)[0]])["seq"]
        for request in wire.requests
    ]
    assert numbers == sorted(set(numbers))


def test_questions_are_sent_by_http_requests_without_a_websocket(fresh, app):
    page, wire = fresh, Wire(fresh)
    wire.open = False
    open_draw(fresh, app)
    until(
        page,
        "() => document.querySelector('.cv-draw').page.link?.state === 'requests'",
        timeout=PATIENCE,
    )
    expect(page.get_by_test_id("note")).to_contain_text("no live connection")
    after_result(page, page.get_by_test_id("clear").click)
    before = seq(page)
    with pen_down(page, ONE):
        wait_newer(page, before)
    wait_settled(page)
    assert prediction(page).startswith("1")
    assert int(np.argmax(lengths(page))) == 1
    wire.open = True  # and it goes on trying
    wait_live(page)
    expect(page.get_by_test_id("note")).to_have_text("")


def test_a_lost_connection_costs_no_stroke_and_comes_back(fresh, app):
    page, wire = fresh, Wire(fresh)
    start_blank(fresh, app)
    wire.cut()
    until(
        page,
        "() => document.querySelector('[data-testid=\"note\"]').textContent.length > 0",
        timeout=PATIENCE,
    )
    draw(page, ONE)
    assert ink(page) > 0, "the pen waits for nothing"
    wire.open = True
    wait_live(page)
    wait_settled(page)
    expect(page.get_by_test_id("note")).to_have_text("")
    assert prediction(page).startswith("1")
    after_result(page, lambda: draw(page, [(0.2, 0.5), (0.8, 0.5)]))
    assert raster_of(wire.requests[-1])[56, 25:85].min() == 255


def test_an_error_from_the_server_is_one_sentence(blank):
    page = blank
    page.evaluate(
        """() => document.querySelector(".cv-draw").page.link.answer(
          { seq: 0, error: "too many drawings wait to be read: try again shortly" })"""
    )
    assert page.get_by_test_id("notice").inner_text().startswith("too many drawings")


# --- measured as the command line measures it


def test_liveness_can_be_measured_from_outside(opened):
    from capsviz.development.bench.live import measure_pen, measure_slider

    page = opened
    for found in (measure_pen(page, 2.0), measure_slider(page, 1.0)):
        assert found["updates"] >= 3
        assert found["median_ms"] > 0
