"""Many pages opened at once over Streamlit's protocol, as by a class that follows a link."""

from __future__ import annotations

import asyncio
import json
import re
import statistics
import time
import urllib.request
from typing import Any
from urllib.parse import urljoin

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

#: Seconds over which the pages are opened, and within which each must show its digit.
OPENING_TIME, TIMEOUT = 10.0, 60.0
#: Markup of the page that shows the digit, and the request for its data.
DIGIT_MARKUP, DATA = b"cv cv-draw", "/capsviz/page/draw"
#: Streamlit's message that requests the first script run, without a query: field 11, empty.
_FIRST_RUN = b"Z\x00"

_LINKED = re.compile(r'(?:src|href)="(\.?/[^"]+\.(?:js|css))"')


async def open_at_once(url: str, count: int) -> dict[str, Any]:
    """Open pages evenly over ten seconds; returns the seconds until each showed its digit.

    A page is complete once it has received its frame, the frame's scripts and styles, its component
    and the data with the first digit's reading.

    Parameters
    ----------
    url : address of the running app.
    count : number of pages.
    """
    start = time.monotonic()
    waits = [_open(url, i * OPENING_TIME / count) for i in range(count)]
    durations = [seconds for seconds in await asyncio.gather(*waits) if seconds is not None]
    elapsed = time.monotonic() - start
    return {
        "opened": count,
        "opening_s": OPENING_TIME,
        "failed": count - len(durations),
        "median_s": round(statistics.median(durations), 2) if durations else None,
        "longest_s": round(max(durations), 2) if durations else None,
        "all_after_s": round(elapsed, 2),
    }


def report(results: dict[str, Any]) -> str:
    """Format the measurement as one line."""
    return (
        f"{results['opened']} pages opened within {results['opening_s']:g} s: all done after "
        f"{results['all_after_s']} s, a digit shown after {results['median_s']} s (median), "
        f"{results['longest_s']} s (longest), {results['failed']} failed"
    )


async def _open(url: str, delay: float) -> float | None:
    """Return the seconds until the digit arrived; None if it did not."""
    await asyncio.sleep(delay)
    start = time.monotonic()
    try:
        async with asyncio.timeout(TIMEOUT):
            await asyncio.gather(asyncio.to_thread(_frame, url), _script(url))
            await asyncio.to_thread(_data, url)
    except (OSError, ValueError, WebSocketException):
        return None
    return time.monotonic() - start


def _frame(url: str) -> None:
    frame = _fetch(url + "/").decode()
    for path in dict.fromkeys(_LINKED.findall(frame)):
        _fetch(urljoin(url + "/", path))


def _fetch(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=TIMEOUT) as answer:
        return answer.read()


def _data(url: str) -> None:
    request = urllib.request.Request(url + DATA, b"{}", {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
        if "reply" not in json.load(answer)["data"]:
            raise ValueError("the data hold no digit")


async def _script(url: str) -> None:
    """Run the page's script once, as a browser requests it, until its component is mounted."""
    stream = url.replace("http", "ws", 1) + "/_stcore/stream"
    async with connect(stream, subprotocols=["streamlit"], max_size=None) as socket:  # pyright: ignore[reportArgumentType]
        await socket.send(_FIRST_RUN)
        async for packet in socket:
            if isinstance(packet, bytes) and DIGIT_MARKUP in packet:
                return
    raise ValueError("the script ended without the page")
