"""Publication of Compare: the networks of the site."""

from __future__ import annotations

from typing import Any

from capsviz.ui.catalogue.publication import Publication, Site
from capsviz.ui.networks.parts import encode, normalises, offers


def _adapt(site: Site, data: dict[str, Any]) -> dict[str, Any]:
    parts = _parts() if "parts" in site.pages else {}
    names = {column["name"] for column in data["columns"]} & parts.keys()
    for network in filter(lambda each: each.name in names, offers()):
        site.write(f"parts/{network.digest[:16]}.bin", encode(network))
    columns = [
        {
            **column,
            "ms": None,  # of the machine that publishes
            "parts": parts.get(column["name"]),
        }
        for column in data["columns"]
        if site.holds(column["name"]) or column["name"] in parts
    ]
    # Other networks in the owner's folder are not published.
    return {**data, "columns": columns, "apart": None}


def _parts() -> dict[str, Any]:
    """Data of the networks of parts that a browser needs to run them, by name."""
    return {
        network.name: {
            "sha": network.digest[:16],
            "objects": network.training["naming"][-1]["classes"],
            "poses": network.model.config.poses,
            "side": network.model.config.image_size,
            "digits": normalises(network),
        }
        for network in offers()
    }


PUBLICATION = Publication(plain=True, answered="columns", adapt=_adapt)
