"""Publication of Train: bundled films, without the runs of the publishing machine."""

from __future__ import annotations

from typing import Any

from capsviz.ui.catalogue.publication import Publication, Site
from capsviz.ui.pages.train import films


def _adapt(site: Site, data: dict[str, Any]) -> dict[str, Any]:
    shipped = [run for run in films.list_films() if run["film"]]
    for run in shipped:
        site.write(f"films/{run['name']}.bin", films.film(run["name"], -1, -1))
    return {**data, "runs": shipped, "allowed": False}


PUBLICATION = Publication(chosen=False, adapt=_adapt)
