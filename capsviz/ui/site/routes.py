"""Routes for visitors whose browser runs networks: the networks and their runtime."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from capsviz.ui.catalogue import assets
from capsviz.ui.server import endpoints
from capsviz.ui.server.guard import RefusedError
from capsviz.ui.site import runtime
from capsviz.ui.site.on_demand import Exports

_TYPES = {runtime.SCRIPT: "text/javascript", runtime.WHOLE_RUNTIME: "application/wasm"}
#: Cards may change with the weights.
_NEWEST = {"Cache-Control": "no-cache"}


def routes() -> list[BaseRoute]:
    """All routes, with the same addresses as on a published site."""
    exports = Exports()

    async def network(request: Request) -> Response:
        name = request.path_params["file"]
        if name.endswith(".json"):
            card = await exports.card(name.removesuffix(".json"))
            return Response(card, media_type="application/json", headers=_NEWEST)
        content = await endpoints.run_in_thread(exports.file, name)
        if content is None:
            raise RefusedError(404, "there is no such file: load the page again")
        return endpoints.octets(content, assets.IMMUTABLE)

    return [
        endpoints.get("networks/{file}", network),
        endpoints.get("onnxruntime/{sha}/{file}", _runtime_file),
    ]


async def _runtime_file(request: Request) -> Response:
    file = request.path_params["file"]
    if file not in _TYPES or request.path_params["sha"] != runtime.checksum():
        raise RefusedError(404, "there is no such file: load the page again")
    content = await endpoints.run_in_thread((runtime.PLACE / file).read_bytes)
    return Response(content, media_type=_TYPES[file], headers=assets.IMMUTABLE)
