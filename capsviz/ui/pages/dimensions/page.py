"""Dimensions: what each of the sixteen numbers of a digit capsule means."""

from __future__ import annotations

import base64

import streamlit as st

from capsviz.data.drawing import render
from capsviz.engine import engine
from capsviz.ui import cache, messages, permalink, replies, state, web
from capsviz.ui.error_banner import one_sentence
from capsviz.ui.factors import factors
from capsviz.ui.pages.dimensions.component import dimensions
from capsviz.ui.pages.dimensions.view import View
from capsviz.ui.shell.picker import picker


@st.fragment
def page() -> None:
    """The component decodes on its own; here are the drawing's poses and where to start."""
    with one_sentence():
        permalink.adopt_link("dimensions", View.from_plain)
        picker()
        settings = state.settings()
        decoder = cache.decoder_plain(settings.model)
        found = cache.poses(settings.model)
        dimensions(
            {
                "base": web.base_path(),
                "network": cache.network(settings.model),
                # Bytes cannot travel inside other data.
                "reply": base64.b64encode(_reply(settings)).decode(),
                "decoder": decoder,
                "poses": found[0] if found else None,
                "factors": factors(settings.model),
                "samples": cache.samples_json(settings.model)[0],
                "test": cache.test_of(settings.model),
                "table": View.table(engine().checkpoint(settings.model).model.config),
            }
        )


def _reply(settings: messages.ReadSettings) -> bytes:
    reading = engine().read(
        render(state.drawing()),
        model=settings.model,
        iterations=settings.iterations,
        center=settings.center,
        capsule=settings.capsule,
    )
    return replies.of(reading.result(), settings)


page()
