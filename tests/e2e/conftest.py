"""The running app and a real browser, for every test in this folder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from machine import lacking
from on_page import close_tabs

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def app() -> Iterator[str]:
    """Address of the app, started as a visitor would start it."""
    from capsviz.bench.live import running_app
    from capsviz.training import checkpoint

    if "dynamic" not in checkpoint.names():
        lacking("there is no checkpoint: set CAPSVIZ_CHECKPOINTS or train one")
    with running_app() as address:
        yield address


@pytest.fixture(scope="module")
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A visitor with a wide screen, whose browser has loaded the app's scripts before."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    yield context
    context.close()


@pytest.fixture
def page(visitor: BrowserContext) -> Iterator[Page]:
    """An empty tab; the test fails if anything is logged as an error."""
    opened = visitor.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    yield opened
    close_tabs(visitor)
    assert not errors
