"""Checks Streamlit's settings before it starts."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from capsviz.errors import CapsvizError

#: Allowed values of text settings: others are ignored, or end in a traceback.
_WORDS = {
    "logger.level": ("error", "warning", "info", "debug"),
    "client.toolbarMode": ("auto", "developer", "viewer", "minimal"),
    "client.showErrorDetails": ("full", "stacktrace", "type", "none", "true", "false"),
    "client.showErrorLinks": ("auto", "true", "false"),
    "runner.enumCoercion": ("off", "nameOnly", "nameAndValue"),
    "server.fileWatcherType": ("auto", "watchdog", "poll", "none"),
    "server.xsrfCookieSameSite": ("lax", "strict", "none"),
}
_FILES = ("server.sslCertFile", "server.sslKeyFile")
_SIZE = re.compile(r"[\d.]*\d\s*([kmgtp]?i?b)?", re.IGNORECASE)
#: Start of Streamlit's message about an invalid value.
_INVALID = re.compile(r"Invalid value for '([^']*)'(?: \(env var: '[^']*'\))?")


def check(arguments: Sequence[str]) -> None:
    """Make Streamlit read settings, such as ``["--theme.base", "dark"]``, without starting.

    Raises `CapsvizError` if a setting is unknown or its value is invalid.
    """
    for key, value in _pairs(arguments):
        _check_value(key, value)
    command = [sys.executable, "-m", "streamlit", "config", "show", *arguments]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        message = (answer.stderr.strip().splitlines() or ["it does not say why"])[-1]
        message = message.removeprefix("Error: ").rstrip(".")
        sentence, count = _INVALID.subn(r"argument \1", message)
        raise CapsvizError(sentence if count else f"Streamlit: {message}")


def _pairs(arguments: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Settings and values, joined by an equals sign or as separate arguments."""
    for index, text in enumerate(arguments):
        if not text.startswith("--"):
            continue
        key, equals, value = text[2:].partition("=")
        if equals or arguments[index + 1 :]:
            yield key, value if equals else arguments[index + 1]


def _check_value(key: str, value: str) -> None:
    """Raise `CapsvizError` if a text setting cannot have this value."""
    expected = None
    if key in _WORDS:
        choices = _WORDS[key]
        expected = (
            None if value.lower() in map(str.lower, choices) else f"one of {', '.join(choices)}"
        )
    elif key == "theme.base":
        valid = value in ("light", "dark") or value.startswith(("http://", "https://"))
        expected = None if valid or Path(value).is_file() else "light, dark or a theme's file"
    elif key in _FILES:
        expected = None if Path(value).is_file() else "a file that is there"
    elif key == "server.maxCacheDataSize":
        expected = None if _SIZE.fullmatch(value.strip()) else "a size such as 500mb"
    if expected:
        raise CapsvizError(f"argument --{key}: {value!r} is not {expected}")
