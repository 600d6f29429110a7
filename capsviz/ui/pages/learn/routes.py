"""Routes of the Learn page: the weights of a lesson's own network, for the browser that runs it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from capsviz.ui.catalogue import assets
from capsviz.ui.lessons.figure_data import load_transforming
from capsviz.ui.server import endpoints
from capsviz.ui.server.guard import RefusedError


async def weights(request: Request) -> Response:
    """The weights in single precision, found by the checksum in their address."""
    described, content = await endpoints.in_thread(load_transforming)
    if described and described["sha"] == request.path_params["sha"]:
        return endpoints.octets(content, assets.FOREVER)
    raise RefusedError(404, "there is no network of a lesson with this checksum")


def routes() -> list[BaseRoute]:
    """All of them."""
    return [endpoints.get("lesson/{sha}.bin", weights)]
