"""The Routing page as a visitor uses it: every picture follows, and its numbers are the trace's."""

from __future__ import annotations

import csv
import io
import re
import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import numpy as np
import pytest
from on_page import ALL_DETAILS, export, settle, until, until_true
from playwright.sync_api import expect
from staying import Staying

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

#: Long enough for a loaded machine; nothing here asserts a time.
PATIENCE = 120_000
FIGURES = [
    "digit",
    "couplings",
    "rounds",
    "types",
    "paths",
    "vectors",
    "cloud",
    "flow",
    "summaries",
    "answers",
]


def show(page: Page, address: str) -> None:
    page.goto(address)
    ready(page)


def ready(page: Page) -> None:
    page.wait_for_selector('[data-testid="summaries"][data-seq]', timeout=PATIENCE)
    page.wait_for_selector(".cv-pages a", timeout=PATIENCE)


@pytest.fixture
def routing(visitor: BrowserContext, app: str) -> Iterator[Page]:
    """The page as it first opens."""
    with Staying("routing", ready).visit(visitor, app) as page:
        yield page


@pytest.fixture
def alone(tab: Page, app: str) -> Page:
    """The page in a tab of its own: Chromium holds back the eleventh file that one saves."""
    show(tab, f"{app}/routing")
    return tab


@pytest.fixture(scope="module")
def info():
    """The server's trace of the drawing that every visitor begins with."""
    from routed import route_drawing

    from capsviz.config.read_settings import ReadSettings
    from capsviz.data.samples import first_sample

    return route_drawing(first_sample().drawing, ReadSettings())


def text(page: Page, name: str) -> str:
    return page.get_by_test_id(name).inner_text().replace("\u2212", "-")


def seqs(page: Page) -> list[str | None]:
    """Which step each picture shows, all read at one instant."""
    return page.evaluate(
        "(names) => names.map((name) => "
        "document.querySelector(`[data-testid=${name}]`).dataset.seq)",
        FIGURES,
    )


def view(page: Page) -> dict[str, Any]:
    return page.evaluate("() => document.querySelector('.cv-routing').page.view")


def pixels(page: Page, name: str) -> str:
    return page.evaluate(
        "(name) => document.querySelector(`[data-testid=${name}]`).toDataURL()", name
    )


def saved(page: Page, figure: str, kind: str) -> bytes:
    """Press one of a figure's export buttons and take the file."""
    button = export(page.locator(f'[data-export="{figure}"]'), kind)
    with page.expect_download(timeout=PATIENCE) as download:
        button.click()
    assert download.value.suggested_filename.endswith(f".{kind}")
    return download.value.path().read_bytes()


def table(page: Page, figure: str) -> tuple[list[str], list[list[str]]]:
    header, *rows = csv.reader(io.StringIO(saved(page, figure, "csv").decode()))
    return header, rows


def columns(header: list[str], rows: list[list[str]], pattern: str) -> np.ndarray:
    which = [k for k, name in enumerate(header) if re.fullmatch(pattern, name)]
    assert which, pattern
    return np.array([[float(row[k]) for k in which] for row in rows])


# --- stepping


@pytest.mark.journey
def test_stepping_drives_every_view_without_the_server(routing: Page, info) -> None:
    asked: list[str] = []
    chosen = view(routing)
    i, j = chosen["capsule"], chosen["digit"]
    assert j == info.summary.winners[2]
    assert text(routing, "iteration-text") == "iteration 3 of 3"
    routing.wait_for_load_state("networkidle")
    routing.on("request", lambda request: asked.append(request.url))
    routing.on("websocket", lambda socket: asked.append(socket.url))

    seen, pictures = [], []
    for t in (1, 0, 1, 2):
        before = seqs(routing)
        routing.get_by_test_id("step-back" if t < 2 and len(seen) < 2 else "step-forward").click()
        after = seqs(routing)
        assert text(routing, "iteration-text") == f"iteration {t + 1} of 3"
        assert all(old != new for old, new in zip(before, after, strict=True))
        assert len(set(after)) == 1, "all pictures show the same step"
        # This capsule's numbers are those of the trace.
        for k in range(10):
            assert float(text(routing, f"c-{k}")) == pytest.approx(
                info.couplings[t, i, k], abs=1e-3
            )
            assert float(text(routing, f"b-{k}")) == pytest.approx(info.logits[t, i, k], abs=1e-2)
            assert float(text(routing, f"a-{k}")) == pytest.approx(
                info.agreement[t, i, k], abs=1e-3
            )
            assert text(routing, f"digit-{k}").split()[-1] == f"{info.summary.lengths[t, k]:.2f}"
        seen.append(text(routing, f"c-{j}"))
        pictures.append(pixels(routing, "couplings"))
    assert seen[1] == "0.100"
    assert seen[0] == seen[2], "the same step shows the same number"
    assert len(set(seen)) == 3
    assert pictures[0] == pictures[2]
    assert len(set(pictures)) == 3
    assert not asked


