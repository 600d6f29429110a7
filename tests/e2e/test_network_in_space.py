"""The network in space: every stop of the walk, by software rendering, and the way back."""

from __future__ import annotations

import io
import itertools
import re
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from on_page import PAGES, PATIENCE, no_errors, settle, show, until
from PIL import Image
from playwright.sync_api import expect
from touch import PHONE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

FLAGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
STILL = "Number(document.querySelector('.cv-n-stage').dataset.still ?? 0)"
STOP = "document.querySelector('.cv-n-space').dataset.stop"
TOTAL = "document.querySelector('[data-testid=total]').innerText"
LABELS = """[...document.querySelectorAll(".cv-n-space-names > *")]
  .filter((label) => label.checkVisibility())
  .map((label) => `${label.innerText} ${label.style.translate}`).join()"""
EMPTY = "document.querySelector('[data-testid=say]').innerText.includes('no ink')"


@pytest.fixture(scope="module")
def rendering(browser: Browser) -> Iterator[Browser]:
    """A browser that draws WebGL without a graphics card."""
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    started = browser.browser_type.launch(executable_path=program, args=FLAGS)
    yield started
    started.close()


@contextmanager
def in_space(rendering: Browser, app: str) -> Iterator[Page]:
    """Network with the scene open; it complains of errors."""
    context = rendering.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    with no_errors(page):
        show(page, app, "network")
        page.get_by_test_id("in-space").click()
        until(page, f"() => {STILL} > 0")
        yield page
    context.close()


def picture(page: Page) -> np.ndarray:
    """The scene as it is on the screen, in grey levels."""
    shot = page.locator(".cv-n-stage").screenshot()
    return np.asarray(Image.open(io.BytesIO(shot)).convert("L")).astype(int)


@pytest.mark.journey
def test_the_walk_leads_through_all_stops_and_back_to_the_map(rendering: Browser, app: str) -> None:
    with in_space(rendering, app) as page:
        assert not page.get_by_test_id("block-conv1").is_visible()
        count = page.locator(".cv-n-dot").count()
        assert count == 13
        seen, words = [], set()
        for step in range(count):
            settle(page)
            seen.append(picture(page))
            words.add(page.get_by_test_id("stop-words").inner_text())
            if step < count - 1:
                before = page.evaluate(STOP)
                page.get_by_test_id("space").press("ArrowRight")
                until(page, f"(before) => {STOP} !== before", before)
        assert len(words) == count
        for shot in seen:
            assert shot.max() - shot.min() > 100
        for one, other in itertools.pairwise(seen):
            assert (abs(one - other) > 40).mean() > 0.001, "each stop shows something else"
        # A link leads to the stop; the lit capsule of that stop has its sentence.
        page.get_by_test_id("stop-capsule").click()
        expect(page.get_by_test_id("lit")).to_contain_text("% of its vote")
        page.reload()
        page.wait_for_selector(PAGES["network"])
        until(page, f"() => {STOP} === 'capsule' && {STILL} > 0")
        expect(page.get_by_test_id("lit")).to_contain_text("% of its vote")
        # Escape leads out, level by level.
        for level in ("capsules", "whole"):
            page.get_by_test_id("space").press("Escape")
            until(page, f"(level) => {STOP} === level", level)
        # The pen reaches the scene, and the switch leads back.
        drawn = picture(page)
        page.get_by_test_id("clear").click()
        until(
            page, "() => document.querySelector('[data-testid=say]').innerText.includes('no ink')"
        )
        settle(page)
        assert (picture(page) != drawn).any()
        page.get_by_test_id("in-space").click()
        expect(page.get_by_test_id("block-conv1")).to_be_visible()
        expect(page.get_by_test_id("walk")).to_be_hidden()


