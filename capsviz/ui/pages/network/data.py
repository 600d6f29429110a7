"""Page data of Network for one picture, as plain values."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any, TypedDict

from capsviz.analysis.ablation import Ablation
from capsviz.analysis.activations import varies
from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import Drawing
from capsviz.data.overlap import SIDE
from capsviz.engine import engine
from capsviz.model.capsnet import CapsNet
from capsviz.model.plan import blocks
from capsviz.training import checkpoint
from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.networks import cache
from capsviz.ui.pages.network.routes import first_reply, plan_of
from capsviz.ui.pages.network.view import View


class NetworkRow(TypedDict):
    """Result of `row`, as ``NetworkRow`` of ``row.js``."""

    network: dict[str, Any]
    blocks: list[dict[str, Any]]
    total: dict[str, int]
    side: int
    channels: int
    types: int
    grid: int
    rows: int
    field: int
    stride: int
    first: int
    varies: bool
    rounds: int
    reply: str


class NetworkPageData(NetworkRow):
    """Result of `page_data`, as ``NetworkPageData`` of ``row.js``."""

    table: list[dict[str, Any]]
    settings: dict[str, Any]
    second: NetworkRow | None
    offered: list[dict[str, Any]]
    samples: str
    test: cache.TestSet | None


def page_data(settings: PageSettings) -> NetworkPageData:
    """Blocks of a network and their outputs for a drawing, and those of a second network.

    Raises
    ------
    CapsvizError : the drawing cannot be read.
    """
    view = settings.view
    model = view.network(settings.inference.model)
    if model not in checkpoint.names():  # it has gone, or a link made it up
        model = settings.inference.model
    config = engine().checkpoint(model).model.config
    reading = replace(settings.inference, model=model)
    offers = _list_seconds(model)
    under = replace(reading, model=view.second)
    second = row(settings.drawing, under, view.second_off) if view.second in offers else None
    return {
        "table": View.table(config),
        "settings": settings.inference.to_plain(),
        **row(settings.drawing, reading, view.off),
        "second": second,
        "offered": [
            {"name": name, "title": offer.title, "pairs": offer.pairs}
            for name, offer in offers.items()
        ],
        "samples": cache.samples_json(model)[0],
        "test": cache.test_of(model),
    }


def row(drawing: Drawing, reading: ReadSettings, ablation: Ablation) -> NetworkRow:
    """One network's blocks, and what a drawing does in them; raises `CapsvizError`."""
    loaded, plan = engine().checkpoint(reading.model), plan_of(reading.model)
    config = loaded.model.config
    reply = first_reply(cache.raster(reading.model, drawing), reading, ablation)
    return {
        "network": _network(loaded),
        "blocks": [block.to_plain() for block in blocks(plan)],
        "total": plan.to_plain()["total"],
        "side": config.image_size,
        "channels": config.channels,
        "types": config.primary_types,
        "grid": config.grid,
        "rows": config.rows,
        "field": config.receptive_field,
        "stride": config.stride,
        "first": config.first_pixel,
        "varies": varies(loaded.model),
        "rounds": plan.rounds,
        # Bytes cannot travel inside other data.
        "reply": base64.b64encode(reply).decode(),
    }


def _network(loaded: checkpoint.Checkpoint) -> dict[str, Any]:
    """Data of a network for this page, with capsules or without."""
    pairs = loaded.subject.digits and loaded.model.config.image_size == SIDE
    if isinstance(loaded.model, CapsNet):
        return {**cache.network_data(loaded.name), "pairs": pairs}
    return {
        "pairs": pairs,
        "name": loaded.name,
        "classes": list(loaded.subject.classes),
        "thing": loaded.subject.noun,
        "digits": loaded.subject.digits,
        "measure": "probability",
        "dimensions": 0,
        "channels": loaded.model.config.channels,
        "iterative": False,
    }


def _list_seconds(model: str) -> dict[str, checkpoint.Offer]:
    """Names and offers of the networks that may stand under a network: what reads the same."""
    offers = checkpoint.list_offers(
        None, capsules=False, data_set=checkpoint.subject(model).data_set
    )
    return {name: offer for name, offer in offers.items() if name != model}
