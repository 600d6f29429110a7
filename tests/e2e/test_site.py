"""A published site under a sub-path: only files are served, and the browser reads by itself."""

from __future__ import annotations

import base64
import html
import io
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from every_entry import check_every_entry
from on_draw import draw
from on_page import (
    ALL_DETAILS,
    PAGES,
    PATIENCE,
    ROOM,
    no_errors,
    open_every_page,
    scroll_until,
    show,
    until,
    until_true,
)
from PIL import Image
from playwright.sync_api import FilePayload, Frame, Request, expect
from published_site import PUBLISHED, open_pages, serve
from scripts import ROOT

from capsviz.analysis.viewpoint import curve, read_each
from capsviz.config.read_settings import ReadSettings
from capsviz.data.affine import KINDS, LIMITS, Transform
from capsviz.data.drawing import Drawing, render, to_bytes
from capsviz.data.samples import samples
from capsviz.tracing import trace
from capsviz.training import checkpoint
from capsviz.ui.lessons.loader import load
from capsviz.ui.networks import cache
from capsviz.ui.session import permalink
from capsviz.ui.site import service

pytest.importorskip("onnxscript")
#: A whole site is published before the first test, and counts to its time.
pytestmark = pytest.mark.timeout(900)
#: The network of a first visit, and one that a visitor may choose.
NAME, OTHER = PUBLISHED
PLACE = "some/course"
#: A digit of one line, in shares of the canvas.
THREE = [(0.3, 0.25), (0.65, 0.25), (0.45, 0.48), (0.7, 0.65), (0.5, 0.8), (0.3, 0.75)]


@pytest.fixture(scope="module")
def root(published, tmp_path_factory) -> Path:
    """Root of a server; the site lies two folders below."""
    made = tmp_path_factory.mktemp("served")
    shutil.copytree(published, made / PLACE)
    return made


@pytest.fixture(scope="module")
def site(root) -> Iterator[str]:
    """Address of the site."""
    with serve(root) as address:
        yield f"{address}{PLACE}/"


