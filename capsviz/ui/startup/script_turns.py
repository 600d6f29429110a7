"""Pages' scripts run a few at a time, addresses and their visitors in turn.

Streamlit runs every visitor's script in a thread of its own at once. Thirty of them leave the
event loop, which answers everyone, without its share of the interpreter: it then takes seconds to
say anything at all.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from streamlit.runtime import get_instance
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

from capsviz.ui.server.log import address
from capsviz.ui.server.places import Places
from capsviz.ui.startup import loading

#: Scripts that run at a time; some of them wait for the engine meanwhile.
MOST_AT_ONCE = 3

_run_code: Callable[..., Any] = ScriptRunner._set_execing_flag
_places = Places(MOST_AT_ONCE)


def take_turns() -> None:
    """Have scripts, whole ones and fragments, wait for their turn from now on."""
    ScriptRunner._set_execing_flag = _in_turn


@contextlib.contextmanager
def _in_turn(self: ScriptRunner) -> Iterator[None]:
    """What Streamlit runs a script's code in."""
    loading.begin().result()
    client = get_instance().get_client(self._session_id)
    host = getattr(client and client.client_context, "remote_ip", None)
    with _places.have(f"{address(host or '')} {self._session_id}"), _run_code(self):
        yield
