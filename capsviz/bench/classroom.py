"""How soon a class sees what its lecturer does: followers by the session's own protocol.

The lecturer drags a slider; each state carries a number, and each follower notes when it came.
Followers hold only the session's socket, and run beside the app, on the same cores.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

import numpy as np

from capsviz.bench.live import must_answer, running_app
from capsviz.bench.seats import Seat, take_seat
from capsviz.errors import CapsvizError

#: Seconds given to states and votes that are still on their way.
BREATH = 1.0


def run(
    url: str | None = None, *, followers: int = 60, rate: float = 15.0, seconds: float = 10.0
) -> dict[str, Any]:
    """Measure a class session; plain values, ready for JSON.

    Parameters
    ----------
    url : of a running app; by default one is started.
    followers : who follow and vote.
    rate : states a second that the lecturer shows.
    seconds : for how long.

    Raises
    ------
    CapsvizError : no app answers at this address, or it refuses the class.
    """
    if url is not None:
        must_answer(url)
    with contextlib.ExitStack() as stack:
        address = (url or stack.enter_context(running_app())).rstrip("/")
        try:
            return asyncio.run(_measure(address, followers, rate, seconds))
        except TimeoutError as error:
            raise CapsvizError("the class did not come about: an answer never came") from error


def report(found: dict[str, Any]) -> str:
    """The measurement as a few lines of text."""
    return (
        f"{found['followers']} followers joined in {found['join_s']} s\n"
        f"{found['states']} states, {found['rate']:g} a second: each follower saw "
        f"{found['seen_per_second']} a second, the least served {found['least_per_second']}\n"
        f"median {found['median_ms']} ms, 95th percentile {found['p95_ms']} ms, longest "
        f"{found['longest_ms']} ms\n"
        f"{found['votes']} of {found['followers']} votes counted in {found['votes_s']} s"
    )


async def _measure(address: str, followers: int, rate: float, seconds: float) -> dict[str, Any]:
    seats: list[Seat] = []
    try:
        lecturer = await take_seat(address, "start")
        seats.append(lecturer)
        code = (await lecturer.told("started"))["code"]
        began = time.monotonic()
        while len(seats) <= followers:
            seats.append(await take_seat(address, "join", code=code))
        await lecturer.until(lambda heard: heard["people"]["following"] == followers)
        joined = time.monotonic() - began
        phones = seats[1:]
        sent = await _drag(lecturer, rate, seconds)
        await asyncio.sleep(BREATH)
        votes, took = await _vote(lecturer, phones)
        return {
            "followers": followers,
            "join_s": round(joined, 2),
            "rate": rate,
            **_summary(sent, phones, seconds),
            "votes": votes,
            "votes_s": took,
        }
    finally:
        for seat in seats:
            await seat.leave()


async def _drag(lecturer: Seat, rate: float, seconds: float) -> dict[int, float]:
    """Show one state after another; when each was sent, by its number."""
    sent: dict[int, float] = {}
    began = time.monotonic()
    for number in range(round(rate * seconds)):
        await asyncio.sleep(began + number / rate - time.monotonic())
        sent[number] = time.monotonic()
        view = {"pose": [0.01 * number] * 16, "sent": number}
        await lecturer.say("state", page="draw", things={"view.draw": view})
    return sent


async def _vote(lecturer: Seat, phones: list[Seat]) -> tuple[int, float]:
    """Let everybody vote twice; how many votes were counted, and the seconds it took."""
    await lecturer.say("ask", name="bench", text="?", answers=["no", "yes"], right=1)
    began = time.monotonic()
    for phone in phones:
        await phone.told("question")
        for answer in (0, 1):
            await phone.say("vote", name="bench", answer=answer)
    await lecturer.until(lambda heard: heard["votes"]["answered"] == len(phones))
    took = round(time.monotonic() - began, 2)
    await asyncio.sleep(BREATH)
    await lecturer.say("reveal")
    await lecturer.until(lambda heard: heard["question"]["question"]["revealed"])
    return lecturer.heard["question"]["question"]["counts"][1], took


def _summary(sent: dict[int, float], phones: list[Seat], seconds: float) -> dict[str, Any]:
    late = [
        (came - sent[number]) * 1000 for phone in phones for number, came in phone.times.items()
    ]
    each = [len(phone.times) / seconds for phone in phones]
    return {
        "states": len(sent),
        "seen_per_second": round(float(np.mean(each)), 1),
        "least_per_second": round(min(each), 1),
        "median_ms": round(float(np.median(late)), 1),
        "p95_ms": round(float(np.percentile(late, 95)), 1),
        "longest_ms": round(max(late), 1),
    }
