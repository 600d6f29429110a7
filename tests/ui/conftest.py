"""Pages that hold nothing but a piece of the user interface."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    """An empty page of its own; a script error in it fails the test."""
    opened = browser.new_page(viewport={"width": 1440, "height": 900})
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.set_content("<!doctype html><body></body>")
    yield opened
    opened.close()
    assert not errors
