"""A phone's vote and its network: a held finger counts once, and a lost network is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lecturer import Lecturer, join
from on_page import settle, until_true
from playwright.sync_api import expect
from touch import Finger

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, WebSocketRoute

#: Milliseconds that a finger lies on an answer, and after its touch that something comes.
HOLDS = (0, 90, 250, 500)
COMES = (0, 60, 110, 200, 400, 600)
#: Within which a phone shows what has come, in milliseconds.
SOON = 3000


@pytest.fixture(scope="module")
def phone(browser: Browser, app: str, lecturer: Lecturer) -> Iterator[Page]:
    with join(browser, app, lecturer) as opened:
        opened.locator(".cv-draw").wait_for()
        yield opened


class Tap:
    """A finger on an answer of the sheet, or the page; the test goes on while it lies there."""

    def __init__(self, phone: Page, answer: int, hold: float, on: str = ".cv-class-sheet") -> None:
        self.phone, self.hold = phone, hold
        box = phone.locator(f'{on} [data-testid="answer-{answer}"]').bounding_box()
        assert box
        self.finger = Finger(phone)
        self.finger.down(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def lift(self) -> None:
        self.phone.wait_for_timeout(self.hold)
        self.finger.up()


def see(phone: Page, name: str) -> None:
    """The question is on the sheet, which has come to rest."""
    heading = phone.locator(".cv-class-sheet h2", has_text=f"{name}?")
    expect(heading).to_be_visible(timeout=SOON)
    settle(phone)


@pytest.mark.parametrize("hold", HOLDS)
def test_a_touch_is_a_vote_however_long_it_lasts_and_the_sheet_shows_it(
    lecturer: Lecturer, phone: Page, hold: float
) -> None:
    for come in COMES:
        name = f"typed {hold} {come}"
        lecturer.ask(name).result()
        see(phone, name)
        tap = Tap(phone, 1, hold)
        asked = lecturer.ask(name, after=come)  # phones are told of it once more
        tap.lift()
        chosen = phone.locator('.cv-class-sheet [data-testid="answer-1"]')
        expect(chosen).to_have_attribute("aria-pressed", "true", timeout=SOON)
        until_true(phone, lambda: lecturer.heard["votes"]["answered"] == 1)
        asked.result()


@pytest.mark.parametrize("hold", HOLDS)
def test_a_touch_votes_only_on_the_question_it_began_on(
    lecturer: Lecturer, phone: Page, hold: float
) -> None:
    for come in COMES:
        first, second = f"typed a {hold} {come}", f"typed b {hold} {come}"
        lecturer.ask(first).result()
        see(phone, first)
        tap = Tap(phone, 1, hold)
        asked = lecturer.ask(second, after=come)
        tap.lift()
        asked.result()
        see(phone, second)
        phone.wait_for_timeout(SOON / 10)
        votes = lecturer.heard["votes"]
        assert (votes["name"], votes["answered"]) == (second, 0), come
        assert lecturer.counts(first) in ([], [0, 1, 0])
        Tap(phone, 2, 0).lift()
        until_true(phone, lambda: lecturer.heard["votes"]["answered"] == 1)
    assert [0, 1, 0] in [lecturer.counts(f"typed a {hold} {come}") for come in COMES]


def wait_until_asked(phone: Page, lesson: str, step: int) -> None:
    """The phone shows a lesson's question, which the class is asked, and has come to rest."""
    question = f'.cv-learn [data-question="1 {lesson} {step}"][aria-pressed]'
    phone.locator(question).first.wait_for()
    settle(phone)


