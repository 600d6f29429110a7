"""Rules for every page, each opened once.

The tab key goes through it as the eye does, from left to right, from top to bottom; nothing is
cut off at any width; axe finds no violation.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

import pytest
from machine import lacking
from on_page import (
    ALL_DETAILS,
    PAGES,
    PATIENCE,
    ROOM,
    come_to_rest,
    first_tab,
    no_errors,
    settle,
    show,
    until,
)
from scripts import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


@pytest.fixture(scope="module")
def guest(browser: Browser) -> Iterator[BrowserContext]:
    """A visitor of this file alone, who stays on a page while several things are asked of it."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script(ALL_DETAILS)
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture(scope="module", params=PAGES)
def name(request: pytest.FixtureRequest) -> str:
    """Of a page."""
    return request.param


@pytest.fixture(scope="module")
def opened(guest: BrowserContext, app: str, name: str) -> Iterator[Page]:
    """A page in light colours, at rest."""
    with first_tab(guest) as page, no_errors(page, logged=True):
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        show(page, app, name)
        yield page


#: The focused element and its position. Region: "header" for the links to the pages, on a phone at
#: the bottom, "tools" beside them, "page" below; null on what Streamlit itself adds: a link that
#: skips the header. Stop: its name and where it lies on the page; null outside the page, and no
#: place in a drawing, whose parts lie where the visitor has put them.
HERE = """(page) => {
  const root = document.querySelector(`.cv-${page}`);
  const now = document.activeElement;
  const region = now.closest(".cv-pages, .cv-brand") ? "header"
    : now.closest(".cv-bar-top") ? "tools" : now.closest(".cv") ? "page" : null;
  if (!root.contains(now)) return { region, stop: null };
  if (now.ownerSVGElement) return { region, stop: {} };
  const box = now.getBoundingClientRect();
  const above = root.getBoundingClientRect().top;
  const name = now.dataset.testid ?? now.getAttribute("aria-label") ?? now.textContent.trim();
  const stop = {
    name, left: box.left, right: box.right, top: box.top - above, bottom: box.bottom - above,
  };
  return { region, stop };
}"""
#: Pixels by which neighbours may overlap.
SLACK = 3


def goes_back(one: dict, other: dict) -> bool:
    """Whether something lies before what had the focus before it, in reading order."""
    above = other["bottom"] <= one["top"] + SLACK and other["left"] < one["right"] - SLACK
    beside = other["top"] < one["bottom"] - SLACK and one["top"] < other["bottom"] - SLACK
    return above or (beside and other["right"] <= one["left"] + SLACK)


#: Pages whose focus is followed, with the widths and heights at which it is.
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
FOLLOWED = {"": [WIDE, PHONE], "routing": [WIDE, PHONE], "dimensions": [WIDE, PHONE]}
FOLLOWED |= {"network": [WIDE, PHONE], "overlap": [WIDE], "viewpoint": [WIDE], "learn": [WIDE]}

#: The next press of Tab begins at the top.
AT_TOP = """() => {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
}"""


def test_the_focus_order_follows_the_layout(opened, name):
    if name not in FOLLOWED:
        pytest.skip("the focus of this page is not followed")
    opened.wait_for_load_state("networkidle")
    opened.locator(".cv-bar-top button:visible").first.wait_for()
    for size in FOLLOWED[name]:
        opened.set_viewport_size(size)
        come_to_rest(opened, "button, a, input, select, summary, [tabindex]")
        opened.evaluate(AT_TOP)
        regions, stops = stops_of(opened, name or "draw")
        named = [region for region, _ in groupby(filter(None, regions))]
        assert named == ["header", "tools", "page"], size
        assert regions.count(None) == 1, size
        assert len(stops) > 10, size
        placed = [stop for stop in stops if stop]
        back = [(a["name"], b["name"]) for a, b in pairwise(placed) if goes_back(a, b)]
        assert not back, size


def stops_of(page: Page, name: str) -> tuple[list[str], list[dict]]:
    """Regions and stops of the tab key, from the top until it leaves the page."""
    regions: list[str] = []
    seen: list[dict] = []
    for _ in range(200):
        page.keyboard.press("Tab")
        here = page.evaluate(HERE, name)
        if here["stop"] is None and seen:
            break
        regions.append(here["region"])
        if here["stop"] is not None:
            seen.append(here["stop"])
    return regions, seen


