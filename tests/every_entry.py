"""Press every entry of an open page with the mouse, to find dead ones.

An entry is a control that opens, unfolds or chooses something in place: a fold's title, an option,
a radio, a switch, a button. Entries that appear after a press are pressed next. Links are requested
and not followed.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from on_page import PAGES, settle, show, until
from playwright.sync_api import Error

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, Page

#: Milliseconds within which an entry has to open something.
OPENS_WITHIN = 20_000
#: Milliseconds to wait after the last press, since its work may still fail.
SETTLES = 1000
#: How often an entry is pressed until a press meets it.
MAX_PRESSES = 5
#: How often a walk may restore the page after a press led away from the remaining entries.
MAX_REOPENED = 20
#: Entries that start a training, change or delete a run, or lead a class have tests of their own.
#: `walk_tour` presses the tour's card.
LEFT_OUT = re.compile(
    r"train-(begin|start|step|pause|rewind|fork|delete|keep|rename)$|class-start$|tour-(?!leave$)"
    # It loads the page anew in another language; tests/e2e/test_languages.py chooses each.
    r"|language$"
)
#: One file of each kind is enough for a page, and one choice of what all its files have.
FILES = re.compile(
    r"export-(png|svg|csv|json|gif|npz|html|background|caption)$|report$|train-home$"
)
#: All pages share the sample buttons: Draw's walk presses all of them, the others so many.
SAMPLE, MAX_SAMPLES = re.compile(r"sample-(\d+)$"), 6
#: These entries take the drawing away, so they are pressed last.
LAST = re.compile(r"clear$|undo$|begin$|restore$|quiz-anew$")
#: Each option of these loads a network, so two are chosen.
NETWORKS = re.compile(r"model$|network$|second$|train-(run|against)$")

#: These entries lead to another page, some of them a moment after the press.
LEADS = re.compile(r"(open-draw|begin|to-routing|to-dimensions)$")

#: On a published site these run the app's own scripts on the app's own data, so only the app's walk
#: presses them: the header of every page but the first, and the evidence of a claim. The rest asks
#: the browser's engine, or takes from files what the app takes from routes.
AS_IN_APP = re.compile(r"tools |.* told ")
#: The same for the figures of lessons: these are pressed there too, since they fetch a file or
#: show recorded digits, whose pictures a site does not publish.
OTHER_FIGURES = """() => {
  const { figure, here } = document.querySelector(".cv-learn").page;
  return Boolean(figure?.whenHere) || here?.figure === "decided";
}"""

#: Lists every entry that can be pressed after some frames, in page order. A key still names its
#: entry when the page has rebuilt it: it holds the named ancestors, and a number among equal names.
#: Another page has none of them.
ENTRIES = """async ([path, inside, frames]) => {
  for (let n = 0; n < frames; n++) await new Promise(requestAnimationFrame);
  if (location.pathname !== path) return [];
  const wanted = "summary, select, button, input[type=radio], input[type=checkbox], " +
    "[role=radio], [role=tab]";
  // Each of these buttons replaces the digits beneath it.
  const choices = "[data-testid=compare-names]";
  const counts = new Map();
  const found = [];
  for (const node of document.querySelectorAll(wanted)) {
    if (!node.closest(".cv, dialog")) continue;
    const names = [];
    for (let at = node.parentElement; at; at = at.parentElement) {
      const name = at.dataset.testid ?? at.dataset.part;
      if (name) names.push(name);
    }
    const stem = [...names.reverse(), node.localName, node.dataset.testid ?? node.id].join(" ");
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
    node.capsvizKey = `${stem} ${counts.get(stem)}`;
    if (inside && !node.closest(inside)) continue;
    if (node.disabled || node.ariaDisabled === "true" || node.closest("[inert]")) continue;
    if (!node.checkVisibility({ visibilityProperty: true })) continue;
    const { width, height } = node.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    const label = node.ariaLabel || node.title || node.innerText || node.localName;
    found.push({
      key: node.capsvizKey,
      name: node.dataset.testid ?? "",
      label: label.trim().replace(/\\s+/g, " ").slice(0, 40),
      kind: node.localName === "summary" ? "fold" : node.localName === "select" ? "select"
        : node.hasAttribute("aria-expanded") ? "expander" : node.closest("nav") ? "list"
        : node.closest(".cv-bar-top") ? "tool"
        : node.type === "checkbox" || node.closest(choices) ? "switch" : "button",
      open: node.localName === "summary" ? node.parentElement.open
        : node.getAttribute("aria-expanded") === "true" ||
          node.getAttribute("aria-current") !== null,
      options: node.localName === "select"
        ? [...node.options].filter((one) => !one.disabled).map(({ value }) => value) : [],
      value: node.value ?? "",
    });
  }
  return found;
}"""
_FIND = "const node = [...document.querySelectorAll('*')].find((one) => one.capsvizKey === key);"
#: Finds a point at which the mouse meets an entry, or says which element covers it. The next click
#: notes whether it has met the entry, since the layout may move after the mouse has aimed.
AIM = f"""async (key) => {{
  {_FIND}
  if (!node?.isConnected) return null;
  // A grip covers its button on purpose, and is hidden from screen readers.
  const isMet = (hit) => node.contains(hit) || hit?.closest("label")?.contains(node) ||
    hit?.ariaHidden === "true";
  const aim = () => {{
    node.scrollIntoView({{ block: "center", inline: "nearest", behavior: "instant" }});
    let over = null;
    for (const box of node.getClientRects()) {{
      for (const [x, y] of [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5], [0.5, 0.2], [0.5, 0.8]]) {{
        const at = [box.x + x * box.width, box.y + y * box.height];
        const hit = document.elementFromPoint(...at);
        if (hit && isMet(hit)) return at;
        over = hit ?? over;
      }}
    }}
    return over ? `${{over.localName}}.${{over.className}} lies over it` : "it is out of sight";
  }};
  // The layout may still move, as what was asked for arrives.
  let [at, before] = [aim(), null];
  for (let n = 0; n < 120 && String(at) !== String(before); n++) {{
    await new Promise(requestAnimationFrame);
    [at, before] = [aim(), at];
  }}
  window.capsvizMet = false;
  const note = ({{ target }}) => {{ window.capsvizMet ||= isMet(target); }};
  window.addEventListener("click", note, {{ capture: true, once: true }});
  return at;
}}"""
#: Tells whether the last click met another element than the entry; never in a new document.
MISSED = "() => window.capsvizMet === false"
#: Returns the page's text outside its lists, and the classes of its root.
TEXT = """() => {
  const lists = [...document.querySelectorAll(".cv nav")];
  const read = (node) => lists.includes(node) ? "" : node.innerText ?? "";
  const parts = [...document.querySelectorAll(".cv > *, dialog[open]")].map(read);
  return [document.documentElement.className, ...parts].join("\\n");
}"""
#: Tells whether the page shows what was asked for last.
UP_TO_DATE = """() => !document.querySelector(".cv-old, [aria-busy=true]")"""
#: Tells whether the content of a fold is visible, unless late data has hidden the fold itself.
UNFOLDED = f"""(key) => {{
  {_FIND}
  if (!node.checkVisibility({{ visibilityProperty: true }})) return true;
  const inside = [...node.parentElement.children].filter((one) => one !== node);
  return inside.some((one) => one.getBoundingClientRect().height > 0);
}}"""
STATE = f"(key) => {{ {_FIND} return node?.parentElement?.open; }}"
EXPANDED = f"(key) => {{ {_FIND} return node?.getAttribute('aria-expanded') !== 'false'; }}"
LINKS = """() => [...document.querySelectorAll("a[href]")].map(({ href }) => href.split("#")[0])
  .filter((href) => href.startsWith(location.origin))"""

#: Marks every entry, then lets the page take its data and its answers once more.
COME_ANEW = """() => {
  const { page } = [...document.querySelectorAll(".cv")].find((root) => root.page?.sync);
  window.capsvizMarked = document.querySelectorAll(".cv :is(summary, select, button, input)");
  const data = structuredClone(page.server);
  page.update({ data, setStateValue() {}, setTriggerValue() {} });
  page.link?.touch();
}"""
#: Names the marked entries that are no longer in the page.
REPLACED = """() => [...window.capsvizMarked].filter((node) => !node.isConnected)
  .map((node) => node.dataset.testid || node.innerText || node.localName)"""

Entry = dict[str, Any]


def called(entry: Entry) -> str:
    """Its test ID, or else its label."""
    return entry["name"] or entry["label"]


class Faults:
    """Collects script errors of a tab, each with the entry that was pressed before it."""

    def __init__(self, page: Page) -> None:
        self.found: list[str] = []
        self.last = "the page opens"
        page.on("pageerror", self._failed)
        page.on("console", self._logged)

    def _failed(self, error: Error) -> None:
        self.add(str(error))

    def _logged(self, line: ConsoleMessage) -> None:
        if line.type == "error":
            self.add(f"{line.text} ({line.location.get('url', '')})")

    def add(self, fault: str) -> None:
        """Note a fault of the entry that was pressed last."""
        self.found.append(f"{self.last}: {fault}")


class Walk:
    """Press every entry of a page, or of a part of it, once.

    Parameters
    ----------
    inside : selector of the part; "" for all of the page.
    done : what entries that are not to be pressed are `called`.
    passed : matches the beginning of their keys.
    reopen : restores the page after a press led away from the remaining entries.
    """

    def __init__(
        self,
        page: Page,
        faults: Faults,
        reopen: Callable[[], None],
        inside: str = "",
        done: Collection[str] = (),
        passed: re.Pattern[str] | None = None,
    ) -> None:
        self.page, self.faults, self.reopen = page, faults, reopen
        self.inside, self.done, self.passed = inside, done, passed
        self.path = urlsplit(page.url).path
        self.known: dict[str, Entry] = {}
        #: Maps an entry to the entry that revealed it.
        self.openers: dict[str, str] = {}
        self.pressed: list[str] = []
        self.files: set[str] = set()
        self.samples = sys.maxsize if page.locator(".cv-draw").count() else MAX_SAMPLES
        #: How often the page was restored.
        self.reopened = 0
        #: Entries as the last press left them; None once something may have changed.
        self.listed: dict[str, Entry] | None = None

    def run(self) -> list[str]:
        """Return what was pressed."""
        todo = self._new("", self._entries())
        while todo:
            entry = todo.pop(0)
            if not self._wanted(entry):
                continue
            now = self._reach(entry)
            if now is None:
                continue
            self.pressed.append(called(entry))
            place = self.page.url.split("/", 3)[-1][:60]
            self.faults.last = f"{place}: {entry['name']} “{entry['label']}”"
            self.listed = listed = None
            try:
                self._press(now)
                listed = self._entries(frames=2)
            except Error as error:
                if "context was destroyed" not in str(error):
                    self.faults.add(str(error))
                self.page.wait_for_load_state()  # another page is loading
            if self._stay() or listed is None:
                listed = self._entries()
            new = self._new(entry["key"], listed)
            self.listed = listed
            todo[:0] = [each for each in new if not LAST.match(each["name"])]
            todo += [each for each in new if LAST.match(each["name"])]
            if not todo and not self.inside:
                todo = self._late(entry["key"])
        return self.pressed

    def _late(self, opener: str) -> list[Entry]:
        """Return entries that come with data which the last presses asked for."""
        self._wait_for_data()
        return self._new(opener, self._entries())

    def _wait_for_data(self) -> None:
        with contextlib.suppress(AssertionError):
            until(self.page, UP_TO_DATE, timeout=OPENS_WITHIN)
        settle(self.page)

    def _wanted(self, entry: Entry) -> bool:
        name = entry["name"]
        if LEFT_OUT.match(name) or called(entry) in self.done:
            return False
        if self.passed and self.passed.match(entry["key"]):
            return False
        if (sample := SAMPLE.match(name)) and int(sample[1]) >= self.samples:
            return False
        if FILES.match(name):
            if name in self.files:
                return False
            self.files.add(name)
        return True

    def _entries(self, frames: int = 0) -> dict[str, Entry]:
        """Return the entries after some frames: after two of them size observers have run."""
        found = self.page.evaluate(ENTRIES, [self.path, self.inside, frames])
        return {entry["key"]: entry for entry in found}

    def _new(self, opener: str, listed: dict[str, Entry]) -> list[Entry]:
        """Return entries that have appeared; folds and selects first, since they change least."""
        new = [entry for key, entry in listed.items() if key not in self.known]
        for entry in new:
            self.known[entry["key"]] = entry
            self.openers[entry["key"]] = opener
        calm = ("fold", "select")
        return sorted(new, key=lambda one: (bool(LAST.match(one["name"])), one["kind"] not in calm))

    def _reach(self, entry: Entry, *, again: bool = True) -> Entry | None:
        """Return the entry's present state, after pressing its opener again if it is hidden."""
        key = entry["key"]
        now = (self._entries() if self.listed is None else self.listed).get(key)
        self.listed = None if now is None else self.listed
        if now is None and (opener := self.openers[key]):
            around = self._reach(self.known[opener], again=False)
            if around and not around["open"]:
                self._click(around)
                settle(self.page)
                self._stay()
                now = self._entries().get(key)
        if now is None and again and self.reopened < MAX_REOPENED:
            self.reopened += 1
            self.reopen()
            return self._reach(entry, again=False)
        return now

    def _press(self, entry: Entry) -> None:
        kind, key = entry["kind"], entry["key"]
        if kind == "select":
            self._choose(entry)
            return
        opens = kind in ("list", "tool") and not entry["open"]
        before = self.page.evaluate(TEXT) if opens else ""
        if not self._click(entry):
            return
        if LEADS.match(entry["name"]):
            self._until("(path) => location.pathname !== path", self.path)
        elif kind == "fold":
            settle(self.page)
            self._toggled(entry)
        elif kind == "switch":  # and back, for what is hidden by it
            settle(self.page)
            self._wait_for_data()
            self._click(self._reach(entry, again=False) or entry)
            self._wait_for_data()
        elif kind == "expander" and not entry["open"]:
            settle(self.page)
            self._until(EXPANDED, key)
        elif opens:
            self._until(f"(before) => ({TEXT})() !== before", before)

    def _until(self, condition: str, arg: object, fault: str = "it opens nothing") -> None:
        try:
            until(self.page, condition, arg, OPENS_WITHIN)
        except AssertionError:
            self.faults.add(fault)

    def _toggled(self, entry: Entry) -> None:
        """Check that a fold has opened and has content; an open fold is closed and opened again."""
        key = entry["key"]
        if entry["open"]:
            if self.page.evaluate(STATE, key):
                self.faults.add("the fold does not close")
                return
            self._click(entry)
            settle(self.page)
        if not self.page.evaluate(STATE, key):
            self.faults.add("the fold does not open")
        else:
            self._until(UNFOLDED, key, "the fold is empty")

    def _choose(self, entry: Entry) -> None:
        """Choose each option in turn, then the first value again."""
        options = [value for value in entry["options"] if value != entry["value"]]
        if NETWORKS.search(entry["name"]):
            options = options[:2]
        if entry["value"] in entry["options"]:
            options.append(entry["value"])
        for value in options:
            if not self._choose_one(entry, value):
                return
            settle(self.page)
            self._stay()
            self._wait_for_data()

    def _choose_one(self, entry: Entry, value: str) -> bool:
        """Choose an option; False if the page has rebuilt the select without it."""
        for _ in range(5):
            now = self._reach(entry)
            if now is None or value not in now["options"]:
                return False
            handle = self.page.evaluate_handle(f"(key) => {{ {_FIND} return node; }}", entry["key"])
            select = handle.as_element()
            if select is None:
                continue
            try:
                select.select_option(value, timeout=OPENS_WITHIN)
            except Error as error:
                if "not attached" not in str(error):
                    raise
            else:
                return True
        self.faults.add(f"“{value}” cannot be chosen")
        return False

    def _click(self, entry: Entry) -> bool:
        """Press an entry; False if it cannot be pressed, which is no fault where it has gone.

        A press that met something else, since the layout moved, is repeated: the tests of layout
        shifts hold how far it may move.
        """
        for _ in range(MAX_PRESSES):
            at = self.page.evaluate(AIM, entry["key"])
            if isinstance(at, str):  # a visitor would close an open box that covers it
                self.page.keyboard.press("Escape")
                settle(self.page)
                at = self.page.evaluate(AIM, entry["key"])
            if isinstance(at, str):
                if entry["key"] in self._entries():
                    self.faults.add(at)
                return False
            if at is None:
                return False
            self.page.mouse.click(*at)
            try:
                if not self.page.evaluate(MISSED):
                    return True
            except Error:  # another page is loading
                return True
        self.faults.add("presses do not reach it")
        return False

    def _stay(self) -> bool:
        """Return to the page if a press has led to another one, after that one is drawn.

        True if it did.
        """
        for other in self.page.context.pages:
            if other is not self.page:
                other.close()
        path = urlsplit(self.page.url).path
        if path == self.path:
            return False
        name = path.rstrip("/").rsplit("/", 1)[-1]
        # It shows no answers where the drawing is empty.
        self.page.wait_for_selector(PAGES.get(name, PAGES[""]), state="attached")
        self.reopen()
        return True


