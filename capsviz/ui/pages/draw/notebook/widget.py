"""The widget itself: anywidget carries the script there and the questions back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anywidget
import numpy as np
import traitlets

from capsviz.ui.browser import markup, style
from capsviz.ui.catalogue import assets
from capsviz.ui.pages.draw.notebook.instrument import Instrument
from capsviz.ui.pages.draw.notebook.static_picture import draw_still
from capsviz.ui.report.flatten import flatten

_HERE = Path(__file__).parent
_ENTRY = "pages/draw/notebook/index.js"


def _to_list(values: Any, _: Any) -> Any:
    return None if values is None else np.asarray(values).tolist()


def _to_array(values: Any, _: Any) -> Any:
    return None if values is None else np.asarray(values, np.float32)


def module() -> str:
    """The widget's one ES module."""
    return f"export default {{ render: {flatten(_ENTRY, assets.scripts())}.renderInstrument }};\n"


class Explorer(anywidget.AnyWidget):
    """The canvas and all that follows it; made by `capsviz.explore`.

    Its traits are synced, so that marimo's other cells and whoever calls `observe` follow.

    Attributes
    ----------
    capsule : number of the capsule that is looked at, from 0: the chosen one or the longest.
    pose : its numbers as the sliders have them, float32 [D].
    lengths : of all J capsules after the last iteration, float32 [J].
    classes : what each of them is called.
    """

    _esm = module()
    _css = style(_HERE, "theme.css", "pen.css", "length_rows.css", "sliders.css", "../pages/draw")
    capsule = traitlets.Int().tag(sync=True)
    pose = traitlets.Any().tag(sync=True, to_json=_to_list, from_json=_to_array)
    lengths = traitlets.Any().tag(sync=True, to_json=_to_list, from_json=_to_array)
    classes = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _markup = traitlets.Unicode(markup(_HERE.parent)).tag(sync=True)

    def __init__(
        self, model: Any, images: Any, classes: Sequence[str] | None, language: str
    ) -> None:
        self.instrument = Instrument(model, images, classes, self._follow, language)
        super().__init__(classes=list(self.instrument.subject.classes))
        self._follow()
        self.on_msg(self._hear)

    @property
    def trace(self) -> Any:
        """The `capsviz.Trace` of what was read last, n = 1."""
        return self.instrument.trace

    def _follow(self) -> None:
        """The traits say what the instrument has."""
        now = self.instrument
        self.lengths = now.trace.lengths[0, -1]
        self.capsule, self.pose = now.capsule, now.pose

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """With a picture besides: a saved notebook and its HTML show that."""
        bundle = super()._repr_mimebundle_(**options)
        if bundle is None:
            return None
        data, metadata = bundle
        return {**data, "image/png": draw_still(self.instrument)}, metadata

    def _hear(self, _: Any, content: dict[str, Any], buffers: Sequence[Any]) -> None:
        header, octets = self.instrument.answer(content, bytes(buffers[0]) if buffers else b"")
        self.send(header, [octets])