#: Controls of the header that are seen; the links to the pages scroll within their list.
IN_HEADER = """() => [...document.querySelectorAll(".cv-pages a, .cv-bar-top button")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .map((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const box = node.parentElement.getBoundingClientRect();
    const [from, to] = [Math.max(left, box.left), Math.min(right, box.right)];
    return [node.textContent.trim(), from, to, top, bottom];
  }).filter(([, from, to]) => from < to)"""
#: Pairs of them that share a place.
OVER_EACH_OTHER = """(all) => all.flatMap((one, k) => all.slice(k + 1).filter((other) =>
  one[1] < other[2] && other[1] < one[2] && one[3] < other[4] && other[3] < one[4]))"""


@pytest.mark.parametrize("asked", ["", "?class=1"])
def test_no_two_controls_of_the_header_lie_over_each_other(tab, app, asked):
    show(tab, app, "learn", asked)
    for width in (320, 390, 600, 768, 820, 900, 955, 1024, 1280):
        tab.set_viewport_size({"width": width, "height": 800})
        settle(tab)
        # The header follows the size some frames later.
        until(
            tab,
            f"() => {{ const all = ({IN_HEADER})();"
            f" return all.length >= 4 && ({OVER_EACH_OTHER})(all).length === 0; }}",
        )
        controls = tab.evaluate(IN_HEADER)
        assert all(left >= 0 and right <= width for _, left, right, *_ in controls), width


#: Elements that convey something by their background alone, and whether it differs from the page's.
BY_BACKGROUND = """(selectors) => selectors.map((selector) => {
  const [name, pseudo] = selector.split("::");
  const node = document.querySelector(name);
  const found = getComputedStyle(node, pseudo ? `::${pseudo}` : null).backgroundColor;
  return [selector, found, getComputedStyle(document.body).backgroundColor];
})"""


def test_bars_tracks_toggles_and_focus_are_visible_in_forced_colours(browser, app):
    context = browser.new_context(forced_colors="active", color_scheme="dark")
    context.add_init_script(ALL_DETAILS)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    for name, selectors in {
        "": [".cv-length-winner .cv-track i", ".cv-slider-track::before", ".cv-slider-mark"],
        "viewpoint": [".cv-v-wins i", ".cv-v-key-cnn"],
        "compare": [".cv-compared-bars .cv-wins i"],
    }.items():
        show(page, app, name)
        for selector, background, behind in page.evaluate(BY_BACKGROUND, selectors):
            assert background not in (behind, "rgba(0, 0, 0, 0)"), selector
        if name == "":
            switch = page.locator(".cv-switch input").first
            looks = """(node) => {
              const { backgroundColor, borderStyle } = getComputedStyle(node);
              return [backgroundColor, borderStyle];
            }"""
            on, edge = switch.evaluate(looks)
            switch.click()
            assert (switch.evaluate(looks)[0] != on, edge) == (True, "solid")
            page.evaluate(AT_TOP)
            page.keyboard.press("Tab")
            page.keyboard.press("Tab")
            seen = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert (page.evaluate(HERE, "draw")["region"], seen) == ("header", "solid")
    context.close()


#: From the smallest phone to the widest screen, closer together where layouts change; 640 is
#: 1280 at 200 % zoom.
WIDTHS = (320, 360, 390, 480, 640, 720, 800, 900, 1024, 1100, 1180, 1244, 1280, 1300, 1330, 1359)
WIDTHS += (1400, 1440, 1680, 1920, 2560)

