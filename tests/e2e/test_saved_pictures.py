"""Pictures that pages save: on the chosen background, with the network, fonts and metadata."""

from __future__ import annotations

import base64
import html
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from on_page import PATIENCE, export, scroll_until, show

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

#: A chart of measured results, which Plotly draws.
ACCURACY = '[data-testid="chart-accuracy"]'


def save(page: Page, place: Locator, kind: str) -> bytes:
    """The page is light: what it saves is on dark paper."""
    export(place, "background").select_option("dark")
    with page.expect_download() as waiting:
        export(place, kind).click()
    return Path(waiting.value.path()).read_bytes()


def link_of(svg: str) -> str:
    """The view's address, which is in the metadata and written nowhere."""
    (address,) = re.findall(r"<dc:source>([^<]+)</dc:source>", svg)
    written = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    assert not [line for line in written if "http" in line or "?v=" in line]
    return html.unescape(address)


def pictures_of(svg: str) -> list[np.ndarray]:
    from PIL import Image

    found = re.findall(r"data:image/png;base64,([^\"]+)", svg)
    return [np.asarray(Image.open(io.BytesIO(base64.b64decode(text)))) for text in found]


@pytest.mark.parametrize(
    ("name", "figure", "count"),
    [
        ("viewpoint", '[data-export="pictures"]', 3),
        ("dimensions", '[data-export="picture"]', 1),
        ("overlap", '[data-part="export-alone"]', 6),
        ("overlap", '[data-part="export-shares"]', 1),
    ],
)
def test_bitmaps_have_the_backgrounds_colours_and_the_sheet_the_views_link(
    tab, app, name, figure, count
):
    show(tab, app, name)
    if name == "dimensions":  # which decodes in the browser
        tab.wait_for_selector('[data-testid="reconstruction"][data-seq]', timeout=PATIENCE)
    svg = save(tab, tab.locator(figure), "svg").decode()
    pictures = pictures_of(svg)
    assert len(pictures) == count
    corner = pictures[0][0, 0, :3]
    assert corner.max() < 60, "the picture's paper is dark, too"
    address = link_of(svg)
    assert f"/{name}?v=3" in address
    assert "network " in svg
    tab.goto(address)
    assert tab.locator(".cv-told").count() == 0


def test_figures_of_compare_carry_the_picture_that_was_compared(tab, app):
    show(tab, app, "compare", "")
    tab.get_by_test_id("compare-index").fill("11")
    tab.get_by_test_id("compare-index").press("Enter")
    tab.get_by_text("MNIST test digit 11").wait_for(timeout=PATIENCE)
    scroll_until(tab, '[data-part="sections"]', ACCURACY)
    place = tab.locator(ACCURACY)
    address = link_of(save(tab, place, "svg").decode())
    tab.goto(address)
    tab.get_by_text("MNIST test digit 11").wait_for(timeout=PATIENCE)


#: Texts of a picture, as wide as they are asked to be and as their own font makes them.
_WIDTHS = """() => [...document.querySelectorAll("text[textLength]")].map((text) => {
  const asked = Number(text.getAttribute("textLength"));
  text.removeAttribute("textLength");
  return [asked, text.getComputedTextLength(), text.textContent];
})"""


@pytest.mark.parametrize(
    ("name", "figure"),
    [
        ("viewpoint", '[data-export="lengths"]'),
        ("routing", '[data-export="types"]'),
        ("compare", ACCURACY),
    ],
)
def test_saved_text_has_its_font_and_so_its_width_wherever_it_is_opened(
    tab, app, browser, name, figure
):
    show(tab, app, name)
    if figure == ACCURACY:
        scroll_until(tab, '[data-part="sections"]', figure)
    tab.locator(figure).scroll_into_view_if_needed()
    svg = save(tab, tab.locator(figure), "svg").decode()
    reader = browser.new_page()
    reader.set_content(svg)
    reader.evaluate("() => document.fonts.ready")
    widths = reader.evaluate(_WIDTHS)
    reader.close()
    assert len(widths) > 5
    for asked, own, text in widths:
        assert own == pytest.approx(asked, rel=0.02, abs=0.3), text


def test_a_png_has_300_dots_per_inch_and_its_address_in_its_texts(tab, app):
    from PIL import Image
    from PIL.PngImagePlugin import PngImageFile

    show(tab, app, "viewpoint")
    place = tab.locator('[data-export="lengths"]')
    sizes = []
    for written in (True, False):
        export(place, "caption").set_checked(written)
        with Image.open(io.BytesIO(save(tab, place, "png"))) as picture:
            assert isinstance(picture, PngImageFile)
            picture.load()  # with the checksums of all that it holds
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
            assert picture.text["Title"] == "Lengths"
            assert "network " in picture.text["Description"]
            assert f"{app}/viewpoint?v=3" in picture.text["Source"]
            sizes.append(picture.size)
    assert sizes[0][0] == sizes[1][0]
    assert sizes[0][1] > sizes[1][1], "without a title and a caption it is less high"
    assert not re.search(r"<text[^>]*>[^<]*network", save(tab, place, "svg").decode())


@pytest.mark.parametrize(("lesson", "named"), [("dimensions", True), ("pooling", False)])
def test_a_lessons_figure_names_its_network_where_it_has_one(tab, app, lesson, named):
    show(tab, app, "learn", f"?lesson={lesson}&step=2")
    if named:
        tab.get_by_test_id("lesson-decoded").first.wait_for()
    tab.get_by_test_id("export-open").click()
    with tab.expect_download() as waiting:
        tab.get_by_test_id("export-svg").click()
    svg = Path(waiting.value.path()).read_text("utf-8")
    assert ("network dynamic" in svg) == named
    assert f"lesson={lesson}" in link_of(svg) or "?v=3" in link_of(svg)
