"""Runs pages' scripts one at a time, with addresses and their visitors in turn.

Streamlit runs each visitor's script at once in its own thread. Each thread gets as much of the
interpreter as the event loop, which answers all visitors: with thirty scripts the loop takes
seconds to respond, with three a second. A script takes some milliseconds. An address whose scripts
have run for long pauses between them.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator

import streamlit as st

from capsviz.ui.server.browser_cookie import browser_of
from capsviz.ui.server.limits import PerAddress
from capsviz.ui.server.log import address
from capsviz.ui.server.work_slots import WorkSlots

#: Limits of an address's computing time for scripts, in seconds, at once and per second. A class of
#: three hundred that opens a page needs three.
WORK = (3.0, 0.1)

_slots, _work, _guard = WorkSlots(1), PerAddress(*WORK), threading.Lock()


@contextlib.contextmanager
def turn() -> Iterator[None]:
    """Wait for the visitor's turn, then run a script within the context."""
    # Streamlit reports no address for this machine.
    host = address(str(st.context.ip_address or "127.0.0.1"))
    while pause := _rest(host):
        time.sleep(pause)
    with _slots.hold(f"{host} {browser_of(st.context.cookies)}"):
        start = time.thread_time()
        try:
            yield
        finally:
            _rest(host, time.thread_time() - start)


def _rest(host: str, worked: float = 0) -> float:
    """Count a script's computing time; returns the seconds until the address may continue."""
    with _guard:
        return _work.of(host).wait(worked)
