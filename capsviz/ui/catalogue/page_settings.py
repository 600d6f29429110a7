"""What a page's data depend on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import Drawing


@dataclass(frozen=True, slots=True)
class PageSettings:
    """What a visitor carries to a page, and what is known of the visit.

    Every page's ``data.page_data`` makes plain values of it, without Streamlit.

    Attributes
    ----------
    reading : how pictures are read, and by which network.
    drawing : what is on the canvas.
    view : the page's own, as its ``view.View`` declares it; of Learn that of a link, or None.
    address : parameters of the page's address.
    seen : whether the visitor sees the page by now, so that it may take seconds.
    """

    reading: ReadSettings = field(default_factory=ReadSettings)
    drawing: Drawing = field(default_factory=Drawing)
    view: Any = None
    address: Mapping[str, str] = field(default_factory=dict)
    seen: bool = True
