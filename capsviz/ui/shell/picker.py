"""The choice of a network, the same on every page that shows one."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from capsviz.data.drawing import INPUT
from capsviz.training import checkpoint
from capsviz.ui import state
from capsviz.ui.guard import plain

_KEY = "capsviz.network"


def picker() -> None:
    """Offer the capsule networks for one digit, where there are several.

    The choice changes the settings, which all pages share and links carry; drawing,
    iterations and all else stay.
    """
    offered = checkpoint.offered(INPUT)
    if len(offered) < 2:
        return
    model = state.settings().model
    # Another page may have chosen since; a link's network may be none of those offered.
    st.session_state[_KEY] = model if model in offered else None
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small"):
        st.caption("network", width="content")
        st.segmented_control(
            "network",
            list(offered),
            required=True,
            format_func=lambda name: plain(offered[name].title),
            key=_KEY,
            on_change=_choose,
            label_visibility="collapsed",
        )


def _choose() -> None:
    if chosen := st.session_state[_KEY]:
        state.replace_settings(replace(state.settings(), model=chosen))
