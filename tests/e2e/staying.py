"""One tab that stays on a page of the app, which every test finds as it is first opened.

Loading the app costs seconds of processor, starting a page within it tenths: between tests the
page's script is ended, its markup put back, and started anew on what was kept at first.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from on_page import PATIENCE, leave, no_errors, rest, settle, until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import BrowserContext, Page

#: State of a page when it is first ready, which `_ANEW` restores; and its visible state.
_REMEMBER = """(selector) => {
  window.capsvizFirst = {
    tab: { ...sessionStorage },
    browser: { ...localStorage },
    plain: JSON.stringify(document.querySelector(selector).linkPlain()),
  };
}"""

#: Changes since then are stored as the newest of all, so that the page's session receives them.
_ANEW = """async ([selector, property, html, script]) => {
  const root = document.querySelector(selector);
  const page = root?.[property];
  if (!page || !window.capsvizFirst) return false;
  const { tab, browser } = window.capsvizFirst;
  const [data, parentElement] = [page.server, root.parentElement];
  const setStateValue = (name, value) => page.sync.tell(name, value);
  page.close();
  root[property] = null;
  const last = { ...sessionStorage };
  sessionStorage.clear();
  localStorage.clear();
  Object.assign(localStorage, browser);
  const read = (text) => { try { return JSON.parse(text) ?? {}; } catch { return {}; } };
  for (const [name, text] of Object.entries(tab)) {
    const [was, is] = [read(text), read(last[name])];
    if (!("at" in was)) sessionStorage[name] = text;
    else if (JSON.stringify(was.value) === JSON.stringify(is.value)) {
      sessionStorage[name] = last[name];
    } else {
      const at = Math.max(Date.now(), (is.at ?? 0) + 1);
      sessionStorage[name] = JSON.stringify({ ...was, at });
    }
  }
  const markup = document.createElement("template");
  markup.innerHTML = html;
  root.replaceWith(markup.content);
  const { default: mount } = await import(script);
  mount({ parentElement, data, setStateValue });
  document.activeElement?.blur();
  document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);
  return true;
}"""

#: The session has taken what it was told, so that nothing of it is still on its way.
_TOLD = """([selector, property]) => {
  const { server, sync } = document.querySelector(selector)[property];
  return [...sync.shownTimes].every(([name, at]) => server.carried[name].at === at);
}"""


@dataclass(frozen=True)
class Staying:
    """A page on which a tab stays.

    Parameters
    ----------
    name : of the page's folder.
    ready : waits until the page has drawn everything.
    path : of its address, where that is not its name.
    """

    name: str
    ready: Callable[[Page], Any]
    path: str | None = None

    @contextmanager
    def visit(
        self, visitor: BrowserContext, address: str, *, logged: bool = False
    ) -> Iterator[Page]:
        """The visitor's tab at the page, as a visitor first sees it.

        Parameters
        ----------
        visitor : whose tab it is.
        address : of the app.
        logged : whether all that is logged as an error fails the test, not scripts' errors alone.
        """
        url = f"{address}/{self.name if self.path is None else self.path}"
        stays = bool(visitor.pages) and visitor.pages[0].url == url
        if stays:
            rest(visitor)
        else:
            leave(visitor)
        tab = visitor.pages[0] if visitor.pages else visitor.new_page()
        with no_errors(tab, logged=logged):
            if not stays or not self._begin_anew(tab):
                if stays:
                    leave(visitor)
                tab.goto(url)
                self._at_rest(tab)
                tab.evaluate(_REMEMBER, self._place[0])
            yield tab

    @property
    def _place(self) -> list[str]:
        return [f".cv-{self.name}", "page"]

    def _at_rest(self, tab: Page) -> None:
        self.ready(tab)
        until(tab, _TOLD, arg=self._place, timeout=PATIENCE)
        settle(tab)

    def _begin_anew(self, tab: Page) -> bool:
        """Whether the page could be started anew, and shows what it did at first."""
        from capsviz.ui import browser, pages
        from capsviz.ui.catalogue import assets

        folder = Path(next(iter(pages.__path__))) / self.name
        html = browser.markup(folder)
        script = assets.address(folder / "index.js")
        if not tab.evaluate(_ANEW, [*self._place, html, script]):
            return False
        try:
            until(tab, _TOLD, arg=self._place, timeout=PATIENCE // 6)
        except AssertionError:  # what the last test began came in between: it is opened by address
            return False
        self._at_rest(tab)
        return tab.evaluate(
            "(selector) => JSON.stringify(document.querySelector(selector).linkPlain())"
            " === window.capsvizFirst.plain",
            self._place[0],
        )
