"""Parts without the app: data of each network that comes along; the view names one."""

from __future__ import annotations

import json
from typing import Any

from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.catalogue.publication import Publication, Site
from capsviz.ui.networks import cache
from capsviz.ui.networks.parts import SHIPPED, encode, offers
from capsviz.ui.pages.parts.data import describe_offer, page_data
from capsviz.ui.pages.parts.view import View


def _adapt(site: Site, data: dict[str, Any]) -> dict[str, Any]:
    # Other networks in the owner's folder are not published.
    networks = [network for network in offers() if network.name in (data["name"], *SHIPPED)]
    first = {**data, "offers": [describe_offer(network) for network in networks]}
    for network in networks:
        network_data = page_data(PageSettings(view=View(network=network.name)))
        sha, samples = cache.samples_json(network.name)
        site.write(f"samples/{sha}.json", samples.encode())
        site.write(f"parts/{network.digest[:16]}.bin", encode(network))
        content = json.dumps({**first, **network_data, "offers": first["offers"]})
        site.write(f"data/parts/{network.name}.json", content.encode())
    return first


PUBLICATION = Publication(chosen=False, there=lambda: bool(offers()), adapt=_adapt)
