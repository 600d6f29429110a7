"""Every step of every lesson, walked in a real browser as a learner would."""

from __future__ import annotations

import base64
import html
import json
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from lesson_stage import course_data, mount, served
from on_page import PATIENCE, SIZE, first_tab, no_errors, settle
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def press(tab, testid, key, times=1):
    tab.get_by_test_id(testid).focus()
    for _ in range(times):
        tab.keyboard.press(key)


def drag(tab, testid, x, y):
    """Drag a handle to a place in the coordinates of its panel, once size observers have run."""
    settle(tab)
    box = tab.evaluate(
        """([name, x, y]) => {
          const node = document.querySelector(`[data-testid="${name}"]`);
          const from = node.getBoundingClientRect();
          const to = new DOMPoint(x, y).matrixTransform(node.ownerSVGElement.getScreenCTM());
          return [from.x + from.width / 2, from.y + from.height / 2, to.x, to.y];
        }""",
        [testid, x, y],
    )
    tab.mouse.move(box[0], box[1])
    tab.mouse.down()
    tab.mouse.move((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    tab.mouse.move(box[2], box[3])
    tab.mouse.up()


#: Position of a press on a button, which must be enabled and in front of everything else.
AIM = """(name) => {
  const node = document.querySelector(`[data-testid="${name}"]`);
  node.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { x, y, width, height } = node.getBoundingClientRect();
  const at = [x + width / 2, y + height / 2];
  if (node.disabled) throw new Error(`${name} is disabled`);
  if (!node.contains(document.elementFromPoint(...at))) throw new Error(`${name} is covered`);
  window.met = false;
  node.addEventListener("pointerdown", () => { window.met = true; }, { once: true });
  return at;
}"""


def click(tab, *testids):
    """By the mouse; where a figure still lays itself out, again once the target stands still."""
    for testid in testids:
        tab.mouse.click(*tab.evaluate(AIM, testid))
        if not tab.evaluate("window.met"):
            tab.get_by_test_id(testid).click()


def slide(tab, testid, value):
    tab.get_by_test_id(testid).fill(str(value))


def face_moved(tab):
    if tab.get_by_test_id("restore").count():
        click(tab, "restore")
    press(tab, "outline", "ArrowRight", 10)


def parts_at(tab, triangle, rectangle):
    """Put both parts upright, or the triangle upside down, and in their places."""
    drag(tab, "rectangle", 110, 320)  # out of the way: it lies above the triangle
    for name, (x, y, up) in (("triangle", triangle), ("rectangle", rectangle)):
        sign = 1 if up else -1
        knob = (0, -58 * sign) if name == "triangle" else (78 * sign, 0)
        drag(tab, name, x, y)
        drag(tab, f"{name}-turn", x + knob[0], y + knob[1])
        drag(tab, name, x, y)


def build_house(tab):
    parts_at(tab, (230, 130, True), (230, 190, True))


def build_boat(tab):
    parts_at(tab, (230, 200, False), (230, 140, True))


def stroke_at(tab, name, x, y, knob):
    """Put a stroke in its place, and its knob so far beside it."""
    drag(tab, name, x, y)
    drag(tab, f"{name}-turn", x + knob[0], y + knob[1])


def paint_seven(tab):
    stroke_at(tab, "bar", 230, 115, (-50, 0))
    stroke_at(tab, "leg", 248, 188, (-32, 73))


def make_tee(tab):
    stroke_at(tab, "leg", 230, 195, (0, 80))


def step_until(tab, phase, times=20):
    for _ in range(times):
        click(tab, "route-step")
        if tab.get_by_test_id("task").get_attribute("class").find("done") >= 0:
            return
    raise AssertionError(f"{phase} was never reached")


def bars(tab, wanted):
    for digit, length in wanted.items():
        width, left = 280, 64
        drag(tab, f"margin-{digit}", left + width * length, 30 + 36 * digit + 18)


def flip(tab):
    click(tab, "mistake")


def b_wins(tab):
    click(tab, "preset-mirror", "route-restart")
    for _ in range(14):
        click(tab, "route-step")


def more(tab, times):
    for _ in range(times):
        click(tab, "route-more")


ABSENT = dict.fromkeys((0, 1, 2, 4, 5, 6, 7, 8, 9), 0.05)
DEEDS = {
    ("pool", "same"): lambda tab: press(tab, "bright", "ArrowRight"),
    ("pool", "changed"): lambda tab: press(tab, "bright", "ArrowLeft", 3),
    ("face", "scrambled"): lambda tab: click(tab, "scramble"),
    ("face", "moved"): face_moved,
    ("seven", "turned"): lambda tab: press(tab, "turn", "ArrowRight"),
    ("seven", "faded"): lambda tab: slide(tab, "ink", 0.1),
    ("seven", "vector"): lambda tab: drag(tab, "tip", 260, 200),
    ("transforming", "moved"): lambda tab: press(tab, "transforming-move", "ArrowRight"),
    ("squash", "long"): lambda tab: drag(tab, "tip", 350, 194),
    ("squash", "short"): lambda tab: drag(tab, "tip", 205, 194),
    ("squash", "switched"): flip,
    ("squash", "nan"): lambda tab: (click(tab, "middle"), flip(tab)),
    ("squash", "variants"): lambda tab: click(tab, *(f"variant-{k}" for k in range(5))),
    ("boat", "house"): build_house,
    ("boat", "dragged"): lambda tab: press(tab, "rectangle", "ArrowLeft"),
    ("boat", "boat"): build_boat,
    ("boat", "turned"): lambda tab: click(tab, *["turn-all"] * 6),
    ("em", "switched"): flip,
    ("route", "dragged"): lambda tab: drag(tab, "vote-1-A", 40, 60),
    ("route", "c"): lambda tab: step_until(tab, "c"),
    ("route", "v"): lambda tab: step_until(tab, "v"),
    ("route", "a"): lambda tab: step_until(tab, "a"),
    ("route", "third"): lambda tab: step_until(tab, "third"),
    ("route", "b-wins"): b_wins,
    ("route", "overtaken"): lambda tab: more(tab, 2),
    ("route", "ghost-gone"): lambda tab: more(tab, 3),
    ("route", "no-competition"): lambda tab: click(tab, "compete"),
    ("route", "competition"): lambda tab: click(tab, "compete"),
    ("route", "negated"): lambda tab: click(tab, "negate"),
    ("route", "many"): lambda tab: more(tab, 9),
    ("route", "switched"): flip,
    ("route", "next"): lambda tab: (flip(tab), click(tab, "next-picture")),
    ("margin", "zero"): lambda tab: bars(tab, {**ABSENT, 3: 0.95}),
    ("margin", "both"): lambda tab: (click(tab, "present-8"), bars(tab, {3: 0.95, 8: 0.95})),
    ("margin", "switched"): flip,
    ("blur", "switched"): flip,
    ("dims", "moved"): lambda tab: press(tab, "dimension-3", "ArrowRight"),
    ("dims", "several"): lambda tab: [press(tab, f"dimension-{d}", "ArrowRight") for d in range(4)],
    ("dims", "other"): lambda tab: (
        click(tab, "lesson-digit-5"),
        press(tab, "dimension-3", "ArrowRight"),
    ),
    ("mask", "switched"): flip,
    ("effects", "switched"): flip,
    ("grouping", "chosen"): lambda tab: (flip(tab), slide(tab, "grouping-capsule", 41)),
    ("count", "switched"): flip,
    ("decided", "chosen"): lambda tab: click(tab, "decided-2"),
    ("pair", "last"): lambda tab: click(tab, "pair-2"),
    ("followed", "last"): lambda tab: click(tab, "followed-3"),
    ("learning", "moved"): lambda tab: press(tab, "learning-time", "ArrowRight"),
    ("learning", "end"): lambda tab: press(tab, "learning-time", "End"),
    ("em", "dragged"): lambda tab: drag(tab, "vote-1-A", 40, 60),
    ("em", "m"): lambda tab: step_until(tab, "m"),
    ("em", "a"): lambda tab: step_until(tab, "a"),
    ("em", "third"): lambda tab: step_until(tab, "third"),
    ("em_beside", "differ"): lambda tab: click(tab, "preset-short"),
    ("ways", "others"): lambda tab: drag(tab, "vote-2-A", 40, 60),
    ("ways", "dragged"): lambda tab: drag(tab, "vote-1-A", 40, 60),
    ("ways", "attention"): lambda tab: click(tab, "way-attention"),
    ("ways", "agreement"): lambda tab: click(tab, "way-agreement"),
    ("strokes", "painted"): paint_seven,
    ("strokes", "absent"): lambda tab: click(tab, "absent"),
    ("strokes", "tee"): make_tee,
    ("strokes", "ignored"): lambda tab: click(tab, "ignore"),
    ("strokes", "turned"): lambda tab: click(tab, *["turn-all"] * 6),
}
ENGLISH = Path(__file__).parents[2] / "capsviz/ui/languages/en/lessons"
LESSONS = [
    *(tomllib.loads(path.read_text("utf-8"))["name"] for path in sorted(ENGLISH.glob("[0-9]*"))),
    "mistakes",
]


#: The server's further files besides the page and its scripts.
FILES = {}


@pytest.fixture(scope="module")
def visitor(browser):
    with served(FILES) as address:
        context = browser.new_context(viewport=SIZE, base_url=address)
        context.set_default_timeout(PATIENCE)
        yield context
        context.close()


@pytest.fixture
def tab(visitor):
    """The visitor's tab, empty; a script error in it fails the test."""
    with first_tab(visitor) as opened, no_errors(opened):
        yield opened


@pytest.fixture(scope="module")
def extra(tiny_file):
    """Records, the networks for the figures that need one, and ten poses."""
    import base64

    import numpy as np

    from capsviz.training import checkpoint
    from capsviz.ui.lessons import figure_data
    from capsviz.ui.live.weights import decoder_file

    file = decoder_file(checkpoint.load(tiny_file, "cpu").capsnet)
    FILES["/capsviz/decoder/tiny.bin"] = file.data
    transforming, weights = figure_data.load_transforming()
    assert transforming is not None
    FILES[f"/capsviz/lesson/{transforming['sha']}.bin"] = weights
    poses = np.random.default_rng(0).normal(size=(10, 16)) / 4
    empty = base64.b64encode(bytes(784)).decode()
    found = {"paintings": [empty] * 10, "accuracy": 0.9, "error": 10.0}
    blur = {
        "networks": "test", "recipe": {"epochs": 1}, "images": [empty] * 10,
        "sum": found, "mean": found,
    }  # fmt: skip
    return {
        "blur": figure_data.load_record("blur") or blur,
        "decided": figure_data.load_changed_decisions(),
        "learning": figure_data.load_record("learning"),
        "effects": figure_data.load_record("effects"),
        "pair": figure_data.load_record("pair"),
        "followed": FOLLOWED,
        "transforming": transforming,
        "decoder": {**file.shape, "sha": "tiny"},
        "poses": None,
        "samples": [{"digit": k, "pose": pose} for k, pose in enumerate(poses.tolist())],
    }


#: Five of eight input capsules, at four places, whose couplings stay even.
FOLLOWED = {
    "image": base64.b64encode(bytes(28 * 28)).decode(),
    **{"side": 2, "types": 2},
    "all": [base64.b64encode(bytes([26] * 8)).decode()] * 3,
    "lengths": [[0.1] * 10] * 3,
    "parts": [
        {"type": n % 2, "row": n % 2, "column": n // 3, "couplings": [[0.1] * 10] * 3}
        for n in range(5)
    ],
}
#: A learner who has not been here before opens a step.
GO = """([name, step]) => {
  sessionStorage.clear();
  localStorage.clear();
  const { page } = document.querySelector(".cv-learn");
  page.progress = new page.progress.constructor();
  page.go(name, step);
  document.activeElement.blur();
  scrollTo(0, 0);
}"""


@dataclass(frozen=True)
class Course:
    """A tab that stays on the page, which takes half a second to open."""

    tab: Page
    data: dict[str, Any]

    def open(self, lesson: str, step: int = 0) -> Page:
        """The tab at a step as it first opens."""
        self.tab.evaluate(GO, [lesson, step])
        return self.tab

    def lesson(self, name: str) -> dict[str, Any]:
        return next(one for one in self.data["lessons"] if one["name"] == name)


@pytest.fixture(scope="module")
def opened(browser, extra):
    with served(FILES) as address:
        context = browser.new_context(viewport=SIZE, base_url=address)
        context.set_default_timeout(PATIENCE)
        tab, data = context.new_page(), course_data(extra=extra)
        mount(tab, data)
        yield Course(tab, data["course"])
        context.close()


@pytest.fixture
def course(opened):
    """The page; a script error in it fails the test."""
    with no_errors(opened.tab):
        yield opened


def await_file(tab, kind):
    """Wait for the network of a figure that has one."""
    if kind in ("dims", "mask"):
        tab.wait_for_selector(".cv-learn canvas")
    if kind == "transforming":
        tab.get_by_test_id("transforming-move").wait_for()


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_can_be_walked_from_its_first_step_to_its_last(course, name):
    tab, lesson = course.open(name), course.lesson(name)
    kind = ""
    for number, step in enumerate(lesson["steps"]):
        kind = step["figure"] or kind
        assert tab.get_by_test_id("step-title").inner_text() == step["title"]
        if step["question"]:
            assert tab.get_by_test_id("reveal-text").count() == 0
            assert tab.get_by_test_id("next").is_disabled()
            click(tab, f"answer-{1 - min(step['right'], 1)}")
            if step["later"]:
                assert tab.get_by_test_id("later").is_visible()
                assert tab.locator(".cv-answer-right, .cv-answer-chosen").count() == 0
                assert tab.locator(".cv-answer-kept").count() == 1
                if number < len(lesson["steps"]) - 1:
                    click(tab, "next")
                continue
            if step["figure"]:  # which is looked at before the answer is read
                assert tab.get_by_test_id("reveal-text").count() == 0
                assert tab.locator(".cv-answer-right").count() == 0
                click(tab, "looked")
            said = tab.get_by_test_id("reveal-text").inner_text()
            assert said.startswith(course.data["words"]["page"]["wrong"])
            remark = re.sub("<.*?>", "", step["remarks"][1 - min(step["right"], 1)])
            assert html.unescape(remark) in said
        if step["until"]:
            assert tab.get_by_test_id("next").is_disabled()
            await_file(tab, kind)
            DEEDS[kind, step["until"]](tab)
            assert "cv-task-done" in tab.get_by_test_id("task").get_attribute("class"), step[
                "until"
            ]
        for formula in step["formulas"]:
            box = tab.get_by_test_id(f"formula-{formula}")
            assert course.data["formulas"][formula]["function"] in box.text_content()
        if number < len(lesson["steps"]) - 1:
            click(tab, "next")
    if name != "mistakes":
        step = lesson["steps"][-1]
        href = tab.get_by_test_id("open-page").get_attribute("href")
        assert href == step["open"]["href"]


def test_a_hint_comes_after_two_tries_that_did_not_complete_the_task(course):
    tab = course.open("loss", 0)
    for tries in range(2):
        assert tab.get_by_test_id("hint").count() == 0, tries
        tab.get_by_test_id("margin-0").press("ArrowRight")
    hint = tab.get_by_test_id("hint").inner_text()
    assert hint.endswith("The 3 goes above 0.9, all others below 0.1.")
    bars(tab, {**ABSENT, 3: 0.95})
    assert tab.get_by_test_id("hint").count() == 0


def test_a_try_counts_for_the_step_it_was_made_in(course):
    tab = course.open("pooling", 3)
    shown = tab.evaluate(
        """async () => {
          const { page } = document.querySelector(".cv-learn");
          for (let n = 0; n < 2; n++) {
            page.part("figure").dispatchEvent(new PointerEvent("pointerup"));
          }
          page.go("loss", 0);
          await new Promise((done) => setTimeout(done, 50));
          return document.querySelector('[data-testid="hint"]') !== null;
        }"""
    )
    assert not shown


def test_a_missed_question_comes_back_two_lessons_later_until_it_is_right(course):
    tab, missed = course.open("pooling", 3), course.lesson("pooling")["steps"][3]
    click(tab, "answer-0")
    go = "([name, step]) => document.querySelector('.cv-learn').page.go(name, step)"
    last = {name: len(course.lesson(name)["steps"]) - 1 for name in ("vector", "votes")}
    tab.evaluate(go, ["vector", last["vector"]])
    assert tab.get_by_test_id("returned").count() == 0
    tab.evaluate(go, ["votes", last["votes"]])
    assert missed["question"] in tab.get_by_test_id("returned").inner_html()
    click(tab, "returned-0")
    assert tab.get_by_test_id("returned-1").is_enabled()
    click(tab, f"returned-{missed['right']}")
    assert tab.get_by_test_id("returned-1").is_disabled()
    tab.evaluate(go, ["votes", 0])
    tab.evaluate(go, ["votes", last["votes"]])
    assert tab.get_by_test_id("returned").count() == 0


def test_own_words_stay_in_the_tab(course):
    lesson = course.lesson("squash")
    step = next(n for n, each in enumerate(lesson["steps"]) if each["keep"])
    tab = course.open("squash", step)
    tab.get_by_test_id("own-words").fill("Short becomes tiny <b>.")
    go = "([name, step]) => document.querySelector('.cv-learn').page.go(name, step)"
    tab.evaluate(go, ["squash", 0])
    tab.evaluate(go, ["squash", step])
    assert tab.get_by_test_id("own-words").input_value() == "Short becomes tiny <b>."


#: A handle of each figure that clumsy hands get hold of, or a switch.
HANDLES = {
    "pool": "bright", "face": "mouth", "seven": "tip", "squash": "tip", "boat": "rectangle-turn",
    "route": "vote-2-B", "margin": "margin-4", "em": "vote-2-B", "ways": "vote-2-B",
    "em_beside": "vote-2-B", "strokes": "leg", "transforming": "transforming-move",
}  # fmt: skip
STATE = "JSON.stringify(document.querySelector('.cv-learn').linkPlain()?.view.figure ?? null)"


def spoil(tab, kind):
    """Drag what is there to somewhere else; switch what can be switched."""
    if kind in HANDLES:
        press(tab, HANDLES[kind], "ArrowDown")
        press(tab, HANDLES[kind], "ArrowRight")
    elif kind == "dims":
        press(tab, "dimension-1", "PageUp")
    elif kind == "decided":
        click(tab, "decided-4")
    elif kind == "pair":
        click(tab, "pair-1")
    elif kind == "followed":
        click(tab, "followed-2")
    elif kind == "learning":
        press(tab, "learning-time", "ArrowLeft")
        press(tab, "learning-time", "ArrowRight")
    else:
        flip(tab)


@pytest.mark.slow
@pytest.mark.parametrize("name", LESSONS)
def test_clumsy_hands_before_and_in_every_step_are_undone_by_a_reset(course, name):
    tab, lesson = course.open(name), course.lesson(name)
    kind = ""
    for number, step in enumerate(lesson["steps"]):
        kind = step["figure"] or kind
        where = f"{name}, step {number + 1}"
        if step["claims"]:
            click(tab, "skip" if tab.get_by_test_id("skip").count() else "next")
            continue
        await_file(tab, kind)
        still = kind in ("measured", "promises")
        if not still and not step["options"].get("hide"):
            assert tab.evaluate(STATE) == "null", f"{where} begins with what was done before"
            spoil(tab, kind)
            assert tab.evaluate(STATE) != "null", where
            click(tab, "figure-reset")
            assert tab.evaluate(STATE) == "null", where
        if step["until"] and not step["question"]:
            done = "cv-task-done" in tab.get_by_test_id("task").get_attribute("class")
            if not done:
                DEEDS[kind, step["until"]](tab)
            assert "cv-task-done" in tab.get_by_test_id("task").get_attribute("class"), where
        if number < len(lesson["steps"]) - 1:
            if not still and not step["options"].get("hide"):
                spoil(tab, kind)
            skip = tab.get_by_test_id("skip")
            click(tab, "skip" if skip.count() else "next")


def test_the_contents_open_every_lesson_the_quiz_and_the_glossary(course):
    tab = course.open("votes", 2)
    names = [lesson["name"] for lesson in course.data["lessons"]]
    for name in (*names, "quiz", "glossary"):
        click(tab, "contents")
        assert tab.get_by_test_id("step-title").count() == 0
        picture = tab.get_by_test_id(f"lesson-{name}").locator("svg")
        assert picture.locator("path, rect, circle, ellipse, text").count() >= 2, name
        click(tab, f"lesson-{name}")
        words = course.data["words"]["page"]
        title = course.lesson(name)["title"] if name in names else words[name]
        assert tab.locator('[data-part="title"]').inner_text() == title
        assert tab.locator('[data-part="words"]').inner_text().strip()
        assert tab.get_by_test_id("back").count() == (name in names)
        # Other pages have no tips, so that a link to them would lead nowhere.
        tips = tab.get_by_test_id("tips").get_attribute("hidden")
        assert (tips is None) == (name in names and name != "mistakes"), name


def test_the_contents_tell_how_far_a_learner_has_come_and_lead_there(course):
    tab = course.open("contents")
    assert tab.get_by_test_id("continue").inner_text() == "Begin: Why not max-pooling?"
    steps = len(course.lesson("vector")["steps"])
    assert f"· {steps} steps" in tab.get_by_test_id("lesson-vector").inner_text()
    click(tab, "lesson-vector")
    assert tab.get_by_test_id("step-title").inner_text() == "One seven, two numbers"
    DEEDS["seven", "turned"](tab)
    click(tab, "next")
    click(tab, "contents")
    note = tab.get_by_test_id("lesson-vector").inner_text()
    assert f"· 1 of {steps} steps" in note
    assert tab.get_by_test_id("all-done").inner_text().startswith("1 of ")
    assert "lesson=contents" in tab.url
    assert tab.get_by_test_id("continue").inner_text() == "Continue: A capsule is a vector, step 2"
    click(tab, "continue")
    assert tab.get_by_test_id("step-title").inner_text() == "Direction is pose"


def test_each_press_of_step_fills_in_the_next_symbol(course):
    tab = course.open("routing", 2)
    names = {
        "b": "b-1-A", "c": "shares-1", "s": "route-sum-A", "v": "route-length-A", "a": "a-1-A",
    }  # fmt: skip

    def known() -> list[str]:
        bar = tab.get_by_test_id("shares-1").get_attribute("aria-label")
        texts = {name: tab.get_by_test_id(at).text_content() for name, at in names.items()}
        texts["c"] = (bar or "").removeprefix("1")
        return [name for name, text in texts.items() if text not in ("", "·")]

    for phase in range(5):
        assert known() == list(names)[: phase + 1]
        if phase < 4:
            click(tab, "route-step")
    assert tab.get_by_test_id("b-1-A").text_content() == "0.00"
    assert tab.get_by_test_id("shares-1").get_attribute("aria-label") == "1: A (0.50), B (0.50)"


def test_parents_keep_their_colours_whichever_leads(course):
    tab = course.open("routing", 1)
    look = """() => ["cv-parent-0", "cv-parent-1"].map((name) =>
      getComputedStyle(document.querySelector(`.${name}`)).fill)"""
    leads = """() => [...document.querySelectorAll('.cv-panel-plane .cv-frame')]
      .map((node) => node.classList.contains('cv-frame-leads'))"""
    before = tab.evaluate(look)
    assert before[0] != before[1]
    assert tab.evaluate(leads) == [False, True]
    for _ in range(2):
        click(tab, "route-more")
    assert tab.evaluate(leads) == [True, False]
    assert tab.evaluate(look) == before


def test_chosen_cells_have_the_accent_s_colour_and_their_numbers_are_read(course):
    fill = "(selector) => getComputedStyle(document.querySelector(selector)).fill"
    tab = course.open("pooling", 1)
    colours = [tab.evaluate(fill, one) for one in (".cv-cell-on", ".cv-fill", ".cv-cell")]
    assert colours[0] == colours[1] != colours[2]
    steps = course.lesson("mistakes")["steps"]
    tab = course.open(
        "mistakes", next(n for n, one in enumerate(steps) if one["figure"] == "grouping")
    )
    assert tab.evaluate(fill, ".cv-cell-on") == colours[0]
    assert tab.evaluate(fill, ".cv-cell-on + text") not in colours


def test_full_couplings_to_every_parent_do_not_look_like_even_shares(course):
    tab = course.open("overlap", 3)
    tops = """() => [...document.querySelectorAll('[data-testid=shares-2] .cv-share')]
      .map((node) => [node.getAttribute("y"), node.getAttribute("width")])"""
    assert len({y for y, _ in tab.evaluate(tops)}) == 1  # one bar, divided
    click(tab, "compete")
    rows = tab.evaluate(tops)
    assert len({y for y, _ in rows}) == 3
    full = tab.locator("[data-testid=shares-2] .cv-track").get_attribute("width")
    assert all(float(width) == pytest.approx(float(full or 0), abs=2) for _, width in rows)


def test_the_last_lesson_leads_to_the_quiz(course):
    tab = course.open("mistakes", len(course.lesson("mistakes")["steps"]) - 1)
    click(tab, "skip" if tab.get_by_test_id("skip").count() else "next")
    words = course.data["words"]["page"]
    assert tab.locator('[data-part="title"]').inner_text() == words["quiz"]


def test_a_link_brings_back_the_dragged_votes_and_the_guess(tab):
    from capsviz.ui.pages.learn.view import View

    mount(tab, course_data("overlap", 1))
    drag(tab, "vote-2-C", 100, 60)
    click(tab, "answer-0")
    plain = tab.evaluate("document.querySelector('.cv-learn').linkPlain()")
    assert plain["page"] == "learn"
    assert plain["view"]["answered"] == 0
    view = View.from_plain(json.loads(json.dumps(plain["view"]))).to_plain()
    shown = "document.querySelector('.cv-stage').innerHTML"
    before = tab.evaluate(shown)
    assert before.count("<svg") == 4  # three planes, and the shares
    tab.evaluate("() => { sessionStorage.clear(); localStorage.clear(); }")
    mount(tab, course_data(view=view))
    assert tab.evaluate(shown) == before
    assert tab.evaluate("document.querySelector('.cv-learn').linkPlain()") == plain
    assert tab.get_by_test_id("reveal-text").is_visible()
    mount(tab, course_data("overlap", 1))  # a reload: the address names the place
    assert tab.evaluate(shown) == before


def test_a_figure_is_veiled_until_its_question_is_answered(tab):
    mount(tab, course_data("pooling", 3))
    assert tab.locator(".cv-veiled").count() == 1
    click(tab, "answer-0")
    assert tab.locator(".cv-veiled").count() == 0
    mount(tab, course_data("pooling", 3))  # a reload
    assert tab.locator(".cv-veiled").count() == 0


def test_the_bars_of_the_face_stand_beside_it(course):
    tab = course.open("pooling", 4)
    face, bars = [svg.bounding_box() for svg in tab.locator(".cv-stage svg").all()]
    assert bars["x"] >= face["x"] + face["width"]
    assert bars["y"] < face["y"] + face["height"] / 2


def test_readout_dot_and_handle_show_nan_for_a_squash_without_epsilon(course):
    tab = course.open("mistakes", 4)
    click(tab, "middle")
    assert tab.get_by_test_id("curve-dot").is_visible()
    flip(tab)
    assert "‖v‖ = NaN" in tab.get_by_test_id("lengths-text").text_content()
    assert not tab.get_by_test_id("curve-dot").is_visible()
    assert tab.get_by_test_id("tip").get_attribute("aria-valuetext").endswith("NaN")


def test_a_number_is_the_same_wherever_it_stands(course):
    tab = course.open("squash", 1)
    drag(tab, "tip", 257, 133)
    readout = tab.get_by_test_id("lengths-text").text_content()
    n, out = [part.split(" = ")[1] for part in readout.split("   ")]
    assert tab.get_by_test_id("value-norm_s").inner_text() == f"= {n}"
    assert tab.get_by_test_id("value-norm_v").inner_text() == f"= {out}"
    said = tab.get_by_test_id("tip").get_attribute("aria-valuetext")
    assert said == f"length of s {n}, length of v {out}"


def test_the_toy_of_lesson_4_shows_its_matrices(course):
    tab = course.open("votes", 1)
    tab.locator(".cv-fold summary").click()
    tables = tab.locator(".cv-matrix").all()
    pose, relation, vote = [
        [[float(cell.replace("−", "-")) for cell in row.split("\t")] for row in
         table.locator("tr").all_inner_texts()] for table in tables
    ]  # fmt: skip
    product = [[sum(a * b for a, b in zip(row, column, strict=True))
                for column in zip(*relation, strict=True)] for row in pose]  # fmt: skip
    assert product == vote


def test_numbers_in_the_formulas_follow_the_figure(course):
    tab = course.open("squash")
    before = tab.get_by_test_id("value-norm_s").inner_text()
    drag(tab, "tip", 350, 194)
    after = tab.get_by_test_id("value-norm_s").inner_text()
    assert before != after
    n = float(after.removeprefix("= "))
    assert n > 3
    click(tab, "next")
    drag(tab, "tip", 350, 194)  # a step begins anew
    assert tab.get_by_test_id("value-norm_s").inner_text() == after
    out = float(tab.get_by_test_id("value-norm_v").inner_text().removeprefix("= "))
    assert out == pytest.approx(n * n / (1 + n * n), abs=0.002)


def test_a_symbol_shows_its_meaning_on_hover_and_on_focus(course):
    tab = course.open("squash")
    symbol = tab.locator('.cv-formula .cv-sym[data-symbol="norm_s"]').first
    symbol.hover()
    tip = tab.locator(".cv-tip")
    assert tip.inner_text() == course.data["symbols"]["norm_s"]["means"]
    tab.keyboard.press("Escape")
    assert not tip.is_visible()
    words = tab.locator('.cv-prose .cv-sym[data-symbol="vec_s"]').first
    words.focus()
    assert tip.inner_text() == course.data["symbols"]["vec_s"]["means"]
    assert course.data["symbols"]["vec_s"]["means"] in words.get_attribute("aria-label")


def test_the_address_holds_the_step_and_progress_is_saved(tab):
    mount(tab, course_data("pooling"))
    press(tab, "outline", "ArrowRight")
    click(tab, "next")
    assert "lesson=pooling&step=2" in tab.evaluate("location.href")
    mount(tab, course_data())  # come back without a place in the address
    assert tab.get_by_test_id("step-title").inner_text() == "Keep the largest"
    assert tab.locator(".cv-progress-done").count() == 1


def test_class_mode_counts_hands_before_it_shows_the_answer(tab):
    mount(tab, course_data("squash", 2))
    tab.evaluate("""() => {
      document.documentElement.classList.add("cv-class-mode");
      window.dispatchEvent(new Event("capsviz:class"));
    }""")
    for answer in ("answer-0", "answer-1", "answer-1"):
        click(tab, answer)
    assert "2" in tab.locator('[data-testid="answer-1"] .cv-hands').inner_text()
    assert tab.get_by_test_id("reveal-text").count() == 0
    click(tab, "reveal")
    assert tab.get_by_test_id("reveal-text").is_visible()
    assert tab.get_by_test_id("next").is_enabled()


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_figure_can_be_saved(course, kind):
    tab = course.open("routing")
    click(tab, "export-open")
    with tab.expect_download() as waiting:
        click(tab, f"export-{kind}")
    saved = waiting.value
    assert saved.suggested_filename == f"capsviz-routing-1.{kind}"
    data = saved.path().read_bytes()
    if kind == "png":
        assert data.startswith(b"\x89PNG")
        return
    text = data.decode()
    assert text.startswith("<svg")
    assert "votes for A" in text  # HTML words beside the drawing are saved too
    assert "var(" not in text
    picture = tab.evaluate(
        """(text) => new Promise((done) => {
          const image = new Image();
          image.onload = () => done([image.width, image.height]);
          image.onerror = () => done(null);
          image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
        })""",
        text,
    )
    assert picture
    assert min(picture) > 100


def test_a_learner_without_a_mouse_can_do_the_tasks(course):
    tab = course.open("votes")
    handle = tab.get_by_test_id("triangle")
    handle.focus()
    before = json.loads(json.dumps(handle.get_attribute("aria-label")))
    tab.keyboard.press("+")
    tab.keyboard.press("ArrowDown")
    assert "triangle" in before
    assert tab.evaluate("document.activeElement.dataset.testid") == "triangle"


@pytest.mark.parametrize(
    ("lesson", "step", "handles"),
    [
        ("pooling", 1, ["bright"]), ("pooling", 3, ["outline", "mouth"]), ("vector", 1, ["turn"]),
        ("vector", 3, ["tip"]),
        ("squash", 1, ["tip"]), ("votes", 1, ["triangle", "rectangle-turn"]),
        ("routing", 1, ["vote-1-A"]), ("loss", 1, ["margin-4"]),
    ],
)  # fmt: skip
def test_every_handle_takes_home_and_end_and_has_a_value_text(course, lesson, step, handles):
    tab = course.open(lesson, step)
    for testid in handles:
        handle = tab.get_by_test_id(testid)
        least, most = (float(handle.get_attribute(f"aria-value{end}")) for end in ("min", "max"))
        assert least < most
        told = {handle.get_attribute("aria-valuetext")}
        for key, goal in (("End", most), ("Home", least)):
            press(tab, testid, key)
            assert float(handle.get_attribute("aria-valuenow")) == pytest.approx(goal, abs=0.02)
            told.add(handle.get_attribute("aria-valuetext"))
        assert len(told) >= 2
        press(tab, testid, "ArrowRight")
        assert float(handle.get_attribute("aria-valuenow")) > least
        click(tab, "figure-reset")
        assert handle.get_attribute("aria-valuetext") in told


#: A word of a step, and a part of its figure: lesson, step from 0, and both their selectors.
NAMESAKES = {
    "routing c": ("routing", 1, '[data-term="coupling"]', ".cv-share"),
    "routing b": ("routing", 3, '[data-term="logit"]', '[data-testid="b-1-A"]'),
    "routing s": ("routing", 4, '.cv-words [data-symbol="s"]', '[data-testid="route-sum-A"]'),
    "squash": ("squash", 0, '.cv-words [data-symbol="vec_s"]', "[data-shows~=vec_s]"),
    "votes vote": ("votes", 1, '[data-term="vote"]', ".cv-ghosts .cv-ghost"),
    "votes W": ("votes", 1, '.cv-words [data-symbol="W"]', ".cv-fold summary"),
    "pooling vote": ("pooling", 4, '.cv-words [data-term="vote"]', ".cv-panel circle.cv-second"),
    "pooling pose": ("pooling", 6, '[data-term="pose"]', '[data-testid="face-place"]'),
    "vector pose": ("vector", 1, '[data-term="pose"]', ".cv-panel line.cv-accent"),
    "loss T": ("loss", 3, '.cv-words [data-symbol="T_k"]', '[data-testid="present-8"]'),
    "loss L": ("loss", 3, '.cv-formulas [data-symbol="L_k"]', ".cv-panel rect.cv-second"),
    "parts template": ("parts", 0, '[data-term="template"]', ".cv-part"),
    "parts presence": ("parts", 1, '.cv-words [data-symbol="d_m"]', ".cv-switch"),
    "parts object": ("parts", 3, '[data-term="object-capsule"]', ".cv-panel-worded g"),
}


@pytest.mark.parametrize("name", NAMESAKES)
def test_a_word_lights_the_part_that_it_names_and_a_part_its_words(tab, name):
    lesson, step, word, part = NAMESAKES[name]
    mount(tab, course_data(lesson, step))
    over = "node => node.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))"
    out = over.replace("over'", "out'")
    texts, parts = tab.locator(word).first, tab.locator(part).first
    for here, there, lit in (
        (texts, parts, r"\bcv-part-lit\b"),
        (parts, texts, r"\bcv-sym-on\b"),
    ):
        here.evaluate(over)
        expect(there).to_have_class(re.compile(lit))
        here.evaluate(out)
        tab.keyboard.press("Escape")
        assert tab.locator(".cv-part-lit, .cv-sym-on").count() == 0