@pytest.fixture
def page(browser, site):
    """A new visitor's tab, which asks nobody but the site."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE)
    asked: list[str] = []
    refused: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    context.on("response", lambda reply: refused.append(reply.url) if reply.status >= 400 else None)
    pending: set[Request] = set()
    context.on("request", lambda request: pending.add(request))
    context.on("requestfinished", lambda request: pending.discard(request))
    opened = context.new_page()
    with no_errors(opened, logged=True):
        yield opened
    # Seen if the test has failed: a page once stood for a minute without its scripts.
    print("not answered:", *(request.url for request in pending), sep="\n")
    assert asked
    assert all(url.startswith((site, "data:", "blob:")) for url in asked)
    assert not refused
    context.close()


#: Elements of each page that appear only once its network, or its lesson, has answered.
SHOWN = {
    "Routing": "Self-attention takes one pass",
    "Dimensions": "the longest is chosen",
    "Overlap": "0 and 5: lengths",
    "Parts": re.compile(r"error \d"),
    "Viewpoint": "The plain CNN predicts",
    "Compare": re.compile("of 4 networks predict|All 4 networks predict"),
    "Claims": "Plain CNN",
    "Train": "of held-out pictures",
    "Learn": "Why not max-pooling?",
}
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
#: As if every network had been asked and every film seen: what is asked for is kept.
FETCH = """async (places) => {
  for (const place of places) await (await fetch(place)).arrayBuffer();
}"""
#: The site's content policy lets no wait evaluate text again and again.
KEPT = """() => new Promise((settle) => {
  const worker = navigator.serviceWorker;
  if (worker.controller) settle(null);
  worker.addEventListener("controllerchange", () => settle(null));
})"""
KEEPS = """async (urls) => {
  const found = await Promise.all(urls.map((url) => caches.match(url)));
  return found.every(Boolean);
}"""
#: Focusable elements, by the part of the page that contains them.
FOCUSED = """() => {
  const all = [...document.querySelectorAll("a, button, input, select, summary, [tabindex]")];
  const takes = all.filter((one) => {
    one.focus();
    return one.tabIndex >= 0 && document.activeElement === one;
  });
  const sections = takes.map((one) => one.closest("section")?.getAttribute("aria-labelledby"));
  return [...new Set(sections)];
}"""
UPDATED = """async () => {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  const isNew = () =>
    !registration.installing && !registration.waiting && registration.active.state === "activated";
  while (!isNew())
    await new Promise((settle) => setTimeout(settle, 50));
}"""
READ = """async (rasters) => {
  const { engine } = document.querySelector(".cv-draw").page;
  const settings = { model: "efficient", iterations: 3, center: true, capsule: -1 };
  const readings = [];
  for (const text of rasters) {
    const raster = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const { lengths, poses, input } = await engine.read({ ...settings, pictures: false }, raster);
    readings.push({ lengths, poses, input: Array.from(input) });
  }
  return readings;
}"""

CURVES = """async ([kinds, transform, limits]) => {
  const { engine, inputs } = document.querySelector(".cv-viewpoint").page;
  const settings = { model: "efficient", iterations: 3, digit: -1 };
  const found = [];
  for (const kind of kinds) {
    const along = inputs.sweep(transform, kind, limits[kind]);
    const { header, arrays } = await engine.curves(settings, along.inputs);
    const { values, images } = along;
    const plain = Object.entries({ ...arrays, values, images, still: inputs.untouched })
      .map(([name, numbers]) => [name, Array.from(numbers)]);
    found.push({ digit: header.digit, ...Object.fromEntries(plain) });
  }
  return found;
}"""


def to(page, title: str) -> None:
    page.get_by_test_id("page-link").get_by_text(title).click()


def go_to_all(page) -> None:
    """Every page answers, and nothing of it lies beside what is in sight."""
    for title, shown in SHOWN.items():
        to(page, title)
        expect(page.locator(".cv-site-bar [aria-current]")).to_have_text(title)
        if title == "Claims":
            page.get_by_test_id("claim-scrambled").click()
        for size in (WIDE, PHONE):
            page.set_viewport_size(size)
            expect(page.get_by_text(shown).first).to_be_visible()
            # Figures are fitted a frame after the window has changed.
            until(page, "() => document.documentElement.scrollWidth <= innerWidth")


def move_a_digit(page) -> None:
    """The networks of two digits are asked."""
    to(page, "Overlap")
    lengths, canvas = page.get_by_test_id("lengths"), page.get_by_test_id("pair-canvas")
    expect(lengths).to_have_attribute("data-seq", re.compile("[1-9]"))
    before = lengths.get_attribute("data-seq") or ""
    expect(canvas).to_be_visible()  # what is hidden takes no focus
    canvas.press("ArrowRight")
    expect(lengths).not_to_have_attribute("data-seq", before)
    expect(page.get_by_test_id("prediction")).to_contain_text("5 and 0: lengths")


def take_sprites_apart(page) -> None:
    """Each network of parts that comes along is there, and is kept."""
    to(page, "Parts")
    expect(page.get_by_text(SHOWN["Parts"]).first).to_be_visible()
    page.get_by_test_id("network").select_option("parts_sprites")
    expect(page.get_by_test_id("sample-0")).to_have_attribute("title", "triangle 1")
    shape = re.compile(r"^[a-z]+ \(object [1-8]\): \d+ %$")
    expect(page.get_by_test_id("prediction")).to_have_text(shape)
    page.reload()
    expect(page.get_by_test_id("network")).to_have_value("parts_sprites")
    expect(page.get_by_test_id("prediction")).to_have_text(shape)


def places(folder: Path) -> Iterator[str]:
    """Files that are kept once they were asked for."""
    for top in ("networks", "data", "decoder", "films", "plotly", "samples", "sections", "parts"):
        for path in (folder / top).rglob("*.*"):
            yield path.relative_to(folder).as_posix()


def picture_of(drawing: Drawing) -> FilePayload:
    """A photograph of it: dark on bright paper."""
    out = io.BytesIO()
    Image.fromarray(255 - render(drawing, 300) // 2).save(out, "PNG")
    return {"name": "five.png", "mimeType": "image/png", "buffer": out.getvalue()}


def share_and_tour(page) -> None:
    """A link holds what is seen, and the tour goes from page to page."""
    to(page, "Viewpoint")
    page.get_by_text("made to fool").first.click()
    expect(page.get_by_test_id("recorded")).to_contain_text("at ε 0.10")
    expect(page.get_by_test_id("attack-capsules")).to_contain_text("fooled")
    page.get_by_test_id("slider-rotation").fill("45")
    page.get_by_test_id("tool-share").click()
    link = page.get_by_test_id("share-link")
    expect(link).to_have_value(re.compile(r"/some/course/viewpoint/\?v="))
    expect(page.get_by_test_id("share-note")).to_contain_text("Only the app makes a code")
    address = link.input_value()
    page.get_by_test_id("slider-rotation").fill("0")
    page.goto(address)
    expect(page.get_by_test_id("slider-rotation")).to_have_value("45")
    expect(page.locator(".cv-notes")).to_be_hidden()
    page.get_by_test_id("tool-tour").click()
    page.get_by_test_id("tour-next").click()
    expect(page.locator(".cv-site-bar [aria-current]")).to_have_text("Draw")
    expect(page.get_by_test_id("tour-title")).to_have_text("Draw a digit")
    page.get_by_test_id("tour-leave").click()


def go_to_network(page) -> None:
    """All blocks follow the drawing; inside one of them, out again, and both are kept."""
    to(page, "Network")
    shown = page.get_by_test_id("network-page")
    expect(shown).to_have_attribute("data-seq", re.compile("[1-9]"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_test_id("block-conv2").click()
    inside = page.get_by_test_id("inside")
    expect(inside.get_by_test_id("map-name")).to_contain_text("mean")
    before = page.get_by_test_id("say").inner_text()
    inside.get_by_test_id("off").click()
    expect(page.get_by_test_id("restore")).to_be_visible()
    page.reload()
    expect(inside.get_by_test_id("off")).to_contain_text("on")
    expect(inside).to_be_visible()  # what is hidden takes no focus
    inside.focus()
    page.keyboard.press("Escape")
    expect(inside).to_be_hidden()
    page.get_by_test_id("restore").click()
    expect(page.get_by_test_id("say")).to_have_text(before)
    page.get_by_test_id("block-decoder").click()
    expect(inside.get_by_test_id("unit-name")).to_contain_text("hidden layer 1")
    page.go_back()
    expect(page.get_by_test_id("lengths")).to_contain_text("1st")


def test_the_site_reads_as_python_does_and_works_offline(page, site, root):
    page.goto(site)
    page.wait_for_selector('[data-testid="lengths"][data-seq]')
    expect(page.get_by_test_id("model")).to_be_visible()
    chosen = samples()[::4]
    rasters = [render(each.drawing) for each in chosen]
    readings = page.evaluate(READ, [base64.b64encode(each.tobytes()).decode() for each in rasters])
    loaded = checkpoint.load(NAME, "cpu")
    for raster, reading in zip(rasters, readings, strict=True):
        picture = loaded.picture(raster, center=True)
        seen = trace(loaded.capsnet, picture)
        assert np.abs(np.array(reading["input"]) - to_bytes(picture).ravel()).max() <= 1
        assert np.abs(np.array(reading["lengths"]) - seen.lengths[0]).max() < 1e-4
        assert np.abs(np.array(reading["poses"]) - seen.poses[0]).max() < 1e-4
    page.evaluate(KEPT)
    page.evaluate(FETCH, list(places(root / PLACE)))
    page.context.set_offline(True)
    five = next(each.drawing for each in samples() if each.digit == 5)
    page.get_by_test_id("file").set_input_files(picture_of(five))
    expect(page.get_by_test_id("prediction")).to_contain_text("5")
    page.get_by_test_id("clear").click()
    draw(page, [(0.3, 0.25), (0.7, 0.25), (0.45, 0.8)])
    expect(page.get_by_test_id("lengths")).to_contain_text("1st")
    expect(page.locator(".cv-old")).to_have_count(0)
    go_to_network(page)
    go_to_all(page)
    take_sprites_apart(page)
    move_a_digit(page)
    compare_curves(page, loaded)
    share_and_tour(page)
    asked = "embed=1&class=1&show=canvas,lengths,nothing&lock=network,picture&task=<b>Which?</b>"
    page.goto(f"{site}?{asked}")
    expect(page.get_by_test_id("lengths")).to_contain_text("1st")
    expect(page.locator(".cv-site-bar, .cv-site-foot")).to_have_count(0)
    expect(page.locator("html.cv-class-mode")).to_have_count(1)
    expect(page.get_by_test_id("task")).to_have_text("<b>Which?</b>")
    expect(page.get_by_test_id("trouble")).to_contain_text("knows no “nothing” to show")
    expect(page.get_by_test_id("canvas")).to_be_visible()
    for gone in (".cv-picker", ".cv-pictures", ".cv-tools", ".cv-inside", ".cv-samples"):
        expect(page.locator(gone)).to_be_hidden()
    before = page.get_by_test_id("prediction").inner_text()
    draw(page, [(0.2, 0.2), (0.8, 0.8)])  # which nobody can do there
    page.keyboard.press("Tab")
    # All else that takes it is gone, or stands still: the lengths and their help are left.
    assert page.evaluate(FOCUSED) == ["cv-say-title"]
    expect(page.get_by_test_id("prediction")).to_have_text(before)
    page.context.set_offline(False)
    publish_anew(root / PLACE)
    page.goto(site)
    page.evaluate(UPDATED)
    page.goto(site)
    expect(page.get_by_text("of another version")).to_be_visible()


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_no_page_jumps_as_it_opens_or_is_too_wide_and_none_begins_with_an_error(
    browser, site, size
):
    assert open_every_page(browser, site.rstrip("/"), *size, ending="/") == {}


def test_a_first_visit_asks_for_few_files(newcomer, site):
    asked: list[str] = []
    newcomer.on("request", lambda request: asked.append(request.url))
    show(newcomer, site.rstrip("/"), "")
    newcomer.wait_for_load_state("networkidle")
    assert len(asked) < 40
    scripts = [url.rsplit("/", 1)[1] for url in asked if "/bundles/" in url]
    assert sorted(scripts) == ["draw.js", "shared.js", "shell.js"]


@pytest.mark.parametrize("name", PAGES)
def test_the_choice_of_a_network_lies_over_no_title_in_class_mode(newcomer, site, name):
    newcomer.set_viewport_size({"width": 1280, "height": 720})
    show(newcomer, site.rstrip("/"), f"{name}/" if name else "", "?class=1")
    assert newcomer.evaluate(ROOM) >= 12


def test_the_choice_of_a_network_lies_between_header_and_title(newcomer, site):
    newcomer.set_viewport_size({"width": 700, "height": 900})
    show(newcomer, site.rstrip("/"), "routing/")
    header, choice, title = (
        newcomer.locator(place).bounding_box()
        for place in (".cv-site-bar", ".cv-picker select", ".cv-purpose")
    )
    assert header["y"] + header["height"] < choice["y"]
    assert choice["y"] + choice["height"] <= title["y"]
    # The app's small map would lie under the header.
    expect(newcomer.get_by_test_id("where")).to_be_hidden()


def test_the_quiz_and_the_glossary_open(newcomer, site):
    show(newcomer, site.rstrip("/"), "learn/")
    newcomer.get_by_test_id("lesson-quiz").click()
    expect(newcomer.get_by_test_id("quiz-title")).to_be_visible()
    newcomer.get_by_test_id("contents").click()
    newcomer.get_by_test_id("lesson-glossary").click()
    expect(newcomer.get_by_role("heading", name="Terms")).to_be_visible()


def test_the_lesson_on_a_forced_pose_has_its_network(page, site):
    page.goto(f"{site}learn/?lesson=vector&step=6")
    expect(page.get_by_text("digit moved by (0, 0)")).to_be_visible()


@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", PAGES)
def test_every_entry_of_a_page_opens(newcomer, site, name):
    check_every_entry(newcomer, site.rstrip("/"), name, ending="/")


def compare_curves(page, loaded: checkpoint.Checkpoint) -> None:
    """Every factor runs through its range as in Python, beside the network without capsules."""
    to(page, "Viewpoint")
    expect(page.get_by_test_id("curve-lengths")).to_have_attribute("data-seq", re.compile("[1-9]"))
    transform, plain = Transform(rotation=10.0), cache.plain_network(NAME)
    assert plain is not None
    asked = [list(KINDS), transform.to_plain(), LIMITS]
    for kind, found in zip(KINDS, page.evaluate(CURVES, asked), strict=True):
        image = np.array(found["still"], np.float32).reshape(loaded.model.config.format.shape)
        one = curve(loaded.capsnet, plain.model, image, transform, kind, found["digit"], 3)
        images = np.array(found["images"], np.uint8).reshape(one.images.shape)
        assert np.abs(images - to_bytes(one.images).astype(int)).max() <= 1, kind
        assert np.abs(np.array(found["values"]) - one.values).max() < 1e-4, kind
        rounded = images.astype(np.float32) / 255
        poses, lengths, cnn = read_each(loaded.capsnet, plain.model, rounded, 3)
        expected = {"lengths": lengths, "cnn": cnn, "poses": poses[:, found["digit"]]}
        for name, numbers in expected.items():
            assert np.abs(np.array(found[name]) - numbers.ravel()).max() < 1e-4, (kind, name)


def publish_anew(folder: Path) -> None:
    shown = folder / "index.html"
    text = shown.read_text("utf-8")
    shown.write_text(text.replace("</footer>", "<p>of another version</p></footer>"), "utf-8")
    service.write(folder, NAME)


SEEN = {"draw": PAGES[""], "network": PAGES["network"]}
TOUR = "(step) => localStorage.setItem('capsviz.tour', JSON.stringify({ step, active: true }))"
STROKES = "(root) => root.page.pad.drawing.s"
#: A page that shows another in a frame, away from its own corner.
FRAMING = '<!doctype html><iframe src="{}" width="1000" height="700" style="margin: 90px 150px">'


def address_of(site: str, name: str) -> str:
    return site if name == "draw" else f"{site}{name}/"


def open_untouched(page, site: str, name: str) -> Frame:
    """The example on a page, as the visitor comes to it; what holds the page."""
    page.goto(address_of(site, name))
    page.wait_for_selector(SEEN[name])
    return page.main_frame


def choose_other(page, site: str, name: str) -> Frame:
    shown = open_untouched(page, site, name)
    page.locator(".cv-picker select").select_option(OTHER)
    until(page, f"document.querySelector('.cv-{name}').page.server.network.name === '{OTHER}'")
    return shown


def follow_share(page, site: str, name: str) -> Frame:
    open_untouched(page, site, name)
    page.get_by_test_id("tool-share").click()
    expect(page.get_by_test_id("share-link")).to_have_value(re.compile("v="))
    page.goto(page.get_by_test_id("share-link").input_value())
    page.wait_for_selector(SEEN[name])
    return page.main_frame


def preset_of(site: str, name: str) -> str:
    token = permalink.encode(permalink.Link(name, settings=ReadSettings(OTHER)))
    return f"{address_of(site, name)}?v={token}&embed=1"


def open_preset(page, site: str, name: str) -> Frame:
    page.goto(preset_of(site, name))
    page.wait_for_selector(SEEN[name])
    return page.main_frame


def open_in_frame(page, site: str, name: str) -> Frame:
    """In a frame of the same site, where Chromium's raw movements are the top page's."""
    page.route(
        "**/framing",
        lambda route: route.fulfill(
            content_type="text/html", body=FRAMING.format(html.escape(preset_of(site, name)))
        ),
    )
    page.goto(f"{site}framing")
    page.frame_locator("iframe").locator(SEEN[name]).wait_for()
    return page.frames[-1]


@pytest.mark.parametrize("come", [choose_other, follow_share, open_preset, open_in_frame])
@pytest.mark.parametrize("name", ["draw", "network"])
def test_the_first_stroke_replaces_the_example_and_follows_the_pen(page, site, come, name):
    """A 3, whichever way the visitor has come to an untouched page."""
    page.set_viewport_size({"width": 1440, "height": 900})
    shown = come(page, site, name)
    canvas = shown.get_by_test_id("canvas")
    left, top, width, height = canvas.bounding_box().values()
    line = [(left + x * width, top + y * height) for x, y in THREE]
    page.mouse.move(*line[0])
    page.mouse.down()
    for point in line[1:]:
        page.mouse.move(*point, steps=6)
    page.mouse.up()
    ((_, _, *points),) = shown.locator(f".cv-{name}").evaluate(STROKES)
    drawn = np.array(points).reshape(-1, 2) / 1000
    far = np.abs(drawn[:, None] - np.array(THREE)).max(-1)
    assert far.min(0).max() < 0.01  # it comes by every corner
    assert (far[0].argmin(), far[-1].argmin()) == (0, len(THREE) - 1)
    assert ((drawn >= 0.2) & (drawn <= 0.8)).all()  # and goes astray nowhere


@pytest.fixture
def leaving(browser, site):
    """A new visitor's tab whose connection may go: what the browser logs of that is no error."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(PATIENCE)
    opened = context.new_page()
    with no_errors(opened):
        yield opened
    context.close()


