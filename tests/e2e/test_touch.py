"""The pages under a finger, on a phone: what is dragged moves, what is swiped scrolls."""

from __future__ import annotations

import pytest
from on_page import (
    ALL_DETAILS,
    PAGES,
    come_to_rest,
    load_sections,
    no_errors,
    settle,
    show,
    until,
    until_true,
)
from playwright.sync_api import expect
from touch import LAPTOP, MISSED, PHONE, Finger

#: The pictures that a page's sliders change, and what begins the names of those sliders.
SLIDERS = {
    "": (("input", "reconstruction"), "dimension-"),
    "dimensions": (("reconstruction", "start"), "dimension-"),
    "viewpoint": (("network-input", "reconstruction"), "slider-"),
}
#: Brings a part of the page to a share of the screen's height; its box.
BRING = """([name, share]) => {
  const node = document.querySelector(`[data-testid="${name}"]`);
  const { top, height } = node.getBoundingClientRect();
  const by = top + height / 2 - share * innerHeight;
  document.querySelector('[data-testid="stMain"]').scrollBy({ top: by, behavior: "instant" });
}"""
#: Whether all of a picture is seen, and nothing in front of it.
SEEN = """(name) => {
  const node = document.querySelector(`[data-testid="${name}"]`);
  const { left, top, right, bottom } = node.getBoundingClientRect();
  const [x, y] = [[left + 6, right - 6], [top + 6, bottom - 6]]; // its corners may be round
  return x.flatMap((at) => y.map((down) => [at, down]))
    .every((corner) => node === document.elementFromPoint(...corner));
}"""
#: Parts of a page that stay the same unless something is moved.
PLOT = """(at) => {
  const { _fullLayout: layout } = document.querySelectorAll(".js-plotly-plot")[at];
  return JSON.stringify(Object.keys(layout).filter((key) => /^[xy]axis/.test(key))
    .map((key) => layout[key].range));
}"""


#: End of a page's content when it is scrolled as far as possible.
END = """() => {
  document.querySelector('[data-testid="stMain"]').scrollTo({ top: 1e6, behavior: "instant" });
  const page = '.block-container > [data-testid="stVerticalBlock"]';
  return document.querySelector(page).getBoundingClientRect().bottom;
}"""


@pytest.fixture(scope="module")
def phone(browser, app):
    context = browser.new_context(**PHONE, base_url=app)
    context.add_init_script(ALL_DETAILS)
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()


@pytest.fixture
def tab(phone):
    with no_errors(phone):
        yield phone


def bring(tab, name, share=0.5):
    """Position of a part of the page, once it is there and everything above it has its size."""
    place = f'[data-testid="{name}"]'
    come_to_rest(tab, place)
    tab.evaluate(BRING, [name, share])
    come_to_rest(tab, place)
    return tab.get_by_test_id(name).bounding_box()


def within(box, right, down):
    return box["x"] + right * box["width"], box["y"] + down * box["height"]


@pytest.mark.parametrize("name", list(SLIDERS))
def test_pictures_stay_in_sight_while_a_slider_moves_and_swipes_move_none(tab, app, name):
    show(tab, app, name)
    pictures, kind = SLIDERS[name]
    finger = Finger(tab)
    tab.wait_for_selector(f'[data-testid^="{kind}"]')
    sliders = tab.evaluate(
        """(kind) => [...document.querySelectorAll(`input[data-testid^="${kind}"]`)]
          .map((slider) => slider.dataset.testid)""",
        kind,
    )
    assert len(sliders) >= 6
    for slider in sliders:
        bring(tab, slider, 0.6)
        assert all(tab.evaluate(SEEN, picture) for picture in pictures), slider
    slider = sliders[-1]
    value = tab.get_by_test_id(slider)
    before = value.input_value()
    start = within(bring(tab, slider, 0.6), 0.2, 0.5)
    heard = finger.swipe(start, (start[0] + 4, start[1] + 150))
    assert heard["scrolls"] > 0
    assert value.input_value() == before
    box = bring(tab, slider, 0.6)
    finger.drag(within(box, 0.3, 0.5), within(box, 0.7, 0.5))
    assert value.input_value() != before