def test_each_stop_has_one_thing_to_do_whose_effect_is_in_sight(
    rendering: Browser, app: str
) -> None:
    with in_space(rendering, app) as page:
        stops = page.locator(".cv-n-dot")
        names = [stops.nth(at).get_attribute("data-testid") for at in range(stops.count())]
        for name in names:
            page.get_by_test_id(str(name)).click()
            settle(page)
            assert page.get_by_test_id("act-words").inner_text().endswith((".", "?"))
            before = picture(page)
            control = page.locator("[data-part=stop-act] > :not([data-testid=act-words])")
            expect(control).to_have_count(1)
            tag = control.evaluate("(node) => node.localName")
            if tag == "select":
                control.select_option(index=1)
            elif tag == "input":
                control.fill("40")
            elif tag == "span":
                page.get_by_test_id("act-iterations-less").click()
            else:
                control.click()
            changed = f"{name}: the scene shows what was done"
            for _ in range(50):
                settle(page)
                if (abs(picture(page) - before) > 40).sum() > 20:
                    break
                page.wait_for_timeout(100)
            else:
                raise AssertionError(changed)
            page.keyboard.press("Control+z")
            if page.get_by_test_id("restore").is_visible():
                page.get_by_test_id("restore").click()
                expect(page.get_by_test_id("restore")).to_be_hidden()


def test_a_capsules_votes_have_numbers_and_panes_and_a_second_network_stand_beneath(
    rendering: Browser, app: str
) -> None:
    with in_space(rendering, app) as page:
        for below in ("second", "total", "walk-play"):
            expect(page.get_by_test_id(below)).to_be_in_viewport(ratio=1)
        page.get_by_test_id("stop-own-votes").click()
        numbers = page.locator(".cv-n-space-names > span:visible", has_text="‖û‖")
        expect(numbers).to_have_count(10)
        expect(page.get_by_test_id("stop-arrows")).to_contain_text("one vote of this capsule")
        for stop, pane in (("own-votes", "votes"), ("capsule", "PrimaryCaps")):
            page.get_by_test_id(f"stop-{stop}").click()
            page.get_by_test_id("stop-inside").click()
            expect(page.locator("[data-part=inside-title]")).to_have_text(pane)
            expect(page.get_by_test_id("walk")).to_be_visible()
            page.get_by_test_id("inside-close").click()
        page.get_by_test_id("second").select_option("uniform")
        expect(page.get_by_test_id("second-conv1")).to_be_visible()
        expect(page.get_by_test_id("walk")).to_be_visible()


def test_the_camera_stands_anew_for_another_network(rendering: Browser, app: str) -> None:
    with in_space(rendering, app) as page:
        told = page.get_by_test_id("total").inner_text()
        page.locator(".cv-picker select").first.select_option("efficient", force=True)
        until(page, f"(told) => {TOTAL} !== told", told)
        page.wait_for_timeout(1000)
        settle(page)
        chosen = picture(page)
        for stop in ("input", "whole"):
            page.get_by_test_id(f"stop-{stop}").click()
            settle(page)
        page.wait_for_timeout(1000)
        settle(page)
        assert (abs(picture(page) - chosen) > 40).mean() < 0.005


def test_the_camera_stands_anew_as_a_phone_is_turned(rendering: Browser, app: str) -> None:
    with in_space(rendering, app) as page:

        def labels() -> str:
            """They stand where they are as soon as all has come and the camera is at rest."""
            before = ""
            while not before or before != page.evaluate(LABELS):
                before = page.evaluate(LABELS)
                page.wait_for_timeout(500)
            return before

        page.set_viewport_size({"width": 390, "height": 844})
        page.reload()
        upright = labels()
        page.set_viewport_size({"width": 844, "height": 390})
        until(page, f"(upright) => {LABELS} !== upright", upright)
        turned = labels()
        page.reload()
        assert labels() == turned


