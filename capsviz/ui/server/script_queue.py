"""Pages' scripts run one at a time, addresses and their visitors in turn.

Streamlit runs every visitor's script in a thread of its own at once. Each running one takes as much
of the interpreter as the event loop, which answers everyone: among thirty the loop takes seconds to
say anything at all, and among three a second. A script takes some milliseconds. An address whose
scripts have run for long pauses between them as well.
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

#: Seconds that scripts of one address may calculate at once, and in each second from then on. A
#: class of three hundred that opens a page needs three.
WORK = (3.0, 0.1)

_slots, _work, _guard = WorkSlots(1), PerAddress(*WORK), threading.Lock()


@contextlib.contextmanager
def turn() -> Iterator[None]:
    """Run a script when the visitor has its turn."""
    # Streamlit tells no address of this machine's own.
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
    """Count what a script has calculated; the seconds until the address may go on."""
    with _guard:
        return _work.of(host).wait(worked)