def test_a_step_asks_the_server_nothing(routing: Page) -> None:
    """No answer comes late that would repaint the pictures."""
    posted: list[str] = []
    routing.on("request", lambda one: posted.append(one.url) if one.method == "POST" else None)
    painted = routing.evaluate(
        """(names) => {
          document.querySelector("[data-testid=step-back]").click();
          return names.map((name) =>
            document.querySelector(`[data-testid=${name}]`).dataset.seq);
        }""",
        FIGURES,
    )
    routing.wait_for_timeout(1000)  # longer than the page waits before it keeps its view
    assert not posted
    assert seqs(routing) == painted


def test_keys_play_and_scrubbing_change_the_iteration(routing: Page) -> None:
    body = routing.locator("body")
    body.press("ArrowLeft")
    assert text(routing, "iteration-text") == "iteration 2 of 3"
    body.press("ArrowLeft")
    body.press("ArrowLeft")
    assert text(routing, "iteration-text") == "iteration 1 of 3"
    assert "every coupling is 1/10" in text(routing, "story")
    body.press("ArrowRight")
    assert text(routing, "iteration-text") == "iteration 2 of 3"

    scrub = routing.get_by_test_id("iteration")
    scrub.focus()
    scrub.press("ArrowRight")
    assert text(routing, "iteration-text") == "iteration 3 of 3", "one key is one step"
    scrub.press("Home")
    assert text(routing, "iteration-text") == "iteration 1 of 3"
    scrub.press("End")
    assert text(routing, "iteration-text") == "iteration 3 of 3"
    assert scrub.get_attribute("aria-valuetext") == "iteration 3 of 3"
    scrub.press("Home")

    play = routing.get_by_test_id("play")
    play.click()
    assert play.get_attribute("aria-pressed") == "true"
    for t in (2, 3, 1):
        until(
            routing,
            "(wanted) => document.querySelector('[data-testid=\"iteration-text\"]')"
            ".textContent === wanted",
            arg=f"iteration {t} of 3",
            timeout=PATIENCE,
        )
    play.click()
    assert play.get_attribute("aria-pressed") == "false"


def test_keys_go_through_the_digits(routing: Page) -> None:
    chosen = view(routing)["digit"]
    digit = routing.get_by_test_id(f"digit-{chosen}")
    digit.focus()
    for key, goal in (("End", 9), ("ArrowRight", 0), ("ArrowLeft", 9), ("Home", 0)):
        routing.locator(":focus").press(key)
        assert view(routing)["digit"] == goal
        now = routing.locator(":focus")
        assert now.get_attribute("data-testid") == f"digit-{goal}"
        assert now.get_attribute("aria-checked") == "true"
    assert routing.locator('[data-testid="digits"] [tabindex="0"]').count() == 1


@pytest.mark.journey
def test_more_iterations_need_one_new_trace_beyond_ten(routing: Page, info) -> None:
    asked: list[str] = []
    routing.on("request", lambda request: asked.append(request.url))
    for _ in range(7):
        routing.get_by_test_id("iterations-more").click()
    assert text(routing, "iterations") == "r = 10"
    assert text(routing, "iteration-text") == "iteration 10 of 10"
    winner = int(info.summary.winners[9])
    assert f"{winner}, length {info.summary.lengths[9, winner]:.2f}" in text(
        routing, "counterfactual"
    )
    assert not [address for address in asked if "capsviz/routing" in address]
    routing.get_by_test_id("iterations-more").click()
    expect(routing.get_by_test_id("iterations")).to_have_text("r = 11")
    routing.get_by_test_id("iterations-choice").fill("50")
    assert text(routing, "iterations") == "r = 50"
    assert text(routing, "iteration-text") == "iteration 50 of 50"
    routing.get_by_test_id("iterations-more").click(force=True)
    assert text(routing, "iterations") == "r = 50"
    assert len([address for address in asked if "capsviz/routing" in address]) == 1


