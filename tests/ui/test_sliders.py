"""The sixteen sliders, on a page of their own in a real browser."""

from __future__ import annotations

import pytest
from modules import expose

pytestmark = pytest.mark.browser

START = """() => {
  document.body.append(Object.assign(document.createElement("div"), { id: "here" }));
  globalThis.calls = [];
  globalThis.commits = 0;
  globalThis.mean = Array.from({ length: 16 }, (_, d) => 0.1 * Math.sin(d));
  globalThis.std = Array(16).fill(0.1);
  globalThis.first = mean.map((m, d) => m + 0.15 * Math.cos(2 * d));
  globalThis.sliders = new DimensionSliders(document.getElementById("here"), {
    onChange: (pose, index) => calls.push([index, pose[Math.max(0, index)]]),
    onCommit: () => commits++,
  });
  sliders.show(3, first, mean, std);
}"""


@pytest.fixture
def sliders(tab):
    from capsviz.ui import browser

    tab.add_style_tag(content=(browser.HERE / "sliders.css").read_text("utf-8"))
    expose(tab, "browser/sliders.js")
    tab.evaluate(START)
    return tab


def test_sliders_are_sixteen_named_range_inputs(sliders):
    for d in range(16):
        slider = sliders.get_by_test_id(f"dimension-{d}")
        assert slider.get_attribute("type") == "range"
        assert slider.get_attribute("aria-label") == f"dimension {d}"
    assert sliders.get_by_test_id("reset-dimensions").is_visible()
    assert sliders.evaluate("calls.length") == 0, "showing is no change"


def test_the_range_is_three_deviations_and_holds_the_present_value(sliders):
    low, high = sliders.evaluate("[sliders.low[5], sliders.high[5]]")
    mean = sliders.evaluate("mean[5]")
    assert (low, high) == (pytest.approx(mean - 0.3), pytest.approx(mean + 0.3))
    sliders.evaluate("sliders.show(3, first.map((v, d) => d === 5 ? 2 : v), mean, std)")
    assert sliders.evaluate("sliders.high[5]") > 2
    assert sliders.evaluate("Number(sliders.rows[5].input.value)") == pytest.approx(2)


def test_another_network_s_statistics_bring_another_range_to_the_same_pose(sliders):
    before = sliders.evaluate("sliders.high[5]")
    sliders.evaluate("sliders.show(3, first, mean, Array(16).fill(0.4))")
    mean = sliders.evaluate("mean[5]")
    assert sliders.evaluate("sliders.high[5]") == pytest.approx(mean + 1.2)
    assert sliders.evaluate("Number(sliders.rows[5].input.max)") == pytest.approx(mean + 1.2)
    # And with none known, those of nothing but the pose.
    sliders.evaluate("sliders.show(3, first)")
    pose = sliders.evaluate("first[5]")
    assert sliders.evaluate("sliders.high[5]") == pytest.approx(pose + 0.5)
    assert before < mean + 0.5


def test_a_drag_redraws_on_the_way_and_commits_once(sliders):
    box = sliders.get_by_test_id("dimension-3").bounding_box()
    y = box["y"] + box["height"] / 2
    sliders.mouse.move(box["x"] + box["width"] * 0.5, y)
    sliders.mouse.down()
    for share in (0.6, 0.7, 0.8):
        sliders.mouse.move(box["x"] + box["width"] * share, y)
    assert sliders.evaluate("commits") == 0
    sliders.mouse.up()
    calls = sliders.evaluate("calls")
    assert len(calls) >= 3
    assert {index for index, _ in calls} == {3}
    assert calls[-1][1] == pytest.approx(sliders.evaluate("sliders.pose[3]"))
    assert sliders.evaluate("commits") == 1
    assert sliders.evaluate("sliders.isChanged")
    assert sliders.evaluate("sliders.original[3] === Math.fround(first[3])")


@pytest.mark.parametrize("how", ["double-click", "Backspace", "button", "all"])
def test_reset_restores_the_original_pose(sliders, how):
    slider = sliders.get_by_test_id("dimension-9")
    slider.focus()
    sliders.keyboard.press("PageUp")
    sliders.keyboard.press("ArrowRight")
    span = sliders.evaluate("sliders.high[9] - sliders.low[9]")
    moved = sliders.evaluate("sliders.pose[9] - sliders.original[9]")
    assert moved == pytest.approx(span * (0.1 + 0.02), abs=1e-6)
    if how == "double-click":
        slider.dblclick()
    elif how == "Backspace":
        sliders.keyboard.press("Backspace")
    elif how == "button":
        sliders.get_by_label("reset dimension 9").click()
    else:
        sliders.get_by_test_id("reset-dimensions").click()
    assert not sliders.evaluate("sliders.isChanged")
    value = sliders.evaluate("Number(sliders.rows[9].input.value)")
    assert value == pytest.approx(sliders.evaluate("sliders.original[9]"))


def test_showing_the_same_pose_again_keeps_moved_sliders(sliders):
    sliders.get_by_test_id("dimension-2").focus()
    sliders.keyboard.press("PageDown")
    moved = sliders.evaluate("sliders.pose[2]")
    sliders.evaluate("sliders.show(3, first, mean, std)")
    assert sliders.evaluate("sliders.pose[2]") == moved
    sliders.evaluate("sliders.show(3, first.map((v) => v + 0.01), mean, std)")
    assert not sliders.evaluate("sliders.isChanged")


def test_labels_reach_assistive_technology(sliders):
    sliders.evaluate("sliders.label(mean.map(() => ({ text: 'slant (R² 0.87)' })))")
    assert sliders.get_by_label("dimension 7, slant (R² 0.87)").count() == 1
    sliders.evaluate("sliders.label(null)")
    slider = sliders.get_by_test_id("dimension-7")
    assert slider.get_attribute("aria-label") == "dimension 7"
    assert slider.get_attribute("aria-valuetext").startswith(slider_text(sliders, 7))


def slider_text(sliders, d):
    return sliders.evaluate(f"formatPoseValue(sliders.pose[{d}])")


def test_sliders_have_one_column_on_a_phone(sliders):
    columns = "getComputedStyle(sliders.list).gridTemplateColumns.split(' ').length"
    assert sliders.evaluate(columns) == 2
    sliders.set_viewport_size({"width": 360, "height": 800})
    assert sliders.evaluate(columns) == 1
    assert sliders.evaluate("document.documentElement.scrollWidth") <= 360
