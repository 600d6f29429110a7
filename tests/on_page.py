"""Opening any page of the running app, and knowing that it is drawn."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Locator, Page

PATIENCE = 60_000
#: Each page, and what shows that it is drawn.
PAGES = {
    "": '[data-testid="lengths"][data-seq]',
    "routing": '[data-testid="story"][data-seq]',
    "dimensions": '[data-testid="dimension-15"]',
    "overlap": ".cv-overlap canvas:visible",
    "viewpoint": '[data-testid="curve-poses"][data-seq]',
    "compare": ".cv-compare h2:not(:empty)",
    "learn": '[data-testid="step-title"]',
}


def show(page: Page, address: str, name: str, query: str = "") -> None:
    """Open a page, "" for Draw, and wait until it is drawn."""
    page.goto(f"{address}/{name}{query}")
    page.wait_for_selector(PAGES[name], timeout=PATIENCE)
    settle(page)


def settle(page: Page) -> None:
    """Two frames later, observers of sizes have done their work."""
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


def come_to_rest(page: Page, *names: str) -> None:
    """Until elements have stood in the same place for ten frames: smooth scrolling is over."""
    page.evaluate(
        """(names) => new Promise((done) => {
          let [before, still] = ["", 0];
          const look = () => {
            const at = JSON.stringify(names.map((name) =>
              document.querySelector(`[data-testid="${name}"]`).getBoundingClientRect()));
            still = at === before ? still + 1 : 0;
            before = at;
            if (still === 10) done();
            else requestAnimationFrame(look);
          };
          look();
        })""",
        list(names),
    )


def drawn_on(canvas: Locator) -> np.ndarray:
    """The pixels of a canvas, [height * width, 4] bytes.

    As text: a list of a million numbers takes seconds on its way through the protocol.
    """
    text = canvas.evaluate(
        """(canvas) => {
          const { width, height } = canvas;
          const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
          const parts = [];
          for (let i = 0; i < data.length; i += 32768) {
            parts.push(String.fromCharCode(...data.subarray(i, i + 32768)));
          }
          return btoa(parts.join(""));
        }"""
    )
    return np.frombuffer(base64.b64decode(text), np.uint8).reshape(-1, 4)


def close_tabs(visitor: BrowserContext) -> None:
    """Nothing of one test is left for the next but what the browser has loaded."""
    for tab in visitor.pages:
        if tab.url.startswith("http"):
            tab.evaluate("() => localStorage.clear()")
        tab.close()
