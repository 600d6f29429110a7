"""Claims without the app: its experiment asks the networks that the site holds, some of them."""

from __future__ import annotations

from typing import Any

from capsviz.ui.catalogue.publication import Publication, Site

#: Every network that is asked must be fetched first: these say the most.
_ASKED = ("efficient", "dynamic", "cnn")


def _adapt(site: Site, data: dict[str, Any]) -> dict[str, Any]:
    here = [each for each in data["networks"] if site.holds(each["name"])]
    few = [each for each in here if each["name"] in _ASKED]
    asks = [name for name in data["asks"] if site.holds(name) or name in site.pages]
    return {**data, "networks": few or here[: len(_ASKED)], "asks": asks, "fewer": True}


PUBLICATION = Publication(chosen=False, plain=True, adapt=_adapt)
