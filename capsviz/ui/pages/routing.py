"""Routing: the couplings between primary capsules and digits, iteration by iteration."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from capsviz.data.drawing import INPUT
from capsviz.figures.routing import lengths_by_iterations
from capsviz.training import checkpoint
from capsviz.ui import appearance, cache, export, permalink, server, state
from capsviz.ui.components.routing import Selection, routing
from capsviz.ui.guard import one_sentence
from capsviz.ui.messages import Settings


@st.fragment
def page() -> None:
    """The component asks for the trace itself; the chart shows what no one iteration can."""
    with one_sentence():
        view = permalink.arrived("routing", Selection.from_plain)
        settings, drawing = state.settings(), state.drawing()
        if not _by_agreement(settings):
            return
        routing(
            {
                "base": server.base_path(),
                "drawing": drawing.to_plain(),
                "settings": settings.to_plain(),
                "view": view.to_plain() if view else None,
                "samples": cache.samples_json()[0],
                "mnist": cache.has_mnist(),
            }
        )
        info = server.routed(drawing, settings)
        st.markdown("**the answer for every number of iterations r**")
        export.chart(
            lengths_by_iterations(info.summary, appearance.mode()),
            key="routing-lengths",
            name="routing-lengths-by-iterations",
        )
    if complaint := state.complaint():
        st.warning(complaint)


def _by_agreement(settings: Settings) -> bool:
    """Whether the chosen network has anything to show here; if not, offer those that have."""
    offered = checkpoint.offered(INPUT)
    chosen = offered.get(settings.model)
    if chosen is None or chosen.routing == "dynamic":
        return True
    st.info(
        f"{chosen.title} does not route by agreement: it has no logits that grow from one "
        "iteration to the next. This page shows networks that do."
    )
    for name, offer in offered.items():
        if offer.routing == "dynamic":
            other = replace(settings, model=name)
            st.button(f"Show {offer.title}", on_click=state.replace_settings, args=(other,))
    return False


page()
