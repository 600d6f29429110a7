"""The running app and a real browser, for every test in this folder."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from lecturer import Lecturer
from machine import lacking
from on_page import ALL_DETAILS, PATIENCE, SIZE, close, first_tab, forget, no_errors
from playwright.sync_api import Error, expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

expect.set_options(timeout=PATIENCE)

#: State of a tab, appended to the report of every failing test.
_SITUATION = """async () => {
  const app = document.querySelector('[data-testid="stApp"]');
  const roots = [...document.querySelectorAll("*")].filter((root) => root.page?.sync);
  const drawn = new Promise((resolve) => requestAnimationFrame(() => resolve(true)));
  const late = new Promise((resolve) => setTimeout(resolve, 1000, false));
  return JSON.stringify({
    drawn: await Promise.race([drawn, late]),
    sections: document.querySelector(".cv-sections")?.outerHTML.slice(0, 300),
    script: app?.dataset.testScriptState,
    connection: app?.dataset.testConnectionState,
    pages: roots.map(({ className, page }) => ({
      className,
      shown: [...page.sync.shownTimes],
      carried: Object.entries(page.server.carried).map(([name, entry]) => [name, entry?.at]),
      link: page.link?.state,
    })),
    text: document.body.innerText.slice(0, 1500),
  }, null, 1);
}"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of this folder drives a browser; of a file, what stays on a page comes first.

    A test with an empty tab leaves that page, and the next test that stays there opens it.
    """
    files = {path: at for at, path in enumerate(dict.fromkeys(item.path for item in items))}

    def opens(item: pytest.Item) -> bool:
        return "e2e" in item.path.parts and "tab" in getattr(item, "fixturenames", ())

    items.sort(key=lambda item: (files[item.path], opens(item)))
    for item in items:
        if "e2e" in item.path.parts:  # it is asked about those of all folders
            item.add_marker(pytest.mark.browser)
            if not item.get_closest_marker("journey"):
                item.add_marker(pytest.mark.slow)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failure tells what every tab showed then, and what the app had logged."""
    report = yield
    fixtures: dict[str, Any] = item.funcargs
    if report.failed and "visitor" in fixtures:
        for tab in fixtures["visitor"].pages:
            try:
                report.sections.append((tab.url, tab.evaluate(_SITUATION)))
            except Error as error:
                report.sections.append((tab.url, str(error)))
        if (log := fixtures["app_log"]).exists():  # some tests start an app of their own
            report.sections.append(("the app's log", log.read_text(errors="replace")[-4000:]))
    return report


@pytest.fixture(scope="session")
def app_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("app") / "log.txt"


@pytest.fixture(scope="session")
def app(app_log: Path) -> Iterator[str]:
    """Address of the app, started as a visitor would start it."""
    from capsviz.development.bench.live import app_process
    from capsviz.training import checkpoint

    if "dynamic" not in checkpoint.names():
        lacking("there is no checkpoint: set CAPSVIZ_CHECKPOINTS or train one")
    os.environ["PYTHONFAULTHANDLER"] = "1"  # the log says where a process died
    with app_log.open("wb") as log, app_process(log=log.fileno()) as started:
        yield started.address


@pytest.fixture(scope="session")
def visitor(browser: Browser, app_log: Path) -> Iterator[BrowserContext]:
    """A visitor with a wide screen, whose browser has loaded the app's scripts before."""
    context = browser.new_context(
        viewport=SIZE,
        permissions=["clipboard-read", "clipboard-write"],
        accept_downloads=True,
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(ALL_DETAILS)
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
    forget(visitor)  # a new tab begins with what another one has drawn
    opened = visitor.new_page()
    with no_errors(opened):
        yield opened
    close(opened)


@pytest.fixture
def newcomer(browser: Browser) -> Iterator[Page]:
    """Return a tab of a new browser context, with all details open."""
    context = browser.new_context(viewport=SIZE, permissions=["clipboard-read", "clipboard-write"])
    context.set_default_timeout(PATIENCE)
    context.add_init_script(ALL_DETAILS)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def lecturer(app: str) -> Iterator[Lecturer]:
    """A class session's lecturer."""
    found = Lecturer(app)
    yield found
    found.close()
