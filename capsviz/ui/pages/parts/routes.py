"""Routes of the Parts page: the network's weights, for the browser that runs it."""

from __future__ import annotations

import functools

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from capsviz.files import stamp
from capsviz.training import checkpoint
from capsviz.ui.live.messages import pack_arrays
from capsviz.ui.server import endpoints, web
from capsviz.ui.server.guard import RefusedError

#: The network that the page shows.
MODEL = "parts"


def network() -> checkpoint.PartsCheckpoint:
    """The page's network; read anew where its file is another. Raises `CapsvizError`."""
    return _load(stamp(checkpoint.find(MODEL)))


@functools.lru_cache(maxsize=1)
def _load(_version: object) -> checkpoint.PartsCheckpoint:
    return checkpoint.load_parts(MODEL, "cpu")


async def weights(request: Request) -> Response:
    """The weights in single precision, found by the checksum in their address."""
    loaded = await endpoints.in_thread(network)
    if loaded.digest[:16] != request.path_params["sha"]:
        raise RefusedError(404, "there is no network of parts with this checksum")
    arrays = {name: value.numpy() for name, value in loaded.model.state_dict().items()}
    return endpoints.octets(pack_arrays({}, arrays), web.FOREVER)


def routes() -> list[BaseRoute]:
    """All of them."""
    return [endpoints.get("parts/{sha}.bin", weights)]
