"""What Dimensions shows, as plain values."""

from __future__ import annotations

from typing import Any

from capsviz.engine import engine
from capsviz.ui import cache, replies
from capsviz.ui.factors import factors
from capsviz.ui.page_settings import PageSettings
from capsviz.ui.pages.dimensions.view import View


def page_data(settings: PageSettings) -> dict[str, Any]:
    """Of a drawing's poses and the network that has them; raises `CapsvizError`."""
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
