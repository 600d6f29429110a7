"""Cause and effect in one screen: every step of every lesson, on large screens and a phone."""

from __future__ import annotations

import pytest
from on_page import PATIENCE, no_errors, settle, show, until
from playwright.sync_api import expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LAPTOPS = [(1440, 900), (1366, 768)]
PROJECTOR = (1280, 720)
#: Least pixels of letters on a projector, in words and in drawings.
LARGE = (18, 14)
#: Steps whose figure, at most scrolled to its top, is not in one screen with what leads on and with
#: the bar of the class, or whose letters leave it or touch; pictures that stay in sight are in it
#: wherever their sliders are.
OUTSIDE = """async (every) => {
  const page = document.querySelector(".cv-learn").page;
  const main = document.querySelector('[data-testid="stMain"]');
  const find = (name) => document.querySelector(`.cv-learn ${name}`);
  const frame = () => new Promise(requestAnimationFrame);
  const bad = [];
  const figures = new Set();
  let steps = 0;
  for (const lesson of page.course.lessons) {
    for (let step = 0; step < lesson.steps.length; step++) {
      const { figure: kind, options } = lesson.steps[step];
      const alike = JSON.stringify([kind, Object.keys(options)]);
      if (!every && (!kind || figures.has(alike))) continue;
      figures.add(alike);
      page.go(lesson.name, step);
      while (page.figure?.controls.hidden) await frame(); // its file has to come
      main.scrollTo({ top: 0, behavior: "instant" });
      await frame(); // by then observers of sizes have done their work
      const [figure, bar, next] = [".cv-figure", ".cv-way-on", '[data-testid="next"]'].map(find);
      const beside = getComputedStyle(figure).position === "sticky";
      if (!beside) {
        main.scrollBy({ top: figure.getBoundingClientRect().top - 60, behavior: "instant" });
      }
      const [whole, foot] = [figure, bar].map((node) => node.getBoundingClientRect());
      const stays = find(".cv-figure [data-stays]");
      const last = stays ? [...figure.querySelectorAll("input")].at(-1) : null;
      last?.scrollIntoView({ block: "center", behavior: "instant" });
      const kept = stays?.getBoundingClientRect();
      const inside = page.content.claims
        || (kept && !beside ? kept.top >= 55 && kept.bottom < innerHeight / 2
          : whole.top >= 55 && whole.bottom <= foot.top + 1);
      const seen = document.querySelector(".cv-class-bar")?.getBoundingClientRect().top;
      // Beside the figure, the words are seen with their task. Papers and a way to a page may come
      // after. Large letters under a lesson's head, where few steps are walked, are scrolled.
      const words = [...find(".cv-words").children].filter((one) => !one.matches(".cv-papers"));
      const ends = [words.at(-1), find(".cv-task")]
        .map((one) => one?.getBoundingClientRect().bottom ?? 0);
      const told = !every || !beside || page.content.open
        || Math.max(...ends) <= foot.top + 12; // a margin
      const above = foot.bottom <= (seen ?? innerHeight) + 1 && foot.top > innerHeight / 2;
      const reached = next.hidden || next.contains(document.elementFromPoint(
        ...["x", "y"].map((at) => next.getBoundingClientRect()[at] + 8)));
      const letters = (selector) => [...figure.querySelectorAll(selector)]
        .filter((text) => text.checkVisibility() && text.textContent)
        .map((text) => text.getBoundingClientRect());
      const apart = letters("svg.cv-panel-svg text")
        .every(({ left, right }) => left >= whole.left - 2 && right <= whole.right + 2)
        && letters(".cv-plane-sum").every((sum) => letters("[data-testid^=route-length]")
          .every(({ left, top }) => left < sum.left || left > sum.right + 2 || top > sum.top + 4));
      if (!inside || !above || !reached || !told || !apart) {
        const places = [apart, whole.top, whole.bottom, ...ends, foot.top];
        bad.push([lesson.name, step + 1, ...places, reached]);
      }
      steps += 1;
    }
  }
  return { bad, steps };
}"""
#: Least share of the window that a step's figure fills, by its kind where it cannot grow so far:
#: three rows of numbers, and three square pictures beside each other.
FILLED, FLAT = 0.48, {"measured": 0.28, "mask": 0.38}
#: The same where the words or a question with its door take a wider column.
WORDY = 0.35
#: Every step with the width of its words and two shares of the window: that of the figure's box,
#: and that of blocks of 16 pixels which drawings, pictures, words or controls cover.
SHARES = """async () => {
  const page = document.querySelector(".cv-learn").page;
  const frame = () => new Promise(requestAnimationFrame);
  const shown = ["svg", "canvas", "table", "ul", "p", "input", ".cv-controls > *"]
    .map((kind) => `.cv-figure ${kind}`).join();
  const found = [];
  for (const lesson of page.course.lessons) {
    let kind = "";
    for (const [step, { figure, claims }] of lesson.steps.entries()) {
      kind = figure || kind;
      if (claims) continue; // cards to read, over the whole window
      page.go(lesson.name, step);
      while (page.figure.controls.hidden) await frame(); // its file has to come
      await frame();
      const boxes = [...document.querySelectorAll(shown)].filter((one) => one.checkVisibility())
        .map((one) => one.getBoundingClientRect());
      const blocks = new Set(boxes.flatMap(({ left, right, top, bottom }) => {
        const [x, y] = [left, top].map((at) => Math.floor(at / 16));
        const [wide, high] = [Math.ceil(right / 16) - x, Math.ceil(bottom / 16) - y];
        return Array.from({ length: wide * high },
          (_, n) => `${x + (n % wide)} ${y + Math.floor(n / wide)}`);
      }));
      const [left, top] = ["left", "top"].map((side) => Math.min(...boxes.map((b) => b[side])));
      const [right, bottom] = ["right", "bottom"]
        .map((side) => Math.max(...boxes.map((b) => b[side])));
      const window = innerWidth * innerHeight;
      found.push({
        step: `${lesson.name} ${step + 1}`,
        kind,
        words: document.querySelector(".cv-lesson").style.getPropertyValue("--cv-words"),
        box: ((right - left) * (bottom - top)) / window,
        covered: (blocks.size * 256) / window,
      });
    }
  }
  return found;
}"""
#: Letters on the screen, in pixels, of the step that is shown: the smallest, and of drawings.
LETTERS = """(selector) => Math.min(...[...document.querySelectorAll(selector)]
  .filter((node) => node.checkVisibility() && node.textContent.trim())
  .map((node) => parseFloat(getComputedStyle(node).fontSize)
    * (node.getScreenCTM ? node.getScreenCTM().a : 1)))"""