def link(page, part):
    return f"JSON.stringify(document.querySelector('.cv-{page}').linkPlain().{part})"


DRAWN = ("canvas", (0.3, 0.3), (0.7, 0.7))
DECODED = (
    "[...document.querySelectorAll('input[data-testid^=dimension-]')].map((s) => s.value) + ''"
)
TIME = "document.querySelector('[data-testid=train-time]').value"
#: Surfaces of each page that are dragged, with the path in shares of their boxes and an element
#: that shows the effect; some have another meaning once a button is pressed.
SURFACES = {
    "": [(*DRAWN, link("draw", "drawing"))],
    "network": [(*DRAWN, link("network", "drawing"))],
    "dimensions": [("reconstruction", (0.5, 0.5), (0.8, 0.6), DECODED)],
    "parts": [
        (*DRAWN, link("parts", "drawing")),
        ("handle-move", (0.5, 0.5), (-2.5, 2.5), link("parts", "view")),
        ("handle-turn", (0.5, 0.5), (-2.5, 2.5), link("parts", "view"), "object-pose"),
    ],
    "overlap": [("pair-canvas", (0.5, 0.5), (0.6, 0.7), link("overlap", "view"))],
    "viewpoint": [
        ("handle-rotation", (0.5, 0.5), (-2.5, 2.5), link("viewpoint", "view")),
        ("handle-scale", (0.5, 0.5), (-1.5, -1.5), link("viewpoint", "view")),
        ("curve-lengths", (0.4, 0.5), (0.8, 0.55), link("viewpoint", "view")),
    ],
    "claims": [
        (*DRAWN, link("claims", "drawing")),
        ("board", (0.25, 0.25), (0.75, 0.75), link("claims", "view.order")),
    ],
    "train": [("train-curve-accuracy", (0.8, 0.5), (0.4, 0.55), TIME)],
}
#: Addresses under which a page shows them.
QUERIES = {"claims": "?claim=scrambled"}


@pytest.fixture(scope="module")
def laptop(browser, app):
    context = browser.new_context(**LAPTOP, base_url=app)
    context.add_init_script(ALL_DETAILS)
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("screen", ["phone", "laptop"])
@pytest.mark.parametrize("name", list(SURFACES))
def test_dragged_surfaces_follow_the_finger(phone, laptop, app, name, screen):
    tab = {"phone": phone, "laptop": laptop}[screen]
    with no_errors(tab):
        show(tab, app, name, QUERIES.get(name, ""))
        for surface, start, end, told, *presses in SURFACES[name]:
            box = bring(tab, surface)
            for button in presses:
                pressed = tab.get_by_test_id(button)
                pressed.tap()
                expect(pressed).to_have_attribute("aria-pressed", "true")
                box = bring(tab, surface)
            before = tab.evaluate(told)
            Finger(tab).drag(within(box, *start), within(box, *end))
            assert tab.evaluate(told) != before, surface
        come_to_rest(tab, ".cv input, .cv figure")
        assert tab.evaluate(MISSED, ".cv") == []


def test_a_swipe_over_a_curve_only_scrolls(tab, app):
    show(tab, app, "viewpoint")
    told = link("viewpoint", "view")
    box = bring(tab, "curve-lengths")
    before = tab.evaluate(told)
    x, y = within(box, 0.8, 0.5)
    assert Finger(tab).swipe((x, y), (x + 4, y - 150))["scrolls"] > 0
    assert tab.evaluate(told) == before
    tab.touchscreen.tap(*within(bring(tab, "curve-lengths"), 0.3, 0.5))
    until(tab, f"(before) => {told} !== before", before)  # a click follows the touch


