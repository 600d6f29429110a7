"""The first screen of each page: it is filled, and nothing that a page is about is below it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np
import pytest
from on_page import PATIENCE, no_errors, settle, show, until_true
from PIL import Image

from capsviz.config.read_settings import ReadSettings
from capsviz.ui.languages import languages
from capsviz.ui.session.permalink import Link, encode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

BLOCKS = [f"block-{each}" for each in ("input", "conv1", "primary", "votes", "routing", "picture")]
TRAIN = ("train-couplings", "train-votes", "train-ten", "train-sweeps", "train-confusion")
#: Parts of the page for each dimension of a pose: its slider, and its row of pictures.
DIMENSION = ("dimension", "sweep-row")
#: Entries of Learn's contents.
ENTRIES = ("pooling", "vector", "votes", "squash", "routing", "overlap", "loss", "dimensions")
ENTRIES += ("learning", "contested", "verdict", "mistakes", "em", "ways", "parts")
ENTRIES += ("quiz", "glossary")
#: Pages, and what each is about: parts of it that a class sees without scrolling.
ABOUT = {
    "": ("canvas", "prediction", "length-9", "reconstruction", "dimension-15", "couplings-3"),
    "network": ("canvas", "say", "lit", *BLOCKS),
    "routing": ("play", "rounds", "couplings", "digit", "formula"),
    "dimensions": ("reconstruction", "undo", *(f"{of}-{n}" for of in DIMENSION for n in range(16))),
    "parts": ("canvas", "object-none", "part-0", "part-15"),
    "overlap": ("pair-canvas", "prediction", "lengths"),
    "viewpoint": (
        "network-input",
        "reconstruction",
        "slider-rotation",
        "slider-scale",
        "lengths",
        "curve-lengths",
    ),
    "claims": ("claim-scrambled", "claim-recipe"),
    "compare": ("compare-image", "compared-dynamic", "compared-cnn", "compared-parts"),
    "learn": ("continue", *(f"lesson-{name}" for name in ENTRIES)),
    "train": ("train-time", "train-curve-accuracy", "train-lengths", *TRAIN),
}
#: Window, and least share of its blocks that show anything.
SIZES = {(1440, 900): 0.7, (2560, 1440): 0.65}
PROJECTOR = (1280, 720)
#: By how many pixels the names of the pages are wider than their bar.
CUT_NAMES = """() => {
  const { scrollWidth, clientWidth } = document.querySelector(".cv-pages");
  return scrollWidth - clientWidth;
}"""
#: Side of a block in pixels, and by how much grey levels differ in one that shows something.
BLOCK, DIFFER = 32, 12
#: Figures of more than 100 pixels: left, top, right, bottom.
FIGURES = """() => [...document.querySelectorAll("canvas, img, svg")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .map((node) => node.getBoundingClientRect())
  .filter(({ width, height }) => width > 100 && height > 100)
  .map(({ left, top, right, bottom }) => [left, top, right, bottom])"""


@pytest.fixture(scope="module")
def guest(browser: Browser) -> Iterator[Page]:
    """A tab of somebody who has nothing unfolded."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    with no_errors(page := context.new_page(), logged=True):
        yield page
    context.close()


def filled(page: Page) -> float:
    """Share of the window's blocks that show anything, or lie wholly on a figure."""
    figures = page.evaluate(FIGURES)
    grey = np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("L")).astype(int)
    down, across = (size // BLOCK for size in grey.shape)
    blocks = grey[: down * BLOCK, : across * BLOCK].reshape(down, BLOCK, across, BLOCK)
    shown = blocks.max((1, 3)) - blocks.min((1, 3)) > DIFFER
    for left, top, right, bottom in figures:
        first = [max(0, int(np.ceil(edge / BLOCK))) for edge in (top, left)]
        last = [int(edge // BLOCK) for edge in (bottom, right)]
        shown[first[0] : max(first[0], last[0]), first[1] : max(first[1], last[1])] = True
    return float(shown.mean())


def is_filled(page: Page, least: float) -> bool:
    """Tell whether that share is filled; figures are drawn some frames after they have arrived."""
    share = filled(page)
    print(page.viewport_size, share)
    return share >= least


@pytest.mark.parametrize("name", ABOUT)
def test_the_first_screen_is_filled(guest: Page, app: str, name: str) -> None:
    for (width, height), least in SIZES.items():
        guest.set_viewport_size({"width": width, "height": height})
        show(guest, app, name, "?class=0")
        guest.wait_for_load_state("networkidle")
        until_true(guest, lambda least=least: is_filled(guest, least))


@pytest.mark.parametrize("name", ABOUT)
def test_a_class_sees_all_that_a_page_is_about(guest: Page, app: str, name: str) -> None:
    width, height = PROJECTOR
    guest.set_viewport_size({"width": width, "height": height})
    cut = {}
    for language in languages():  # their words differ in length
        show(guest, app, name, f"?class=1&lang={language}")
        guest.wait_for_load_state("networkidle")
        settle(guest)
        cut[language] = below(guest, ABOUT[name]), guest.evaluate(CUT_NAMES)
    assert not any(any(lacks) for lacks in cut.values()), cut


@pytest.mark.parametrize("lesson", [0, 1])
@pytest.mark.parametrize("model", ["em", "matrix"])
def test_seven_laws_are_in_sight(browser: Browser, app: str, model: str, lesson: int) -> None:
    width, height = PROJECTOR
    page = browser.new_page(viewport={"width": width, "height": height})
    with no_errors(page, logged=True):
        link = encode(Link("routing", settings=ReadSettings(model=model)))
        show(page, app, "routing", f"?class={lesson}&v={link}")
        page.wait_for_load_state("networkidle")
        settle(page)
        assert page.get_by_test_id("formula").locator("li").count() == 7
        assert not below(page, ABOUT["routing"])
    page.close()


def test_a_class_sees_the_sliders_of_viewpoint_beneath_a_long_verdict(
    guest: Page, app: str
) -> None:
    width, height = PROJECTOR
    guest.set_viewport_size({"width": width, "height": height})
    show(guest, app, "viewpoint", "?class=1&lang=en")
    for name, value in (("rotation", "46"), ("shift_x", "8"), ("scale", "1.5")):
        guest.get_by_test_id(f"slider-{name}").fill(value)
    until_true(guest, lambda: "does not fit" in guest.get_by_test_id("prediction").inner_text())
    settle(guest)
    assert not below(guest, ABOUT["viewpoint"])


def below(page: Page, parts: tuple[str, ...]) -> dict[str, float]:
    """Parts that end below a projector's picture, with where they end."""
    ends = {}
    for part in parts:
        box = page.get_by_test_id(part).bounding_box()
        assert box, part
        ends[part] = box["y"] + box["height"]
    return {part: end for part, end in ends.items() if end > PROJECTOR[1]}


@pytest.mark.parametrize("size", [(1440, 900), PROJECTOR, (390, 844)])
def test_coupling_cells_and_slider_tracks_are_large_enough_to_point_at(
    guest: Page, app: str, size: tuple[int, int]
) -> None:
    width, height = size
    guest.set_viewport_size({"width": width, "height": height})
    show(guest, app, "", "?class=1" if size == PROJECTOR else "?class=0")
    guest.locator(".cv-slider-strong").nth(2).wait_for()
    settle(guest)
    cell, track = guest.evaluate("""() => {
      const couplings = document.querySelector('[data-testid="couplings-3"]');
      const width = (node) => node.getBoundingClientRect().width;
      return [width(couplings) / couplings.width,
        width(document.querySelector(".cv-slider-track"))];
    }""")
    assert cell >= 5
    assert track >= 140
    rows = guest.locator('[data-testid="iteration-1"] .cv-step-rows span')
    assert rows.all_inner_texts() == ["0", "8", "16", "24"]
