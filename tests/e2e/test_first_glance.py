"""A newcomer's first view: few controls, one answer, one next step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from on_draw import ONE, draw, pixels, wait_settled
from on_page import PAGES, PATIENCE, SIZE, first_tab, no_errors, settle, show, until, until_true
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

#: Most controls in sight besides the one next step; those of a named group are one. Draw and
#: Routing have more: the number of iterations, and the cells that tell their coefficients.
#: Viewpoint has the choice of its curve, which is always drawn, and the guess.
CONTROLS = {"": 9, "routing": 10, "viewpoint": 8}
MAX_CONTROLS = 7
#: Most words in sight; Compare has a row for each of nine networks. Train has marks of charts.
#: Claims says of fourteen claims what was compared, and the difference with its interval.
WORDS = {
    "": 280,  # with the numbers of the types of capsules
    "network": 135,  # with a caption under each of eight blocks
    "routing": 260,  # with the names of the formula's lines, and the axes of the cloud
    "dimensions": 125,  # with sixteen sliders, each with its number and its value
    "overlap": 140,
    "viewpoint": 135,
}
WORDS |= {"compare": 350, "claims": 425, "train": 170, "learn": 200}
WORDS |= {"learn?lesson=em&step=4": 270, "learn?lesson=routing&step=8": 320}
#: Type sizes in sight besides the title and one large sign.
SIZES = 3
IN_SIGHT = """() => {
  const main = document.querySelector('[data-testid="stMain"]');
  const seen = (node) => {
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const inside = bottom > 60 && top < innerHeight && left < innerWidth && right > 0;
    return right > left && bottom > top && inside;
  };
  const controls = new Set();
  const kinds = "a[href], button, input, select, textarea, summary, [tabindex]";
  const groups = "nav, [role=toolbar], [role=radiogroup], [role=group]";
  for (const node of main.querySelectorAll(kinds)) {
    if (node.tabIndex < 0 || node.disabled || !seen(node)) continue;
    // A word that explains itself is read, not worked.
    if (node.matches(".cv-term, .cv-sym, .cv-help:not(.cv-export) > summary")) continue;
    if (!node.closest(".cv-tools-root, .cv-next")) controls.add(node.closest(groups) ?? node);
  }
  const sizes = new Set();
  let words = 0;
  const walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { parentElement: of, nodeValue: text } = walk.currentNode;
    const apart = of.closest(".cv-tools-root, .cv-hidden, .cv-help, math, .cv-law, .cv-with, " +
      "script, style, option, canvas");
    if (!text.trim() || apart || !seen(of)) continue;
    words += text.trim().split(/\\s+/).length;
    if (of.closest(".cv-sym")) continue;
    const drawn = of.getScreenCTM ? of.getScreenCTM().a : 1;
    sizes.add(Math.round(drawn * parseFloat(getComputedStyle(of).fontSize)));
  }
  return { controls: controls.size, words, sizes: [...sizes].sort((a, b) => a - b),
    names: [...controls].map((n) => n.dataset.testid || n.ariaLabel || n.textContent.trim()) };
}"""

#: How many there are on the whole page.
ALL_CONTROLS = """() => [...document.querySelectorAll(
  '[data-testid="stMain"] :is(a[href], button, input, select, summary)')]
  .filter((node) => node.checkVisibility()).length"""


@pytest.fixture(scope="module")
def guest(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that has loaded the app's scripts, and keeps nothing else between tests."""
    context = browser.new_context(viewport=SIZE)
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def newcomer(guest: BrowserContext) -> Iterator[Page]:
    """A tab of somebody who was never here."""
    with first_tab(guest) as page, no_errors(page):
        yield page


def test_one_switch_shows_all_details_and_is_saved_and_linked(newcomer, app):
    def shown():
        return newcomer.evaluate("document.documentElement.classList.contains('cv-details')")

    show(newcomer, app, "routing")
    switch = newcomer.get_by_test_id("tool-details")
    switch.wait_for()
    before = shown()
    assert switch.get_attribute("aria-pressed") == str(before).lower()
    switch.click()
    assert shown() is not before
    newcomer.reload()
    newcomer.wait_for_selector(PAGES["routing"])
    until_true(newcomer, lambda: shown() is not before)  # the browser keeps it
    newcomer.get_by_test_id("tool-details").click()
    newcomer.goto(f"{app}/compare?details={int(not before)}")
    newcomer.wait_for_selector(PAGES["compare"])
    # A link says it for as long as the page stays.
    until_true(newcomer, lambda: shown() is not before)
    newcomer.get_by_test_id("tool-share").click()
    until(newcomer, "() => document.querySelector('[data-testid=share-link]').value !== ''")
    link = newcomer.get_by_test_id("share-link").input_value()
    assert ("details=1" in link) is not before


