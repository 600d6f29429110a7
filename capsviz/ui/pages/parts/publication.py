"""Parts without the app: one network alone, as another one would be the script's to fetch."""

from __future__ import annotations

from typing import Any

from capsviz.ui.networks.parts import encode, network, offers
from capsviz.ui.site.page import Publication, Site


def _adapt(site: Site, data: dict[str, Any]) -> dict[str, Any]:
    loaded = network(data["name"])
    site.write(f"parts/{loaded.digest[:16]}.bin", encode(loaded))
    return {**data, "offers": [[loaded.name, loaded.name]]}


PUBLICATION = Publication(chosen=False, there=lambda: bool(offers()), adapt=_adapt)
