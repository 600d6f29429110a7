"""What the server still does for visitors who read in their own browsers.

Each fetches once what a browser reads with. While a digit is drawn the server is asked nothing;
when the pen rests, it is told of the digit once, by Streamlit's own protocol, and runs the page's
script.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import statistics
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from capsviz.config.read_settings import ReadSettings
from capsviz.data.samples import samples
from capsviz.development.bench import process
from capsviz.errors import CapsvizError
from capsviz.ui.site import runtime

#: Seconds within which the server must have a network ready, or answer else.
PATIENCE = 120.0
#: Seconds that one draws a digit, as visitors do who ask the server.
DRAWING = 2.0
#: The component that is told of drawings.
DRAW = "capsviz.draw"
#: Visitors who fetch at the same time.
_AT_ONCE = 64


@dataclass(slots=True)
class _Reader:
    """What one visitor saw; the times are in seconds."""

    fetching: float = 0.0
    size: int = 0
    times: list[float] = field(default_factory=list)
    lost: int = 0


async def measure(url: str, pid: int | None, visitors: int, seconds: float) -> dict[str, Any]:
    """Have visitors come, fetch, and draw one digit after another.

    Parameters
    ----------
    url : of a running app.
    pid : of its process, where it is on this machine.
    visitors : who draw at once, at least one.
    seconds : that they draw, when all have what they read with.

    Returns
    -------
    "here": "bytes" that each fetched, "fetch_median_s" and "fetch_longest_s" until it had them,
    "first_s" until the network was exported, "told": digits that the server was told of,
    "median_ms" and "longest_ms" of that, and "lost"; "server": looks at it while they draw.

    Raises
    ------
    CapsvizError : no app answers, or it cannot hand out a network: the sentence that visitors get.
    """
    began = time.monotonic()
    await asyncio.to_thread(_card, url)  # the first to ask waits until it is exported
    first = time.monotonic() - began
    seen = [_Reader() for _ in range(visitors)]
    with ThreadPoolExecutor(min(visitors, _AT_ONCE)) as pool:
        await asyncio.gather(
            *(
                asyncio.get_running_loop().run_in_executor(pool, _fetch_all, url, one)
                for one in seen
            )
        )
    stream = url.replace("http", "ws", 1) + "/_stcore/stream"
    sessions = [_Session(stream) for _ in seen]
    try:
        for session in sessions:
            await session.open()
        watching = asyncio.create_task(process.watch(pid, seconds))
        until = time.monotonic() + seconds
        drawing = zip(sessions, seen, strict=True)
        await asyncio.gather(*(_draw(*one, n, until) for n, one in enumerate(drawing)))
        looks = await watching
    except (OSError, WebSocketException) as error:
        raise CapsvizError(f"no capsviz answers at {url}: {error}") from error
    finally:
        for session in sessions:
            await session.close()
    times = [each for one in seen for each in one.times]
    results: dict[str, Any] = {
        "here": {
            "bytes": seen[0].size,
            "first_s": round(first, 1),
            "fetch_median_s": round(statistics.median(one.fetching for one in seen), 2),
            "fetch_longest_s": round(max(one.fetching for one in seen), 2),
            "told": len(times),
            "median_ms": round(statistics.median(times) * 1e3, 1) if times else None,
            "longest_ms": round(max(times) * 1e3, 1) if times else None,
            "lost": sum(one.lost for one in seen),
        }
    }
    return results | ({"server": looks} if looks else {})


def report(results: dict[str, Any], visitors: int, seconds: float) -> list[str]:
    """The measurement as lines of text."""
    return [
        f"{visitors} visitors read in their own browsers: the network was there after "
        f"{results['first_s']} s, {results['bytes'] / 1e6:.2f} MB to each, once, in "
        f"{results['fetch_median_s']} s (median), {results['fetch_longest_s']} s (longest)",
        f"while they drew for {seconds:g} s: no live question, but {results['told']} runs of the "
        f"page's script, one for each digit when the pen rests: median {results['median_ms']} ms, "
        f"longest {results['longest_ms']} ms, {results['lost']} lost",
    ]


# --- what they fetch -----------------------------------------------------------------------


def _fetch(address: str) -> tuple[bytes, int]:
    """What is there, and its bytes on the wire."""
    asked = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        sent = answer.read()
        packed = answer.headers.get("Content-Encoding") == "gzip"
    return gzip.decompress(sent) if packed else sent, len(sent)


def _card(url: str) -> tuple[dict[str, Any], int]:
    """What is to be known of the network that pages open with, and its bytes."""
    try:
        text, size = _fetch(f"{url}/capsviz/networks/{ReadSettings().model}.json")
    except urllib.error.HTTPError as error:
        raise CapsvizError(json.loads(error.read())["error"]) from None
    except OSError as error:
        raise CapsvizError(f"no capsviz answers at {url}: {error}") from error
    return json.loads(text), size


def _fetch_all(url: str, seen: _Reader) -> None:
    began = time.monotonic()
    card, seen.size = _card(url)
    places = [
        *(f"{card['runtime']}/{file}" for file in (runtime.SCRIPT, runtime.WHOLE)),
        *(f"networks/{file}" for file in (card["weights"], card["graphs"]["live"])),
        f"decoder/{card['decoder']['sha']}.bin",
    ]
    for place in places:
        seen.size += _fetch(f"{url}/capsviz/{place}")[1]
    seen.fetching = time.monotonic() - began


# --- what they tell ------------------------------------------------------------------------


class _Session:
    """A page that is open, by Streamlit's own protocol."""

    def __init__(self, stream: str) -> None:
        self._stream = stream
        self._socket: ClientConnection | None = None
        self._place = ("", "")

    async def open(self) -> None:
        """Have the page's script run a first time."""
        self._socket = await connect(self._stream, subprotocols=["streamlit"], max_size=None)  # pyright: ignore[reportArgumentType]
        await self._run()

    async def tell(self, drawing: dict[str, Any]) -> None:
        """The pen rests: what was drawn is the session's too."""
        now = {"value": drawing, "at": time.time_ns() // 1_000_000}
        await self._run({"drawing": now})

    async def close(self) -> None:
        """The tab is closed."""
        if self._socket:
            await self._socket.close()

    async def _run(self, told: dict[str, Any] | None = None) -> None:
        # Streamlit takes a second to import, and only clients speak its protocol.
        from streamlit.proto.BackMsg_pb2 import BackMsg
        from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

        assert self._socket is not None
        ask = BackMsg()
        ask.rerun_script.query_string = ""
        if told:
            component, ask.rerun_script.fragment_id = self._place
            widget = ask.rerun_script.widget_states.widgets.add()
            widget.id, widget.json_value = component, json.dumps(told)
        await self._socket.send(ask.SerializeToString())
        async with asyncio.timeout(PATIENCE):
            async for packet in self._socket:
                message = ForwardMsg()
                message.ParseFromString(packet if isinstance(packet, bytes) else packet.encode())
                element = message.delta.new_element.bidi_component
                if element.component_name == DRAW:
                    self._place = element.id, message.delta.fragment_id
                if message.WhichOneof("type") == "script_finished":
                    return


async def _draw(session: _Session, seen: _Reader, number: int, until: float) -> None:
    """Draw digits until the time is over; not all begin at once."""
    drawn = samples()
    await asyncio.sleep(DRAWING * (number * 0.618 % 1))
    while time.monotonic() < until:
        await asyncio.sleep(DRAWING)
        number += 1
        began = time.monotonic()
        try:
            await session.tell(drawn[number % len(drawn)].drawing.to_plain())
        except (TimeoutError, OSError, WebSocketException):
            seen.lost += 1
            return
        seen.times.append(time.monotonic() - began)
