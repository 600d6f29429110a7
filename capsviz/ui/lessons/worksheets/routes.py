"""A lesson's worksheet as a page that prints."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute

from capsviz.errors import CapsvizError
from capsviz.ui.lessons.worksheets import names, worksheet
from capsviz.ui.server import endpoints
from capsviz.ui.server.guard import RefusedError


async def sheet(request: Request) -> Response:
    """The worksheet of the lesson in the address, rendered on request."""
    name = request.path_params["lesson"]
    if name not in await endpoints.in_thread(names):
        raise RefusedError(404, "there is no worksheet for such a lesson")
    try:
        return HTMLResponse(await endpoints.in_thread(worksheet, name))
    except CapsvizError as error:
        raise RefusedError(503, f"this worksheet cannot be drawn: {error}") from error


def routes() -> list[BaseRoute]:
    """The route of all worksheets."""
    return [endpoints.get("worksheet/{lesson}", sheet)]
