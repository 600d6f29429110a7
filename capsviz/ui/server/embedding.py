"""Sites that may show the app in a frame: only its own, unless its owner names others."""

from __future__ import annotations

import argparse
import os
import re

#: Origins with spaces between, as ``capsviz app --allow-embedding`` sets it.
ALLOW_VARIABLE = "CAPSVIZ_ALLOW_EMBEDDING"

_LABEL = r"[a-z0-9]([a-z0-9-]*[a-z0-9])?"
_ORIGIN = re.compile(rf"https?://({_LABEL}(\.{_LABEL})*|\[[0-9a-f:]+\])(:\d{{1,5}})?", re.I)


def origin(text: str) -> str:
    """An origin as a browser compares it; raises `argparse.ArgumentTypeError`."""
    if not _ORIGIN.fullmatch(text.removesuffix("/")):
        shortened = text if len(text) <= 60 else text[:57] + "..."
        raise argparse.ArgumentTypeError(
            f"{shortened!r} is no origin: give scheme and host, as in https://slides.example or "
            "http://localhost:4200"
        )
    return text.removesuffix("/").lower()


def origins() -> list[str]:
    """The sites that the owner named; invalid ones are dropped."""
    return [each for each in os.environ.get(ALLOW_VARIABLE, "").split() if _ORIGIN.fullmatch(each)]
