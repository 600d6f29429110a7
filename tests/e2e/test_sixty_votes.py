"""Sixty phones vote at once: six under fingers, the others by the session's protocol."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import ExitStack
from time import perf_counter
from typing import TYPE_CHECKING, Any

import pytest
from lecturer import Lecturer, join
from on_page import settle, until_true
from playwright.sync_api import expect
from touch import Finger

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

#: Milliseconds that each finger lies on its answer.
HOLDS = (0, 60, 120, 250, 380, 500)
#: After which phones are told of the question once more, while fingers lie on it.
COMES = (0, 60, 110, 200, 400, 600)
#: Clients of the protocol, and the time over which they vote.
CLIENTS, SPREAD = 54, 600
SHEET = ".cv-class-sheet"


@pytest.fixture(scope="module")
def phones(browser: Browser, app: str, lecturer: Lecturer) -> Iterator[list[Page]]:
    with ExitStack() as stack:
        yield [stack.enter_context(join(browser, app, lecturer)) for _ in HOLDS]


@pytest.fixture(scope="module")
def seats(app: str, lecturer: Lecturer) -> Iterator[list[Any]]:
    from capsviz.development.bench.class_clients import take_seat

    async def sit() -> list[Any]:
        return [await take_seat(app, "join", code=lecturer.code) for _ in range(CLIENTS)]

    async def leave() -> None:
        await asyncio.gather(*(seat.leave() for seat in taken))

    taken = lecturer.start(sit()).result(60)
    yield taken
    lecturer.start(leave()).result(60)


def answer_of(voter: int) -> int:
    """Answers that are not alike in number."""
    return (voter * voter) % 3


async def vote(seats: list[Any], name: str) -> None:
    """All clients vote one after the other; every third says it twice, as after a silence."""
    for k, seat in enumerate(seats):
        for _ in range(2 if k % 3 == 0 else 1):
            await seat.say("vote", name=name, answer=answer_of(k))
        await asyncio.sleep(SPREAD / 1000 / CLIENTS)


def places(phones: list[Page]) -> list[tuple[float, float]]:
    """Return the middle of each phone's answer."""
    boxes = [
        phone.locator(f'{SHEET} [data-testid="answer-{answer_of(CLIENTS + n)}"]').bounding_box()
        for n, phone in enumerate(phones)
    ]
    return [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]


def press(phones: list[Page], places: list[tuple[float, float]]) -> None:
    """A finger on each phone, lifted after its time."""
    ends = []
    for phone, place, hold in zip(phones, places, HOLDS, strict=True):
        finger = Finger(phone)
        finger.down(*place)
        ends.append((perf_counter() + hold / 1000, finger))
    for end, finger in sorted(ends, key=lambda pair: pair[0]):
        finger.tab.wait_for_timeout(max(0, 1000 * (end - perf_counter())))
        finger.up()


@pytest.mark.parametrize("come", COMES)
def test_every_vote_of_sixty_phones_counts_once(
    lecturer: Lecturer, phones: list[Page], seats: list[Any], come: float
) -> None:
    name, everyone = f"typed sixty {come}", len(phones) + len(seats)
    lecturer.ask(name).result()
    for phone in phones:
        expect(phone.locator(f"{SHEET} h2", has_text=f"{name}?")).to_be_visible()
        settle(phone)
    answers = places(phones)  # before the question comes again and the sheet is drawn anew
    others = lecturer.start(vote(seats, name))
    again = lecturer.ask(name, after=come)
    press(phones, answers)
    others.result()
    again.result()
    for n, phone in enumerate(phones):
        chosen = phone.locator(f'{SHEET} [data-testid="answer-{answer_of(CLIENTS + n)}"]')
        expect(chosen).to_have_attribute("aria-pressed", "true")
    # A phone that was silent for a while is not counted until it is heard again.
    until_true(
        phones[0],
        lambda: [lecturer.heard["votes"][what] for what in ("answered", "of")] == [everyone] * 2,
    )
    lecturer.say("reveal")
    until_true(phones[0], lambda: lecturer.heard["question"]["question"]["revealed"])
    asked = lecturer.heard["question"]["question"]
    expected = Counter(answer_of(voter) for voter in range(everyone))
    assert asked["counts"] == [expected[n] for n in range(3)]