#: Every page has at least this many entries: the header's and some of its own.
MIN_PRESSED = 15
#: Some entries that a walk must reach, by page.
SEEN = {
    "": {"sample-40", "class-on", "share-copy"},
    "learn": {"lesson-quiz", "lesson-glossary", "quiz-done", "quiz-to-0", "answer-0"},
    "network": {"block-decoder"},
    "compare": {"export-png", "disputed-6597"},
}
#: The same on a published site.
SEEN_ON_SITE = {
    **SEEN,
    "learn": {"lesson-quiz", "lesson-glossary"},
    "compare": {"compare-fetch"},
    "claims": {"fetch", "quarter-0"},
}


def check_every_entry(page: Page, address: str, name: str, ending: str = "") -> None:
    """Open a page, press every entry, and check that none fails and that openers open something.

    Parameters
    ----------
    address : address of an app or a published site, without a slash at its end.
    name : name of the page, "" for Draw.
    ending : end of the pages' addresses, a slash on a published site.
    """
    pressed, faults = walk_page(page, address, name, ending)
    assert not faults, "\n".join(dict.fromkeys(faults))
    assert len(pressed) > MIN_PRESSED
    unseen = (SEEN_ON_SITE if ending else SEEN).get(name, set()) - set(pressed)
    assert not unseen, pressed