def test_the_steps_along_the_damped_equation_are_a_slider_that_acts_while_it_moves(
    routing: Page,
) -> None:
    routing.get_by_test_id("what-if").select_option("damped")
    until(routing, "() => document.querySelector('.cv-routing').dataset.routing === 'damped'")
    slider = routing.get_by_test_id("what-if-steps")
    box = slider.bounding_box()
    assert box is not None
    level = box["y"] + box["height"] / 2
    routing.mouse.move(box["x"] + box["width"] / 4, level)
    routing.mouse.down()
    routing.mouse.move(box["x"] + box["width"] - 2, level)
    # Still held: it has acted already.
    assert routing.get_by_test_id("iterations").inner_text() == "r = 10"
    assert routing.get_by_test_id("iteration-text").inner_text() == "iteration 10 of 10"
    routing.mouse.up()
    routing.get_by_test_id("iterations-less").click()
    assert slider.input_value() == "9"
    routing.get_by_test_id("what-if").select_option("leaky")
    until(routing, "() => document.querySelector('.cv-routing').dataset.routing === 'leaky'")
    assert not slider.is_visible()


def test_the_counterfactual_compares_one_iteration_with_r(routing: Page, info) -> None:
    said = text(routing, "counterfactual")
    first, last = (int(info.summary.winners[t]) for t in (0, 2))
    assert f"{first}, length {info.summary.lengths[0, first]:.2f}" in said
    assert f"{last}, length {info.summary.lengths[2, last]:.2f}" in said
    assert ("changed the answer" in said) == (first != last)


# --- pointing and choosing


def test_pointing_links_capsules_and_pixels(routing: Page) -> None:
    couplings, digit = routing.get_by_test_id("couplings"), routing.get_by_test_id("digit")
    quiet = pixels(routing, "digit")
    couplings.hover(position={"x": 30, "y": 40})
    assert pixels(routing, "digit") != quiet, "the receptive field is outlined on the image"
    assert text(routing, "couplings-text").startswith("capsule ")
    before = view(routing)["capsule"]
    couplings.click(position={"x": 30, "y": 40})
    chosen = view(routing)["capsule"]
    assert chosen != before
    assert f"type {chosen % 32} at row {chosen // 32 // 6}" in text(routing, "capsule-text")

    plain = pixels(routing, "couplings")
    box = digit.bounding_box()
    digit.hover(position={"x": 0.5 * box["width"] / 28, "y": 0.5 * box["width"] / 28})
    assert text(routing, "pixel-text") == "row 0, column 0: seen from 1 places, 32 capsules"
    assert pixels(routing, "couplings") != plain
    digit.focus()
    routing.mouse.move(5, 5)
    digit.press("ArrowDown")
    assert "row 14, column 14: seen from 36 places, 1152 capsules" in text(routing, "pixel-text")
    digit.press("Escape")
    assert text(routing, "pixel-text") == ""

    couplings.focus()
    couplings.press("PageDown")
    assert view(routing)["capsule"] % 32 == chosen % 32 + 1


def test_pointing_at_a_symbol_highlights_its_figures(routing: Page) -> None:
    routing.get_by_test_id("formula").locator('li[data-sym="c"]').hover()
    lit = routing.locator(".cv-routing")
    assert lit.get_attribute("data-lit") == "c"
    shadow = "(e) => getComputedStyle(e).boxShadow"
    assert routing.locator(".cv-couplings").evaluate(shadow) != "none"
    assert routing.locator(".cv-flow").evaluate(shadow) == "none"