def test_a_swipe_over_a_plot_only_scrolls(tab, app):
    show(tab, app, "compare")
    until(
        tab,
        """() => {
          document.querySelector('[data-testid="stMain"]').scrollBy(0, 400);
          return document.querySelector(".js-plotly-plot .nsewdrag");
        }""",
    )
    before = tab.evaluate(PLOT, 0)
    for part in ("nsewdrag", "ewdrag", "nsdrag"):
        box = tab.evaluate(
            """(part) => {
              const node = document.querySelector(`.js-plotly-plot .${part}`);
              node.scrollIntoView({ block: "center", behavior: "instant" });
              const { x, y, width, height } = node.getBoundingClientRect();
              return { x, y, width, height };
            }""",
            part,
        )
        x, y = within(box, 0.5, 0.5)
        heard = Finger(tab).swipe((x, y), (x + 5, y - 150))
        assert (heard["cancels"], heard["scrolls"] > 0) == (1, True), part
    assert tab.evaluate(PLOT, 0) == before


def test_the_pages_stand_in_a_bar_at_the_bottom_that_is_swiped(tab, app):
    show(tab, app, "")
    pages = tab.locator(".cv-pages")
    bar = {"x": 0, "y": PHONE["viewport"]["height"] - 52, "width": 390, "height": 52}
    until_true(tab, lambda: pages.bounding_box() == bar)
    assert tab.evaluate(END) <= bar["y"]  # it covers nothing for good
    last = tab.get_by_role("link", name="Learn")
    assert within(last.bounding_box(), 0.5, 0.5)[0] > 390
    Finger(tab).swipe((330, bar["y"] + 26), (30, bar["y"] + 26))
    Finger(tab).swipe((330, bar["y"] + 26), (30, bar["y"] + 26))
    until(
        tab,
        "() => [...document.querySelectorAll('.cv-pages a')]"
        ".at(-1).getBoundingClientRect().right <= innerWidth",
    )
    last.tap()
    tab.get_by_test_id("continue").wait_for()


#: Once the page has come to rest and the frame has followed: which bars lie over the frame.
COVERED = """async (name) => {
  const main = document.querySelector('[data-testid="stMain"]');
  for (let [before, still] = [-1, 0]; still < 8; before = main.scrollTop) {
    await new Promise(requestAnimationFrame);
    still = main.scrollTop === before ? still + 1 : 0;
  }
  const target = document.querySelector(`[data-testid="${name}"]`);
  const ring = document.querySelector(".cv-ring").getBoundingClientRect();
  return [...document.querySelectorAll("[data-stays]")].filter((bar) => {
    const { top, bottom } = bar.getBoundingClientRect();
    return !bar.contains(target) && ring.top < bottom && ring.bottom > top;
  }).map((bar) => bar.className);
}"""


def test_the_tour_frames_nothing_under_a_bar(tab, app):
    from capsviz.ui.lessons import loader

    show(tab, app, "")
    tab.get_by_test_id("tool-tour").tap()
    steps = [step for step in loader.load().tour if step.page == "draw"]
    for step in steps:
        tab.locator(f'[data-testid="tour-title"]:text("{step.title}")').wait_for()
        assert tab.evaluate(COVERED, step.target) == [], step.title
        box = tab.locator(".cv-ring").bounding_box()
        assert box["y"] >= 60, step.title
        assert box["height"] >= 24, step.title
        skip = tab.get_by_test_id("tour-skip")
        (skip if skip.is_visible() else tab.get_by_test_id("tour-next")).tap()
    card = tab.get_by_test_id("tour-card")
    before = card.bounding_box()
    assert before
    x, y = within(before, 0.3, 0.1)
    Finger(tab).drag((x, y), (x + (30 if before["x"] < 35 else -30), y - 60))
    assert card.bounding_box() != before


