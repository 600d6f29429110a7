"""Latency of a class session, with followers that use the session's protocol.

The lecturer drags a slider; each state has a number, and each follower records its arrival. Then
all vote and draw, the lecturer reconnects, and the app, if started for the measurement, is
restarted. Followers only open the session's socket, and run on the same cores as the app.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from capsviz.data.samples import samples
from capsviz.development.bench.class_clients import Seat, take_seat
from capsviz.development.bench.live import require_answer, running_app
from capsviz.errors import CapsvizError

#: Seconds to wait for pending states and votes, and for slow steps.
PAUSE, TIMEOUT = 1.0, 60.0


def run(
    url: str | None = None, *, followers: int = 60, rate: float = 15.0, seconds: float = 10.0
) -> dict[str, Any]:
    """Measure a class session; returns plain values for JSON.

    Raises `CapsvizError` if no app answers at this address, or it rejects the class.

    Parameters
    ----------
    url : address of a running app; by default one is started.
    followers : number of followers, who also vote.
    rate : states per second that the lecturer shows.
    """
    with contextlib.ExitStack() as stack:
        app = None if url else stack.enter_context(_Own())
        if url is not None:
            require_answer(url)
        address = (url or (app.address if app else "")).rstrip("/")
        restart = app.restart if app else None
        try:
            return asyncio.run(_measure(address, followers, rate, seconds, restart))
        except TimeoutError as error:
            raise CapsvizError("the class did not come about: an answer never came") from error


class _Own(contextlib.ExitStack):
    """An app that is started for the measurement, and can be restarted at the same address."""

    def __init__(self) -> None:
        super().__init__()
        self.address = self.enter_context(running_app())

    def restart(self) -> None:
        """Restart the app; returns when it answers."""
        self.close()
        self.enter_context(running_app(urlsplit(self.address).port))


def report(results: dict[str, Any]) -> str:
    """Format the measurement as a few lines of text."""
    followers = results["followers"]
    restart = results["restart_s"]
    return (
        f"{followers} followers joined in {results['join_s']} s\n"
        f"{results['states']} states, {results['rate']:g} a second: each follower saw "
        f"{results['seen_per_second']} a second, the least served {results['least_per_second']}\n"
        f"median {results['median_ms']} ms, 95th percentile {results['p95_ms']} ms, longest "
        f"{results['longest_ms']} ms\n"
        f"{results['votes']} of {followers} votes counted in {results['votes_s']} s\n"
        f"{results['drawings']} of {followers} drawings read and shown in "
        f"{results['drawings_s']} s, the first after {results['first_drawing_s']} s\n"
        f"the lecturer lost and back with all drawings in {results['back_s']} s"
        + (
            ""
            if restart is None
            else f"\nafter a restart all {followers} saw the lecturer's state again in {restart} s"
        )
    )


async def _measure(
    address: str,
    followers: int,
    rate: float,
    seconds: float,
    restart: Callable[[], None] | None = None,
) -> dict[str, Any]:
    """Run the whole measurement; ``restart`` restarts the server."""
    seats: list[Seat] = []
    try:
        lecturer = await take_seat(address, "start")
        seats.append(lecturer)
        started = await lecturer.wait_for("started")
        start = time.monotonic()
        while len(seats) <= followers:
            seats.append(await take_seat(address, "join", code=started["code"]))
        await lecturer.until(lambda state: state["people"]["following"] == followers)
        join_s = time.monotonic() - start
        phones = seats[1:]
        sent = await _drag(lecturer, rate, seconds)
        await asyncio.sleep(PAUSE)
        votes, votes_s = await _vote(lecturer, phones)
        first, drawings, drawings_s = await _draw(lecturer, phones)
        await lecturer.leave()
        start = time.monotonic()
        seats.append(await take_seat(address, "start", key=started["key"]))
        await seats[-1].until(lambda state: _count_drawings(state) == followers, TIMEOUT)
        back_s = time.monotonic() - start
        restart_s = await _restart(address, seats, started, phones, restart) if restart else None
        return {
            "followers": followers,
            "join_s": round(join_s, 2),
            "rate": rate,
            **_summary(sent, phones, seconds),
            "votes": votes,
            "votes_s": votes_s,
            "drawings": drawings,
            "drawings_s": drawings_s,
            "first_drawing_s": first,
            "back_s": round(back_s, 2),
            "restart_s": restart_s,
        }
    finally:
        for seat in seats:
            await seat.leave()


async def _drag(lecturer: Seat, rate: float, seconds: float) -> dict[int, float]:
    """Send one state after another; returns the time of each, by number."""
    sent: dict[int, float] = {}
    start = time.monotonic()
    for number in range(round(rate * seconds)):
        await asyncio.sleep(start + number / rate - time.monotonic())
        sent[number] = time.monotonic()
        view = {"pose": [0.01 * number] * 16, "sent": number}
        await lecturer.say("state", page="draw", things={"view.draw": view})
    return sent


async def _vote(lecturer: Seat, phones: list[Seat]) -> tuple[int, float]:
    """Let all phones vote twice; returns the number of counted votes, and the seconds."""
    await lecturer.say("ask", name="bench", text="?", answers=["no", "yes"], right=1)
    start = time.monotonic()
    for phone in phones:
        await phone.wait_for("question")
        for answer in (0, 1):
            await phone.say("vote", name="bench", answer=answer)
    await lecturer.until(lambda state: state["votes"]["answered"] == len(phones))
    duration = round(time.monotonic() - start, 2)
    await asyncio.sleep(PAUSE)
    await lecturer.say("reveal")
    await lecturer.until(lambda state: state["question"]["question"]["revealed"])
    return lecturer.heard["question"]["question"]["counts"][1], duration


async def _draw(lecturer: Seat, phones: list[Seat]) -> tuple[float, int, float]:
    """Let all phones draw at once: seconds to the first, readings, seconds to the last."""
    await lecturer.say("draw", released=True, name="bench", word="7")
    drawings = [sample.drawing.to_plain() for sample in samples()]
    for phone in phones:
        await phone.wait_for("board")
    start = time.monotonic()
    for i, phone in enumerate(phones):
        await phone.say("drawing", name="bench", drawing=drawings[i % len(drawings)])
    await lecturer.until(_count_drawings, TIMEOUT)
    first = round(time.monotonic() - start, 2)
    await lecturer.until(lambda state: _count_drawings(state) == len(phones), TIMEOUT)
    return first, _count_drawings(lecturer.heard), round(time.monotonic() - start, 2)


def _count_drawings(state: dict[str, dict[str, Any]]) -> int:
    """Count the drawings that a lecturer received with their readings."""
    return sum(
        name.startswith("drawn ") and bool(message["drawn"]["reading"])
        for name, message in state.items()
    )


async def _restart(
    address: str,
    seats: list[Seat],
    started: dict[str, Any],
    phones: list[Seat],
    restart: Callable[[], None],
) -> float:
    """Restart the server: seconds from its first answer until all see the lecturer's state."""
    secrets = [phone.heard["joined"]["visitor"] for phone in phones]
    await asyncio.to_thread(restart)
    start = time.monotonic()
    lecturer = await take_seat(address, "start", key=started["key"])
    seats.append(lecturer)
    await lecturer.say("state", page="routing", things={"view.routing": {"iteration": 3}})
    await lecturer.wait_for("people")
    code = started["code"]
    joins = [take_seat(address, "join", code=code, visitor=secret) for secret in secrets]
    newcomers = await asyncio.gather(*joins)
    seats.extend(newcomers)
    for phone in newcomers:
        await phone.wait_for("view.routing", TIMEOUT)
    return round(time.monotonic() - start, 2)


def _summary(sent: dict[int, float], phones: list[Seat], seconds: float) -> dict[str, Any]:
    latencies = [
        (arrival - sent[number]) * 1000
        for phone in phones
        for number, arrival in phone.times.items()
    ]
    rates = [len(phone.times) / seconds for phone in phones]
    return {
        "states": len(sent),
        "seen_per_second": round(float(np.mean(rates)), 1),
        "least_per_second": round(min(rates), 1),
        "median_ms": round(float(np.median(latencies)), 1),
        "p95_ms": round(float(np.percentile(latencies, 95)), 1),
        "longest_ms": round(max(latencies), 1),
    }
