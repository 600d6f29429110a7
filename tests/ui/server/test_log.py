"""A client's mistakes are logged once a minute, in one line."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture
def lines() -> Iterator[tuple[logging.Logger, list[str]]]:
    """A logger behind the filter, and what it has written."""
    from capsviz.ui.server.log import Seldom

    written: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: written.append(logging.Formatter().format(record))
    logger = logging.Logger("capsviz")
    logger.addHandler(handler)
    logger.addFilter(Seldom())
    return logger, written


def fail(logger: logging.Logger, text: str = "a request failed") -> None:
    try:
        raise ZeroDivisionError("100 % \n secret")
    except ZeroDivisionError:
        logger.exception(text)


def test_failures_are_logged_once_per_client_and_minute(lines, monkeypatch) -> None:
    from capsviz.ui.server import log

    logger, written = lines
    now = [1000.0]
    monkeypatch.setattr(log.time, "monotonic", lambda: now[0])
    for who in ("10.0.0.1", "10.0.0.2"):
        token = log.client.set(who)
        for k in range(200):
            fail(logger, f"text {k}")
        log.client.reset(token)
    assert len(written) == 2
    assert "Traceback" not in written[0]
    assert "\n" not in written[0]
    assert "text 0: ZeroDivisionError 100 % secret at " in written[0]
    assert "test_log.py:" in written[0]
    now[0] += 61
    log.client.set("10.0.0.1")
    fail(logger)
    assert len(written) == 3
    log.client.set("")


def test_a_repeated_failure_hides_none_of_another_place(lines) -> None:
    from capsviz.ui.server import log

    logger, written = lines
    token = log.client.set("10.0.0.1")
    for _ in range(3):
        logger.info("connection open")
        logger.warning("Invalid HTTP request received.")
        fail(logger)
        try:
            {}["secret"]
        except KeyError:
            logger.exception("a request failed")
    log.client.reset(token)
    shown = [line for line in written if line != "connection open"]
    assert len(shown) == 3
    assert shown[0] == "Invalid HTTP request received."
    assert "ZeroDivisionError" in shown[1]
    assert "KeyError" in shown[2]


def test_our_own_messages_are_all_logged(lines) -> None:
    logger, written = lines
    for name in ("em", "uniform"):
        logger.warning("no analysis of %s", name)
    assert written == ["no analysis of em", "no analysis of uniform"]


def test_repeated_warnings_of_the_web_server_are_logged_once(lines) -> None:
    logger, written = lines
    logger.name = "uvicorn.error"
    for _ in range(50):
        logger.warning("Invalid HTTP request received.")
    logger.warning("another")
    assert written == ["Invalid HTTP request received.", "another"]


def test_memory_of_clients_is_bounded(lines) -> None:
    from capsviz.ui.server import log

    seldom = log.Seldom()
    for k in range(2 * log._MAX_CLIENTS):
        log.client.set(str(k))
        assert seldom.filter(logging.LogRecord("capsviz", 30, "", 1, "x", (), None))
    log.client.set("")
    assert len(seldom._reported) <= log._MAX_CLIENTS
