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

#: The network that the page begins with.
MODEL = "parts"
#: Height and width of what it reads, in pixels.
SIDE = 28


def network(name: str) -> checkpoint.PartsCheckpoint:
    """A network by its name; read anew where its file is another. Raises `CapsvizError`."""
    return _load(name, stamp(checkpoint.find(name)))


@functools.lru_cache(maxsize=8)
def _load(name: str, _version: object) -> checkpoint.PartsCheckpoint:
    return checkpoint.load_parts(name, "cpu")


def offers() -> list[checkpoint.PartsCheckpoint]:
    """Those that can be shown, which read digits of the size that is drawn; `MODEL` first."""
    found = [network(name) for name in checkpoint.list_parts()]
    found = [each for each in found if each.subject.digits and each.model.config.image_size == SIDE]
    return sorted(found, key=lambda each: each.name != MODEL)


async def weights(request: Request) -> Response:
    """The weights in single precision, found by the checksum in their address."""
    for loaded in await endpoints.in_thread(offers):
        if loaded.digest[:16] == request.path_params["sha"]:
            arrays = {name: value.numpy() for name, value in loaded.model.state_dict().items()}
            return endpoints.octets(pack_arrays({}, arrays), web.FOREVER)
    raise RefusedError(404, "there is no network of parts with this checksum")


def routes() -> list[BaseRoute]:
    """All of them."""
    return [endpoints.get("parts/{sha}.bin", weights)]
