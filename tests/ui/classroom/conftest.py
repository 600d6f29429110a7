"""A real web server with the class session's socket alone, behind the app's guard."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest


class Served:
    """A server that can be stopped, and started again at the same address."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        import uvicorn
        from starlette.applications import Starlette
        from starlette.middleware import Middleware

        from capsviz.ui.classroom import routes
        from capsviz.ui.classroom.sessions import Sessions
        from capsviz.ui.server.guard import Guard

        self.rooms = Sessions()
        app: Any = Starlette(routes=routes.routes(self.rooms), middleware=[Middleware(Guard)])
        config = uvicorn.Config(app, port=0, log_level="critical", ws="websockets-sansio")
        self._server = uvicorn.Server(config)
        kept = self._listening.dup()
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [kept]})
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(20)

    def close(self) -> None:
        self.stop()
        self._listening.close()


@pytest.fixture
def served() -> Iterator[Served]:
    """The server, without any session."""
    found = Served()
    yield found
    found.close()


@pytest.fixture
def play(served: Served) -> Callable[[Any], Any]:
    """Runs a scene, which is given the server and a way to take seats in it."""
    import asyncio

    from capsviz.development.bench.class_clients import Seat, take_seat

    def run(scene: Callable[..., Any]) -> None:
        async def whole() -> None:
            taken: list[Seat] = []

            async def sit(kind: str, **values: Any) -> Seat:
                taken.append(await take_seat(served.address, kind, **values))
                return taken[-1]

            try:
                await asyncio.wait_for(scene(served, sit), 60)
            finally:
                for one in taken:
                    await one.leave()

        asyncio.run(whole())

    return run
