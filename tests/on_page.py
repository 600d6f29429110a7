"""Open any page of the running app, and wait until it is drawn."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import numpy as np
from playwright.sync_api import Error

if TYPE_CHECKING:
    from playwright.sync_api import (
        Browser,
        BrowserContext,
        ConsoleMessage,
        Frame,
        Locator,
        Page,
        ViewportSize,
    )

PATIENCE = 60_000
#: Address of a tab between two tests: on the app's server, without scripts.
_NOWHERE = "/_stcore/health"
#: Script for a visitor who has opened all details before.
ALL_DETAILS = "try { localStorage.setItem('capsviz.details', '1') } catch {}"
#: Size of a wide screen.
SIZE: ViewportSize = {"width": 1440, "height": 900}
#: Each page, and what shows that it is drawn.
PAGES = {
    "": '[data-testid="lengths"][data-seq]',
    "routing": '[data-testid="film-line"][data-seq]',
    "network": ".cv-network[data-seq]",
    "dimensions": '[data-testid="reconstruction"][data-seq]',
    "parts": ".cv-parts[data-updates]",
    "overlap": ".cv-overlap:has([data-seq]) canvas:visible",
    "viewpoint": '.cv-viewpoint:has([data-testid="curve-lengths"][data-seq])',
    "train": '[data-testid="train-time"][data-seq]',
    "compare": ".cv-compared",
    "claims": ".cv-claims-entry",
    "learn": '.cv-learn .cv-chapters, [data-testid="step-title"], [data-testid="quiz-title"]',
}
#: A context's tabs note what jumps, but for what follows an act of the visitor.
NOTE_SHIFTS = """
  window.shifts = [];
  const seen = ({ previousRect: a, currentRect: b, node }) =>
    `${node?.className ?? node?.nodeName}: ${a.x},${a.y} ${a.width}x${a.height} to ` +
    `${b.x},${b.y} ${b.width}x${b.height}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.hadRecentInput) window.shifts.push([entry.value, entry.sources.map(seen)]);
    }
  }).observe({ type: "layout-shift", buffered: true });
"""
#: Largest sum of layout shifts of a page that opens.
MAX_SHIFT = 0.05
#: Until Streamlit has run nothing for twenty frames.
AT_REST = """async () => {
  const app = document.querySelector('[data-testid="stApp"]');
  for (let still = 0; still < 20; still++) {
    await new Promise(requestAnimationFrame);
    if (app.dataset.testScriptState !== "notRunning") still = 0;
  }
}"""


#: Tests a condition without returning its value, which may be large.
_HOLDS = """async (arg) => {{
  const found = ({0});
  return Boolean(await (typeof found === "function" ? found(arg) : found));
}}"""


def until(page: Page | Frame, condition: str, arg: object = None, timeout: int = PATIENCE) -> None:
    """Wait until a condition holds in the page, `timeout` milliseconds at most.

    It is asked from here, each time anew: Playwright's `wait_for_function` evaluates a text inside
    the page, which the content policy refuses from the second look on, and breaks off where
    something is not there yet.
    """
    end, last = time.monotonic() + timeout / 1000, "it does not hold"
    for pause in pauses():
        try:
            if page.evaluate(_HOLDS.format(condition), arg):
                return
        except Error as error:
            last = str(error)
        if time.monotonic() > end:
            break
        page.wait_for_timeout(pause)
    raise AssertionError(f"{condition}: {last}")


def until_true(page: Page, holds: Callable[[], object]) -> None:
    """Wait until a condition in this process holds, while the page runs."""
    end = time.monotonic() + PATIENCE / 1000
    for pause in pauses():
        if holds():
            return
        assert time.monotonic() < end, "it does not come to hold"
        page.wait_for_timeout(pause)


def pauses() -> Iterator[int]:
    """Yield milliseconds to wait between two polls, since constant polling delays the page."""
    yield from (10, 20, 40)
    while True:
        yield 80


def show(page: Page, address: str, name: str, query: str = "") -> None:
    """Open a page, "" for Draw, and wait until it is drawn."""
    page.goto(f"{address}/{name}{query}")
    page.wait_for_selector(PAGES[name.rstrip("/")], timeout=PATIENCE)
    settle(page)


#: How many pixels lie between the line that says what a page is for, with the buttons that follow
#: it, and the choice beside it.
ROOM = """() => {
  const line = document.querySelector(".cv-purpose");
  const choice = document.querySelector(".cv-picker label")?.getBoundingClientRect();
  if (!line || !choice) return 99;
  const text = document.createRange();
  text.selectNodeContents(line);
  const buttons = [...line.parentElement.querySelectorAll(":scope > .cv-row :is(button, summary)")]
    .flatMap((button) => [...button.getClientRects()]);
  const beside = [...text.getClientRects(), ...buttons].filter(
    ({ top, bottom }) => top < choice.bottom && bottom > choice.top);
  return Math.min(99, ...beside.map(({ right }) => choice.left - right));
}"""


def open_every_page(
    browser: Browser,
    address: str,
    width: int,
    height: int,
    *,
    ending: str = "",
    details: bool = False,
) -> dict[str, list[list[object]]]:
    """Open each page in a new tab, and return what jumped on those with more than `MAX_SHIFT`.

    An error in the console, a request that is refused, or a page that is wider than a phone fails
    the test.

    Parameters
    ----------
    address : address of an app or a published site, without a slash at its end.
    ending : end of the pages' addresses, a slash on a published site.
    details : whether the visitor has all details open.
    """
    phone = width < 400
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=phone, is_mobile=phone
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(NOTE_SHIFTS)
    if details:
        context.add_init_script(ALL_DETAILS)
    refused: list[str] = []
    jumps = {}
    for name in PAGES:
        page = context.new_page()
        page.on("response", lambda reply: reply.status < 400 or refused.append(reply.url))
        with no_errors(page, logged=True):
            show(page, address, name + ending if name else "")
            page.wait_for_load_state("networkidle")
            found = page.evaluate("() => window.shifts")
            assert page.evaluate("innerWidth") == width  # a phone shows a wider page smaller
        if sum(value for value, _ in found) > MAX_SHIFT:
            jumps[name] = found
        page.close()
    context.close()
    assert not refused
    return jumps


def settle(page: Page) -> None:
    """Wait two frames, after which size observers have run."""
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


def export(place: Locator, kind: str) -> Locator:
    """Open a figure's menu and return the button that saves it."""
    sign = place.get_by_test_id("export-open")
    if sign.locator("..").get_attribute("open") is None:
        sign.click()
    return place.get_by_test_id(f"export-{kind}")


def scroll_until(page: Page, there: str, seen: str) -> None:
    """Scroll to an element, again if the layout moves, until its content has loaded."""
    until(
        page,
        """([there, seen]) => {
          document.querySelector(there).scrollIntoView({ block: "center", behavior: "instant" });
          return document.querySelector(seen) !== null;
        }""",
        arg=[there, seen],
        timeout=PATIENCE,
    )


def load_sections(page: Page) -> None:
    """Bring a page's sections of results near, if it has any: they are fetched only then."""
    if page.evaluate("() => document.querySelector('.cv-sections') !== null"):
        scroll_until(page, ".cv-sections", ".cv-sections section")


def come_to_rest(page: Page, selector: str) -> None:
    """Until elements have stood in the same place for ten frames: smooth scrolling is over."""
    page.evaluate(
        """(selector) => new Promise((done) => {
          let [before, still] = ["", 0];
          const look = () => {
            const at = JSON.stringify([...document.querySelectorAll(selector)].map((node) =>
              node.getBoundingClientRect()));
            still = at === before ? still + 1 : 0;
            before = at;
            if (still === 10) done();
            else requestAnimationFrame(look);
          };
          look();
        })""",
        selector,
    )


#: A canvas as text: a list of a million numbers takes seconds on its way through the protocol.
_PIXELS = """(canvas) => {
  const { width, height } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  const parts = [];
  for (let i = 0; i < data.length; i += 32768) {
    parts.push(String.fromCharCode(...data.subarray(i, i + 32768)));
  }
  return btoa(parts.join(""));
}"""


def drawn_on(canvas: Locator) -> np.ndarray:
    """The pixels of a canvas, [height * width, 4] bytes."""
    return _pixels(canvas.evaluate(_PIXELS))


def drawn_at_once(page: Page, *names: str) -> list[np.ndarray]:
    """Return the pixels of several canvases, without a repaint in between."""
    texts = page.evaluate(
        f"(names) => names.map((name) => ({_PIXELS})("
        "document.querySelector(`[data-testid=${name}]`)))",
        list(names),
    )
    return [_pixels(text) for text in texts]


def _pixels(text: str) -> np.ndarray:
    return np.frombuffer(base64.b64decode(text), np.uint8).reshape(-1, 4)


@contextmanager
def first_tab(visitor: BrowserContext) -> Iterator[Page]:
    """The visitor's tab, empty.

    The same one for every test: a tab that has run a page's scripts before opens it in half the
    processor's time of a new one.
    """
    leave(visitor)
    tab = visitor.pages[0] if visitor.pages else visitor.new_page()
    yield tab
    leave(visitor)


@contextmanager
def no_errors(tab: Page, *, logged: bool = False) -> Iterator[None]:
    """Fail the test on a script error, and if requested on any logged error."""
    errors: list[str] = []

    def failed(error: Error) -> None:
        errors.append(str(error))

    def told(line: ConsoleMessage) -> None:
        if logged and line.type == "error":
            errors.append(line.text)

    tab.on("pageerror", failed)
    tab.on("console", told)
    yield
    tab.remove_listener("pageerror", failed)
    tab.remove_listener("console", told)
    assert not errors, "\n".join(errors)


def close(tab: Page) -> None:
    """Close a tab and forget what it kept for the browser's other tabs."""
    if tab.url.startswith("http"):
        tab.evaluate("() => localStorage.clear()")
    tab.close()


def forget(visitor: BrowserContext) -> None:
    """Clear the storage that the browser's tabs share."""
    for tab in visitor.pages:
        if tab.url.startswith("http"):
            tab.evaluate("() => localStorage.clear()")


def rest(visitor: BrowserContext) -> None:
    """Keep only the visitor's first tab, at its first size, without request handlers."""
    for other in visitor.pages[1:]:
        other.close()
    for tab in visitor.pages:
        tab.unroute_all()
        tab.emulate_media(color_scheme="null", reduced_motion="null")
        tab.set_viewport_size(SIZE)


def leave(visitor: BrowserContext) -> None:
    """Reset the browser between tests, except for its cache."""
    rest(visitor)
    for tab in visitor.pages:
        try:
            # Leave the page as a visitor does, then clear the storage that it writes on leaving.
            if not tab.url.endswith(_NOWHERE):
                tab.goto(urljoin(tab.url, _NOWHERE))
            tab.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        except Error:  # nowhere yet, or its server is gone
            tab.close()
