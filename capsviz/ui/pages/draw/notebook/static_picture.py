"""An instrument as one picture, for places without scripts: a saved notebook, a page."""

from __future__ import annotations

import base64
import io

import numpy as np
from jaxtyping import Float32
from PIL import Image, ImageDraw, ImageFont

from capsviz.analysis.decoding import decode_together
from capsviz.data.drawing import shown_bytes
from capsviz.ui.pages.draw.notebook.instrument import Instrument

#: Pixels of a picture's side, between things, and of a row of the bars.
_SIDE, _GAP, _ROW, _BAR = 224, 16, 22, 260
#: Most bars, the longest first where there are more classes.
_MAX_BARS = 10
_PAPER, _INK, _MUTED, _ACCENT = "#ffffff", "#1b1f23", "#d0d4d9", "#b5420f"


def draw_still(instrument: Instrument) -> str:
    """The input, each class's length and, where there is a decoder, the chosen capsule's picture.

    Returns
    -------
    A PNG file in base64.
    """
    trace, capsule = instrument.trace, instrument.capsule
    pictures = [trace.images[0]]
    if instrument.model.decoder.exists:
        poses = np.zeros_like(trace.poses[:1])
        poses[0, capsule] = instrument.pose
        pictures.append(decode_together(instrument.model, poses)[0])
    width = len(pictures) * (_SIDE + _GAP) + _BAR + _GAP
    sheet = Image.new("RGB", (width, _SIDE + 2 * _GAP), _PAPER)
    for index, pixels in enumerate(pictures):
        sheet.paste(_picture(pixels), (_GAP + index * (_SIDE + _GAP), _GAP))
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(14)
    offset = len(pictures) * (_SIDE + _GAP) + _GAP
    lengths = trace.lengths[0, -1]
    bars = sorted(np.argsort(-lengths, kind="stable")[:_MAX_BARS])
    for row, k in enumerate(bars):
        top = _GAP + row * _ROW
        pen.text((offset, top), instrument.subject.classes[k][:12], _INK, font)
        bar = (
            offset + 90,
            top + 4,
            offset + 90 + 110 * float(np.clip(lengths[k], 0.01, 1)),
            top + 15,
        )
        pen.rectangle(bar, _ACCENT if k == lengths.argmax() else _MUTED)
        pen.text((offset + 206, top), f"{lengths[k]:.2f}", _INK, font)
    buffer = io.BytesIO()
    sheet.save(buffer, "PNG")
    return base64.b64encode(buffer.getvalue()).decode("ascii")


def _picture(pixels: Float32[np.ndarray, "*c side side"]) -> Image.Image:
    """Crisp pixels: grey ones black on white, as the pages have them."""
    values = shown_bytes(pixels, len(pixels) if pixels.ndim == 3 else 1)
    image = Image.fromarray(np.moveaxis(values, 0, -1) if values.ndim == 3 else 255 - values)
    return image.convert("RGB").resize((_SIDE, _SIDE), Image.Resampling.NEAREST)
