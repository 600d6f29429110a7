"""The widget itself: anywidget carries the script there and the questions back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from capsviz.ui.browser import style
from capsviz.ui.pages.draw.notebook.instrument import Instrument
from capsviz.ui.report.flatten import flatten
from capsviz.ui.server import web

_HERE = Path(__file__).parent
_ENTRY = "pages/draw/notebook/index.js"


def module() -> str:
    """The widget's one ES module."""
    gives = "{ render: renderInstrument }"
    return f"export default {flatten(_ENTRY, web.scripts(), gives)}"


class Explorer(anywidget.AnyWidget):
    """The canvas and all that follows it; made by `capsviz.explore`."""

    _esm = module()
    _css = style(_HERE, "theme.css", "pen.css", "sliders.css", "../pages/draw")
    _markup = traitlets.Unicode((_HERE.parent / "index.html").read_text("utf-8")).tag(sync=True)

    def __init__(self, model: Any, images: Any, classes: Sequence[str] | None) -> None:
        self.instrument = Instrument(model, images, classes)
        super().__init__()
        self.on_msg(self._hear)

    @property
    def trace(self) -> Any:
        """The `capsviz.Trace` of what was read last, n = 1."""
        return self.instrument.trace

    @property
    def capsule(self) -> int:
        """Number of the capsule that is looked at, from 0: the chosen one or the longest."""
        return self.instrument.capsule

    @property
    def pose(self) -> Any:
        """Its numbers as the sliders have them, float32 [D]."""
        return self.instrument.pose

    def _hear(self, _: Any, content: dict[str, Any], buffers: Sequence[Any]) -> None:
        header, octets = self.instrument.answer(content, bytes(buffers[0]) if buffers else b"")
        self.send(header, [octets])
