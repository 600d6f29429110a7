"""Pages on paper: words and figures, and nothing that only a screen can work."""

from __future__ import annotations

import datetime
import itertools
import re
from typing import TYPE_CHECKING

import pytest
from on_page import no_errors, show
from playwright.sync_api import expect

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

#: Pages of a worksheet: the sheet, and its key on a page of its own. The quiz has twelve questions.
SHEETS = {"routing": 2, "parts": 2, "pooling": 2, "em": 2, "quiz": 3}
CONTROLS = '.cv-header, .cv-way-on, .cv-button, .cv-icon, .cv-help, input[type="range"]'


@pytest.mark.parametrize(
    ("name", "query", "shown"),
    [
        ("learn", "?lesson=routing&step=7", ".cv-figure"),
        ("routing", "", '[data-testid="couplings"]'),
        ("", "", '[data-testid="lengths"]'),
    ],
)
def test_paper_has_no_controls(newcomer: Page, app: str, name: str, query: str, shown: str) -> None:
    with no_errors(newcomer):
        show(newcomer, app, name, query)
        expect(newcomer.locator(".cv-header")).to_be_visible()
        newcomer.emulate_media(media="print")
        expect(newcomer.locator(shown).first).to_be_visible()
        expect(newcomer.locator(CONTROLS).filter(visible=True)).to_have_count(0)


@pytest.mark.parametrize("size", ["A4", "Letter"])
def test_a_worksheet_is_a_page_with_room_to_write_and_its_key(
    newcomer: Page, app: str, size: str
) -> None:
    for name, language in itertools.product(SHEETS, ("en", "de", "zh")):
        newcomer.goto(f"{app}/capsviz/worksheet/{name}/{language}")
        printed = newcomer.pdf(format=size)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == SHEETS[name], (name, language)
        newcomer.emulate_media(media="print")
        sheet = newcomer.locator("main.page")
        lines = sheet.locator(".tasks .line, .own-words .line")
        assert lines.count() >= 2, name
        assert min(box["height"] for box in map(box_of, lines.all())) > 20, name  # pixels: 5 mm
        free = sheet.locator(".squares").filter(visible=True)
        assert all(box_of(one)["height"] > 60 for one in free.all()), name


def test_the_summary_of_claims_is_one_page_in_every_language(newcomer: Page) -> None:
    from capsviz.ui.languages import languages
    from capsviz.ui.pages.claims.summary import render_summary

    for language in languages():
        newcomer.set_content(render_summary(datetime.date.today(), language))
        printed = newcomer.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, language
        newcomer.emulate_media(media="print")
        small = newcomer.locator("small").first
        assert float(small.evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)")) >= 9.9


@pytest.mark.parametrize("size", ["A4", "Letter"])
def test_tips_are_one_page_in_every_language(newcomer: Page, size: str) -> None:
    from capsviz.ui.languages import languages
    from capsviz.ui.lessons.tips import page, tips

    address = "https://an-address-of-usual-length.example.org/capsviz/learn/"
    for language in languages():
        for lesson in tips(language):
            newcomer.set_content(page(lesson, address, language=language))
            printed = newcomer.pdf(format=size)
            assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, (lesson, language)


def test_a_printed_report_has_its_lengths_and_no_split_pictures(
    newcomer: Page, app: str, tmp_path: Path
) -> None:
    show(newcomer, app, "")
    newcomer.get_by_test_id("tool-share").click()
    newcomer.get_by_test_id("share-link").wait_for()
    with newcomer.expect_download() as waiting:
        newcomer.get_by_test_id("report").click()
    waiting.value.save_as(tmp_path / "report.html")
    newcomer.goto((tmp_path / "report.html").as_uri())
    lengths = newcomer.locator(".cv-report-length")
    expect(lengths).to_have_count(10)
    newcomer.emulate_media(media="print")
    for place in lengths.all():
        expect(place).to_be_visible()
    expect(newcomer.locator(".cv-report input").filter(visible=True)).to_have_count(0)
    parts = newcomer.locator(".cv-report section").filter(visible=True)
    assert {
        part.evaluate("(node) => getComputedStyle(node).breakInside") for part in parts.all()
    } == {"avoid"}


def box_of(place):
    return place.bounding_box()