def walk_page(page: Page, address: str, name: str, ending: str = "") -> tuple[list[str], list[str]]:
    """Open a page and press every entry; return the pressed entries and the faults."""
    faults = Faults(page)

    def reopen() -> None:
        if page.url.startswith(address):
            page.evaluate("() => { sessionStorage.clear(); localStorage.clear(); }")
        show(page, address, name + ending if name else "")
        page.wait_for_load_state("networkidle")  # some entries come after the page is drawn

    reopen()
    for href in sorted(set(page.evaluate(LINKS))):
        if (status := page.request.get(href).status) >= 400:
            faults.add(f"{href} is answered {status}")
    passed = AS_IN_APP if ending and name else None
    pressed = Walk(page, faults, reopen, passed=passed).run()
    if name == "learn":
        reopen()
        pressed += walk_lessons(page, faults, again=bool(ending))
    page.wait_for_timeout(SETTLES)
    return pressed, faults.found


#: Scripts that read and change the lesson's step.
_STEP = "const { name, step } = document.querySelector('.cv-learn').page;"
HERE = f"() => {{ {_STEP} return [name, step]; }}"
LEFT = f"([was, at]) => {{ {_STEP} return name !== was || step !== at; }}"
GO = "([name, step]) => document.querySelector('.cv-learn').page.go(name, step)"
FIGURE_DRAWN = "() => document.querySelector('.cv-learn').page.figure?.controls.hidden !== true"
STEPS = "() => document.querySelector('.cv-learn').page.lesson?.steps.length ?? 0"
FIGURE = "() => document.querySelector('.cv-learn').page.content?.figure ?? ''"
WORDS = ".cv-words, .cv-way-on .cv-lead, .cv-formulas"
IN_FIGURE = ".cv-figure-box"


