"""A lesson's worksheet, and its tips for teachers, as pages."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute

from capsviz.errors import CapsvizError
from capsviz.ui.catalogue import assets
from capsviz.ui.languages import choose_language
from capsviz.ui.lessons.tips import SCRIPT, page, tips
from capsviz.ui.lessons.worksheets import names, worksheet
from capsviz.ui.server import endpoints
from capsviz.ui.server.guard import RefusedError


async def worksheet_page(request: Request) -> Response:
    """The worksheet of the lesson in the address, rendered on request."""
    lesson, language = _read_address(request)
    if lesson not in await endpoints.run_in_thread(names):
        raise RefusedError(404, "there is no worksheet for such a lesson")
    try:
        return HTMLResponse(await endpoints.run_in_thread(worksheet, lesson, language))
    except CapsvizError as error:
        raise RefusedError(503, f"this worksheet cannot be drawn: {error}") from error


async def tips_page(request: Request) -> Response:
    """The tips for the lesson in the address, rendered on request."""
    lesson, language = _read_address(request)
    if lesson not in await endpoints.run_in_thread(tips):
        raise RefusedError(404, "there are no tips for such a lesson")
    up = "../../../learn" if "language" in request.path_params else "../../learn"
    script = assets.address(SCRIPT)
    return HTMLResponse(await endpoints.run_in_thread(page, lesson, up, script, language))


def _read_address(request: Request) -> tuple[str, str]:
    """Name of the lesson, and the language."""
    return request.path_params["lesson"], choose_language(request.path_params.get("language"))


def routes() -> list[BaseRoute]:
    """Routes of both kinds of pages, with and without a language."""
    return [
        endpoints.get(f"{kind}/{{lesson}}{language}", answer)
        for kind, answer in (("worksheet", worksheet_page), ("tips", tips_page))
        for language in ("", "/{language}")
    ]