@pytest.mark.parametrize("known", ["nothing", "its words"])
def test_an_unfetched_network_is_not_chosen_offline(leaving, site, known):
    """Whether its page's data are kept already or not."""
    leaving.goto(site)
    leaving.wait_for_selector(SEEN["draw"])
    leaving.evaluate(KEPT)
    if known == "its words":
        leaving.evaluate(FETCH, [f"data/draw/{OTHER}.json"])
    leaving.context.set_offline(True)
    choice = leaving.locator(".cv-picker select")
    choice.select_option(OTHER)
    note = leaving.locator(".cv-notes")
    expect(note).to_contain_text("does not keep that network")
    expect(note).to_contain_text("is chosen again")
    expect(choice).to_have_value(NAME)
    expect(leaving.get_by_text("Failed to fetch")).to_have_count(0)
    draw(leaving, THREE)
    expect(leaving.get_by_test_id("prediction")).to_contain_text("3")
    leaving.get_by_test_id("open-routing").click()  # an address without its slash
    expect(leaving.get_by_test_id("film-line")).to_have_attribute("data-seq", re.compile("[1-9]"))
    for place in ("network", "network/index.html"):
        leaving.goto(f"{site}{place}")
        assert leaving.url == f"{site}network/"
        leaving.wait_for_selector(SEEN["network"])