def test_another_digit_is_followed_on_every_page(routing: Page) -> None:
    before = text(routing, "story")
    routing.locator(".cv-other summary").click()
    buttons = routing.get_by_test_id("samples").get_by_role("button")
    buttons.first.wait_for(timeout=PATIENCE)
    count = buttons.count()
    assert count >= 30
    wanted = buttons.nth(count - 1).get_attribute("aria-label")
    buttons.nth(count - 1).click()
    until(
        routing,
        "(before) => document.querySelector('[data-testid=\"story\"]').textContent !== before",
        arg=before,
        timeout=PATIENCE,
    )
    drawing = routing.evaluate("() => document.querySelector('.cv-routing').page.drawing")
    routing.locator(".cv-other summary").click()
    routing.get_by_test_id("open-draw").click()
    routing.wait_for_selector('[data-testid="lengths"][data-seq]', timeout=PATIENCE)
    there = routing.evaluate("() => document.querySelector('.cv-draw').page.pad.drawing")
    assert there["s"] == drawing["s"], wanted


# --- saved files


@pytest.mark.usefixtures("mnist_root")
def test_a_test_digit_that_comes_late_neither_closes_a_box_nor_replaces_a_choice(alone: Page):
    held: list[Route] = []
    alone.route("**/capsviz/test/mnist/*", lambda route: held.append(route))
    summary, load = alone.locator(".cv-other summary"), alone.get_by_test_id("mnist-load")
    summary.click()
    load.click()
    until_true(alone, lambda: held)
    assert not load.is_visible()
    summary.click()
    alone.get_by_test_id("samples").locator("button").nth(3).click()
    summary.click()
    with alone.expect_response("**/capsviz/test/mnist/*"):
        held[0].continue_()
    settle(alone)
    assert load.is_visible()
    kept = alone.evaluate("() => document.querySelector('.cv-routing').page.drawing")
    assert kept["s"]
    assert kept["b"] is None


def spread(by_place: np.ndarray, geometry: Any) -> np.ndarray:
    """Mean over the places whose core contains a pixel, or 0 without such a place."""
    places = by_place.reshape(geometry.rows, geometry.grid)
    return geometry.reach(geometry.rows) @ places @ geometry.reach().T


def test_saved_tables_are_the_numbers_of_the_trace(alone: Page, info) -> None:
    alone.get_by_test_id("step-back").click()  # the second of three
    chosen = view(alone)
    i, j, t = chosen["capsule"], chosen["digit"], 1

    header, rows = table(alone, "couplings")
    np.testing.assert_allclose(
        columns(header, rows, r"coupling \d+"), info.couplings[:3, :, j].T, atol=5e-4
    )
    unit = info.totals[:3, j] / np.linalg.norm(info.totals[:3, j], axis=-1, keepdims=True)
    fed = info.couplings[:3, :, j] * np.einsum("id,rd->ri", info.votes[:, j], unit)
    np.testing.assert_allclose(columns(header, rows, r"added to s \d+"), fed.T, atol=1e-3)

    header, rows = table(alone, "digit")
    fed = spread(info.place_feed[t][:, j], info.geometry)
    np.testing.assert_allclose(columns(header, rows, "fed to s")[:, 0], fed.ravel(), atol=1e-5)
    mean = spread(info.place_couplings[t][:, j], info.geometry)
    np.testing.assert_allclose(
        columns(header, rows, "mean coupling")[:, 0], mean.ravel(), atol=1e-5
    )

    header, rows = table(alone, "types")
    found = columns(header, rows, r"mean coupling to \d").reshape(3, 32, 10)
    np.testing.assert_allclose(found, info.type_couplings[:3], atol=1e-6)
    np.testing.assert_allclose(found.sum(-1), 1, atol=1e-5)

    header, rows = table(alone, "flow")
    found = columns(header, rows, r"to \d").reshape(3, 32, 10)
    np.testing.assert_allclose(found, info.type_feed[:3], atol=1e-5)
    np.testing.assert_allclose(found.sum(1), np.linalg.norm(info.totals[:3], axis=-1), rtol=1e-3)

    header, rows = table(alone, "paths")
    for name, values, close in (
        ("logit b", info.logits, 5e-3),
        ("coupling c", info.couplings, 5e-4),
        ("agreement a", info.agreement, 1e-3),
    ):
        found = columns(header, rows, name).reshape(3, 10)
        np.testing.assert_allclose(found, values[:3, i], atol=close)

    header, rows = table(alone, "vectors")
    found = columns(header, rows, r"dimension \d+").reshape(3, 4, 16)
    np.testing.assert_allclose(found[:, 0], np.tile(info.votes[i, j], (3, 1)), atol=1e-3)
    np.testing.assert_allclose(found[:, 2], info.totals[:3, j], atol=1e-5)
    np.testing.assert_allclose(found[:, 3], info.capsules[:3, j], atol=1e-6)

    header, rows = table(alone, "cloud")
    points = columns(header, [row for row in rows if row[0] == "vote"], r"component \d")
    np.testing.assert_allclose(points, info.cloud.points[j], atol=1e-3)
    moving = columns(header, [row for row in rows if row[0] == "s"], r"component \d")
    np.testing.assert_allclose(moving, info.cloud.totals[:3, j], atol=1e-5)

    header, rows = table(alone, "summaries")
    for name, values in (("entropy.*", info.summary.entropy), ("share.*", info.summary.favourite)):
        np.testing.assert_allclose(columns(header, rows, name)[:, 0], values[:3], rtol=1e-5)
    np.testing.assert_allclose(
        columns(header, rows, r"mean agreement \d"), info.summary.agreement[:3], atol=1e-6
    )

    header, rows = table(alone, "capsules")
    found = columns(header, rows, "length").reshape(3, 10)
    np.testing.assert_allclose(found, info.summary.lengths[:3], atol=1e-6)


