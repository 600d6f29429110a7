"""Start-up before the first visitor."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import os
import signal
import socket
import stat
import sys
from collections.abc import AsyncIterator
from typing import Any

from streamlit.logger import get_logger

from capsviz.ui.catalogue.assets import base_path
from capsviz.ui.server import guard, log, stalls
from capsviz.ui.startup import background_import

#: Seconds after which a thread that calculates lets another go on. The event loop asks for its turn
#: after every send and receive; at the usual 5 ms three scripts cost it a second for a hundred.
SWITCH = 5e-4
#: Bytes of an answer that the system may hold for each connection.
SEND_BUFFER = 1 << 17

_log = get_logger("capsviz")


@contextlib.asynccontextmanager
async def lifespan(_app: Any) -> AsyncIterator[dict[str, Any] | None]:
    """Begin to load and warm what visitors wait for."""
    _set_up_sockets()
    sys.setswitchinterval(SWITCH)
    log.keep_short()
    if guard.needs_token():
        link = f"{base_path()}/train?{guard.TOKEN}={guard.owner_token()}"
        print(f"  To train and delete runs, open {link} at this server's address.", flush=True)
    watching = asyncio.create_task(_load_and_watch())
    try:
        yield None
    finally:
        watching.cancel()


async def _load_and_watch() -> None:
    """Wait for all that is loaded, then look after the event loop, which it has held up."""
    try:
        await asyncio.shield(asyncio.wrap_future(background_import.begin()))
    except Exception:
        _log.exception("capsviz cannot be loaded")
        signal.raise_signal(signal.SIGTERM)
        return
    gc.collect()
    gc.freeze()  # what is loaded by now stays; the collector need not walk it again
    _return_memory()
    async with stalls.watch():
        await asyncio.Event().wait()


def _return_memory() -> None:
    """Give the system what loading took and nobody holds, where the C library does so."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc's own
        if trim is not None:
            trim(0)


def _set_up_sockets() -> None:
    """Set options of the listening sockets, which hand them on to every connection.

    TCP_NODELAY: Streamlit binds its socket in a way that makes asyncio leave Nagle's algorithm
    on; two quick messages to a browser are then 40 ms apart. SO_SNDBUF: else the system takes
    megabytes off our hands that nobody reads.
    """
    if os.name != "posix":
        return
    for descriptor in range(3, 256):
        with contextlib.suppress(OSError):
            if not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                continue
            with socket.socket(fileno=os.dup(descriptor)) as connection:
                if connection.type == socket.SOCK_STREAM and connection.family in (
                    socket.AF_INET,
                    socket.AF_INET6,
                ):
                    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
