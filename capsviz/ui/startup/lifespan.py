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

#: Seconds until a computing thread lets another one run. The event loop needs a turn after every
#: send and receive; at the default 5 ms, three scripts delay a hundred of them by a second.
SWITCH = 5e-4
#: Maximum number of an answer's bytes that the system buffers for each connection.
SEND_BUFFER = 1 << 17

_log = get_logger("capsviz")


@contextlib.asynccontextmanager
async def lifespan(_app: Any) -> AsyncIterator[dict[str, Any] | None]:
    """Start to load everything in the background."""
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
    """Wait until everything is loaded, then watch the event loop, which loading blocks."""
    try:
        await asyncio.shield(asyncio.wrap_future(background_import.begin()))
    except Exception:
        _log.exception("capsviz cannot be loaded")
        signal.raise_signal(signal.SIGTERM)
        return
    gc.collect()
    gc.freeze()  # loaded objects stay, so that the collector need not visit them
    _return_memory()
    async with stalls.watch():
        await asyncio.Event().wait()


def _return_memory() -> None:
    """Return unused memory to the system, if the C library supports it."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc's own
        if trim is not None:
            trim(0)


def _set_up_sockets() -> None:
    """Set options of the listening sockets, which connections inherit.

    TCP_NODELAY: because of the way Streamlit binds its socket, asyncio leaves Nagle's algorithm on,
    which separates quick messages to a browser by 40 ms. SO_SNDBUF: otherwise the system would
    buffer megabytes that are not read.
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
