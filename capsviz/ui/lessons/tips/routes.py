"""A lesson's tips for teachers as a page."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute

from capsviz.ui.catalogue import assets
from capsviz.ui.languages import choose_language
from capsviz.ui.lessons.tips import page, tips
from capsviz.ui.server import endpoints
from capsviz.ui.server.guard import RefusedError

_SCRIPT = Path(__file__).parent / "index.js"


async def sheet(request: Request) -> Response:
    """The tips for the lesson in the address, rendered on request."""
    name, language = _read_address(request)
    if name not in await endpoints.in_thread(tips):
        raise RefusedError(404, "there are no tips for such a lesson")
    up = "../../../learn" if "language" in request.path_params else "../../learn"
    script = assets.address(_SCRIPT)
    return HTMLResponse(await endpoints.in_thread(page, name, up, script, language))


def _read_address(request: Request) -> tuple[str, str]:
    """Name of the lesson, and the language."""
    return request.path_params["lesson"], choose_language(request.path_params.get("language"))


def routes() -> list[BaseRoute]:
    """The route of all tips."""
    return [
        endpoints.get("tips/{lesson}", sheet),
        endpoints.get("tips/{lesson}/{language}", sheet),
    ]
