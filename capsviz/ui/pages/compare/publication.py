"""Publication of Compare: the networks of the site."""

from __future__ import annotations

from typing import Any

from capsviz.ui.catalogue.publication import Publication, Site
from capsviz.ui.networks.parts import encode, normalises, offers


def _adapt(site: Site, data: dict[str, Any]) -> dict[str, Any]:
    parts = _parts() if "parts" in site.pages else {}
    names = {column["name"] for column in data["columns"]} & parts.keys()
    for one in filter(lambda each: each.name in names, offers()):
        site.write(f"parts/{one.digest[:16]}.bin", encode(one))
    columns = [
        {
            **one,
            "ms": None,  # of the machine that publishes
            "parts": parts.get(one["name"]),
        }
        for one in data["columns"]
        if site.holds(one["name"]) or one["name"] in parts
    ]
    # Other networks in the owner's folder are not published.
    return {**data, "columns": columns, "apart": None}


def _parts() -> dict[str, Any]:
    """Data of the networks of parts that a browser needs to run them, by name."""
    return {
        one.name: {
            "sha": one.digest[:16],
            "objects": one.training["naming"][-1]["classes"],
            "poses": one.model.config.poses,
            "side": one.model.config.image_size,
            "digits": normalises(one),
        }
        for one in offers()
    }


PUBLICATION = Publication(plain=True, answered="columns", adapt=_adapt)
