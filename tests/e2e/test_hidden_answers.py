"""Answers page by page: hidden in class mode until they are revealed, and none of empty paper."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from lecturer import Lecturer, join
from on_page import (
    PAGES,
    scroll_until,
    show,
    until,
    until_true,
)
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page


def draw(page: Page) -> None:
    """Put the pen down and lift it; the answers are hidden from the first touch on."""
    page.get_by_test_id("canvas").hover(position={"x": 60, "y": 40})
    page.mouse.down()
    page.get_by_test_id("canvas").hover(position={"x": 90, "y": 140})
    expect(page.get_by_test_id("prediction")).to_be_hidden()
    page.mouse.up()


def take_sample(page: Page) -> None:
    page.locator('[data-part="other"] > summary').click()
    page.get_by_test_id("sample-3").click()


def lay_another_pair(page: Page) -> None:
    page.get_by_test_id("pair-samples").click()


def pick_digit(page: Page) -> None:
    page.get_by_test_id("compare-index").fill("11")
    page.get_by_test_id("compare-index").press("Enter")
    until(page, "() => document.querySelector('[data-part=of]').textContent.includes('11')")


#: Answers of each page about the picture, and how another picture gets there.
ANSWERS: dict[str, tuple[list[str], Callable[[Page], None] | None]] = {
    "": (
        [
            "This is an? \\d",
            r"length 0\.\d\d: right",
            "length of capsule 7",
            "capsule 7, the winner",
        ],
        draw,
    ),
    "network": ([r"The largest length is the answer: 7, 0\.\d\d"], take_sample),
    "routing": (
        [r"digit 7, length 0\.\d\d", "couplings to 7", "largest share", "what feeds 7", r"0\.\d\d"],
        take_sample,
    ),
    "dimensions": (
        [
            r"7, length 0\.\d\d",
            "the mean 7",
            "numbers of capsule 7",
            "capsule 7.s picture",
            r"0\.\d\d",
        ],
        take_sample,
    ),
    "overlap": (
        [r"lengths 0\.\d\d and 0\.\d\d", "length of capsule", "it is a", r"capsule \d alone"],
        lay_another_pair,
    ),
    "viewpoint": (
        [
            "Both predict 7",
            "The plain CNN predicts",
            "reconstruction of 7",
            "the pose of 7",
            r"\d, length 0\.\d\d",
        ],
        take_sample,
    ),
    "claims": ([r"Dynamic 7 0\.\d\d \d+ %", r"Plain CNN 7 \d\.\d\d \d+ %"], draw),
    "train": ([r"\d %", "of held-out pictures", "decoded from"], None),
    "compare": (
        [r"length 0\.\d\d", "couplings to", "reconstruction of", r"\d: .* networks"],
        pick_digit,
    ),
}


def accessible(page: Page) -> str:
    """All that a screen reader can come to, and all text that is seen."""
    body = page.locator("body")
    return body.aria_snapshot() + body.inner_text()


def told(page: Page, answers: list[str]) -> list[str]:
    text = accessible(page)
    return [answer for answer in answers if re.search(answer, text)]


def see_all(page: Page, name: str) -> None:
    """Scroll to sections that are asked for only when they come near, and open a claim."""
    if name == "compare":
        scroll_until(page, '[data-part="sections"]', ".cv-disputed")
    if name == "claims":
        page.get_by_test_id("claim-scrambled").click()


def wait_until_told(page: Page, answers: list[str]) -> None:
    until_true(page, lambda: told(page, answers) == answers)


def hide_answers(page: Page) -> None:
    page.get_by_test_id("tool-class").click()
    page.get_by_test_id("class-predict").check()
    page.keyboard.press("Escape")


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_stay_hidden_until_revealed_and_hide_again_for_the_next_picture(tab, app, name):
    answers, change = ANSWERS[name]
    show(tab, app, name)
    see_all(tab, name)
    wait_until_told(tab, answers)
    hide_answers(tab)
    assert told(tab, answers) == []
    if name == "network":  # their dark column is the winner's
        expect(tab.locator('[data-part="votes"] > canvas')).to_be_hidden()
    tab.get_by_test_id("tool-reveal").click()
    wait_until_told(tab, answers)
    if change:
        change(tab)
        tab.wait_for_timeout(500)
        assert told(tab, answers) == []
        assert tab.get_by_test_id("tool-reveal").inner_text() == "Reveal"


@pytest.fixture(scope="module")
def phone(browser: Browser, app: str, lecturer: Lecturer) -> Iterator[Page]:
    with join(browser, app, lecturer) as opened:
        yield opened


@pytest.mark.parametrize("name", ANSWERS)
def test_phones_of_a_session_tell_no_answer_before_the_lecturer_reveals_it(
    lecturer: Lecturer, phone: Page, name: str
) -> None:
    answers, _ = ANSWERS[name]
    lecturer.say("state", page=name or "draw", things={})
    phone.wait_for_selector(PAGES[name])
    see_all(phone, name)
    wait_until_told(phone, answers)
    lecturer.say("answers", hidden=True)
    until_true(phone, lambda: told(phone, answers) == [])
    lecturer.say("answers", hidden=False)
    wait_until_told(phone, answers)


def test_a_phones_own_drawing_is_guessed_too_while_it_looks_around(lecturer, phone) -> None:
    lecturer.say("answers", hidden=True)
    lecturer.say("state", page="draw", things={})
    phone.wait_for_selector(PAGES[""], state="attached")
    phone.get_by_test_id("look-around").click()
    draw(phone)
    phone.wait_for_timeout(500)
    answers = [r"This is an? \d", r"length 0\.\d\d"]
    assert told(phone, answers) == []
    phone.reload()
    phone.wait_for_selector(PAGES[""], state="attached")
    assert told(phone, answers) == []
    lecturer.say("answers", hidden=False)
    wait_until_told(phone, answers[1:])


def nothing_is_read(page: Page, name: str) -> None:
    """A page that has an empty canvas says so, and tells nothing."""
    answers = [re.sub("(?<![.])7", r"\\d", answer) for answer in ANSWERS[name][0]]
    if name in ("", "overlap", "viewpoint"):
        empty = r"no digit: the (canvas|field) is empty\."
        wait_until_told(page, [empty])
    page.wait_for_timeout(1500)
    # One may still begin from the mean of real digits.
    answers = [answer for answer in answers if answer != r"the mean \d"]
    if name == "compare":  # of test digits there is what was measured
        see_all(page, name)
        answers = answers[:-1]
    assert told(page, answers) == [], name


def test_no_page_classifies_an_empty_canvas(tab, app):
    show(tab, app, "")
    tab.get_by_test_id("clear").click()
    nothing_is_read(tab, "")
    for name in ("network", "routing", "dimensions", "viewpoint", "compare"):
        tab.locator(f'.cv-pages a[href$="/{name}"]').click()
        tab.locator(f".cv-{name}").wait_for()
        tab.get_by_test_id("begin").wait_for()
        nothing_is_read(tab, name)


def test_overlap_does_not_classify_two_empty_canvases(tab, app):
    show(tab, app, "overlap")
    for card in ("digit-0", "digit-1"):
        tab.get_by_test_id(card).locator('[data-part="clear"]').click()
    nothing_is_read(tab, "overlap")


def test_a_test_digits_label_is_hidden_too(tab, app):
    show(tab, app, "")
    hide_answers(tab)
    tab.get_by_test_id("mnist-load").click()
    notice = "document.querySelector('[data-testid=notice]')"
    until(tab, f"() => {notice}.textContent.includes('labelled')")
    assert told(tab, ["labelled"]) == []
    tab.get_by_test_id("tool-reveal").click()
    wait_until_told(tab, ["labelled"])


def test_a_lesson_shows_its_answer_only_after_its_own_reveal(tab, app):
    show(tab, app, "learn", "?lesson=pooling&step=4")
    hide_answers(tab)
    assert not tab.get_by_test_id("tool-reveal").is_visible()
    tab.get_by_test_id("question").wait_for()
    assert tab.locator(".cv-answer-right, [data-testid=reveal-text]").count() == 0
    tab.get_by_test_id("reveal").click()
    tab.get_by_test_id("reveal-text").wait_for()
    assert tab.locator(".cv-answer-right").count() == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_reveal_is_read_under_the_pointer(tab, app, scheme):
    tab.emulate_media(color_scheme=scheme)
    show(tab, app, "")
    hide_answers(tab)
    button = tab.get_by_test_id("tool-reveal")
    before = contrast(button)
    button.hover()
    tab.wait_for_timeout(300)
    assert before >= 4.5
    assert contrast(button) >= 4.5


def contrast(button) -> float:
    """Contrast of a button's text with its background by WCAG, on the page's own paper."""
    return button.evaluate(
        """(button) => {
          const context = document.createElement("canvas").getContext("2d");
          const own = getComputedStyle(button);
          const paper = getComputedStyle(document.querySelector(".stApp")).backgroundColor;
          const over = (colour) => {
            context.globalAlpha = 1;
            context.fillStyle = paper;
            context.fillRect(0, 0, 1, 1);
            context.globalAlpha = Number(own.opacity);
            context.fillStyle = colour;
            context.fillRect(0, 0, 1, 1);
            const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map((byte) => {
              const c = byte / 255;
              return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
            });
            return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
          };
          const [a, b] = [over(own.color), over(own.backgroundColor)];
          return Math.max(a, b) / Math.min(a, b);
        }"""
    )