def walk_lessons(page: Page, faults: Faults, *, again: bool = False) -> list[str]:
    """Open each entry of Learn's contents, then press every entry of each step to its end.

    An entry of a figure is pressed in the first step that shows it: `test_lesson_steps.py` uses
    the figures of the others.

    Parameters
    ----------
    again : whether the app's walk presses the same: then each step's figure is drawn, and only
        `OTHER_FIGURES` are used.
    """
    pressed = []
    shown = dict[str, set[str]]()
    entries = page.locator(".cv-chapters a")
    for at in range(entries.count()):
        page.evaluate(GO, ["contents", 0])
        entry = entries.nth(at)
        pressed.append(entry.get_attribute("data-testid") or "")
        name = (entry.get_attribute("data-testid") or "").removeprefix("lesson-")
        faults.last = f"the contents' {name}"
        entry.click()
        settle(page)
        here = page.evaluate(HERE)
        if here != [name, 0]:
            faults.add(f"it opens {here}")
            continue
        if again:
            pressed += _draw_lesson(page, faults, name, shown)
        elif name == "quiz":
            pressed += _walk_quiz(page, faults)
        else:
            pressed += _walk_lesson(page, faults, name, shown)
    return pressed


def _draw_lesson(page: Page, faults: Faults, name: str, shown: dict[str, set[str]]) -> list[str]:
    """Draw the figure of each step, and use those which are others on a site."""
    pressed = []
    for step in range(page.evaluate(STEPS)):
        page.evaluate(GO, [name, step])
        _see_figure(page, faults, [name, step])
        if page.evaluate(OTHER_FIGURES):
            pressed += _walk_figure(page, faults, [name, step], shown)
    return pressed


