"""Pictures that pages save: on the chosen background, with the network and the way back."""

from __future__ import annotations

import base64
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from on_page import PATIENCE, export, show

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


def save_svg(page: Page, place: Locator) -> str:
    """The page is light: what it saves is on dark paper."""
    export(place, "background").select_option("dark")
    with page.expect_download() as waiting:
        export(place, "svg").click()
    return Path(waiting.value.path()).read_text("utf-8")


def link_of(svg: str) -> str:
    """Where a click on the address leads, which is what is written there too."""
    (address,) = re.findall(r'<a href="([^"]+)">', svg)
    lines = svg[svg.index("<a href") : svg.index("</a>")]
    written = "".join(re.findall(r"<text[^>]*>([^<]*)</text>", lines))
    assert written == f"capsviz · {address}"
    return address


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
    svg = save_svg(tab, tab.locator(figure))
    pictures = pictures_of(svg)
    assert len(pictures) == count
    corner = pictures[0][0, 0, :3]
    assert corner.max() < 60, "the picture's paper is dark, too"
    address = link_of(svg)
    assert f"/{name}?v=3" in address
    assert "network " in svg
    tab.goto(address)
    assert tab.get_by_test_id("stAlert").count() == 0


def test_figures_of_compare_carry_the_picture_that_was_compared(tab, app):
    show(tab, app, "compare", "")
    tab.get_by_test_id("compare-index").fill("11")
    tab.get_by_test_id("compare-index").press("Enter")
    tab.get_by_text("MNIST test digit 11").wait_for(timeout=PATIENCE)
    place = tab.locator(".st-key-compare-accuracy-export")
    place.scroll_into_view_if_needed()
    address = link_of(save_svg(tab, place))
    tab.goto(address)
    tab.get_by_text("MNIST test digit 11").wait_for(timeout=PATIENCE)


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
