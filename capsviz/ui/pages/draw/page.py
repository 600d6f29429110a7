"""Draw: a picture, what the capsules say of it, what the winner remembers."""

from __future__ import annotations

import base64

import streamlit as st

from capsviz.data.drawing import render
from capsviz.engine import engine
from capsviz.training import checkpoint
from capsviz.ui import cache, messages, permalink, replies, state, web
from capsviz.ui.error_banner import one_sentence
from capsviz.ui.pages.draw.component import draw
from capsviz.ui.pages.draw.view import View
from capsviz.ui.shell.picker import picker


@st.fragment
def page() -> None:
    """One component shows it all; a stroke reruns only this fragment, once."""
    with one_sentence():
        permalink.adopt_link("draw", View.from_plain)
        picker()
        settings = state.settings()
        found = cache.slider_poses(settings.model)
        draw(
            {
                "base": web.base_path(),
                "table": View.table(engine().checkpoint(settings.model).model.config),
                "field": messages.FIELD,
                # Bytes cannot travel inside other data.
                "reply": base64.b64encode(_reply(settings)).decode(),
                "decoder": cache.decoder_plain(settings.model),
                "samples": cache.samples_json(settings.model)[0],
                "poses": found[0] if found else None,
                "iterates": {name: offer.iterates for name, offer in checkpoint.singles().items()},
                "network": cache.network(settings.model),
                "test": cache.test_of(settings.model),
            }
        )


def _reply(settings: messages.ReadSettings) -> bytes:
    """The answer to what the browser asked without a WebSocket, or for the current drawing."""
    asked = state.take_request()
    raster = asked.raster if asked else render(state.drawing())
    if asked:
        settings = asked.settings
    reading = engine().read(
        raster,
        model=settings.model,
        iterations=settings.iterations,
        center=settings.center,
        pictures=asked.pictures if asked else True,
        capsule=settings.capsule,
    )
    return replies.of(reading.result(), settings, seq=asked.seq if asked else 0)


page()
