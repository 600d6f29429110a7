"""Pages that hold nothing but a piece of the user interface."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from scripts import Scripts

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from starlette.routing import BaseRoute
    from starlette.testclient import TestClient


@pytest.fixture(scope="session", autouse=True)
def one_scan() -> Iterator[None]:
    """Streamlit looks for components among all packages at each run of a page: once is enough."""
    from streamlit.components.v2 import manifest_scanner

    with pytest.MonkeyPatch.context() as patch:
        scan = functools.cache(manifest_scanner.scan_component_manifests)
        patch.setattr(manifest_scanner, "scan_component_manifests", scan)
        yield


@pytest.fixture(scope="session", autouse=True)
def options() -> None:
    """Read the app's options here: Streamlit reads them once, where some tests are elsewhere."""
    from streamlit import config

    config.get_config_options(force_reparse=True)


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


@pytest.fixture
def clients() -> Iterator[Callable[[list[BaseRoute]], TestClient]]:
    """Makes clients of routes that stand behind the app's guard."""
    from contextlib import ExitStack

    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.testclient import TestClient

    from capsviz.ui.server.guard import Guard

    with ExitStack() as stack:

        def client(routes: list[BaseRoute]) -> TestClient:
            app = Starlette(routes=routes, middleware=[Middleware(Guard)])
            return stack.enter_context(TestClient(app, base_url="http://localhost"))

        yield client


@pytest.fixture(scope="session")
def script(node: str) -> Iterator[Scripts]:
    """The pages' modules in node; see `scripts.Scripts`."""
    started = Scripts(node)
    yield started
    started.close()
