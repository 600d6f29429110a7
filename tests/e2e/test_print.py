"""Pages on paper: words and figures, and nothing that only a screen can work."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from on_page import no_errors, show
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

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
