"""Sessions whose visitors have gone are ended.

Streamlit keeps a session for ``server.disconnectedSessionTTL`` seconds after its socket closed,
so that a short loss of network loses nothing; each holds an event loop of three descriptors.
But it looks for those past their time only when the next visitor leaves: after the last one,
up to 128 would stay for good.
"""

from __future__ import annotations

import asyncio

from streamlit.runtime import get_instance
from streamlit.runtime.memory_session_storage import MemorySessionStorage

#: Seconds between two looks.
PAUSE = 10.0


async def end_sessions(pause: float = PAUSE) -> None:
    """Shut down, for as long as the server runs, the sessions that are past their time."""
    while True:
        await asyncio.sleep(pause)
        storage = getattr(get_instance()._session_mgr, "_session_storage", None)
        if isinstance(storage, MemorySessionStorage):
            for _, left in storage._cache.expire():  # pyright: ignore[reportAttributeAccessIssue]
                left.session.shutdown()