@pytest.mark.parametrize("name", WORDS)
def test_few_controls_and_words_are_in_sight(newcomer, app, name):
    page, _, query = name.partition("?")
    show(newcomer, app, page, f"?{query}" if query else "")
    newcomer.wait_for_load_state("networkidle")
    seen = newcomer.evaluate(IN_SIGHT)
    print(name or "draw", seen)
    assert seen["controls"] <= CONTROLS.get(name, MAX_CONTROLS), seen["names"]
    assert seen["words"] <= WORDS[name]
    assert len(seen["sizes"]) <= SIZES + 2, seen["sizes"]
    before = newcomer.evaluate(ALL_CONTROLS)
    newcomer.get_by_test_id("tool-details").click()
    settle(newcomer)
    more = newcomer.evaluate(ALL_CONTROLS) - before
    # A table of contents has no details; a lesson's steps have.
    assert more == 0 if name == "learn" else more > 0, "nothing is taken away"


#: Symbols that stand on a page in another colour than theirs, and what a newcomer cannot open.
MISCOLOURED = """() => {
  const bad = [];
  const probe = document.createElement("i");
  for (const root of document.querySelectorAll(".cv")) {
    for (const node of root.querySelectorAll(".cv-sym")) {
      const { sym } = node.dataset;
      if (!sym) continue;
      node.append(probe);
      probe.style.color = `var(--cv-sym-${sym})`;
      const due = getComputedStyle(probe).color;
      probe.remove();
      if (getComputedStyle(node).color !== due) bad.push(`${sym}: ${node.textContent}`);
    }
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const { parentElement: of, nodeValue: text } = walk.currentNode;
      if (/û|‖[usv]‖/.test(text) && !of.closest(".cv-sym, math, script, style, option"))
        bad.push(text);
    }
  }
  return bad;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_symbols_have_their_colours_and_every_question_mark_is_in_sight(browser, app, scheme):
    context = browser.new_context(viewport=SIZE, color_scheme=scheme)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    for name in ("", "routing", "dimensions", "overlap", "viewpoint", "train", "parts"):
        show(page, app, name)
        page.wait_for_load_state("networkidle")
        assert page.evaluate(MISCOLOURED) == [], name
        assert page.locator(".cv-head .cv-help:not(.cv-export) > summary:visible").count()
    page.get_by_test_id("tool-symbols").click()
    assert page.get_by_test_id("symbols").locator("dt").all_inner_texts() == list("uûbcsva")
    assert page.evaluate(MISCOLOURED) == []
    context.close()


@pytest.mark.journey
@pytest.mark.parametrize(
    ("size", "screens"), [((1440, 900), 1), ((390, 844), 2)], ids=["laptop", "phone"]
)
def test_a_newcomer_draws_understands_moves_a_slider_and_sees_a_step_in_five_actions(
    newcomer, app, size, screens
):
    width, height = size
    newcomer.set_viewport_size({"width": width, "height": height})
    show(newcomer, app, "")
    newcomer.wait_for_selector(".cv-slider-strong", timeout=PATIENCE)
    for name in ("canvas", "prediction", "dimension-0", "open-routing"):
        box = newcomer.get_by_test_id(name).bounding_box()
        assert box["y"] + box["height"] <= screens * height, f"{name} is further down"
    actions = 0
    draw(newcomer, ONE)  # an example makes way
    actions += 1
    wait_settled(newcomer)
    assert newcomer.get_by_test_id("prediction").inner_text().startswith("This is a 1")
    painted = pixels(newcomer, "reconstruction").copy()
    newcomer.locator(".cv-slider-strong input").first.press("End")
    actions += 1
    until_true(newcomer, lambda: (pixels(newcomer, "reconstruction") != painted).any())
    newcomer.get_by_test_id("open-routing").click()
    actions += 1
    newcomer.wait_for_selector(PAGES["routing"], timeout=PATIENCE)
    first = newcomer.get_by_test_id("film-line").inner_text()
    newcomer.get_by_test_id("step-forward").click()
    actions += 1
    expect(newcomer.get_by_test_id("film-line")).not_to_have_text(first)
    assert actions <= 5


def test_a_digit_is_dragged_turned_and_sized_where_it_is_seen(newcomer, app):
    show(newcomer, app, "viewpoint")

    def value(kind: str) -> float:
        return float(newcomer.get_by_test_id(f"slider-{kind}").input_value())

    for handle, (right, down), kind, sign in (
        ("shift", (30, 0), "shift_x", 1),
        ("rotation", (60, 10), "rotation", 1),  # clockwise
        ("scale", (-20, -20), "scale", -1),
    ):
        before = value(kind)
        box = newcomer.get_by_test_id(f"handle-{handle}").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        newcomer.mouse.move(x, y)
        newcomer.mouse.down()
        newcomer.mouse.move(x + right, y + down, steps=5)
        newcomer.mouse.up()
        assert sign * (value(kind) - before) > 0.05, handle
    assert "+" in newcomer.locator(".cv-v-row", has_text="rotation").inner_text()
    side = newcomer.get_by_test_id("network-input").bounding_box()["width"]
    assert value("shift_x") == pytest.approx(30 / side * 28, abs=0.2), "it stays under the pointer"


def test_the_curve_is_drawn_and_a_guess_is_marked_on_it(newcomer, app):
    show(newcomer, app, "viewpoint")
    curve = newcomer.get_by_test_id("curve-lengths")
    assert curve.is_visible()
    before = pixels(newcomer, "curve-lengths").copy()
    stands = newcomer.get_by_test_id("slider-rotation").bounding_box()
    newcomer.get_by_test_id("guess-begin").click()
    assert not curve.is_visible(), "a guess is made without it"
    assert newcomer.get_by_test_id("slider-rotation").bounding_box() == stands
    expect(newcomer.get_by_test_id("guess")).to_contain_text("no guess yet")
    newcomer.get_by_test_id("guess-at").press("PageUp")
    newcomer.get_by_test_id("guess-show").click()
    assert curve.is_visible()
    assert newcomer.get_by_test_id("guess-verdict").inner_text().startswith("You said +")
    assert (pixels(newcomer, "curve-lengths") != before).any()


def test_a_guess_is_judged_by_the_curve_that_is_drawn(newcomer, app):
    show(newcomer, app, "viewpoint")
    newcomer.get_by_test_id("guess-begin").click()
    newcomer.get_by_test_id("guess-at").press("PageUp")
    newcomer.get_by_test_id("guess-show").click()
    judged = newcomer.get_by_test_id("guess-verdict")
    before = judged.inner_text()
    another = "(choice) => { choice.value = 3; choice.dispatchEvent(new Event('input')); }"
    newcomer.get_by_test_id("digit").evaluate(another)
    expect(judged).not_to_have_text(before)
    newcomer.get_by_test_id("kind").select_option("scale")
    expect(judged).to_be_hidden()
    newcomer.get_by_test_id("kind").select_option("rotation")
    expect(judged).to_be_visible()


def test_a_curve_that_is_drawn_without_a_guess_is_not_judged_as_one(newcomer, app):
    show(newcomer, app, "viewpoint")
    newcomer.get_by_test_id("guess-begin").click()
    newcomer.get_by_test_id("guess-show").click()
    assert newcomer.get_by_test_id("curve-lengths").is_visible()
    assert newcomer.get_by_test_id("guess-verdict").is_hidden()


def test_dragging_the_reconstruction_changes_one_dimension(newcomer, app):
    show(newcomer, app, "dimensions")
    box = newcomer.get_by_test_id("reconstruction").bounding_box()
    before = pixels(newcomer, "reconstruction").copy()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    newcomer.mouse.move(x, y)
    newcomer.mouse.down()
    newcomer.mouse.move(x + 60, y, steps=6)
    newcomer.mouse.up()
    assert (pixels(newcomer, "reconstruction") != before).any()
    assert newcomer.get_by_test_id("drag-text").inner_text().startswith("dimension ")
    newcomer.get_by_test_id("undo").click()
    assert (pixels(newcomer, "reconstruction") == before).all()