def test_compare_asks_before_it_fetches_networks_and_counts_their_answers(leaving, site):
    asked: list[str] = []
    leaving.on("request", lambda request: asked.append(request.url))
    leaving.goto(f"{site}compare/")
    columns = leaving.locator(".cv-compared")
    expect(columns).to_have_count(4)
    expect(leaving.locator("#cv-compare-of")).to_have_text(re.compile("an example"))
    to(leaving, "Draw")
    leaving.wait_for_selector(SEEN["draw"])
    draw(leaving, THREE)
    expect(leaving.get_by_test_id("prediction")).to_contain_text("3")
    to(leaving, "Compare")
    more = leaving.get_by_test_id("compare-more")
    expect(more).to_have_text(re.compile(r"^(\w+) more networks can read it too: \d+\.\d MB to"))
    expect(leaving.locator("#cv-compare-of")).to_have_text(re.compile("your drawing"))
    expect(leaving.get_by_test_id(f"compared-{NAME}")).to_be_visible()
    expect(leaving.get_by_test_id(f"compared-{OTHER}")).to_have_count(0)
    assert not [url for url in asked if f"{OTHER}-weights" in url]
    leaving.get_by_test_id("compare-fetch").click()
    expect(columns).to_have_count(4)
    expect(more).to_be_hidden()
    expect(leaving.locator(".cv-compare-says")).to_contain_text("4 networks predict 3")
    assert [url for url in asked if f"{OTHER}-weights" in url]


