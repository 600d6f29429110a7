"""Routing: the couplings between primary capsules and digits, iteration by iteration."""

from __future__ import annotations

import streamlit as st

from capsviz.figures.routing import lengths_by_iterations
from capsviz.ui import appearance, cache, export, permalink, server, state
from capsviz.ui.components.routing import Selection, routing
from capsviz.ui.guard import one_sentence


@st.fragment
def page() -> None:
    """The component asks for the trace itself; the chart shows what no one iteration can."""
    with one_sentence():
        view = permalink.arrived("routing", Selection.from_plain)
        settings, drawing = state.settings(), state.drawing()
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


page()
