"""A lesson's tips for teachers as a page."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute

from capsviz.ui.catalogue import assets
from capsviz.ui.lessons.tips import page, tips
from capsviz.ui.server import endpoints
from capsviz.ui.server.guard import RefusedError

_SCRIPT = Path(__file__).parent / "index.js"


async def sheet(request: Request) -> Response:
    """The tips for the lesson in the address, rendered on request."""
    name = request.path_params["lesson"]
    if name not in await endpoints.in_thread(tips):
        raise RefusedError(404, "there are no tips for such a lesson")
    return HTMLResponse(
        await endpoints.in_thread(page, name, "../../learn", assets.address(_SCRIPT))
    )


def routes() -> list[BaseRoute]:
    """The route of all tips."""
    return [endpoints.get("tips/{lesson}", sheet)]
