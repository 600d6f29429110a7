"""Limits the log to one line per client, location and minute, so that clients cannot fill it."""

from __future__ import annotations

import contextvars
import logging
import time
import traceback
from ipaddress import IPv6Address, ip_address

#: Address of the current request's client; empty outside of requests.
client: contextvars.ContextVar[str] = contextvars.ContextVar("capsviz_client", default="")
#: Seconds between two lines about the same client.
PAUSE = 60.0
#: Loggers of clients' mistakes: ours, the web server's, and those of Streamlit's socket and its
#: parsing.
LOGGERS = (
    "capsviz",
    "uvicorn.error",
    "streamlit.web.server.starlette.starlette_websocket",
    "streamlit.components.v2.bidi_component.serialization",
)
#: Maximum number of stored clients; the least recently logged is dropped first.
_MAX_CLIENTS = 4096


def address(host: str) -> str:
    """Key of a client: an IPv4 address, or an IPv6 network."""
    try:
        parsed = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(parsed, IPv6Address):
        return host
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"


class Seldom(logging.Filter):
    """Passes one record per client, location and minute, as a single line.

    The location is where an error was raised, or else where the record was made: clients can vary
    texts, but not locations. Outside of requests, without a client, the text is part of the key.
    Records that are not shown are not counted.
    """

    def __init__(self) -> None:
        super().__init__()
        self._reported: dict[tuple[str, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record may pass; a traceback is replaced by its location."""
        sender = client.get()
        if record.levelno < logging.WARNING or (not sender and record.name == "capsviz"):
            return True  # not shown, or logged by the program itself
        text = "" if sender else str(record.msg)
        key, now = (sender, f"{_place(record)} {text}"), time.monotonic()
        if now - self._reported.get(key, -PAUSE) < PAUSE:
            return False
        self._reported.pop(key, None)
        self._reported[key] = now
        if len(self._reported) > _MAX_CLIENTS:
            del self._reported[next(iter(self._reported))]
        record.msg, record.args = _line(record), ()
        record.exc_info = record.exc_text = record.stack_info = None
        return True


def _line(record: logging.LogRecord) -> str:
    """The record's message as one line, with the error and its location."""
    text = " ".join(record.getMessage().split())
    error = record.exc_info[1] if record.exc_info else None
    if error is not None:
        location = f" at {_place(record)}" if error.__traceback__ else ""
        message = " ".join(str(error).split())[:200]
        text = f"{text}: {type(error).__name__} {message}{location}"
    return text[:600]


def _place(record: logging.LogRecord) -> str:
    """File and line of the error, or else of the record."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None or error.__traceback__ is None:
        return f"{record.pathname}:{record.lineno}"
    *_, (frame, line) = traceback.walk_tb(error.__traceback__)
    return f"{frame.f_code.co_filename}:{line}"


def keep_short() -> None:
    """Add the filter to all loggers that clients can write to."""
    filtering = Seldom()
    for name in LOGGERS:
        logging.getLogger(name).addFilter(filtering)
