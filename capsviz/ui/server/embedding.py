"""Sites that may show the app in a frame: only its own by default, and sites named by the owner."""

from __future__ import annotations

import argparse
import os
import re

#: Origins separated by spaces, set by ``capsviz app --allow-embedding``.
ALLOW_VARIABLE = "CAPSVIZ_ALLOW_EMBEDDING"

_LABEL = r"[a-z0-9]([a-z0-9-]*[a-z0-9])?"
_ORIGIN = re.compile(rf"https?://({_LABEL}(\.{_LABEL})*|\[[0-9a-f:]+\])(:\d{{1,5}})?", re.I)


def origin(text: str) -> str:
    """Normalise an origin as browsers do; raises `argparse.ArgumentTypeError`."""
    if not _ORIGIN.fullmatch(text.removesuffix("/")):
        shortened = text if len(text) <= 60 else text[:57] + "..."
        raise argparse.ArgumentTypeError(
            f"{shortened!r} is no origin: give scheme and host, as in https://slides.example or "
            "http://localhost:4200"
        )
    return text.removesuffix("/").lower()


def origins() -> list[str]:
    """The sites named by the owner, without invalid ones."""
    return [each for each in os.environ.get(ALLOW_VARIABLE, "").split() if _ORIGIN.fullmatch(each)]