def test_sections_show_results_with_charts_and_choices(browser, site):
    context = browser.new_context(viewport=WIDE)
    context.add_init_script(ALL_DETAILS)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with no_errors(page, logged=True):
        for name, chart, choice in (
            ("compare", "chart-calibration", "choose-network"),
            ("viewpoint", "chart-accuracy-under-attack", "choose-law"),
        ):
            page.goto(f"{site}{name}/")
            page.wait_for_selector(PAGES[name])
            scroll_until(page, '[data-part="sections"]', f'[data-testid="{chart}"]')
            scroll_until(page, f'[data-testid="{chart}"]', f'[data-testid="{chart}"] .xtick text')
            if name == "viewpoint":  # laws were fitted for the networks of the paper
                page.locator(".cv-picker select").select_option(OTHER)
            select = page.get_by_test_id(choice)
            section = page.locator("section").filter(has=select)
            before = section.inner_text()
            select.select_option(index=1)
            until_true(page, lambda section=section, said=before: section.inner_text() != said)
    assert [url for url in asked if "/plotly/" in url]
    assert all(url.startswith((site, "data:", "blob:")) for url in asked)
    context.close()


def fetched_networks(asked: list[str]) -> set[str]:
    """Names of the networks whose weights were among what was asked for."""
    return {url.rpartition("/")[2].partition("-weights-")[0] for url in asked if "-weights-" in url}


