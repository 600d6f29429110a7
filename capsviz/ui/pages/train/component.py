"""The Train page's component: one run, its moments, its curves, its checks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from capsviz.ui import state
from capsviz.ui.browser import component
from capsviz.ui.pages.train.view import View

_KEY = "train"
_mount = component("train", Path(__file__).parent, "theme.css", "gallery.css", "export.css")


def train(data: dict[str, Any]) -> None:
    """Show the component; what the visitor does there ends up in `capsviz.ui.state`.

    Parameters
    ----------
    data : what the page's script knows; `page.py` lists it.
    """
    state.carry(_mount, _KEY, data, read=View.from_plain, first=View)
