"""Routing: the couplings between primary capsules and digits, iteration by iteration."""

from __future__ import annotations

import streamlit as st

from capsviz.errors import CapsvizError
from capsviz.figures.routing import lengths_by_iterations
from capsviz.ui import appearance, cache, export, permalink, server, state
from capsviz.ui.components.routing import Selection, routing


@st.fragment
def page() -> None:
    """The component asks for the trace itself, all iterations at once; the chart below shows
    what no single iteration can.
    """
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
    if complaint := state.complaint():
        st.warning(complaint)
    info = server.routed(drawing, settings)
    st.markdown("**the answer for every number of iterations r**")
    export.chart(
        lengths_by_iterations(info.summary, appearance.mode()),
        key="routing-lengths",
        name="routing-lengths-by-iterations",
    )


try:
    page()
except CapsvizError as error:
    st.error(str(error))