# Two pages: Chromium holds back the eleventh file that one page saves.
@pytest.mark.parametrize("figures", [FIGURES[:4], [*FIGURES[4:], "capsules"]])
def test_every_figure_is_saved_as_a_picture(alone: Page, figures: list[str]) -> None:
    for figure in figures:
        png = saved(alone, figure, "png")
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        width, height = struct.unpack(">II", png[16:24])
        assert width >= 300
        svg = ElementTree.fromstring(saved(alone, figure, "svg"))
        assert svg.tag == "{http://www.w3.org/2000/svg}svg"
        # The canvas has twice the vector picture's size, rounded once each.
        assert abs(2 * float(svg.attrib["height"]) - height) <= 1
        drawn = [part for part in svg.iter() if part.tag.endswith(("rect", "path", "text"))]
        assert len(drawn) > 20, figure
        (address,) = [part for part in svg.iter() if part.tag.endswith("}source")]
        assert str(address.text).startswith(f"{alone.url.split('?')[0]}?v=3")
        assert any(part.text and part.text.endswith("network dynamic · capsviz") for part in drawn)
        for part in drawn:
            assert not re.search("NaN|undefined|null|Infinity", str(part.attrib)), figure


def test_a_saved_picture_stands_on_the_background_that_is_chosen(routing: Page) -> None:
    papers = {"light": "#ffffff", "dark": "#14171b", "none": None}
    for background, paper in papers.items():
        choice = export(routing.locator('[data-export="paths"]'), "background")
        choice.select_option(background)
        svg = ElementTree.fromstring(saved(routing, "types", "svg"))
        first = next(part for part in svg if part.tag.endswith(("rect", "text")))
        whole = first.tag.endswith("rect") and first.attrib["width"] == svg.attrib["width"]
        assert (first.attrib["fill"] if whole else None) == paper


def test_the_answers_for_all_iterations_are_saved_as_numbers(routing: Page, info) -> None:
    _header, rows = table(routing, "answers")
    assert [int(row[0]) for row in rows] == list(range(1, 11))
    assert [row[1] for row in rows] == [str(winner) for winner in info.summary.winners]
    sevens = [float(row[2 + 7]) for row in rows]
    np.testing.assert_allclose(sevens, info.summary.lengths[:, 7], rtol=1e-5)


# --- links


