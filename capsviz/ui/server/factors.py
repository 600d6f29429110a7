"""Pictures with the visitor's factors, drawn and read while sliders move."""

from __future__ import annotations

import asyncio
import base64
import math
from typing import Any

import numpy as np
import torch
from jaxtyping import UInt8
from starlette.responses import Response

from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import RASTER_SIDE
from capsviz.data.factors import FactorSource, source_of
from capsviz.engine import engine
from capsviz.errors import CapsvizError
from capsviz.ui.live.request_json import read_json
from capsviz.ui.networks import cache
from capsviz.ui.server import endpoints, replies

#: Maximum size of a request in bytes.
MAX_REQUEST = 4000


async def read(body: bytes) -> Response:
    """Draw and read a sprite or solid; the reply's "b" is the base of its drawing."""
    raster, settings = await endpoints.run_in_thread(_parse, body)
    reading = await asyncio.wrap_future(engine().read(raster, settings))
    base = base64.b64encode(raster.tobytes()).decode()
    return endpoints.octets(await replies.encode(reading, settings, extra={"b": base}))


def _parse(body: bytes) -> tuple[UInt8[np.ndarray, "*c side side"], ReadSettings]:
    """The picture to read, and the settings; raises `CapsvizError`."""
    plain = read_json(body)
    settings = ReadSettings.from_plain(plain)
    source = source_of(cache.subject(settings.model))
    if source is None:
        raise CapsvizError("only networks of sprites or solids read pictures of known factors")
    shape, factors = _factors(plain, source)
    channels = engine().checkpoint(settings.model).model.config.channels
    picture = source.draw(torch.tensor([shape]), torch.tensor([factors]), RASTER_SIDE, channels)
    return picture[0].numpy(), settings


def _factors(plain: dict[str, Any], source: FactorSource) -> tuple[int, list[float]]:
    shape, factors = plain.get("shape"), plain.get("factors")
    if type(shape) is not int or not 0 <= shape < len(source.periods):
        raise CapsvizError("shape must be the number of a shape")
    if not isinstance(factors, list) or len(factors) != len(source.names):
        raise CapsvizError(
            f"factors must be {len(source.names)} numbers: {', '.join(source.names)}"
        )
    minimum, maximum = source.ranges()
    ends = zip(source.names, factors, minimum[shape], maximum[shape], strict=True)
    for name, value, low, high in ends:
        valid = type(value) in (int, float) and math.isfinite(value)
        if not valid or not low - 1e-6 <= value <= high + 1e-6:
            raise CapsvizError(f"{name} must be a number from {low:g} to {high:g}")
    return shape, [float(value) for value in factors]