def test_wheel_and_play_lead_on_and_the_page_scrolls_at_the_ends(
    rendering: Browser, app: str
) -> None:
    with in_space(rendering, app) as page:
        page.get_by_test_id("space").hover()
        taken = (
            "window.taken = []; addEventListener('wheel', (e) => taken.push(e.defaultPrevented))"
        )
        page.evaluate(taken)
        page.mouse.wheel(0, -120)
        until(page, "() => taken.length === 1")
        assert page.evaluate("taken") == [False], "before the first stop the page scrolls"
        for stop in ("input", "conv1"):
            page.wait_for_timeout(300)
            page.mouse.wheel(0, 120)
            until(page, f"(stop) => {STOP} === stop", stop)
        assert page.evaluate("taken") == [False, True, True]
        page.wait_for_timeout(300)
        page.mouse.wheel(0, -120)
        until(page, f"() => {STOP} === 'input'")
        play = page.get_by_test_id("walk-play")
        play.click()
        until(page, f"() => {STOP} === 'conv1'")
        expect(play).to_have_attribute("aria-pressed", "true")
        until(page, f"() => {STOP} === 'capsules'")
        play.click()
        expect(play).to_have_attribute("aria-pressed", "false")
        for press in ("stop-back", "stop-inside"):
            play.click()
            expect(play).to_have_attribute("aria-pressed", "true")
            page.get_by_test_id(press).click()
            expect(play).to_have_attribute("aria-pressed", "false")
        expect(page.get_by_test_id("inside-close")).to_be_visible()


def test_a_lecturers_sentence_and_stops_are_in_the_link_as_plain_text(
    rendering: Browser, app: str
) -> None:
    page = rendering.new_page(reduced_motion="reduce")
    sentence = "Look <b>here</b>: & why?"
    with no_errors(page):
        show(page, app, "network")
        page.get_by_test_id("in-space").click()
        until(page, f"() => {STILL} > 0")
        page.get_by_test_id("stop-votes").click()
        page.get_by_test_id("own-walk").locator("summary").click()
        page.get_by_test_id("own-sentence").fill(sentence)
        expect(page.get_by_test_id("stop-note")).to_have_text(sentence)
        page.get_by_test_id("shows-input").uncheck()
        expect(page.locator(".cv-n-dot")).to_have_count(12)
        expect(page.get_by_test_id("stop-input")).to_have_count(0)
        page.evaluate("localStorage.setItem('capsviz.details', '1')")
        page.reload()
        page.wait_for_selector(PAGES["network"])
        until(page, f"() => {STOP} === 'votes'")
        expect(page.get_by_test_id("stop-note")).to_have_text(sentence)
        page.get_by_test_id("copy-link").click()
        copied = page.get_by_test_id("link-text")
        expect(copied).to_have_value(re.compile("."))
        link = copied.input_value()
        other = rendering.new_page()
        other.goto(link)
        other.wait_for_selector(PAGES["network"])
        until(other, f"() => {STOP} === 'votes'")
        expect(other.get_by_test_id("stop-note")).to_have_text(sentence)
        expect(other.locator(".cv-n-dot")).to_have_count(12)
        other.close()
    page.close()


