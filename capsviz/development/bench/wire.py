"""Proxy between a browser and the app that counts bytes on the wire."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

_PIECE = 1 << 16


class Wire:
    """A proxy in front of a server.

    Attributes
    ----------
    address : address of the proxy.
    down : bytes that the server has sent, compressed and with headers.
    """

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._server = parts.hostname, parts.port
        self._over, self._ready = asyncio.Event(), threading.Event()
        self.address, self.down = "", 0
        self._open: set[asyncio.Task[None] | None] = set()

    def begin(self) -> None:
        """Start the proxy in a new thread."""
        self._thread = threading.Thread(target=asyncio.run, args=(self._stand(),))
        self._thread.start()
        self._ready.wait()

    def end(self) -> None:
        """Stop the proxy."""
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    async def _stand(self) -> None:
        self._loop = asyncio.get_running_loop()
        server = await asyncio.start_server(self._pass, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._ready.set()
        await self._over.wait()
        server.close()
        for connection in filter(None, self._open):
            connection.cancel()
        await asyncio.gather(*filter(None, self._open), return_exceptions=True)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = asyncio.current_task()
        self._open.add(connection)
        answers, questions = await asyncio.open_connection(*self._server)
        try:
            await asyncio.gather(
                self._pump(reader, questions), self._pump(answers, writer, down=True)
            )
        except asyncio.CancelledError:  # stopped
            pass
        finally:
            for end in (writer, questions):
                end.close()
                with contextlib.suppress(OSError):
                    await end.wait_closed()
            self._open.discard(connection)

    async def _pump(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, down: bool = False
    ) -> None:
        with contextlib.suppress(OSError):
            while chunk := await source.read(_PIECE):
                self.down += len(chunk) * down
                target.write(chunk)
                await target.drain()
        target.close()


@contextlib.contextmanager
def wire(address: str) -> Iterator[Wire]:
    """Count the bytes from the server at an address."""
    proxy = Wire(address)
    proxy.begin()
    try:
        yield proxy
    finally:
        proxy.end()
