"""Routes of the Parts page: the network's weights, for the browser that runs it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from capsviz.training import checkpoint
from capsviz.ui.live.messages import pack_arrays
from capsviz.ui.networks.parts import offers
from capsviz.ui.server import endpoints, web
from capsviz.ui.server.guard import RefusedError


def encode(loaded: checkpoint.PartsCheckpoint) -> bytes:
    """A network's weights in single precision."""
    arrays = {name: value.numpy() for name, value in loaded.model.state_dict().items()}
    return pack_arrays({}, arrays)


async def weights(request: Request) -> Response:
    """The weights in single precision, found by the checksum in their address."""
    for loaded in await endpoints.in_thread(offers):
        if loaded.digest[:16] == request.path_params["sha"]:
            return endpoints.octets(encode(loaded), web.FOREVER)
    raise RefusedError(404, "there is no network of parts with this checksum")


def routes() -> list[BaseRoute]:
    """All of them."""
    return [endpoints.get("parts/{sha}.bin", weights)]
