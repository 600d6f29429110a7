"""Settings that a page's data depend on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import Drawing
from capsviz.ui.languages import ENGLISH


@dataclass(frozen=True, slots=True)
class PageSettings:
    """A visitor's state at a page, and facts about the visit.

    Each page's ``data.page_data`` converts it to plain values, without Streamlit.

    Attributes
    ----------
    inference : the network and its settings.
    drawing : the one on the canvas.
    view : the page's own, as its ``view.View`` declares it; for Learn, the link's, or None.
    address : parameters of the page's address.
    language : the visitor's, of `capsviz.ui.languages.languages`.
    seen : whether the page is already visible, so that the answer may take seconds.
    """

    inference: ReadSettings = field(default_factory=ReadSettings)
    drawing: Drawing = field(default_factory=Drawing)
    view: Any = None
    address: Mapping[str, str] = field(default_factory=dict)
    language: str = ENGLISH
    seen: bool = True
