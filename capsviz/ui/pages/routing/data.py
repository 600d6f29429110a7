"""Page data of Routing, as plain values."""

from __future__ import annotations

from typing import Any, TypedDict

from capsviz.engine import engine
from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.live.messages import routing_kind
from capsviz.ui.networks import cache
from capsviz.ui.pages.routing.view import View


class RoutingPageData(TypedDict):
    """Result of `page_data`, as ``RoutingPageData`` of ``wiring.js``."""

    network: cache.NetworkData
    routing: str
    voter: str
    table: list[dict[str, Any]]
    samples: str
    test: cache.TestSet | None


def page_data(settings: PageSettings) -> RoutingPageData:
    """Data of the network; its trace is requested separately. Raises `CapsvizError`."""
    model = settings.inference.model
    network = engine().checkpoint(model, settings.inference.routing).capsnet
    config = network.config
    return {
        "network": cache.network_data(model),
        "routing": routing_kind(network),
        "voter": config.input_capsules,
        "table": View.table(config),
        "samples": cache.samples_json(model)[0],
        "test": cache.test_of(model),
    }
