"""Routes of the Routing page: all routings of a network that has several above each other."""

from __future__ import annotations

from starlette.responses import Response
from starlette.routing import BaseRoute

from capsviz.analysis.parse_tree import Layer, trace_layers
from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import Drawing
from capsviz.engine import YieldPoint, engine
from capsviz.errors import CapsvizError
from capsviz.model.adapter import AdaptedNetwork
from capsviz.model.deep import DeepCapsNet
from capsviz.model.matrix import MatrixCapsNet
from capsviz.ui.live import messages
from capsviz.ui.server import endpoints
from capsviz.ui.server.routes import MAX_DRAWING, parse_reading

#: Arrays of a layer that go to the browser, by their names there.
_ARRAYS = ("children", "responsibilities", "received", "means", "variances", "costs", "activations")


async def tree(body: bytes) -> Response:
    """Every layer's capsules and whom they were fitted to, for one drawing."""
    drawing, settings = await endpoints.run_in_thread(parse_reading, body)
    layers = await endpoints.run_live(lambda pause: _trace_tree(drawing, settings, pause))
    return endpoints.octets(await endpoints.run_in_thread(encode, layers))


def _trace_tree(drawing: Drawing, settings: ReadSettings, pause: YieldPoint) -> tuple[Layer, ...]:
    loaded = engine().checkpoint(settings.model, settings.routing)
    network = loaded.capsnet
    if not isinstance(network, MatrixCapsNet | DeepCapsNet | AdaptedNetwork) or (
        not network.config.conv_capsule_layers
    ):
        raise CapsvizError(f"{settings.model} routes once: there is no tree to unfold")
    image = loaded.draw(drawing, center=settings.center)
    pause()
    return trace_layers(network, image)


def encode(layers: tuple[Layer, ...]) -> bytes:
    """A message of all layers: the header says how each lies, arrays end in its number."""
    header = {
        "layers": [
            {
                "name": layer.name,
                "grid": layer.grid,
                "reach": layer.reach,
                "step": layer.step,
                "first": layer.first,
                "types": layer.activations.shape[2],
                "iterations": len(layer.activations),
                "pose": layer.means.shape[-1],
                "gaussian": layer.variances is not None,
            }
            for layer in layers
        ]
    }
    arrays = {
        f"{name}{index}": getattr(layer, name)
        for index, layer in enumerate(layers)
        for name in _ARRAYS
        if getattr(layer, name) is not None
    }
    return messages.pack_arrays(header, arrays)


def routes() -> list[BaseRoute]:
    """All of them."""
    return [endpoints.post("routing/tree", tree, MAX_DRAWING)]
