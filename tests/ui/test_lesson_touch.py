"""Every figure of every lesson under a finger: what is dragged moves, what is not scrolls."""

from __future__ import annotations

import pytest
from lesson_stage import course_data, mount, served
from on_page import no_errors
from touch import LAPTOP, MISSED, PHONE, Finger

pytestmark = pytest.mark.browser

#: Each step of each lesson, by what its figure is and can do.
GO = "([name, step]) => document.querySelector('.cv-learn').page.go(name, step)"
#: Until the figure has its size.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
#: The handles that can be touched, by name.
NAMES = """() => [...document.querySelectorAll('.cv-learn .cv-drag')]
  .filter((node) => !node.closest('[inert]') && node.getBoundingClientRect().width)
  .map((node) => node.dataset.testid)"""
#: The middle of a handle, or where it is seen behind others, brought to the middle of the screen;
#: of a figure under its words, where the page keeps it as it is worked. A drag scrolls nothing.
PLACE = """(name) => {
  const node = document.querySelector(`.cv-learn [data-testid="${name}"]`);
  let { x, y, width, height } = node.getBoundingClientRect();
  window.scrollBy({ top: y + height / 2 - innerHeight / 2, behavior: "instant" });
  node.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift", bubbles: true }));
  ({ x, y, width, height } = node.getBoundingClientRect());
  const places = [[0.5, 0.5], [0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]];
  return places.map(([right, down]) => [x + right * width, y + down * height])
    .find((place) => node.contains(document.elementFromPoint(...place)));
}"""
#: A handle's description of its position.
TOLD = """(name) =>
  document.querySelector(`.cv-learn [data-testid="${name}"]`).getAttribute('aria-valuetext')"""


@pytest.fixture(scope="module", params=[PHONE, LAPTOP], ids=["phone", "laptop"])
def screen(browser, request):
    """One tab on a touched screen for all lessons, on a page that has somewhere to scroll."""
    with served({}) as address:
        context = browser.new_context(base_url=address, **request.param)
        opened = context.new_page()
        data = course_data()
        mount(opened, data)
        opened.add_style_tag(content="body { padding: 300px 0 900px; }")
        yield opened, data["course"]["lessons"]
        context.close()


@pytest.fixture
def tab(screen):
    with no_errors(screen[0]):
        yield screen[0]


def figures(lessons):
    """Each kind of figure with each of its options: lesson, step, and the kind."""
    for lesson in lessons:
        kind, seen = "", []
        for number, step in enumerate(lesson["steps"]):
            kind = step["figure"] or kind
            if (kind, step["options"]) not in seen:
                seen.append((kind, step["options"]))
                yield lesson["name"], number, kind


@pytest.mark.slow
def test_every_handle_of_every_figure_is_near_enough_for_a_finger_and_dragged_by_it(tab, screen):
    finger = Finger(tab)
    dragged = set()
    for lesson, step, kind in figures(screen[1]):
        where = f"{lesson}, step {step + 1}"
        tab.evaluate(GO, [lesson, step])
        assert tab.evaluate(MISSED, ".cv-learn") == [], where
        for name in tab.evaluate(NAMES):
            if (kind, name) in dragged:
                continue
            dragged.add((kind, name))
            tab.evaluate(GO, [lesson, step])
            x, y = tab.evaluate(PLACE, name)
            before = tab.evaluate(TOLD, name)
            width = tab.viewport_size["width"]
            try:
                finger.drag((x, y), (x + (40 if x < width / 2 else -40), y + 56))
            except AssertionError as error:
                raise AssertionError(f"{name} of {where}") from error
            assert tab.evaluate(TOLD, name) != before, f"{name} of {where}"
    assert {kind for kind, _ in dragged} >= {"pool", "face", "boat", "route", "margin"}


def test_a_swipe_beside_the_handles_scrolls_the_page(tab):
    tab.evaluate(GO, ["pooling", 1])
    x, y = tab.evaluate(PLACE, "bright")
    box = tab.locator(".cv-stage svg").first.bounding_box()
    beside = box["x"] + box["width"] - 30 if x < box["x"] + box["width"] / 2 else box["x"] + 30
    heard = Finger(tab).swipe((beside, y), (beside, y - 120))
    assert heard["cancels"] == 1
    assert heard["scrolls"] > 0


#: Phones by their width and height, upright.
PHONES = [(390, 844), (360, 640)]
#: Things pressed in a step that take a touch over less than 44 pixels each way. Handles, which
#: take touches beside them, have a test of their own.
SMALL = """() => {
  const kinds = "button, a[href], select, summary, input, label:has(input), .cv-press";
  const span = (node, x, y, dx, dy) => {
    let far = 0;
    while (far < 22 && node.contains(document.elementFromPoint(x + dx * far, y + dy * far))) far++;
    return far;
  };
  return [...document.querySelectorAll(`.cv-learn .cv-figure :is(${kinds})`)].flatMap((node) => {
    if (!node.checkVisibility({ visibilityProperty: true }) || node.closest("[inert]")) return [];
    if (node.matches(".cv-drag, :disabled, label :is(input, select)")) return [];
    node.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = node.getBoundingClientRect();
    const spans = [[-1, 0], [1, 0], [0, -1], [0, 1]]
      .map((way) => span(node, x + width / 2, y + height / 2, ...way));
    const size = [spans[0] + spans[1], spans[2] + spans[3]];
    return Math.min(...size) < 43 ? [[node.dataset.testid ?? node.textContent, ...size]] : [];
  });
}"""


@pytest.mark.parametrize("size", PHONES)
def test_what_is_pressed_in_a_figure_is_a_target_of_44_pixels_on_a_phone(browser, size):
    viewport = dict(zip(("width", "height"), size, strict=True))
    with served({}) as address:
        context = browser.new_context(base_url=address, **{**PHONE, "viewport": viewport})
        tab = context.new_page()
        with no_errors(tab):
            data = course_data()
            mount(tab, data)
            tab.add_style_tag(content="body { padding: 300px 0 900px; }")
            pressed = set()
            for lesson, step, kind in figures(data["course"]["lessons"]):
                tab.evaluate(GO, [lesson, step])
                tab.evaluate(DRAWN)
                assert tab.evaluate(SMALL) == [], f"{lesson}, step {step + 1}"
                pressed.add(kind)
        context.close()
    assert pressed >= {"margin", "effects", "route", "dims"}


#: Letters of drawings in pixels, of those under 12, and formulas that are wider than their column.
UNREADABLE = """() => {
  const small = [...document.querySelectorAll(".cv-stage svg text")].filter((text) => {
    const svg = text.ownerSVGElement;
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const seen = text.textContent && svg.checkVisibility();
    return seen && parseFloat(getComputedStyle(text).fontSize) * scale < 11.9;
  });
  const cut = [...document.querySelectorAll(".cv-formula-math")].filter(
    (box) => box.scrollWidth > box.clientWidth + 1,
  );
  return [...small, ...cut].map((node) => node.textContent.slice(0, 30));
}"""


def test_letters_of_every_figure_can_be_read_and_no_formula_is_cut(tab, screen):
    for lesson, step, _ in figures(screen[1]):
        tab.evaluate(GO, [lesson, step])
        tab.evaluate(DRAWN)
        assert tab.evaluate(UNREADABLE) == [], f"{lesson}, step {step + 1}"