def test_a_touch_on_a_lessons_question_counts_for_no_other_lessons(
    lecturer: Lecturer, phone: Page
) -> None:
    from capsviz.ui.lessons import loader

    moments = [(hold, come) for hold in HOLDS for come in COMES[:-1]]
    asked = iter(
        (lesson.name, n)
        for lesson in loader.load().lessons
        for n, step in enumerate(lesson.steps)
        if step.question
    )
    for hold, come in moments:
        first, second = next(asked), next(asked)
        lecturer.show_question(*first).result()
        wait_until_asked(phone, *first)
        tap = Tap(phone, 1, hold, on=".cv-learn")
        shown = lecturer.show_question(*second, after=come)
        tap.lift()
        shown.result()
        wait_until_asked(phone, *second)
        phone.wait_for_timeout(SOON / 10)
        votes = lecturer.heard["votes"]
        assert (votes["name"], votes["answered"]) == (f"{second[0]} {second[1]}", 0), (hold, come)
        assert lecturer.counts(f"{first[0]} {first[1]}") in ([], [0, 1, 0])
        expect(phone.get_by_test_id("reveal-text")).to_have_count(0)
    Tap(phone, 1, 0, on=".cv-learn").lift()
    until_true(phone, lambda: lecturer.heard["votes"]["answered"] == 1)


def test_an_answer_to_a_lessons_question_before_the_class_is_asked_is_a_vote(
    lecturer: Lecturer, phone: Page
) -> None:
    lecturer.say("close")
    view = {"lesson": "votes", "step": 2, "answered": None, "figure": None}
    lecturer.say("state", page="learn", things={"view.learn": view})
    phone.locator(".cv-answer:not([aria-pressed])").first.wait_for()
    phone.get_by_test_id("answer-1").tap()
    lecturer.show_question("votes", 2).result()
    until_true(
        phone,
        lambda: (
            lecturer.heard["votes"] == {"kind": "votes", "name": "votes 2", "answered": 1, "of": 1}
        ),
    )
    expect(phone.get_by_test_id("reveal-text")).to_have_count(0)


def test_a_phone_that_leaves_by_a_link_browses_until_it_follows_again(
    lecturer: Lecturer, phone: Page
) -> None:
    lecturer.show_question("dimensions", 6).result()
    wait_until_asked(phone, "dimensions", 6)
    phone.locator(".cv-learn a.cv-door").first.tap()  # loads the app anew
    state, follow = phone.locator(".cv-class-state"), phone.get_by_test_id("follow")
    phone.locator(".cv-dimensions").wait_for()
    expect(follow).to_be_visible()
    until_true(phone, lambda: lecturer.heard["people"]["following"] == 0)
    phone.reload()
    phone.locator(".cv-dimensions").wait_for()
    expect(follow).to_be_visible()
    lecturer.show_question("learning", 1).result()
    follow.tap()
    wait_until_asked(phone, "learning", 1)
    expect(state).to_have_text("You follow")
    phone.reload()
    lecturer.show_question("learning", 3).result()
    wait_until_asked(phone, "learning", 3)


def test_an_offline_phone_reports_it_and_reconnects_with_its_vote(
    lecturer: Lecturer, phone: Page
) -> None:
    passes = True

    def connect(near: WebSocketRoute) -> None:
        far = near.connect_to_server()
        near.on_message(lambda message: far.send(message) if passes else None)
        far.on_message(lambda message: near.send(message) if passes else None)

    phone.route_web_socket("**/capsviz/class?*", connect)
    phone.reload()
    lecturer.ask("typed without network").result()
    see(phone, "typed without network")
    state = phone.locator(".cv-class-state")
    expect(state).to_have_text("You follow")
    passes = False
    expect(state).to_contain_text("The connection is lost")
    Tap(phone, 2, 0).lift()
    until_true(phone, lambda: lecturer.heard["people"]["here"] == 0)
    assert lecturer.heard["votes"]["answered"] == 0
    passes = True
    expect(state).to_have_text("You follow")
    until_true(phone, lambda: lecturer.heard["people"]["here"] == 1)
    until_true(phone, lambda: lecturer.heard["votes"]["answered"] == 1)
    phone.unroute_all()
