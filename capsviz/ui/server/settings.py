"""Whether Streamlit will take the settings that it is started with: asked before it starts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from streamlit.byte_util import config_max_cache_data_size_to_bytes
from streamlit.errors import StreamlitAPIException
from streamlit.web.cli import main_run

from capsviz.errors import CapsvizError

#: Texts that can have these values alone: any other is passed over, or ends in a traceback.
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


def check(given: Sequence[str]) -> None:
    """Read settings as ``streamlit run`` reads them, and go no further.

    Parameters
    ----------
    given : such as ``["--theme.base", "dark"]``.

    Raises
    ------
    CapsvizError : Streamlit has no such setting, or it cannot have that value.
    """
    try:
        parameters = main_run.make_context("streamlit run", ["app.py", *given]).params
    except click.BadParameter as error:
        named = error.param.opts[0] if error.param else "an option"
        raise CapsvizError(f"argument {named}: {error.message.rstrip('.')}") from error
    except click.ClickException as error:
        raise CapsvizError(f"Streamlit: {error.format_message().rstrip('.')}") from error
    except SystemExit as error:  # so it refuses what a list of processes must not show
        raise CapsvizError(f"Streamlit: {error.code}") from error
    if parameters["args"]:
        raise CapsvizError(f"there is no such option here: {' '.join(parameters['args'])}")
    for key, value in parameters.items():
        if isinstance(value, str) and key != "target":
            _must_be_possible(key.replace("_", "."), value)


def _must_be_possible(key: str, value: str) -> None:
    """Raise `CapsvizError` where a setting that is text cannot have this one."""
    wanted = None
    if key in _WORDS:
        words = _WORDS[key]
        wanted = None if value.lower() in map(str.lower, words) else f"one of {', '.join(words)}"
    elif key == "theme.base":
        known = value in ("light", "dark") or value.startswith(("http://", "https://"))
        wanted = None if known or Path(value).is_file() else "light, dark or a theme's file"
    elif key in _FILES:
        wanted = None if Path(value).is_file() else "a file that is there"
    elif key == "server.maxCacheDataSize":
        try:
            config_max_cache_data_size_to_bytes(value)
        except StreamlitAPIException:
            wanted = "a size such as 500mb"
    if wanted:
        raise CapsvizError(f"argument --{key}: {value!r} is not {wanted}")
