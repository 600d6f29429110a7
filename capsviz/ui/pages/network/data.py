"""What Network shows of one picture, as plain values."""

from __future__ import annotations

import base64
from typing import Any

from capsviz.data.drawing import render
from capsviz.engine import engine
from capsviz.model.plan import blocks
from capsviz.ui.networks import cache
from capsviz.ui.pages.network.routes import first_reply, plan_of
from capsviz.ui.pages.network.view import View
from capsviz.ui.session.page_settings import PageSettings


def page_data(settings: PageSettings) -> dict[str, Any]:
    """Of a network its blocks, and what a drawing does in them.

    Raises
    ------
    CapsvizError : the drawing cannot be read.
    """
    model = settings.reading.model
    config, plan = engine().checkpoint(model).capsnet.config, plan_of(model)
    reply = first_reply(render(settings.drawing), settings.reading, settings.view.off)
    return {
        "table": View.table(config),
        "settings": settings.reading.to_plain(),
        "network": cache.network(model),
        "blocks": [block.to_plain() for block in blocks(plan)],
        "total": plan.to_plain()["total"],
        "side": config.image_size,
        "types": config.primary_types,
        "grid": config.grid,
        "field": config.receptive_field,
        "stride": config.stride,
        "first": config.first_pixel,
        # Bytes cannot travel inside other data.
        "reply": base64.b64encode(reply).decode(),
        "samples": cache.samples_json(model)[0],
        "test": cache.test_of(model),
    }
