"""Routes of the Routing page: all routings of a network that has several above each other."""

from __future__ import annotations

from starlette.responses import Response
from starlette.routing import BaseRoute

from capsviz.analysis.unfolding import Layer, unfolded
from capsviz.data.drawing import Drawing, render
from capsviz.engine import GiveWay, engine
from capsviz.errors import CapsvizError
from capsviz.model.matrix import MatrixCapsNet
from capsviz.ui import messages
from capsviz.ui.server import own
from capsviz.ui.server.routes import LARGEST_DRAWING, asked

#: Arrays of a layer that go to the browser, by their names there.
_SENT = ("children", "responsibilities", "received", "means", "variances", "costs", "activations")


async def tree(body: bytes) -> Response:
    """Every layer's capsules and whom they were fitted to, for one drawing."""
    drawing, settings = await own.in_thread(asked, body)
    layers = await own.worked_out(lambda pause: _unfolded(drawing, settings, pause))
    return own.octets(await own.in_thread(encode, layers))


def _unfolded(drawing: Drawing, settings: messages.Settings, pause: GiveWay) -> tuple[Layer, ...]:
    loaded = engine().loaded(settings.model)
    network = loaded.capsnet
    if not isinstance(network, MatrixCapsNet):
        raise CapsvizError(f"{settings.model} routes once: there is no tree to unfold")
    image = loaded.picture(render(drawing), center=settings.center)
    pause()
    return unfolded(network, image)


def encode(layers: tuple[Layer, ...]) -> bytes:
    """A message of all layers: the header says how each lies, arrays end in its number."""
    header = {
        "layers": [
            {
                "grid": layer.grid,
                "reach": layer.reach,
                "step": layer.step,
                "types": layer.activations.shape[2],
                "iterations": len(layer.activations),
            }
            for layer in layers
        ]
    }
    arrays = {
        f"{name}{at}": getattr(layer, name) for at, layer in enumerate(layers) for name in _SENT
    }
    return messages.pack_arrays(header, arrays)


def routes() -> list[BaseRoute]:
    """All of them."""
    return [own.post("routing/tree", tree, LARGEST_DRAWING)]
