"""A lesson's worksheet as a page that prints."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute

from capsviz.errors import CapsvizError
from capsviz.ui.languages import choose_language
from capsviz.ui.lessons.worksheets import names, worksheet
from capsviz.ui.server import endpoints
from capsviz.ui.server.guard import RefusedError


async def sheet(request: Request) -> Response:
    """The worksheet of the lesson in the address, rendered on request."""
    name, language = _read_address(request)
    if name not in await endpoints.in_thread(names):
        raise RefusedError(404, "there is no worksheet for such a lesson")
    try:
        return HTMLResponse(await endpoints.in_thread(worksheet, name, language))
    except CapsvizError as error:
        raise RefusedError(503, f"this worksheet cannot be drawn: {error}") from error


def _read_address(request: Request) -> tuple[str, str]:
    """Name of the lesson, and the language."""
    return request.path_params["lesson"], choose_language(request.path_params.get("language"))


def routes() -> list[BaseRoute]:
    """The route of all worksheets."""
    return [
        endpoints.get("worksheet/{lesson}", sheet),
        endpoints.get("worksheet/{lesson}/{language}", sheet),
    ]