def test_claims_asks_before_it_fetches_the_networks_of_its_experiment(leaving, site):
    asked: list[str] = []
    leaving.on("request", lambda request: asked.append(request.url))
    leaving.goto(f"{site}claims/?claim=scrambled")
    says, rows = leaving.get_by_test_id("fetch-says"), leaving.get_by_test_id("rows")
    expect(says).to_have_text(re.compile(r"^3 networks have to be fetched first: \d+\.\d MB\.$"))
    draw(leaving, THREE)
    expect(rows).not_to_contain_text("Dynamic")
    assert not fetched_networks(asked)
    leaving.get_by_test_id("claim-overlap").click()
    expect(says).to_have_text(re.compile(r"^One network has to be fetched first: "))
    leaving.get_by_test_id("claim-scrambled").click()
    leaving.evaluate(KEPT)
    leaving.get_by_test_id("fetch").click()
    expect(leaving.get_by_test_id("row-dynamic")).to_contain_text(re.compile(r"\d\.\d\d"))
    expect(says).to_be_hidden()
    assert fetched_networks(asked) == {NAME, OTHER, "cnn"}
    weights = [url for url in asked if "-weights-" in url]
    until_true(leaving, lambda: leaving.evaluate(KEEPS, weights))
    leaving.reload()
    expect(leaving.get_by_test_id("row-dynamic")).to_contain_text(re.compile(r"\d\.\d\d"))
    expect(says).to_be_hidden()


