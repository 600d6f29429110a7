"""Page data of Parts, as plain values."""

from __future__ import annotations

import contextlib
from typing import Any, TypedDict

from capsviz.errors import CapsvizError
from capsviz.training.checkpoint import PartsCheckpoint
from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.networks import cache
from capsviz.ui.networks.parts import complaints, normalises, offers
from capsviz.ui.pages.parts.view import View

#: Name of a network, its number of objects, and whether poses count.
Offer = tuple[str, int, bool]


class PartsPageData(TypedDict):
    """Result of `page_data`, as ``PartsPageData`` of ``settings.js``."""

    table: list[dict[str, Any]]
    complaints: list[str]
    name: str
    offers: list[Offer]
    sha: str
    classes: list[str]
    naming: list[dict[str, Any]]
    data_set: str
    side: int
    digits: bool
    samples: str


def page_data(settings: PageSettings) -> PartsPageData:
    """Data of the network that runs in the browser.

    Raises
    ------
    CapsvizError : there is no network of parts here.
    """
    networks = offers()
    if not networks:
        raise CapsvizError(
            "there is no network of parts and objects here: train one with "
            "`capsviz train --network parts`, or fetch the checkpoints folder again"
        )
    selected = [network for network in networks if network.name == settings.view.network]
    loaded = [*selected, *_alike(settings.inference.model), *networks][0]
    return {
        "table": View.table(),
        "complaints": complaints(),
        "name": loaded.name,
        "offers": [describe_offer(network) for network in networks],
        "sha": loaded.digest[:16],
        "classes": list(loaded.subject.classes),
        "naming": loaded.training["naming"],
        "data_set": loaded.subject.data_set,
        "side": loaded.model.config.image_size,
        "digits": normalises(loaded),
        "samples": cache.samples_json(loaded.name)[0],
    }


def describe_offer(loaded: PartsCheckpoint) -> Offer:
    """A network in the list."""
    return loaded.name, loaded.model.config.objects, loaded.model.config.poses


def _alike(model: str) -> list[PartsCheckpoint]:
    """Networks of parts for the same data set as the other pages' network, if known."""
    with contextlib.suppress(CapsvizError):  # which its pages tell
        return offers(cache.subject(model))
    return []
