"""Clients of a class session's protocol: a lecturer's browser and visitors' phones."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from capsviz.ui.server.browser_cookie import COOKIE

#: Seconds after which an expected message counts as missing.
TIMEOUT = 20.0


class Seat:
    """One browser in a session; stores the latest message of each kind.

    Attributes
    ----------
    heard : latest message of each kind; a ``thing`` by its name, a ``drawn`` by "drawn" and its
        name.
    is_answering : whether heartbeats are answered; False simulates a phone without a network.
    times : arrival time of each state, by its number ``sent``.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.heard: dict[str, dict[str, Any]] = {}
        self.is_answering = True
        self.times: dict[int, float] = {}
        self._news = asyncio.Condition()
        self._open = True
        self._listening = asyncio.create_task(self._listen())

    async def say(self, kind: str, **values: Any) -> None:
        """Send a message."""
        await self._socket.send(json.dumps({"kind": kind, **values}).encode())

    async def until(
        self, holds: Callable[[dict[str, dict[str, Any]]], Any], patience: float = TIMEOUT
    ) -> Any:
        """Wait for a condition on the received messages; returns the true value of ``holds``.

        Raises TimeoutError if it does not hold in time, or the socket is closed.

        Parameters
        ----------
        holds : function of `heard`; a KeyError or TypeError in it counts as false.
        """
        async with asyncio.timeout(patience), self._news:
            while True:
                with contextlib.suppress(KeyError, TypeError):
                    if answer := holds(self.heard):
                        return answer
                if not self._open:
                    raise TimeoutError("the socket closed")
                await self._news.wait()

    async def wait_for(self, kind: str, patience: float = TIMEOUT) -> dict[str, Any]:
        """Wait for a message of a kind and return the latest one."""
        return await self.until(lambda state: state.get(kind), patience)

    async def leave(self) -> None:
        """Close the socket."""
        await self._socket.close()
        await self._listening

    async def _listen(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                message = json.loads(await self._socket.recv())
                name = message["kind"]
                if name == "beat":
                    if self.is_answering:
                        await self.say("beat")
                    continue
                if name == "thing":
                    name = message["name"]
                    sent = (message["value"] or {}).get("sent")
                    if isinstance(sent, int):
                        self.times[sent] = time.monotonic()
                elif name == "drawn":
                    name = f"drawn {message['drawn']['name']}"
                async with self._news:
                    self.heard[name] = message
                    self._news.notify_all()
        self._open = False
        async with self._news:
            self._news.notify_all()


async def take_seat(address: str, kind: str, **values: Any) -> Seat:
    """Open a socket of the app and send a first message, such as "join" with a ``code``.

    The caller closes it.
    """
    url = f"{address.replace('http', 'ws', 1)}/capsviz/class"
    cookie = {"Cookie": f"{COOKIE}={secrets.token_hex(16)}"}  # a separate browser
    socket = await connect(
        url, compression=None, max_size=None, open_timeout=60, additional_headers=cookie
    )
    seat = Seat(socket)
    await seat.say(kind, **values)
    return seat
