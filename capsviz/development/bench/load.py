"""Capacity of the app, with clients that use its protocol and real strokes.

Each visitor draws one digit after another and requests readings at a steady rate, as the page's pen
does: with one pending request, whose successor includes all strokes drawn until its answer. The
clients run on the same cores as the app.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import statistics
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Awaitable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

import numpy as np
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from capsviz.analysis.viewpoint import POINTS
from capsviz.data.drawing import Drawing, render, to_bytes
from capsviz.data.normalisation import normalise
from capsviz.data.samples import samples
from capsviz.development.bench import own_browser, pages, process
from capsviz.development.bench.live import app_process, find_checkout, require_answer
from capsviz.development.bench.start import medians, ratios
from capsviz.errors import CapsvizError
from capsviz.ui.live import messages
from capsviz.ui.server.browser_cookie import COOKIE

#: Seconds after which a reply counts as lost, and within which all visitors must connect.
TIMEOUT, RAMP = 10.0, 60.0
#: Number of digits, of stages of drawing each digit, and of stages per second.
DIGITS, STAGES, SPEED = 10, 20, 10
#: Number of turns in which two apps are measured one after the other.
TURNS = 3
#: Seconds between an answer to a heavy visitor and the next request.
HEAVY_PAUSE = 0.05
PREFIX = "/capsviz"


class _Browser(ClientConnection):
    """A socket that compresses as browsers do, and counts bytes on the wire."""

    up = down = 0

    def send_data(self) -> None:
        """Send the protocol's pending data."""
        self.up += sum(map(len, self.protocol.writes))
        super().send_data()

    def data_received(self, data: bytes) -> None:
        """Receive data."""
        self.down += len(data)
        super().data_received(data)


@dataclass(slots=True)
class _Visitor:
    """Observations of some visitors; times in seconds, bytes of live readings."""

    times: list[float] = field(default_factory=list)
    errors: int = 0
    #: Counts of error messages.
    messages: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    lost: int = 0
    up: int = 0
    down: int = 0


def run(
    url: str | None = None,
    *,
    visitors: int = 60,
    rate: float = 10.0,
    seconds: float = 20.0,
    heavy: int = 0,
    opened: int = 0,
    here: bool = False,
) -> dict[str, Any]:
    """Measure the app with many visitors; returns plain values for JSON.

    Raises `CapsvizError` if a number is out of range, or no app answers at this address.

    Parameters
    ----------
    url : address of a running app; by default one is started, and its memory, descriptors and
        threads are measured too.
    visitors : number of visitors who draw at once.
    rate : maximum updates per second that each requests.
    seconds : duration.
    heavy : further visitors who repeat the most expensive requests.
    opened : number of pages opened at once before the measurement.
    here : all visitors run the network in their own browsers.
    """
    if min(visitors, heavy, opened) < 0 or not 0 < rate <= 1000 or not seconds > 0:
        raise CapsvizError("visitors, rate and seconds must be positive numbers")
    if url is not None:
        require_answer(url)
    with contextlib.ExitStack() as stack:
        pid = None
        if url is None:
            started = stack.enter_context(app_process())
            url, pid = started.address, started.pid
        url = url.rstrip("/")
        results: dict[str, Any] = {"visitors": visitors, "rate": rate, "seconds": seconds}
        if opened:
            results["pages"] = asyncio.run(pages.open_at_once(url, opened))
        if here:
            results |= own_browser.measure(url, visitors)
        elif visitors or heavy:
            results |= asyncio.run(_measure(url, pid, visitors, rate, seconds, heavy))
        return results


def compare(
    checkout: Path, *, visitors: int = 60, rate: float = 10.0, seconds: float = 20.0
) -> dict[str, Any]:
    """Measure this app and another checkout's in turns; returns plain values for JSON.

    Both run all the time. Ratios are medians of the turns' ratios; only ratios are comparable
    between machines or times of day.

    Raises `CapsvizError` if the folder has no app, or it does not start.

    `checkout` is a folder with another checkout of the project; the numbers are as for `run`.
    """
    checkout = find_checkout(checkout)
    rows: dict[str, list[dict[str, float]]] = {"here": [], "there": []}
    with app_process() as here, app_process(checkout=checkout) as there:
        apps = {"here": here, "there": there}
        for _ in range(TURNS):
            for name, app in apps.items():
                rows[name].append(
                    _load_costs(
                        asyncio.run(_measure(app.address, app.pid, visitors, rate, seconds, 0))
                    )
                )
    return {
        "visitors": visitors,
        "rate": rate,
        "seconds": seconds,
        **{name: medians(costs) for name, costs in rows.items()},
        "ratios": medians(ratios(rows["here"], rows["there"])),
    }


