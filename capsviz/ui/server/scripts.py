"""The route of the pages' scripts."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from capsviz.ui.catalogue import assets


async def script(request: Request) -> Response:
    """One script."""
    text = assets.scripts().get(request.path_params["place"])
    if text is None or request.path_params["sha"] != assets.checksum():
        return JSONResponse({"error": "there is no such script: load the page again"}, 404)
    return Response(text, media_type="text/javascript", headers=assets.FOREVER)


def route() -> Route:
    """The route that serves every script."""
    return Route(f"{assets.base_path()}{assets.PREFIX}/web/{{sha}}/{{place:path}}", script)
