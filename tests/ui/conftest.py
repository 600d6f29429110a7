"""One Chromium for all tests that need a real browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The system's Chromium; ``CAPSVIZ_CHROMIUM`` names another one."""
    from playwright.sync_api import sync_playwright

    named = os.environ.get("CAPSVIZ_CHROMIUM")
    path = named or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("there is no Chromium on this machine: install it to run this test")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=path,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
            ],
        )
        yield started
        started.close()


@pytest.fixture
def tab(chromium: Any) -> Iterator[Any]:
    """An empty page of its own; a script error in it fails the test."""
    opened = chromium.new_page(viewport={"width": 1440, "height": 900})
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.set_content("<!doctype html><body></body>")
    yield opened
    opened.close()
    assert not errors