def test_a_link_brings_back_the_exact_view(routing: Page, app) -> None:
    from capsviz.ui.pages.routing.view import View
    from capsviz.ui.session.permalink import decode

    routing.get_by_test_id("iterations-choice").fill("12")
    expect(routing.get_by_test_id("iterations")).to_have_text("r = 12")
    routing.get_by_test_id("digit-3").click()
    routing.get_by_test_id("scale").select_option("weighted")
    routing.get_by_test_id("overlay").select_option("couplings")
    routing.get_by_test_id("flow-from").select_option("places")
    routing.get_by_test_id("flow-of").select_option("votes")
    routing.get_by_test_id("couplings").click(position={"x": 30, "y": 40})
    routing.get_by_test_id("step-back").click()
    routing.get_by_test_id("step-back").click()
    routing.mouse.move(5, 5)
    expected, first = view(routing), View().to_plain()
    assert expected.keys() == first.keys()
    # There is nothing below the capsule under the glass where a network routes once.
    chosen = first.keys() - {"child", "grandchild"}
    assert all(expected[name] != first[name] for name in chosen), "the link carries each of them"
    pictures = {name: pixels(routing, name) for name in FIGURES}
    assert (expected["digit"], expected["iteration"], expected["scale"]) == (3, 10, "weighted")
    routing.get_by_test_id("copy-link").click()
    routing.get_by_text("link copied").wait_for()
    address = routing.evaluate("() => navigator.clipboard.readText()")
    link = decode(parse_qs(urlsplit(address).query)["v"][0])
    assert (link.page, link.view) == ("routing", expected)
    assert link.settings is not None
    assert link.settings.iterations == 3

    other = routing.context.new_page()
    show(other, address)
    assert view(other) == expected
    assert text(other, "iteration-text") == "iteration 10 of 12"
    assert text(other, "story") == text(routing, "story")
    for name, picture in pictures.items():
        assert pixels(other, name) == picture, name
    other.close()


def test_a_broken_link_opens_the_page_with_one_sentence(tab: Page, app) -> None:
    page = tab
    show(page, f"{app}/routing?v=1brokenlink")
    warning = page.locator(".cv-told")
    warning.wait_for(timeout=PATIENCE)
    assert warning.count() == 1
    assert "link" in warning.inner_text()
    assert text(page, "iteration-text") == "iteration 3 of 3"


def test_a_drawing_with_thousands_of_points_still_makes_a_link(routing: Page, app) -> None:
    from capsviz.data.drawing import Drawing, render
    from capsviz.ui.session.permalink import MAX_TOKEN_LENGTH, decode

    random = np.random.default_rng(0)
    points = random.integers(200, 800, 36_000).tolist()
    drawing = {"s": [[40, 0, *points]], "b": None}
    address = routing.evaluate(
        """async (drawing) => {
          const page = document.querySelector('.cv-routing').page;
          await page.ask(drawing);
          await page.copyLink();
          return page.element("link-text").value;
        }""",
        drawing,
    )
    token = parse_qs(urlsplit(address).query)["v"][0]
    assert len(token) <= MAX_TOKEN_LENGTH
    found = decode(token).drawing
    assert found is not None
    difference = render(found).astype(int) - render(Drawing.from_plain(drawing))
    assert np.abs(difference).max() <= 1


# --- what may go wrong, and small screens


def test_a_refused_drawing_leaves_the_last_one_on_the_page(routing: Page) -> None:
    routing.wait_for_load_state("networkidle")  # a good answer would take the sentence away
    before = text(routing, "story")
    routing.evaluate(
        "() => document.querySelector('.cv-routing').page.ask({ s: [[1, 2]], b: null })"
    )
    routing.get_by_test_id("trouble").wait_for(state="visible", timeout=PATIENCE)
    assert "stroke" in text(routing, "trouble")
    routing.get_by_test_id("step-back").click()
    assert text(routing, "story") != before


def test_an_empty_canvas_is_reported_as_empty(routing: Page) -> None:
    routing.evaluate(
        "() => document.querySelector('.cv-routing').page.replaceDrawing({ s: [], b: null })"
    )
    until(
        routing,
        "() => document.querySelector('[data-testid=\"story\"]').textContent.includes('is empty')",
        timeout=PATIENCE,
    )