#: Controls whose target is lower than a finger needs, with its height: what `::after` adds counts.
LOW_TARGETS = """() => {
  const kinds = ".cv-button, .cv-icon, .cv-number, .cv-select, .cv-switch, button.cv-link, " +
    ".cv-help > summary, .cv-fold > summary, .cv-sliders-reset, .cv-brand, .cv-pages a, " +
    ".cv-inside > a, .cv-step-list";
  const height = (node) => {
    const { position, top, bottom } = getComputedStyle(node, "::after");
    const more = position === "absolute" ? -parseFloat(top) - parseFloat(bottom) : 0;
    return node.getBoundingClientRect().height + Math.max(0, more || 0);
  };
  return [...document.querySelectorAll(kinds)]
    .filter((node) => node.closest(".cv") && node.checkVisibility({ visibilityProperty: true }))
    .map((node) => [node.className || node.parentElement.className, node.textContent.trim(),
      Math.round(height(node))])
    .filter(([, , high]) => high < 44);
}"""


@pytest.mark.parametrize("name", PAGES)
def test_buttons_folds_and_marks_are_targets_of_44_pixels(tab, app, name):
    show(tab, app, name)
    assert tab.evaluate(LOW_TARGETS) == []


#: Opens everything that unfolds in the page, but for what lies over it.
UNFOLD = """() => document.querySelectorAll(".cv details:not(.cv-help)").forEach((fold) => {
  fold.open = true;
})"""
#: Opens the first menu that saves a figure.
OPEN_EXPORT = """() => {
  const menus = [...document.querySelectorAll(".cv details.cv-export")];
  const menu = menus.find((each) => each.checkVisibility({ visibilityProperty: true }));
  if (menu) menu.open = true;
}"""
#: Controls that are smaller than a finger in either direction, with their sizes.
SMALL_TARGETS = """() => {
  const kinds = "button, a[href], input, select, textarea, summary, label:has(input, select)";
  const size = (node) => {
    const { position, top, right, bottom, left } = getComputedStyle(node, "::after");
    const more = (one, other) =>
      position === "absolute" ? Math.max(0, -parseFloat(one) - parseFloat(other) || 0) : 0;
    const { width, height } = node.getBoundingClientRect();
    return [width + more(left, right), height + more(top, bottom)].map(Math.round);
  };
  return [...document.querySelectorAll(kinds)]
    .filter((node) => node.closest(".cv") && getComputedStyle(node).display !== "inline" &&
      node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !node.matches(":disabled, label :is(input, select)"))
    .map((node) => [node.className || node.parentElement.className,
      node.dataset.testid ?? node.textContent.trim(), ...size(node)])
    .filter(([, , wide, high]) => Math.min(wide, high) < 44);
}"""
MAX_SMALL_TARGETS = 10


@pytest.mark.parametrize("name", PAGES)
def test_few_targets_of_an_unfolded_page_are_smaller_than_a_finger(tab, app, name):
    show(tab, app, name)
    tab.evaluate(UNFOLD)
    tab.wait_for_load_state("networkidle")
    load_sections(tab)
    tab.evaluate(UNFOLD)  # results of measurements may have come
    tab.evaluate(OPEN_EXPORT)
    settle(tab)
    small = tab.evaluate(SMALL_TARGETS)
    print(len(small))
    assert len(small) <= MAX_SMALL_TARGETS, small


def test_buttons_beside_sliders_end_with_their_rows(tab, app):
    show(tab, app, "viewpoint")
    past = """() => [...document.querySelectorAll(".cv-v-play")].map((button) =>
      button.getBoundingClientRect().right - button.parentElement.getBoundingClientRect().right)"""
    assert max(tab.evaluate(past)) < 0.5


def test_the_steps_of_a_lesson_are_a_target_of_44_pixels(tab, app):
    show(tab, app, "learn", "?lesson=routing&step=2")
    assert tab.evaluate(LOW_TARGETS) == []
    steps = tab.get_by_test_id("step-list")
    box = steps.bounding_box()
    assert box
    target = tab.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).dataset.testid", within(box, 0.5, 0.5)
    )
    assert target == "step-list"
    steps.select_option("4")
    assert "step=5" in tab.url
