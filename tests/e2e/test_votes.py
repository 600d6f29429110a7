"""A finger's vote: whenever it is held and whatever comes meanwhile, it counts once, and there."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

import pytest
from on_page import ALL_DETAILS, close, no_errors, settle, until_true
from playwright.sync_api import expect
from touch import PHONE, Finger

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future

    from playwright.sync_api import Browser, Page

#: Milliseconds that a finger lies on an answer, and after its touch that something comes.
HOLDS = (0, 90, 250, 500)
COMES = (0, 60, 110, 200, 400, 600)
#: Within which a phone shows what has come, in milliseconds.
SOON = 3000


class Lecturer:
    """A lecturer's browser, as far as the session's socket knows it, beside the test."""

    def __init__(self, address: str) -> None:
        from capsviz.bench.seats import take_seat

        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self.seat = self._do(take_seat(address, "start"))
        self.code: str = self._do(self.seat.wait_for("started"))["code"]

    def _do(self, what: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(60)

    @property
    def heard(self) -> dict[str, dict[str, Any]]:
        return self.seat.heard

    def say(self, kind: str, **values: Any) -> None:
        self._do(self.seat.say(kind, **values))

    def ask(self, name: str, after: float = 0) -> Future[None]:
        """Ask a question, or the one that is open once more, some milliseconds from now."""
        answers = [f"{name}, answer {n}" for n in range(3)]

        async def ask() -> None:
            await asyncio.sleep(after / 1000)
            await self.seat.say("ask", name=name, text=f"{name}?", answers=answers)

        return asyncio.run_coroutine_threadsafe(ask(), self._loop)

    def counts(self, name: str) -> list[int]:
        """Votes for each answer of a question that is over; none where nobody voted in time."""
        return [count for *_, count in self.heard["tally"]["notes"].get(f"poll {name}", [])]

    def close(self) -> None:
        self._do(self.seat.leave())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@pytest.fixture(scope="module")
def lecturer(app: str) -> Iterator[Lecturer]:
    found = Lecturer(app)
    yield found
    found.close()


@pytest.fixture(scope="module")
def phone(browser: Browser, app: str, lecturer: Lecturer) -> Iterator[Page]:
    """A phone that has joined."""
    context = browser.new_context(**PHONE)
    context.add_init_script(ALL_DETAILS)
    context.set_default_timeout(60_000)
    opened = context.new_page()
    opened.goto(f"{app}/?join={lecturer.code}")
    opened.get_by_test_id("look-around").wait_for()
    opened.locator(".cv-draw").wait_for()
    with no_errors(opened):
        yield opened
    close(opened)
    context.close()


class Tap:
    """A finger on an answer of the sheet; the test goes on while it lies there."""

    def __init__(self, phone: Page, answer: int, hold: float) -> None:
        self.phone, self.hold = phone, hold
        box = phone.locator(f'.cv-class-sheet [data-testid="answer-{answer}"]').bounding_box()
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
def test_a_touch_counts_for_no_question_but_the_one_that_it_began_on(
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
