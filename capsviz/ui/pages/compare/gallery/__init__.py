"""A gallery of disputed test digits, below the columns: one that is chosen is compared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from capsviz.ui.browser import component

_mount = component("compare-gallery", Path(__file__).parent, "theme.css")


def gallery_of(digits: list[dict[str, Any]]) -> None:
    """Show test digits with the networks' answers."""
    _mount(key="compare-gallery", data={"gallery": digits})
