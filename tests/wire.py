"""Counts what goes over the wire between a browser and the app, in both directions."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit


@dataclass
class Wire:
    """A door to the app that counts bytes.

    Attributes
    ----------
    address : to open in place of the app's.
    up, down : bytes that have gone to the app, and to the browser.
    """

    address: str
    up: int = 0
    down: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def carry(self, source: socket.socket, target: socket.socket, way: str) -> None:
        """Send on whatever comes until one side ends."""
        with contextlib.suppress(OSError):
            while part := source.recv(65536):
                with self._lock:
                    setattr(self, way, getattr(self, way) + len(part))
                target.sendall(part)
        for each in (source, target):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def counted(app: str) -> Iterator[Wire]:
    """A wire to the app at this address."""
    there = urlsplit(app)

    def serve(near: socket.socket) -> None:
        with near, socket.create_connection((there.hostname, there.port)) as far:
            for each in (near, far):
                each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            asking = threading.Thread(target=wire.carry, args=(near, far, "up"))
            asking.start()
            wire.carry(far, near, "down")
            asking.join()

    def open_door() -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = door.accept()
                serving.append(threading.Thread(target=serve, args=(near,)))
                serving[-1].start()

    serving: list[threading.Thread] = []
    with socket.create_server(("127.0.0.1", 0)) as door:
        wire = Wire(f"http://127.0.0.1:{door.getsockname()[1]}")
        opening = threading.Thread(target=open_door)
        opening.start()
        yield wire
        door.shutdown(socket.SHUT_RDWR)
        opening.join()
    for each in serving:
        each.join()