#: Parts of a page that lie outside the visible area and cannot be scrolled to.
CUT_OFF = """() => {
  const cut = [];
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) {
    cut.push(`the page scrolls sideways: ${document.documentElement.scrollWidth}`);
  }
  const named = ({ tagName, className, dataset, textContent }) =>
    `${tagName}.${className?.baseVal ?? className}[${dataset?.testid ?? ""}] ` +
    textContent.trim().slice(0, 30);
  const shown = (node) => node.checkVisibility({ visibilityProperty: true });
  const known = new Map([[null, [0, innerWidth]]]);
  // From where to where what is inside an element is seen; null where it can be scrolled to.
  const room = (around) => {
    if (!known.has(around)) known.set(around, look(around));
    return known.get(around);
  };
  const look = (around) => {
    const { overflowX, position } = getComputedStyle(around);
    const outside = () => (position === "fixed" ? known.get(null) : room(around.parentElement));
    if (overflowX === "auto" || overflowX === "scroll") {
      return around.scrollWidth > around.clientWidth ? null : outside();
    }
    if (overflowX === "visible") return outside();
    const frame = around.getBoundingClientRect();
    const seen = frame.width > 1 && outside();
    return seen ? [Math.max(seen[0], frame.left), Math.min(seen[1], frame.right)] : null;
  };
  for (const node of document.querySelectorAll(
    ".cv button, .cv input, .cv select, .cv canvas, .cv p, .cv h2, .cv h3, .cv label, .cv td, " +
    ".cv th, .cv span, .cv a, .cv output")) {
    const box = node.getBoundingClientRect();
    // Text for screen readers alone is one pixel large.
    if (!shown(node) || box.width <= 1 || box.height <= 1) continue;
    const seen = room(node.parentElement);
    if (!seen) continue;
    const [left, right] = seen;
    if (box.right > right + 1 || box.left < left - 1) {
      const [from, to, least, most] = [box.left, box.right, left, right].map(Math.round);
      cut.push(`${named(node)}: ${from}..${to} of ${least}..${most}`);
    }
  }
  return cut.slice(0, 8);
}"""


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ('<div class="cv"><p>fits</p></div>', 0),
        ('<div class="cv" style="overflow:hidden"><p style="width:3000px">cut</p></div>', 1),
        ('<div class="cv" style="overflow:auto"><p style="width:3000px">scrolls</p></div>', 0),
        ('<div class="cv"><p style="width:3000px">the page scrolls</p></div>', 2),
        ('<div class="cv"><p style="margin-left:-20px">cut on the left</p></div>', 1),
    ],
)
def test_the_check_counts_elements_that_are_cut_off(fresh, body, count):
    fresh.set_viewport_size({"width": 1000, "height": 700})
    fresh.set_content(f"<!doctype html><body style='margin:0'>{body}")
    assert len(fresh.evaluate(CUT_OFF)) == count


#: Heads that stand beside each other and are not equally high: one of them wraps.
UNEVEN = """() => {
  const heads = [...document.querySelectorAll(".cv-head")].filter((head) => head.offsetHeight);
  const at = heads.map((head) => head.getBoundingClientRect());
  return heads.filter((_, i) => at.some(({ top, height }) =>
    Math.abs(top - at[i].top) < 2 && height < at[i].height - 4)).map((head) => head.innerText);
}"""


#: Fields for numbers in which the longest that they take does not fit.
NARROW = """() => [...document.querySelectorAll("input[type=number]")]
  .filter((field) => field.offsetParent)
  .filter((field) => {
    const before = field.value;
    field.value = [field.min, field.max].sort((a, b) => b.length - a.length)[0];
    const cut = field.scrollWidth > field.clientWidth;
    field.value = before;
    return cut;
  })
  .map((field) => field.dataset.testid)"""


def test_nothing_is_cut_off_at_any_width(opened):
    found = {}
    for width in WIDTHS:
        opened.set_viewport_size({"width": width, "height": 900})
        settle(opened)
        if cut := opened.evaluate(CUT_OFF):
            found[width] = cut
        if width in (1280, 1440) and (uneven := opened.evaluate(UNEVEN)):
            found[width] = [f"wraps beside others: {head}" for head in uneven]
    assert not found
    assert opened.evaluate(NARROW) == []


AXE = """(rules) => axe.run(document, rules ? { runOnly: rules } : {}).then(({ violations }) =>
  violations.map(({ id, impact, nodes }) =>
    `${id} (${impact}): ${nodes.slice(0, 4).map(({ target, any }) =>
      `${target.join(" ")} ${any[0]?.message ?? ""}`).join(" | ")}`))"""


def axe(page: Page, scheme: str, *widths: int) -> dict[tuple[str, int], list[str]]:
    """Violations that axe finds: by all rules at the first width, of contrast at the others."""
    source = ROOT / "node_modules/axe-core/axe.min.js"
    if not source.is_file():
        lacking("axe is not installed: run `npm ci` in capsviz/ui")
    page.evaluate(source.read_text("utf-8"))
    found = {}
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        rules = None if width == widths[0] else ["color-contrast"]
        if violations := page.evaluate(AXE, rules):
            found[scheme, width] = violations
    return found