#: Share of a figure's width that its planes fill with the buttons beside them.
FILLED_ROW = """() => {
  const widths = (selector) => [...document.querySelectorAll(selector)]
    .map((node) => node.getBoundingClientRect().width).reduce((sum, one) => sum + one, 0);
  return widths(".cv-figure :is(.cv-panel-plane, .cv-controls)") / widths(".cv-figure");
}"""


def learn(browser, app, how):
    context = browser.new_context(**how, base_url=app)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    show(page, app, "learn")
    return page


def steps_are_in_one_screen(page, *, every=True):
    """Every step is, or one of those whose figures are alike."""
    found = page.evaluate(OUTSIDE, every)
    assert found["steps"] > (80 if every else 30)
    assert found["bad"] == []


def test_a_figure_and_its_controls_fit_one_screen_on_a_projector(browser, app):
    page = learn(browser, app, {})
    with no_errors(page):
        for width, height in LAPTOPS:
            page.set_viewport_size({"width": width, "height": height})
            steps_are_in_one_screen(page)
        project(page)
        steps_are_in_one_screen(page)
        page.evaluate("() => document.querySelector('.cv-learn').page.go('routing', 3)")
        assert page.evaluate(FILLED_ROW) >= 0.9
        page.get_by_test_id("tool-class").click()
        page.get_by_test_id("class-lean").uncheck()
        page.keyboard.press("Escape")
        steps_are_in_one_screen(page, every=False)
        for place in (["routing", 4], ["pooling", 4], ["loss", 1]):
            page.evaluate("(to) => document.querySelector('.cv-learn').page.go(...to)", place)
            words, drawn = LARGE
            assert page.evaluate(LETTERS, ".cv-learn .cv-words p") >= words, place
            assert page.evaluate(LETTERS, ".cv-learn .cv-figure text") >= drawn, place
        page.get_by_test_id("ask").click()
        page.get_by_test_id("quiz-end").click()
        page.get_by_test_id("reveal").click()
        page.get_by_test_id("count-0").wait_for()
        assert page.evaluate(LETTERS, "dialog[open] *, .cv-class-bar *") >= words
    page.context.close()


@pytest.mark.parametrize("size", [(1440, 900), (2560, 1440)])
def test_a_lesson_s_figure_fills_half_of_the_window(browser, app, size):
    page = learn(browser, app, {"viewport": dict(zip(("width", "height"), size, strict=True))})
    with no_errors(page):
        found = page.evaluate(SHARES)
    page.context.close()
    assert len(found) > 130
    narrow = min((step["words"] for step in found), key=lambda width: float(width[:-2]))
    least = {
        step["step"]: FLAT.get(step["kind"], FILLED if step["words"] == narrow else WORDY)
        for step in found
    }
    small = [(s["step"], round(s["box"], 3)) for s in found if s["box"] < least[s["step"]]]
    assert small == []
    # The box is no empty one: what the figure shows covers half of it at least.
    empty = [(s["step"], s["covered"], s["box"]) for s in found if s["covered"] < s["box"] / 2]
    assert empty == []


