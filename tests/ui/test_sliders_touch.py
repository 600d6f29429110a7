"""Sliders under a finger: what scrolls the page moves none of them."""

from __future__ import annotations

import pytest
from modules import expose
from on_page import until
from touch import PHONE, Finger

pytestmark = pytest.mark.browser

START = """() => {
  const here = document.createElement("div");
  here.className = "cv";
  document.body.append(here);
  globalThis.said = [];
  globalThis.sliders = new DimensionSliders(here, {
    onChange: (pose, index) => said.push("change"),
    onCommit: () => said.push("commit"),
  });
  sliders.show(3, Array(16).fill(0));
  steadySliders();
  steadySliders();
}"""


@pytest.fixture(scope="module")
def phone(browser):
    from capsviz.ui import browser as scripts

    context = browser.new_context(**PHONE)
    tab = context.new_page()
    tab.set_content(
        '<!doctype html><meta name="viewport" content="width=device-width">'
        '<body style="padding: 500px 0 1500px"></body>'
    )
    for name in ("theme.css", "sliders.css"):
        tab.add_style_tag(content=(scripts.HERE / name).read_text("utf-8"))
    expose(tab, "browser/sliders.js", "browser/slider_touch.js")
    tab.evaluate(START)
    yield tab
    context.close()


@pytest.fixture
def sliders(phone):
    phone.evaluate(
        "() => { sliders.reset(); said.length = 0; scrollTo(0, sliders.list.offsetTop - 200); }"
    )
    return phone


def at(sliders, share, d=3):
    box = sliders.get_by_test_id(f"dimension-{d}").bounding_box()
    return box["x"] + share * box["width"], box["y"] + box["height"] / 2


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_a_swipe_that_begins_on_a_slider_scrolls_and_changes_nothing(sliders, share):
    x, y = at(sliders, share)
    heard = Finger(sliders).swipe((x, y), (x + 4, y - 120))
    assert heard["scrolls"] > 0
    assert sliders.evaluate("said") == []
    assert sliders.evaluate("Number(sliders.rows[3].input.value)") == 0


def test_a_sideways_drag_moves_a_slider(sliders):
    (x, y), (to, _) = at(sliders, 0.5), at(sliders, 0.8)
    Finger(sliders).drag((x, y), (to, y + 10))
    assert sliders.evaluate("sliders.pose[3]") == pytest.approx(0.3, abs=0.03)
    said = sliders.evaluate("said")
    assert said.count("change") >= 3
    assert said.count("commit") == 1
    assert said[-1] == "commit"


def test_a_tap_moves_a_slider_to_its_place(sliders):
    x, y = at(sliders, 0.8)
    sliders.touchscreen.tap(x, y)
    until(sliders, "said.includes('commit')")
    assert sliders.evaluate("sliders.pose[3]") == pytest.approx(0.3, abs=0.03)
    sliders.wait_for_timeout(500)  # in which a browser that did nothing would be helped
    assert sliders.evaluate("said") == ["change", "commit"]
