"""A question is one screen, on the projector and on a phone that follows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from lecturer import Lecturer, join
from on_page import ALL_DETAILS, PATIENCE, close, no_errors, settle
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

PROJECTOR: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
}
#: Texts of elements that are not seen as a whole, of those that selectors find.
HIDDEN = """(selectors) => selectors.flatMap((selector) => {
  const found = [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
  if (!found.length) return [`no ${selector}`];
  return found.filter((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return [top + 6, (top + bottom) / 2, bottom - 6].some((y) => {
      const there = document.elementFromPoint((left + right) / 2, y);
      return !(there && (node.contains(there) || there.contains(node)));
    });
  }).map((node) => `${selector}: ${node.textContent.slice(0, 40)}`);
})"""
#: Elements that keep their place while the page scrolls.
BARS = """() => {
  const bars = new Set();
  for (let y = 1; y < innerHeight; y += 6) {
    let bar = null;
    for (let node = document.elementFromPoint(innerWidth / 2, y); node; node = node.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(node).position)) bar = node;
    if (bar) bars.add(bar.dataset.testid || bar.className);
  }
  return [...bars];
}"""


@pytest.fixture(scope="module")
def projector(browser: Browser, app: str) -> Iterator[Page]:
    """The lecturer's page, in class mode and in a session."""
    context = browser.new_context(**PROJECTOR)
    context.add_init_script(ALL_DETAILS)
    context.set_default_timeout(PATIENCE)
    opened = context.new_page()
    opened.goto(f"{app}/learn?lesson=pooling&step=1&class=1")
    opened.get_by_test_id("step-title").wait_for()
    opened.get_by_test_id("tool-class").click()
    opened.get_by_test_id("class-start").click()
    opened.get_by_test_id("class-code").wait_for()
    opened.keyboard.press("Escape")
    with no_errors(opened):
        yield opened
    close(opened)
    context.close()


@pytest.fixture(scope="module")
def desk(app: str, projector: Page) -> Iterator[Lecturer]:
    known = projector.evaluate("() => localStorage.getItem('capsviz.class.key')")
    found = Lecturer(app, json.loads(known)["key"])
    yield found
    found.close()


@pytest.fixture(scope="module")
def phone(browser: Browser, app: str, desk: Lecturer) -> Iterator[Page]:
    with join(browser, app, desk) as opened:
        yield opened


def hidden(page: Page, *selectors: str) -> list[str]:
    settle(page)
    return page.evaluate(HIDDEN, list(selectors))


def hidden_on(phone: Page, *selectors: str) -> list[str]:
    """Return the parts that lie outside the screen, upright and sideways."""
    upright: Any = PHONE["viewport"]
    lying: Any = {"width": upright["height"], "height": upright["width"]}
    found = []
    for size in (lying, upright):
        phone.set_viewport_size(size)
        found += hidden(phone, *selectors)
    return found


def questions() -> list[tuple[str, int, str]]:
    """Each lesson's steps that ask something: lesson, step from 0, title."""
    from capsviz.ui.lessons import loader

    return [
        (lesson.name, n, step.title)
        for lesson in loader.load().lessons
        for n, step in enumerate(lesson.steps)
        if step.question
    ]


def test_each_lesson_question_fits_one_screen_on_projector_and_phone(
    projector: Page, desk: Lecturer, phone: Page
) -> None:
    lacks: dict[str, Any] = {}
    question = ("[data-testid=step-title]", ".cv-question-text", ".cv-question .cv-answer")
    for lesson, step, title in questions():
        view = {"lesson": lesson, "step": step, "answered": None, "figure": None}
        desk.say("steer", to={"page": "learn", "things": {"view.learn": view}})
        for seen in (projector, phone):
            expect(seen.get_by_test_id("step-title")).to_have_text(title)
        projector.get_by_test_id("votes").wait_for()
        phone.locator(".cv-answer[aria-pressed]").first.wait_for()  # the class is asked
        on_projector = hidden(projector, *question, "[data-testid=votes]", "[data-testid=reveal]")
        on_phone = hidden_on(phone, *question)
        if on_projector or on_phone:
            lacks[f"{lesson} {step}"] = on_projector, on_phone
    assert not lacks
    assert len(phone.evaluate(BARS)) <= 2


def test_each_quiz_question_fits_one_screen(projector: Page, desk: Lecturer, phone: Page) -> None:
    from capsviz.ui.lessons.quiz import quiz

    lacks: dict[str, Any] = {}
    for at, asked in enumerate(quiz()):
        desk.say("steer", to={"quiz": "end", "at": at})
        panel = projector.locator("dialog[open]")
        expect(panel.locator("h2")).to_have_text(asked.text)
        expect(phone.locator(".cv-class-sheet h2")).to_have_text(asked.text)
        rows = ("dialog[open] h2", "dialog[open] .cv-class-row", "dialog[open] [data-testid=votes]")
        on_projector = hidden(projector, *rows, "dialog[open] [data-testid=reveal]")
        on_phone = hidden_on(phone, ".cv-class-sheet h2", ".cv-class-choice")
        if on_projector or on_phone:
            lacks[str(at)] = on_projector, on_phone
    desk.say("steer", to={"page": "learn"})
    assert not lacks


def test_the_title_of_the_next_step_is_visible(
    projector: Page, desk: Lecturer, phone: Page
) -> None:
    view = {"lesson": "pooling", "step": 0, "answered": None, "figure": None}
    desk.say("steer", to={"page": "learn", "things": {"view.learn": view}})
    bottom = "() => document.querySelector('[data-testid=stMain]').scrollTo({ top: 1e6 })"
    for step in range(1, 6):
        for seen in (projector, phone):
            seen.evaluate(bottom)
        skip = projector.get_by_test_id("skip")
        (skip if skip.count() else projector.get_by_test_id("next")).click()
        title = projector.get_by_test_id("step-title").text_content() or ""
        expect(phone.get_by_test_id("step-title")).to_have_text(title)
        for seen in (projector, phone):
            assert hidden(seen, "[data-testid=step-title]") == [], step


def test_a_browsing_phone_shows_its_own_navigation_again(desk: Lecturer, phone: Page) -> None:
    ways = phone.locator(".cv-to-contents, .cv-lesson-head, .cv-moves, .cv-pages")
    phone.get_by_test_id("look-around").click()
    for way in range(4):
        expect(ways.nth(way)).to_be_visible()
    phone.get_by_test_id("follow").click()
    for way in range(4):
        expect(ways.nth(way)).to_be_hidden()