def project(page):
    """A lecturer's session on a projector: large letters, without what a lecturer does not need."""
    page.set_viewport_size(dict(zip(("width", "height"), PROJECTOR, strict=True)))
    page.get_by_test_id("tool-class").click()
    page.get_by_test_id("class-on").check()
    page.get_by_test_id("class-lean").check()
    page.get_by_test_id("class-start").click()
    page.get_by_test_id("class-code").wait_for()
    page.keyboard.press("Escape")
    until(page, "() => document.documentElement.style.getPropertyValue('--cv-class-bar')")
    for left_out in ("contents", "purpose", "lesson-title"):
        assert not page.get_by_test_id(left_out).is_visible()


def test_a_projector_shows_all_lengths_and_the_way_on_beside_the_drawing(browser, app):
    page = browser.new_page(viewport=dict(zip(("width", "height"), PROJECTOR, strict=True)))
    with no_errors(page):
        show(page, app, "", "?class=1")
        for name in ("length-9", "open-routing"):
            box = page.get_by_test_id(name).bounding_box()
            assert box["y"] + box["height"] <= PROJECTOR[1], name
        row = page.locator(".cv-length-winner")
        ends = [each.bounding_box() for each in (row, row.locator("canvas"))]
        row_end, picture_end = [box["y"] + box["height"] for box in ends]
        assert picture_end <= row_end, "the winner's picture is cut off"
    page.close()


def test_a_figure_and_its_controls_fit_one_screen_on_a_phone(browser, app):
    page = learn(browser, app, PHONE)
    with no_errors(page):
        steps_are_in_one_screen(page)
    page.context.close()


#: Screens of phones, upright and on their side.
PHONES = [(390, 844), (360, 640), (844, 390), (640, 360)]
#: Steps whose figure, once worked, is not in sight as a whole with its task above it.
NOT_WHOLE = """async () => {
  const page = document.querySelector(".cv-learn").page;
  const main = document.querySelector('[data-testid="stMain"]');
  const find = (name) => document.querySelector(name).getBoundingClientRect();
  const frame = () => new Promise(requestAnimationFrame);
  let steps = 0;
  const cut = [];
  for (const lesson of page.course.lessons) {
    for (const step of lesson.steps.keys()) {
      page.go(lesson.name, step);
      if (!page.figure) continue;
      steps += 1;
      while (page.figure.controls.hidden) await frame(); // its file has to come
      main.scrollTo({ top: 0, behavior: "instant" });
      await frame();
      const figure = document.querySelector(".cv-figure");
      figure.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift", bubbles: true }));
      await frame();
      const away = getComputedStyle(document.querySelector(".cv-header")).visibility === "hidden";
      const top = away ? 0 : find(".cv-header").bottom;
      const [seen, task, bar] = [".cv-figure", ".cv-task-place", ".cv-way-on"].map(find);
      const end = bar.right <= seen.left ? innerHeight : bar.top;
      const first = task.height ? task : seen;
      if (first.top < top || task.bottom > seen.top + 1 || seen.bottom > end + 1)
        cut.push(`${lesson.name} ${step + 1}`);
    }
  }
  return { steps, cut };
}"""


@pytest.mark.parametrize("size", PHONES)
def test_a_worked_figure_is_seen_whole_with_its_task_on_a_phone(browser, app, size):
    viewport = dict(zip(("width", "height"), size, strict=True))
    page = learn(browser, app, {**PHONE, "viewport": viewport})
    with no_errors(page):
        found = page.evaluate(NOT_WHOLE)
    page.context.close()
    assert found["steps"] > 130
    assert found["cut"] == []


def test_the_bars_leave_for_a_worked_figure_and_return_when_scrolled_back(browser, app):
    page = learn(browser, app, {**PHONE, "viewport": {"width": 640, "height": 360}})
    with no_errors(page):
        page.goto("/learn?lesson=routing&step=4")
        header = page.locator(".cv-header")
        page.get_by_test_id("step-title").wait_for()
        expect(header).to_be_visible()
        page.get_by_test_id("preset-cluster").tap()
        expect(header).not_to_be_visible()
        box = page.get_by_test_id("figure").bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 360
        page.locator('[data-testid="stMain"]').evaluate("(main) => main.scrollTo({ top: 0 })")
        expect(header).to_be_visible()
        page.get_by_test_id("preset-mirror").tap()
        expect(header).not_to_be_visible()
        page.get_by_test_id("skip").tap()
        expect(header).to_be_visible()
    page.context.close()


def test_a_figure_that_was_scrolled_past_returns_without_the_bars(browser, app):
    page = learn(browser, app, {**PHONE, "viewport": {"width": 360, "height": 640}})
    with no_errors(page):
        page.goto("/learn?lesson=routing&step=12")
        iteration = page.get_by_test_id("followed-2")
        iteration.wait_for()
        page.locator('[data-testid="stMain"]').evaluate(
            "(main) => main.scrollTo({ top: main.scrollHeight, behavior: 'instant' })"
        )
        settle(page)
        iteration.tap()
        settle(page)
        expect(page.locator(".cv-header")).not_to_be_visible()
        assert page.get_by_test_id("task").bounding_box()["y"] >= 0
    page.context.close()
