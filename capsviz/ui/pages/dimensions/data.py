"""Page data of Dimensions, as plain values."""

from __future__ import annotations

from typing import Any

from capsviz.engine import engine
from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.networks import cache
from capsviz.ui.networks.factors import factors
from capsviz.ui.pages.dimensions.view import View
from capsviz.ui.server import replies


def page_data(settings: PageSettings) -> dict[str, Any]:
    """Data of a drawing's poses and their network; raises `CapsvizError`."""
    model = settings.reading.model
    decoder, poses = cache.decoder_plain(model), cache.poses(model)
    return {
        "network": cache.network(model),
        "reply": replies.first(settings.drawing, settings.reading),
        "decoder": decoder,
        "poses": poses[0] if poses else None,
        "factors": factors(model),
        "samples": cache.samples_json(model)[0],
        "test": cache.test_of(model),
        "table": View.table(engine().checkpoint(model).model.config),
    }
