"""Page data of Draw, as plain values."""

from __future__ import annotations

from typing import Any, TypedDict

from capsviz.engine import engine
from capsviz.training import checkpoint
from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.live.weights import DecoderData
from capsviz.ui.networks import cache
from capsviz.ui.pages.draw.view import View
from capsviz.ui.server import replies


class DrawPageData(TypedDict):
    """Result of `page_data`, as ``DrawPageData`` of ``controls.js``."""

    table: list[dict[str, Any]]
    reply: str
    decoder: DecoderData
    samples: str
    poses: str | None
    iterates: dict[str, bool]
    network: cache.NetworkData
    test: cache.TestSet | None


def page_data(settings: PageSettings) -> DrawPageData:
    """Data of a drawing and its network; raises `CapsvizError`."""
    model = settings.inference.model
    poses = cache.slider_poses(model)
    return {
        "table": View.table(engine().checkpoint(model).model.config),
        "reply": replies.first_reply(settings.drawing, settings.inference),
        "decoder": cache.decoder_plain(model),
        "samples": cache.samples_json(model)[0],
        "poses": poses[0] if poses else None,
        "iterates": {name: offer.iterates for name, offer in checkpoint.singles().items()},
        "network": cache.network_data(model),
        "test": cache.test_of(model),
    }
