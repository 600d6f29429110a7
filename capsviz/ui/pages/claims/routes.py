"""Routes of the Claims page: one picture under every network that classifies digits."""

from __future__ import annotations

import base64
import datetime
import time
from typing import Any

import numpy as np
import torch
from jaxtyping import UInt8
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute

from capsviz.data.drawing import shown_bytes
from capsviz.engine import YieldPoint, engine
from capsviz.errors import CapsvizError
from capsviz.ui.languages import choose_language
from capsviz.ui.live import messages
from capsviz.ui.pages.claims.data import readers
from capsviz.ui.pages.claims.summary import render_summary
from capsviz.ui.server import endpoints


async def read(body: bytes) -> Response:
    """Outputs of each network for a raster, and the network's input picture."""
    header, raw = messages.unpack_request(body)
    request, requested = messages.read_request(header, raw), header.get("networks")
    offers = await endpoints.run_in_thread(readers)
    names = [name for name in offers if isinstance(requested, list) and name in requested]
    if not isinstance(requested, list) or len(names) < max(1, len(requested)):
        raise CapsvizError(f"the networks must be some of {', '.join(offers)}")
    center = request.settings.center
    return JSONResponse(
        await endpoints.run_live(lambda pause: _read(request.raster, names, center, pause))
    )


def _read(
    raster: UInt8[np.ndarray, "*c side side"], names: list[str], center: bool, pause: YieldPoint
) -> dict[str, Any]:
    outputs, ms, image = {}, {}, np.zeros((0, 0), np.float32)
    for name in names:
        loaded = engine().fast(name)
        image = loaded.picture(raster, center=center)
        pause()
        start = time.perf_counter()
        # Around this alone: a network loaded within would have weights without gradients for ever.
        with torch.inference_mode():
            lengths = loaded.model(torch.from_numpy(image)[None]).lengths[0]
        ms[name] = round((time.perf_counter() - start) * 1000, 3)
        outputs[name] = [round(value, 4) for value in lengths.float().tolist()]
        pause()
    image_bytes = shown_bytes(image, len(image) if image.ndim == 3 else 1)
    encoded = base64.b64encode(image_bytes.tobytes()).decode()
    return {"input": encoded, "outputs": outputs, "ms": ms}


async def summary(request: Request) -> Response:
    """All claims as one page that prints, dated today."""
    language = choose_language(request.path_params.get("language"))
    return HTMLResponse(
        await endpoints.run_in_thread(render_summary, datetime.date.today(), language)
    )


def routes() -> list[BaseRoute]:
    """All of them."""
    return [
        endpoints.post("claims/read", read, messages.MAX_REQUEST),
        endpoints.get("claims/sheet", summary),
        endpoints.get("claims/sheet/{language}", summary),
    ]