def test_axe_finds_no_violation_in_light(opened):
    assert axe(opened, "light", 1440, 390) == {}


#: How light a page's ground is, of 765.
GROUND = """() => getComputedStyle(document.querySelector(".cv"))
  .getPropertyValue("--st-background-color").match(/[0-9a-f]{2}/gi)
  .reduce((sum, part) => sum + parseInt(part, 16), 0)"""


def test_axe_finds_no_violation_in_dark(opened):
    opened.emulate_media(color_scheme="dark", reduced_motion="reduce")
    until(opened, f"() => ({GROUND})() < 200")
    settle(opened)
    assert axe(opened, "dark", 390, 1440) == {}


#: Element under the finger, by page; it is brought to the lower end of the screen.
AT_HAND = {"": "undo", "overlap": "digit-0", "viewpoint": "sliders", "parts": "object-pose"}


def test_the_answer_stays_in_view_while_drawing_on_a_phone(opened, name):
    if name not in AT_HAND:
        pytest.skip("nothing is drawn on this page, or what says the answer lies elsewhere")
    opened.set_viewport_size({"width": 390, "height": 844})
    opened.get_by_test_id(AT_HAND[name]).evaluate("(node) => node.scrollIntoView({block: 'end'})")
    come_to_rest(opened, f'[data-testid="{AT_HAND[name]}"], [data-testid="prediction"]')
    answer = opened.get_by_test_id("prediction")
    box = answer.bounding_box()
    assert box is not None
    assert 0 <= box["y"] <= 422
    seen = (
        "({x, y}) => document.elementFromPoint(x, y).closest('[data-testid=prediction]') !== null"
    )
    middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    assert opened.evaluate(seen, middle)


#: Strips of what need not have room beside each other, by page, and their last items.
STRIPS = {
    "": ('[data-testid="samples"]', ".cv-other-sample:nth-child(10)"),
    "compare": (".cv-compare thead tr", "th:last-child"),
    "overlap": (".cv-table-box", "thead th:last-child"),
}


def test_a_strip_shows_or_announces_its_further_items(opened, name):
    if name not in STRIPS:
        pytest.skip("this page has no strip")
    strip, item = STRIPS[name]
    until(opened, f"() => document.querySelector('{strip} {item}') !== null")
    for width in (390, 1280, 1440):
        opened.set_viewport_size({"width": width, "height": 900})
        settle(opened)
        goes_on_and_ends(opened, strip, item, by_button=name in ("", "compare"))


def goes_on_and_ends(tab: Page, strip: str, item: str, *, by_button: bool) -> None:
    """Hidden items of a strip are announced until the keyboard has gone to its end."""
    tab.evaluate(
        f"() => document.querySelector('{strip}').scrollTo({{ left: 0, behavior: 'instant' }})"
    )
    settle(tab)
    hidden = f"""() => {{
      const strip = document.querySelector('{strip}');
      const [box, item] = [strip, strip.querySelector('{item}')].map((one) =>
        one.getBoundingClientRect());
      return item.right > box.right + 1;
    }}"""
    fades = f"() => document.querySelector('{strip}').classList.contains('cv-more-after')"
    if tab.viewport_size["width"] >= 1440:  # all of them have room once the page is laid out
        until(tab, f"() => !({hidden})()")
    elif tab.evaluate(hidden):
        until(tab, fades)
    # The keyboard gets to the end, where nothing fades any more.
    stop = tab.locator(f"{strip} button" if by_button else strip).first
    stop.focus()
    tab.keyboard.press("End")
    for _ in range(100):
        if not tab.evaluate(fades):
            break
        tab.keyboard.press("ArrowRight")
        tab.wait_for_timeout(50)
    assert not tab.evaluate(fades)


def test_nothing_is_cut_off_in_class_mode(opened):
    opened.set_viewport_size({"width": 1280, "height": 720})
    opened.get_by_test_id("tool-class").click()
    opened.get_by_test_id("class-on").check()
    opened.keyboard.press("Escape")
    found = {}
    for width in (1280, 1244, 1300, 1359, 1440):
        opened.set_viewport_size({"width": width, "height": 720})
        settle(opened)
        if cut := opened.evaluate(CUT_OFF):
            found[width] = cut
        if (room := opened.evaluate(ROOM)) < 12:
            found[width] = [f"the choice stands {room} px from the line beside it"]
    assert not found
