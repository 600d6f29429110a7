"""One drawing's routing as the library looks at it, for comparison with what a page shows."""

from __future__ import annotations

from capsviz.analysis.routing import RoutingInfo, routing_info
from capsviz.config import MAX_SHOWN_ITERATIONS
from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import Drawing
from capsviz.engine import engine
from capsviz.tracing import trace, votes


def route_drawing(drawing: Drawing, settings: ReadSettings) -> RoutingInfo:
    """Ten iterations, or the one that there is."""
    loaded = engine().checkpoint(settings.model, settings.routing)
    image = loaded.draw(drawing, center=settings.center)
    seen = trace(loaded.capsnet, image, MAX_SHOWN_ITERATIONS)
    return routing_info(seen, votes(loaded.capsnet, seen.primary), loaded.capsnet)