DAMAGED = "This link could not be opened: the link is damaged, perhaps cut off."


@pytest.fixture(params=["app", "site"])
def host(request) -> str:
    """Address of either that shows pages, without a slash at its end."""
    return request.getfixturevalue(request.param).rstrip("/")


@pytest.mark.parametrize(
    ("address", "shown", "said"),
    [
        ("?v=3eJyrVkpUslIy", ".cv-notes", DAMAGED),
        ("?v=nonsense", ".cv-notes", DAMAGED),
        (
            "?v=9eJyrVkpUslIy",
            ".cv-notes",
            "This link could not be opened: the link was made by another version of capsviz.",
        ),
        (
            "claims/?network=none",
            ".cv-notes",
            re.compile(r"^There is no network “none” here: choose one of [^.]*dynamic[^.]*\.$"),
        ),
        (
            "claims/?claim=none",
            '[data-testid="trouble"]',
            "There is no claim “none”: choose one of the list.",
        ),
    ],
)
def test_an_unknown_address_gets_one_sentence(newcomer, host, address, shown, said):
    newcomer.goto(f"{host}/{address}")
    expect(newcomer.locator(shown)).to_have_text(said)


def test_an_address_opens_a_claim(page, site):
    page.goto(f"{site}claims/?claim=viewpoint")
    entry = page.get_by_test_id("claim-viewpoint")
    expect(entry).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_test_id("trouble")).to_be_hidden()
    entry.click()
    page.reload()  # the visitor went on
    expect(entry).to_have_attribute("aria-expanded", "false")


def test_routing_offers_a_network_with_iterations(page, site):
    page.goto(f"{site}routing/")
    offer = page.get_by_test_id("choose-iterating")
    expect(offer).to_have_text(re.compile(r"^choose \w.* \(\d\.\d MB\)$"))
    offer.click()
    expect(page.get_by_test_id("iterations")).to_have_text("r = 3")
    expect(offer).to_be_hidden()
    expect(page.locator(".cv-picker select")).to_have_value(OTHER)


def test_an_address_names_the_network(newcomer, host):
    page = newcomer
    page.goto(f"{host}/routing/?network={OTHER}")
    expect(page.get_by_test_id("iterations")).to_have_text("r = 3")
    choice = page.locator(".cv-picker select")
    expect(choice).to_have_value(OTHER)
    choice.select_option(NAME)
    expect(page.get_by_test_id("one-pass")).to_be_visible()
    page.reload()  # the visitor's own choice is newer
    expect(page.get_by_test_id("one-pass")).to_be_visible()
    expect(choice).to_have_value(NAME)


def test_the_tour_offers_iterations_before_one_more_is_asked_for(page, site):
    step = next(at for at, one in enumerate(load().tour) if one.target == "iterations-more")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(site)
    page.evaluate(TOUR, step)
    page.reload()
    offer, following = page.get_by_test_id("tour-choose"), page.get_by_test_id("tour-next")
    expect(offer).to_have_text(re.compile(r"\(\d\.\d MB\)$"))
    more = page.get_by_test_id("iterations-more")
    more.click(force=True)  # which does nothing
    expect(following).to_be_disabled()
    offer.click()
    expect(more).to_have_attribute("aria-disabled", "false")
    expect(offer).to_be_hidden()
    more.click()
    expect(page.get_by_test_id("iterations")).to_have_text("4")
    expect(following).to_be_enabled()


#: Whether a frame has the height of its page, and stands still.
FITS = """async (root) => {
  const rest = () => new Promise((settle) => setTimeout(settle, 300));
  const before = innerHeight;
  await rest();
  return innerHeight === before && root.scrollHeight <= innerHeight + 1 && innerHeight !== 300;
}"""
#: Addresses in .github/examples, and frames there: of HTML, and as Jupyter Book writes them.
EXAMPLE = "https://you.github.io/capsviz/"
FRAME = re.compile(r"<iframe .*?</iframe>", re.DOTALL)
#: reveal.js itself is not here.
REVEAL = {
    "reveal.js": "self.Reveal = { initialize() {} };",
    **dict.fromkeys(("reveal.css", "theme/white.css"), ""),
}
DIRECTIVE = re.compile(r':::\{iframe\} (\S+)\n:width: 100%\n:title: "([^"]+)"\n:::')


