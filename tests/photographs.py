"""Files of one digit, made as a camera or a drawing program would."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from PIL import Image

SIDE = 224


def file(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def grey(ink: np.ndarray, paper: float = 255, pen: float = 0) -> Image.Image:
    return Image.fromarray(np.rint(paper + (pen - paper) * ink).astype(np.uint8))
