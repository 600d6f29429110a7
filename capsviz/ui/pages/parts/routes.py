"""Routes of the Parts page: the network's weights, for the browser that runs it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from capsviz.ui.catalogue import assets
from capsviz.ui.networks.parts import encode, offers
from capsviz.ui.server import endpoints
from capsviz.ui.server.guard import RefusedError


async def weights(request: Request) -> Response:
    """The weights in single precision, found by the checksum in their address."""
    for loaded in await endpoints.in_thread(offers):
        if loaded.digest[:16] == request.path_params["sha"]:
            return endpoints.octets(await endpoints.in_thread(encode, loaded), assets.FOREVER)
    raise RefusedError(404, "there is no network of parts with this checksum")


def routes() -> list[BaseRoute]:
    """All of them."""
    return [endpoints.get("parts/{sha}.bin", weights)]
