"""Drawings that are no digits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_DRAWN = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
NAMES = [each["name"] for each in _DRAWN]


def oddities() -> list[Any]:
    from capsviz.data.drawing import Drawing

    return [Drawing.from_plain({"s": each["s"]}) for each in _DRAWN]