def test_examples_show_it_in_frames_of_another_origin(browser, site, tmp_path):
    """Quarto and Jupyter Book are not here: their pages' own frames are what is opened."""
    examples = {
        file.name: file.read_text("utf-8").replace(EXAMPLE, site)
        for file in (Path(__file__).parents[2] / ".github/examples").iterdir()
        if file.suffix in (".html", ".qmd", ".md") and file.stem != "README"
    }
    assert examples.keys() == {"reveal.html", "quarto.qmd", "jupyter-book.md"}
    (quarto,) = FRAME.findall(examples["quarto.qmd"])
    ((address, title),) = DIRECTIVE.findall(examples["jupyter-book.md"])
    book = (
        f'<iframe src="{html.escape(address)}" title="{title}" width="100%" height="600"></iframe>'
    )
    (tmp_path / "slides.html").write_text(
        examples["reveal.html"].replace("data-src", "src"), "utf-8"
    )  # which reveal.js does, when the slide is reached
    (tmp_path / "course.html").write_text(f"<!doctype html>{quarto}{book}", "utf-8")
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    context.set_default_timeout(PATIENCE)
    for name, text in REVEAL.items():
        file = tmp_path / "node_modules/reveal.js/dist" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    page = context.new_page()
    away: list[str] = []
    page.on("request", lambda request: away.append(request.url))
    with serve(tmp_path) as elsewhere, no_errors(page):
        for name in ("slides.html", "course.html"):
            page.goto(elsewhere + name)
            frames = page.locator("iframe")
            expect(frames).to_have_count(2)
            for frame in frames.all():
                assert frame.get_attribute("title")
                inside = frame.content_frame
                expect(inside.locator(".cv-shown [data-seq]").first).to_be_attached()
                expect(inside.locator(".cv-site-bar, .cv-site-foot")).to_have_count(0)
                expect(inside.locator(".cv-trouble:visible")).to_have_count(0)
        assert all(url.startswith((elsewhere, site, "data:", "blob:")) for url in away)
    context.close()


def test_a_frame_follows_its_hosts_height_and_theme_and_reports_a_sandbox(
    browser, site, root, tmp_path
):
    node_text = (ROOT / "shell/preset.js").read_text("utf-8")
    fit = re.search(r"(<script>.*?</script>)", node_text, re.DOTALL)
    assert fit
    shown = f"{site}?embed=1&show=canvas,lengths&theme="
    frames = "".join(
        f'<iframe id="{name}" src="{html.escape(shown + theme)}" {rest} height="300"></iframe>'
        for name, theme, rest in [
            ("dark", "dark", 'width="1000"'),
            ("light", "light", 'width="390"'),
            ("boxed", "light", 'width="390" sandbox="allow-scripts"'),
        ]
    )
    (tmp_path / "host.html").write_text(f"<!doctype html>{frames}{fit[1]}", "utf-8")
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        with serve(tmp_path) as elsewhere:
            page.goto(elsewhere + "host.html")
            for name in ("dark", "light"):
                page.locator(f"#{name}").scroll_into_view_if_needed()
                inside = page.locator(f"#{name}").content_frame
                expect(inside.get_by_test_id("lengths")).to_contain_text("1st")
                expect(inside.locator(".cv-draw.cv-dark")).to_have_count(int(name == "dark"))
                until_true(page, lambda inside=inside: inside.locator("html").evaluate(FITS))
            page.locator("#boxed").scroll_into_view_if_needed()
            boxed = page.locator("#boxed").content_frame
            expect(boxed.get_by_text("its sandbox needs allow-same-origin")).to_be_visible()
        context.close()


def test_a_broken_page_is_found_before_it_is_deployed(browser, root, tmp_path):
    """As .github/workflows/pages.yml does it; a recipe's test opens all pages so."""
    few = tmp_path / "few"
    shutil.copytree(root / PLACE, few)
    told = json.loads((few / "site.json").read_text("utf-8"))
    pages = {name: told["pages"][name] for name in ("draw", "routing")}
    (few / "site.json").write_text(json.dumps({**told, "pages": pages}), "utf-8")
    assert open_pages(few, browser) == []
    (few / f"data/routing/{NAME}.json").unlink()
    assert any("data/routing" in wrong for wrong in open_pages(few, browser))


def test_a_page_that_cannot_work_says_why(browser, root, tmp_path):
    few = tmp_path / "few"
    shutil.copytree(root / PLACE, few)
    page = browser.new_page()
    page.goto((few / "routing/index.html").as_uri())
    expect(page.get_by_role("alert")).to_contain_text("python -m http.server")
    (few / "site.json").write_text("")
    with serve(few) as address:
        page.goto(f"{address}?lang=de")
        expect(page.get_by_role("alert")).to_contain_text("Eine Datei dieser Website fehlt")
    page.close()