def report_comparison(results: dict[str, Any]) -> str:
    """Format the comparison as a few lines of text."""
    lines = [
        f"{results['visitors']} visitors at {results['rate']:g} a second for "
        f"{results['seconds']:g} s, {TURNS} turns: medians here, there, and of their ratios"
    ]
    for cost, ratio in results["ratios"].items():
        here, there = (results[name][cost] for name in ("here", "there"))
        lines.append(f"{cost.replace('_', ' '):26}{here:10.2f}{there:10.2f}{ratio:10.2f}")
    return "\n".join(lines)


def _load_costs(results: dict[str, Any]) -> dict[str, float]:
    live, first, last = results["live"], results["server"][0], results["server"][-1]
    processor_s = last["processor_s"] - first["processor_s"]
    costs = ("replies_per_second", "median_ms", "p95_ms")
    return {cost: live[cost] for cost in costs} | {
        "processor_ms_a_reply": 1e3 * processor_s / live["replies"],
        "memory_mb": last["memory_mb"],
    }


def report(results: dict[str, Any]) -> str:
    """Format the measurement as a few lines of text."""
    lines = []
    if "pages" in results:
        lines.append(pages.report(results["pages"]))
    if row := results.get("live"):
        lines += [
            f"{results['visitors']} visitors at {results['rate']:g} a second for "
            f"{results['seconds']:g} s: {row['replies_per_second']} replies a second",
            f"each: {row['updates_per_second']} updates a second, the least served "
            f"{row['least_per_second']}",
            f"median {row['median_ms']} ms, 95th percentile {row['p95_ms']} ms, "
            f"longest {row['longest_ms']} ms",
            f"{row['errors']} errors, {row['lost']} lost; {row['bytes_up']} bytes up and "
            f"{row['bytes_down']} down each",
            *(f"{count} times: {sentence}" for sentence, count in row["said"].items()),
        ]
    if row := results.get("here"):
        lines.append(own_browser.report(row, results["visitors"]))
    for name, row in results.get("heavy", {}).items():
        lines.append(
            f"heavy, {name}: {row['replies']} replies, median {row['median_ms']} ms, "
            f"{row['refused']} refused, {row['errors']} errors"
        )
    lines += process.report(results.get("server", []))
    return "\n".join(lines)


async def _measure(
    url: str, pid: int | None, visitors: int, rate: float, seconds: float, heavy: int
) -> dict[str, Any]:
    frames = [frame for sample in samples()[:DIGITS] for frame in _stages(sample.drawing)]
    live = url.replace("http", "ws", 1) + f"{PREFIX}/live"
    observations = [_Visitor() for _ in range(visitors)]
    kinds = _heavy_requests()
    costly = {name: _Visitor() for name in kinds}
    async with contextlib.AsyncExitStack() as stack:
        sockets: list[_Browser] = []
        try:
            async with asyncio.timeout(RAMP):
                for _ in range(visitors):
                    opening = connect(
                        live, max_size=None, ping_interval=None, create_connection=_Browser
                    )
                    sockets.append(cast(_Browser, await stack.enter_async_context(opening)))
        except (OSError, WebSocketException) as error:
            raise CapsvizError(f"no capsviz answers at {url}: {error}") from error
        start = time.monotonic()
        deadline = start + seconds
        names = list(kinds)
        tasks: list[Awaitable[Any]] = [
            _draw(socket, visitor, frames, number, rate, deadline)
            for number, (socket, visitor) in enumerate(zip(sockets, observations, strict=True))
        ]
        for number in range(heavy):
            name = names[number % len(names)]
            tasks.append(_repeat(url, *kinds[name], costly[name], deadline, number))
        watcher = asyncio.create_task(process.watch(pid, seconds))
        await asyncio.gather(*tasks)
        elapsed = time.monotonic() - start
        readings = await watcher
    results: dict[str, Any] = {}
    if visitors:
        results["live"] = _summary(observations, elapsed)
    if heavy:
        results["heavy"] = {
            name: _costs(visitor) for name, visitor in costly.items() if visitor.times
        }
    if readings:
        results["server"] = readings
    return results


# --- visitors ------------------------------------------------------------------------------