def test_two_fingers_turn_and_zoom_and_a_swipe_leads_on(rendering: Browser, app: str) -> None:
    context = rendering.new_context(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    with no_errors(page):
        show(page, app, "network")
        page.get_by_test_id("in-space").tap()
        until(page, f"() => {STILL} > 0")
        page.get_by_test_id("space").scroll_into_view_if_needed()
        box = page.get_by_test_id("space").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        wire = context.new_cdp_session(page)

        def touch(kind: str, *points: tuple[float, float]) -> None:
            fingers = [
                {"x": x + across, "y": y + down, "id": at}
                for at, (across, down) in enumerate(points)
            ]
            wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

        settle(page)
        before = picture(page)
        touch("touchStart", (-30, 0), (30, 0))
        for step in range(1, 6):
            touch("touchMove", (-30 - 8 * step, 4 * step), (30 + 8 * step, 4 * step))
        touch("touchEnd")
        settle(page)
        assert page.evaluate(STOP) == "whole"
        assert page.evaluate("visualViewport.scale") == 1
        assert (abs(picture(page) - before) > 40).mean() > 0.02, "the scene is nearer and turned"
        touch("touchStart", (60, 0))
        touch("touchMove", (0, 0))
        touch("touchMove", (-60, 0))
        touch("touchEnd")
        until(page, f"() => {STOP} === 'input'")
    context.close()


#: Labels in sight that lie over each other or beyond the scene, by their text; sizes in pixels.
_CLASHES = """() => {
  const boxOf = (node) => node.getBoundingClientRect();
  const stage = boxOf(document.querySelector(".cv-n-stage"));
  const nodes = [...document.querySelectorAll(".cv-n-space-names > span")]
    .filter((node) => node.checkVisibility());
  if (nodes.length === 0) return [["no labels"]];
  const labels = nodes.map((node) => [node.innerText, boxOf(node)]);
  const beyond = ({ left, right, top, bottom }) =>
    left < stage.left || right > stage.right || top < stage.top || bottom > stage.bottom;
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
  return labels.flatMap(([text, box], at) => [
    ...(beyond(box) ? [[text]] : []),
    ...labels.slice(at + 1).filter(([, other]) => over(box, other)).map(([other]) => [text, other]),
  ]);
}"""
#: One network of each kind: by agreement, in layers of matrices, without capsules, for two digits.
KINDS = ["dynamic", "matrix", "attention", "cnn", "overlap", "sprites"]
#: Sizes of windows without class mode.
SCREENS = [(1440, 900), (2560, 1440), (390, 844)]


@pytest.mark.parametrize("in_class", [False, True])
def test_no_label_lies_over_another_one_at_any_stop(
    rendering: Browser, app: str, *, in_class: bool
) -> None:
    """Visit the stops of each kind of network, on each screen; class mode enlarges the labels."""
    found = {}
    with in_space(rendering, app) as page:
        if in_class:
            page.get_by_test_id("tool-class").click()
            page.get_by_test_id("class-on").check()
            page.keyboard.press("Escape")
        for kind in KINDS:
            if kind != KINDS[0]:
                told = page.get_by_test_id("total").inner_text()
                page.locator(".cv-picker select").first.select_option(kind, force=True)
                until(page, f"(told) => {TOTAL} !== told", told)
                page.wait_for_timeout(1000)
            for width, height in [(1280, 720)] if in_class else SCREENS:
                page.set_viewport_size({"width": width, "height": height})
                settle(page)
                for dot in page.locator(".cv-n-dot").all():
                    dot.evaluate("(node) => node.click()")
                    settle(page)
                    if clashes := page.evaluate(_CLASHES):
                        found[kind, width, page.evaluate(STOP)] = clashes
    assert not found


def test_fingers_turn_zoom_tap_and_draw_at_every_stop(rendering: Browser, app: str) -> None:
    context = rendering.new_context(**PHONE, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    with no_errors(page):
        show(page, app, "network")
        page.get_by_test_id("in-space").tap()
        until(page, f"() => {STILL} > 0")
        wire = context.new_cdp_session(page)

        def touch(kind: str, *points: tuple[float, float]) -> None:
            fingers = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
            wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

        def middle(name: str) -> tuple[float, float]:
            page.get_by_test_id(name).scroll_into_view_if_needed()
            box = page.get_by_test_id(name).bounding_box()
            assert box is not None
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

        for dot in page.locator(".cv-n-dot").all():
            dot.tap()
            x, y = middle("space")
            settle(page)
            stop, before = page.evaluate(STOP), picture(page)
            down = page.evaluate("scrollY")
            touch("touchStart", (x - 30, y), (x + 30, y))
            for step in range(1, 6):
                touch(
                    "touchMove",
                    (x - 30 - 8 * step, y + 4 * step),
                    (x + 30 + 8 * step, y + 4 * step),
                )
            touch("touchEnd")
            settle(page)
            assert page.evaluate(STOP) == stop, "two fingers stay at the stop"
            assert page.evaluate("visualViewport.scale") == 1
            assert page.evaluate("scrollY") == down
            assert (abs(picture(page) - before) > 40).mean() > 0.005, f"{stop}: nearer and turned"
        # The first tap on a class tells of it, the second one leads to its stop.
        page.get_by_test_id("stop-routing-3").tap()
        middle("space")
        settle(page)
        label = page.locator(".cv-n-space-names > .cv-n-space-strong", has_text=" 0.9").last
        box = label.bounding_box()
        assert box is not None
        place = box["x"] - 6, box["y"] + box["height"] / 2
        page.touchscreen.tap(*place)
        expect(page.get_by_test_id("lit")).to_contain_text("add up to ‖s‖")
        assert page.evaluate(STOP) == "routing-3"
        page.touchscreen.tap(*place)
        until(page, f"() => {STOP} === 'classes'")
        # A finger on the tile draws; the page does not scroll, and the scene follows.
        page.get_by_test_id("clear").tap()
        until(page, f"() => {EMPTY}")
        x, y = middle("canvas")
        settle(page)
        down = page.evaluate("scrollY")
        before = picture(page)
        touch("touchStart", (x, y - 40))
        for step in range(1, 9):
            touch("touchMove", (x, y - 40 + 10 * step))
        touch("touchEnd")
        until(page, f"() => !{EMPTY}")
        settle(page)
        assert page.evaluate("scrollY") == down
        assert (picture(page) != before).any()
    context.close()


def test_paper_and_an_address_have_the_map_and_the_walk(rendering: Browser, app: str) -> None:
    page = rendering.new_page()
    with no_errors(page):
        page.goto(f"{app}/network#walk")
        page.wait_for_selector(PAGES["network"])
        until(page, f"() => {STILL} > 0")
        expect(page.get_by_test_id("walk")).to_be_visible()
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        expect(page.get_by_test_id("block-conv1")).to_be_visible()
        expect(page.get_by_test_id("walk")).to_be_hidden()
        inked = """(node) => node.getContext("2d")
            .getImageData(0, 0, node.width, node.height).data.some(Boolean)"""
        assert page.get_by_test_id("block-conv1").locator("canvas").first.evaluate(inked)
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        expect(page.get_by_test_id("walk")).to_be_visible()
    page.close()


#: Play a film; gives its duration in seconds, its size, and the grey levels of three moments.
_PLAY = """async (bytes) => {
  const video = document.createElement("video");
  video.muted = true;
  video.src = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: "video/webm" }));
  const once = (name) => new Promise((done) => video.addEventListener(name, done, { once: true }));
  await Promise.race([once("loadeddata"), once("error").then(() => { throw video.error; })]);
  // A recorder writes no duration: the browser finds it at the end.
  if (video.duration === Infinity) { video.currentTime = 1e6; await once("durationchange"); }
  const sheet = document.createElement("canvas");
  [sheet.width, sheet.height] = [64, 36];
  const context = sheet.getContext("2d");
  const seen = [];
  for (const share of [0.1, 0.5, 0.9]) {
    const come = once("seeked");
    video.currentTime = share * video.duration;
    await come;
    context.drawImage(video, 0, 0, 64, 36);
    const { data } = context.getImageData(0, 0, 64, 36);
    seen.push(Array.from({ length: 64 * 36 }, (_, at) => data[4 * at]));
  }
  return { duration: video.duration, size: [video.videoWidth, video.videoHeight], seen };
}"""


@pytest.fixture
def filming(rendering: Browser, app: str) -> Iterator[Page]:
    """The network in space, in a browser that can record a film of it."""
    page = rendering.new_page(viewport={"width": 900, "height": 700})
    page.set_default_timeout(2 * PATIENCE)
    with no_errors(page):
        show(page, app, "network")
        page.get_by_test_id("in-space").click()
        until(page, f"() => {STILL} > 0")
        if not page.evaluate(
            "() => Boolean(globalThis.MediaRecorder?.isTypeSupported('video/webm'))"
        ):
            pytest.skip("this browser records no WebM")
        yield page
    page.close()


def test_a_film_of_the_walk_plays(rendering: Browser, filming: Page) -> None:
    page = filming
    # Two stops make a short film.
    page.get_by_test_id("own-walk").locator("summary").click()
    boxes = page.locator(".cv-n-shown input")
    for at in range(boxes.count() - 1, 1, -1):
        boxes.nth(at).uncheck()
    expect(page.locator(".cv-n-dot")).to_have_count(2)
    page.locator("[data-part=scene-files]").get_by_test_id("export-open").click()
    with page.expect_download() as saved:
        page.get_by_test_id("export-webm").click()
    film = saved.value.path().read_bytes()
    assert saved.value.suggested_filename == "network.webm"
    blank = rendering.new_page()
    played = blank.evaluate(_PLAY, list(film))
    blank.close()
    assert 4 < played["duration"] < 60
    assert min(played["size"]) > 300
    pictures = np.array(played["seen"])
    assert (np.ptp(pictures, axis=1) > 100).all(), "each moment shows something"
    assert (abs(pictures[0] - pictures[2]) > 40).any(), "the film moves"


def test_an_act_of_the_visitor_ends_a_film(filming: Page) -> None:
    """The film goes from stop to stop, and would take away what the visitor has opened."""
    page = filming
    page.locator("[data-part=scene-files]").get_by_test_id("export-open").click()
    page.get_by_test_id("export-webm").click()
    expect(page.get_by_test_id("export-webm")).to_have_text("stop film")
    with page.expect_download():
        page.get_by_test_id("stop-capsules").click()
    expect(page.get_by_test_id("export-webm")).to_have_text("WEBM")
    page.get_by_test_id("stop-inside").click()
    page.wait_for_timeout(4000)  # longer than the film stays at a stop
    expect(page.get_by_test_id("stop-inside")).to_have_attribute("aria-expanded", "true")


def test_a_browser_without_webgl_gets_one_sentence_and_the_map(browser: Browser, app: str) -> None:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    context.add_init_script(
        "HTMLCanvasElement.prototype.getContext = new Proxy("
        "HTMLCanvasElement.prototype.getContext, { apply: (f, canvas, [kind, ...more]) =>"
        " kind.startsWith('webgl') ? null : f.call(canvas, kind, ...more) })"
    )
    page = context.new_page()
    with no_errors(page):
        show(page, app, "network")
        page.get_by_test_id("in-space").click()
        expect(page.get_by_test_id("lit")).to_contain_text("flat map")
        expect(page.get_by_test_id("block-conv1")).to_be_visible()
        expect(page.get_by_test_id("in-space")).to_be_hidden()
    context.close()


@pytest.mark.parametrize(
    ("motion", "memory", "says"),
    [("no-preference", 1, "little memory"), ("reduce", 8, "less motion")],
)
def test_a_link_opens_the_map_for_little_memory_and_less_motion(
    rendering: Browser, app: str, motion: Any, memory: int, says: str
) -> None:
    page = rendering.new_page(reduced_motion=motion)
    page.add_init_script(f"Object.defineProperty(navigator, 'deviceMemory', {{ value: {memory} }})")
    with no_errors(page):
        page.goto(f"{app}/network#walk")
        page.wait_for_selector(PAGES["network"])
        expect(page.get_by_test_id("lit")).to_contain_text(says)
        expect(page.get_by_test_id("block-conv1")).to_be_visible()
        page.get_by_test_id("in-space").click()
        until(page, f"() => {STILL} > 0")
        expect(page.get_by_test_id("walk")).to_be_visible()
    page.close()
