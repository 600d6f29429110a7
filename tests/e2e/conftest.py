"""The running app and a real browser, for every test in this folder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from machine import lacking
from on_page import PATIENCE, SIZE, close, first_tab, no_errors

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "e2e" in item.path.parts:  # it is asked about those of all folders
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


@pytest.fixture(scope="session")
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A visitor with a wide screen, whose browser has loaded the app's scripts before."""
    context = browser.new_context(
        viewport=SIZE,
        permissions=["clipboard-read", "clipboard-write"],
        accept_downloads=True,
    )
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def tab(visitor: BrowserContext) -> Iterator[Page]:
    """The visitor's tab, empty; the test fails if a page's script does."""
    with first_tab(visitor) as opened, no_errors(opened):
        yield opened


@pytest.fixture
def page(tab: Page) -> Iterator[Page]:
    """The visitor's tab, empty; the test fails if anything at all is logged as an error."""
    with no_errors(tab, logged=True):
        yield tab


@pytest.fixture
def fresh(visitor: BrowserContext) -> Iterator[Page]:
    """A tab that only this test sees: what stands between it and the server stays there."""
    opened = visitor.new_page()
    with no_errors(opened):
        yield opened
    close(opened)
