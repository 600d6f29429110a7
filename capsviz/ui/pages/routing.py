"""Routing: the couplings between primary capsules and digits, iteration by iteration."""

from __future__ import annotations

import streamlit as st

from capsviz.errors import CapsvizError
from capsviz.ui import cache, permalink, server, state
from capsviz.ui.components.routing import Selection, routing


@st.fragment
def page() -> None:
    """The component asks for the trace itself; here is only what to ask about."""
    view = permalink.arrived("routing", Selection.from_plain)
    routing(
        {
            "base": server.base_path(),
            "drawing": state.drawing().to_plain(),
            "settings": state.settings().to_plain(),
            "view": view.to_plain() if view else None,
            "samples": cache.samples_json()[0],
            "mnist": cache.has_mnist(),
        }
    )
    if complaint := state.complaint():
        st.warning(complaint)


try:
    page()
except CapsvizError as error:
    st.error(str(error))
