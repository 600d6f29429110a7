"""Routes of the Draw page: whether a picture would be read better turned or mirrored."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from capsviz.analysis.orientation import Better, better, every_way
from capsviz.engine import YieldPoint, engine
from capsviz.tracing import trace
from capsviz.ui import messages
from capsviz.ui.server import endpoints


async def standing(body: bytes) -> Response:
    """The way in which the network reads a picture of a digit better, or null."""
    request = messages.decode_request(body)
    found = await endpoints.run_live(lambda pause: _better(request, pause))
    return JSONResponse(None if found is None else asdict(found))


def _better(request: messages.Request, pause: YieldPoint) -> Better | None:
    settings = request.settings
    loaded = engine().fast(settings.model)
    if not loaded.subject.digits:
        return None  # a thing of another kind may lie as it likes
    turned = every_way(request.raster)
    pause()
    inputs = np.stack([loaded.picture(each, center=settings.center) for each in turned])
    pause()
    return better(trace(loaded.capsnet, inputs, settings.iterations).lengths[:, -1])


def routes() -> list[BaseRoute]:
    """All of them."""
    return [endpoints.post("standing", standing, messages.LARGEST_REQUEST)]
