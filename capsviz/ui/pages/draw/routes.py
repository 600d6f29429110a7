"""Routes of the Draw page: how a picture that was brought stands."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from capsviz.analysis.orientation import Better, all_ways, better
from capsviz.engine import ReadRequest, YieldPoint, engine
from capsviz.tracing import trace
from capsviz.ui.live import messages
from capsviz.ui.networks import cache
from capsviz.ui.server import endpoints


async def orientation(body: bytes) -> Response:
    """Of a picture: "better", the way in which a digit is read better, or null, and "clear"."""
    request = messages.decode_request(body)
    orientation, clear = await endpoints.run_live(lambda pause: _standing(request, pause))
    return JSONResponse({"better": orientation and asdict(orientation), "clear": clear})


def _standing(request: ReadRequest, pause: YieldPoint) -> tuple[Better | None, bool]:
    """A better way, and whether anything is read clearly in the picture as it stands."""
    settings = request.settings
    loaded = engine().fast(settings.model)
    digits = loaded.subject.digits  # a thing of another kind may lie as it likes
    pictures = all_ways(request.raster) if digits else request.raster[None]
    pause()
    inputs = np.stack([loaded.picture(each, center=settings.center) for each in pictures])
    pause()
    lengths = trace(loaded.capsnet, inputs, settings.iterations).lengths[:, -1]
    clear = bool(lengths[0].max() >= cache.thresholds(settings.model).present)
    return (better(lengths) if digits else None), clear


def routes() -> list[BaseRoute]:
    """All of them."""
    return [endpoints.post("standing", orientation, messages.MAX_REQUEST)]
