"""Page data of Dimensions, as plain values."""

from __future__ import annotations

from typing import Any, TypedDict

from capsviz.engine import engine
from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.languages import messages, refusals
from capsviz.ui.live.weights import DecoderData
from capsviz.ui.networks import cache
from capsviz.ui.networks.factors import KnownFactors, factors
from capsviz.ui.pages.dimensions.view import View
from capsviz.ui.server import replies


class DimensionsPageData(TypedDict):
    """Result of `page_data`, as ``DimensionsPageData`` of ``controls.js``."""

    network: cache.NetworkData
    reply: str
    decoder: DecoderData
    poses: str | None
    factors: KnownFactors | None
    samples: str
    test: cache.TestSet | None
    table: list[dict[str, Any]]


def page_data(settings: PageSettings) -> DimensionsPageData:
    """Data of a drawing's poses and their network; raises `CapsvizError`."""
    model = settings.inference.model
    decoder, poses = cache.decoder_plain(model), cache.poses(model)
    network: cache.NetworkData = cache.network_data(model)
    if network["missing"]:
        missing = refusals.word(network["missing"].rstrip("."), settings.language)
        sentence = messages.text(settings.language, "shared", "sentence", text=missing)
        network = {**network, "missing": sentence}
    return {
        "network": network,
        "reply": replies.first_reply(settings.drawing, settings.inference),
        "decoder": decoder,
        "poses": poses[0] if poses else None,
        "factors": factors(model),
        "samples": cache.samples_json(model)[0],
        "test": cache.test_of(model),
        "table": View.table(engine().checkpoint(model).model.config),
    }
