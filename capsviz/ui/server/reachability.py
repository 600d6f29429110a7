"""Whether phones can reach this server, and by which names."""

from __future__ import annotations

import contextlib
import ipaddress
import socket

from streamlit import config

from capsviz.ui.server.guard import list_served_names


def reachable_names() -> list[str]:
    """Addresses of this machine, most likely reachable first.

    Empty if it listens only to this machine.
    """
    listens = str(config.get_option("server.address") or "0.0.0.0")
    if listens in ("localhost", "127.0.0.1", "::1"):
        return []
    if listens not in ("0.0.0.0", "::"):
        return [listens]
    names: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing; only selects the route
        names.append(probe.getsockname()[0])
    excluded = {"localhost", "127.0.0.1", "::1", *names}
    return [
        *(name for name in names if not ipaddress.ip_address(name).is_loopback),
        *sorted(
            name
            for name in list_served_names() - excluded
            if not name.startswith(("*", "0.", "::"))
        ),
    ]