def test_nothing_is_cut_off_on_a_phone(browser: Browser, app: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    context.add_init_script(ALL_DETAILS)
    page = context.new_page()
    traces: list[Route] = []
    page.route("**/capsviz/routing", lambda route: traces.append(route))
    page.goto(f"{app}/routing")
    until_true(page, lambda: traces)
    page.wait_for_selector("html.cv-arrived", state="attached", timeout=PATIENCE)
    expect(page.get_by_test_id("play")).to_be_visible()
    # Nothing is told without its number, or of a class that is not followed.
    untold = [
        page.get_by_test_id("lead"),
        page.locator("#cv-r-cloud"),
        page.locator(".cv-formula .cv-muted"),
    ]
    for words in untold:
        expect(words).to_be_attached()
        expect(words).to_be_hidden()
    traces[0].continue_()
    ready(page)
    for words in untold:
        expect(words).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    wide = page.evaluate(
        """() => [...document.querySelectorAll('.cv-routing *')]
          .filter((e) => e.getBoundingClientRect().right > innerWidth + 1
            && !e.closest('.cv-hidden, .cv-other-box, details:not([open]) > :not(summary)'))
          .map((e) => e.className || e.tagName)"""
    )
    assert not wide
    couplings = page.get_by_test_id("couplings")
    # It is higher than what the bars leave of the screen: its first cell is brought below them.
    couplings.evaluate("(canvas) => canvas.scrollIntoView({ behavior: 'instant' })")
    page.get_by_test_id("stMain").evaluate("(main) => main.scrollBy(0, -200)")
    box = couplings.bounding_box()
    page.touchscreen.tap(box["x"] + 3, box["y"] + 16)
    until_true(page, lambda: view(page)["capsule"] == 0)  # a click follows the touch
    context.close()


# --- other networks


@pytest.fixture
def several(tmp_path, tiny_model, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The app with small untrained networks of three routings and of another build."""
    from dataclasses import replace

    from capsviz.development.bench.live import running_app
    from capsviz.model.networks import build
    from capsviz.training import checkpoint

    base = tiny_model.config
    configs = {name: replace(base, routing=name) for name in ("dynamic", "em", "self_routing")}
    configs["efficient"] = replace(base, routing="attention", architecture="efficient")
    for name, config in configs.items():
        path = tmp_path / f"{name}.safetensors"
        checkpoint.save(path, build(config).state_dict(), config, {"command": "none"})
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    with running_app() as address:
        yield address


def test_switching_networks_keeps_drawing_and_iterations(tab: Page, several: str) -> None:
    page = tab
    show(page, f"{several}/routing")
    page.get_by_test_id("iterations-more").click()
    drawing = page.evaluate("() => document.querySelector('.cv-routing').page.drawing")

    def pick(network: str, routing: str) -> None:
        page.get_by_test_id("model").select_option(network)
        until(
            page,
            "(routing) => document.querySelector('.cv-routing').page.state.data?.routing"
            " === routing && document.querySelector('.cv-routing').dataset.routing === routing",
            arg=routing,
            timeout=PATIENCE,
        )

    def nonsense() -> list[str]:
        return re.findall("NaN|undefined|Infinity", page.locator(".cv-routing").inner_text())

    steps = ("play", "iteration", "step-back", "iterations-choice", "paths", "summaries", "answers")
    for network, routing, lines in (
        ("self_routing", "self_routing", 7),
        ("efficient", "attention", 5),
    ):
        pick(network, routing)
        assert "takes one pass" in text(page, "one-pass")
        for name in steps:
            assert page.get_by_test_id(name).is_hidden(), name
        assert page.locator("#cv-r-answers").is_hidden()
        assert page.get_by_test_id("formula").locator("li").count() == lines
        assert text(page, "story").startswith("One pass")
        assert not nonsense()
        page.locator("body").press("ArrowLeft")
        assert view(page)["iteration"] == 1

    pick("em", "em")
    assert text(page, "iteration-text") == "iteration 4 of 4"
    assert page.get_by_test_id("a-0").is_hidden()
    assert not nonsense()
    pick("dynamic", "dynamic")
    assert page.get_by_test_id("one-pass").is_hidden()
    assert text(page, "iteration-text") == "iteration 4 of 4"
    for name in steps:
        assert page.get_by_test_id(name).is_visible(), name
    assert page.get_by_test_id("a-0").is_visible()
    now = page.evaluate("() => document.querySelector('.cv-routing').page.drawing")
    assert now == drawing