def _see_figure(page: Page, faults: Faults, here: list[Any]) -> None:
    faults.last = f"the figure of {here[0]} {here[1] + 1}"
    try:
        until(page, FIGURE_DRAWN, timeout=OPENS_WITHIN)
    except AssertionError:
        faults.add("it is not drawn")


def _walk_figure(
    page: Page, faults: Faults, here: list[Any], shown: dict[str, set[str]]
) -> list[str]:
    done = shown.setdefault(page.evaluate(FIGURE), set())
    pressed = Walk(page, faults, partial(page.evaluate, GO, here), IN_FIGURE, done).run()
    done.update(pressed)
    return pressed


def _walk_lesson(page: Page, faults: Faults, name: str, shown: dict[str, set[str]]) -> list[str]:
    pressed = []
    while True:
        here = page.evaluate(HERE)
        if here[0] != name:
            return pressed
        _see_figure(page, faults, here)
        pressed += _walk_figure(page, faults, here, shown)
        pressed += Walk(page, faults, partial(page.evaluate, GO, here), WORDS).run()
        # Some tasks need a drag, which the walk does not do: it skips them.
        ways = [page.get_by_test_id(way) for way in ("next", "skip")]
        way = next((way for way in ways if way.is_visible() and way.is_enabled()), None)
        if way is None:
            return pressed
        faults.last = f"the way on from {name} {here[1] + 1}"
        way.click()
        settle(page)
        try:
            until(page, LEFT, here, OPENS_WITHIN)
        except AssertionError:
            faults.add("it leads nowhere")
            return pressed