def _stages(drawing: Drawing) -> Iterator[bytes]:
    """Yield rasters of a growing drawing, point by point."""
    points = sum(len(stroke.points) for stroke in drawing.strokes)
    for stage in range(1, STAGES + 1):
        remaining, strokes = max(1, points * stage // STAGES), []
        for stroke in drawing.strokes:
            if remaining > 0:
                strokes.append(replace(stroke, points=stroke.points[:remaining]))
                remaining -= len(stroke.points)
        yield render(Drawing(tuple(strokes))).tobytes()


async def _draw(
    socket: _Browser,
    visitor: _Visitor,
    frames: list[bytes],
    number: int,
    rate: float,
    deadline: float,
) -> None:
    """Request readings of the growing drawings until the deadline."""
    shift = random.Random(number)
    start = time.monotonic() + shift.random() / rate
    first = STAGES * shift.randrange(DIGITS)
    await asyncio.sleep(start - time.monotonic())
    seq, due = 0, start
    while (sent := time.monotonic()) < deadline:
        seq += 1
        stage = first + int((sent - start) * SPEED)
        # as a browser with its own decoder
        question = messages.pack({"seq": seq, "pictures": False}, frames[stage % len(frames)])
        up, down = socket.up, socket.down
        try:
            await socket.send(question)
            answer = await asyncio.wait_for(socket.recv(), TIMEOUT)
        except (TimeoutError, OSError, WebSocketException):
            visitor.lost += 1
            return  # the missing updates of this visitor lower the rate
        visitor.times.append(time.monotonic() - sent)
        visitor.up += socket.up - up
        visitor.down += socket.down - down
        header, _ = messages.unpack(cast(bytes, answer))
        error = header.get("error", "" if header["seq"] == seq else "another's reply")
        visitor.errors += bool(error)
        visitor.messages.update([error] if error else [])
        # Updates due during the answer are merged into the next request.
        overdue = max(0.0, time.monotonic() - due) * rate
        due += (int(overdue) + 1) / rate if overdue >= 1 else 1 / rate
        await asyncio.sleep(max(0.0, due - time.monotonic()))


def _heavy_requests() -> dict[str, tuple[str, bytes | None]]:
    """Return address and body of the most expensive requests."""
    drawing = samples()[0].drawing
    settings = {"model": "dynamic", "iterations": 10}
    picture = to_bytes(normalise(render(drawing))).tobytes()
    attack = messages.pack({**settings, "epsilon": 0.1, "method": "pgd"}, 2 * picture)
    requests = {
        "routing": ("/routing", json.dumps({**settings, "drawing": drawing.to_plain()}).encode()),
        "attack": ("/viewpoint/attack", attack),
        "curves": ("/viewpoint/curves", messages.pack(settings, (POINTS + 1) * picture)),
        "pairs": ("/overlap/count?seed=1", None),
    }
    return {name: (PREFIX + path, body) for name, (path, body) in requests.items()}


async def _repeat(
    url: str, path: str, body: bytes | None, visitor: _Visitor, deadline: float, number: int
) -> None:
    # The app distinguishes browsers behind one address by this cookie.
    cookie = {"Cookie": f"{COOKIE}=bench-{number}"}
    while (start := time.monotonic()) < deadline:
        try:
            visitor.down += await asyncio.to_thread(
                _fetch, urllib.request.Request(url + path, body, cookie)
            )
            visitor.times.append(time.monotonic() - start)
        except urllib.error.HTTPError as error:
            refused = error.code in (429, 503)
            visitor.refused += refused
            visitor.errors += not refused
        except OSError:
            visitor.lost += 1
        await asyncio.sleep(HEAVY_PAUSE)


def _fetch(request: urllib.request.Request) -> int:
    with urllib.request.urlopen(request, timeout=60) as answer:
        return len(answer.read())


# --- the observations ----------------------------------------------------------------------


def _summary(visitors: list[_Visitor], elapsed: float) -> dict[str, Any]:
    times = np.array([time for visitor in visitors for time in visitor.times])
    if not len(times):
        raise CapsvizError("the app sent no reply at all: look at its log")
    rates = [len(visitor.times) / elapsed for visitor in visitors]
    return {
        "replies": len(times),
        "replies_per_second": round(len(times) / elapsed, 1),
        "updates_per_second": round(statistics.mean(rates), 2),
        "least_per_second": round(min(rates), 2),
        "median_ms": round(float(np.median(times)) * 1e3, 1),
        "p95_ms": round(float(np.percentile(times, 95)) * 1e3, 1),
        "longest_ms": round(float(times.max()) * 1e3, 1),
        "errors": sum(visitor.errors for visitor in visitors),
        "said": dict(sum((visitor.messages for visitor in visitors), Counter()).most_common()),
        "lost": sum(visitor.lost for visitor in visitors),
        "bytes_up": round(sum(visitor.up for visitor in visitors) / len(times)),
        "bytes_down": round(sum(visitor.down for visitor in visitors) / len(times)),
    }


def _costs(visitor: _Visitor) -> dict[str, int | float]:
    return {
        "replies": len(visitor.times),
        "median_ms": round(statistics.median(visitor.times) * 1e3, 1),
        "refused": visitor.refused,
        "errors": visitor.errors + visitor.lost,
    }
