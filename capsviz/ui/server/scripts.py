"""Routes of the pages' scripts and of Plotly's."""

from __future__ import annotations

from asyncio import to_thread

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from capsviz.ui.catalogue import assets


async def script(request: Request) -> Response:
    """One script."""
    text = assets.scripts().get(request.path_params["place"])
    if text is None or request.path_params["sha"] != assets.checksum():
        return JSONResponse({"error": "there is no such script: load the page again"}, 404)
    return Response(text, media_type="text/javascript", headers=assets.IMMUTABLE)


async def plotly(_request: Request) -> Response:
    """Plotly's own script."""
    text = await to_thread(assets.plotly_script)
    return Response(text, media_type="text/javascript", headers=assets.IMMUTABLE)


def routes() -> list[Route]:
    """Routes of our scripts and of Plotly's."""
    prefix = f"{assets.base_path()}{assets.PREFIX}"
    return [
        Route(f"{prefix}/{assets.PLOTLY}", plotly),
        Route(f"{prefix}/web/{{sha}}/{{place:path}}", script),
    ]