def _walk_quiz(page: Page, faults: Faults) -> list[str]:
    """Answer the quiz before and after the lessons, then read the result."""
    pressed = []
    for _ in range(3):
        title = page.get_by_test_id("quiz-title").inner_text()
        pressed += Walk(
            page, faults, lambda: page.evaluate(GO, ["quiz", 0]), ".cv-lesson .cv-words"
        ).run()
        page.evaluate(GO, ["quiz", 0])
        if page.get_by_test_id("quiz-title").inner_text() == title:
            faults.add("the quiz does not go on")
    return pressed


def walk_tour(page: Page, faults: Faults, steps: int) -> list[str]:
    """Follow the tour through the pages to its end; return the titles of the steps seen."""
    page.get_by_test_id("tool-tour").click()
    card = page.get_by_test_id("tour-card")
    seen = []
    for _ in range(3 * steps):
        if not card.is_visible():
            break
        title = page.get_by_test_id("tour-title").inner_text()
        seen += [title] if title not in seen else []
        faults.last = f"the tour's “{title}”"
        ways = [page.get_by_test_id(f"tour-{way}") for way in ("next", "skip")]
        way = next(way for way in ways if way.is_visible() and way.is_enabled())
        before = way.inner_text() + title
        way.click()
        until(
            page,
            """(before) => {
              const read = (name) => document.querySelector(`[data-testid=${name}]`);
              const ways = ["tour-next", "tour-skip"].map(read);
              const way = ways.find((one) => one && !one.disabled && one.checkVisibility());
              const title = read("tour-title")?.innerText;
              return read("tour-card")?.hidden || !way ||
                way.innerText + title !== before;
            }""",
            before,
        )
    return seen
