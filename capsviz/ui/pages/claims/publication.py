"""Claims without the app: its experiment asks the networks that the site holds."""

from __future__ import annotations

from typing import Any

from capsviz.ui.site.page import Publication, Site


def _adapt(site: Site, data: dict[str, Any]) -> dict[str, Any]:
    here = [each for each in data["networks"] if site.holds(each["name"])]
    return {**data, "networks": here}


PUBLICATION = Publication(chosen=False, plain=True, adapt=_adapt)
