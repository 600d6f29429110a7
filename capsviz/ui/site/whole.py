"""Pages of a published site that show no network of the visitor's choice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from capsviz.ui.live.messages import ReadSettings
from capsviz.ui.networks import cache
from capsviz.ui.networks.parts import offers
from capsviz.ui.pages.parts.routes import encode
from capsviz.ui.pages.train import films
from capsviz.ui.session.page_settings import PageSettings
from capsviz.ui.shell.navigation import entry


def page_data(folder: Path, page: str, model: str) -> dict[str, Any]:
    """What the app's page would be given; the files that it asks for are written.

    Parameters
    ----------
    folder : of the site.
    page : "parts" or "train".
    model : that the visitor's settings begin with, which these pages carry and do not show.
    """
    view, drawing = entry(page).view(), cache.first_sample(model)
    data = entry(page).data(PageSettings(reading=ReadSettings(model), drawing=drawing, view=view))
    shown = {**data, "view": view.to_plain(), "drawing": drawing.to_plain()}
    return shown | (_parts(folder) if page == "parts" else _train(folder))


def _parts(folder: Path) -> dict[str, Any]:
    """One network alone: another one would be the script's to fetch."""
    loaded = offers()[0]
    _write(folder / "parts" / f"{loaded.digest[:16]}.bin", encode(loaded))
    sha, samples = cache.samples_json()
    _write(folder / "samples" / f"{sha}.json", samples.encode())
    return {"offers": [[loaded.name, loaded.name]], "name": loaded.name}


def _train(folder: Path) -> dict[str, Any]:
    """Films that ship: no run of the machine that publishes."""
    shipped = [run for run in films.list_films() if run["film"]]
    for run in shipped:
        _write(folder / "films" / f"{run['name']}.bin", films.film(run["name"], -1, -1))
    return {"runs": shipped, "allowed": False}


def _write(place: Path, content: bytes) -> None:
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(content)
