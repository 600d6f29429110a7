"""What happens once, before the first visitor comes and after the last has gone."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import socket
import stat
import sys
from collections.abc import AsyncIterator
from typing import Any

from starlette.concurrency import run_in_threadpool
from streamlit import net_util
from streamlit.runtime.pages_manager import PagesManager

from capsviz.engine import engine
from capsviz.ui.server import log, pictures, script_turns, sessions, stalls

#: Seconds after which a thread that calculates lets another go on. The event loop asks for its turn
#: after every send and receive; at the usual 5 ms three scripts cost it a second for a hundred.
SWITCH = 5e-4
#: Bytes of an answer that the system may hold for each connection.
SEND_BUFFER = 1 << 17


@contextlib.asynccontextmanager
async def lifespan(_app: Any) -> AsyncIterator[dict[str, Any] | None]:
    """Load and warm the model before the first visitor comes."""
    _set_up_sockets()
    sys.setswitchinterval(SWITCH)
    log.keep_short()
    script_turns.take_turns()
    # A folder named pages beside the script is taken for the app's whole navigation until
    # st.navigation has run once: the first visitor would get a page without frame.
    PagesManager.uses_pages_directory = False
    # Whoever comes by an unknown name would have Streamlit ask an outside server for its address.
    net_util.get_external_ip = lambda: None
    await run_in_threadpool(engine)
    gc.collect()
    gc.freeze()  # what is loaded by now stays; the collector need not walk it again
    ending = asyncio.create_task(sessions.end_sessions())
    try:
        async with stalls.watch():
            yield None
    finally:
        ending.cancel()
        await run_in_threadpool(engine().close)
        await run_in_threadpool(pictures.close)


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
