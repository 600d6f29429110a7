"""The choice of pictures and of a network, the same on every page that shows one."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from capsviz.data import sets
from capsviz.training import checkpoint
from capsviz.ui import cache, state
from capsviz.ui.guard import plain

_SET, _NETWORK = "capsviz.data-set", "capsviz.network"


def picker(*, networks: bool = True) -> None:
    """Offer the data sets that there are capsule networks for, and the networks of the chosen one.

    Either is offered where there are several. The choice changes the settings, which all pages
    share and links carry; iterations and all else stay.

    Parameters
    ----------
    networks : the networks, too.
    """
    offered, model = checkpoint.singles(), state.settings().model
    chosen = cache.subject(model).data_set
    data_sets = list(dict.fromkeys(offer.subject.data_set for offer in offered.values()))
    here = [name for name, offer in offered.items() if offer.subject.data_set == chosen]
    titles = {name: offered[name].title for name in here}
    # Another page may have chosen since; a link's network may be none of those offered.
    st.session_state[_SET] = chosen if chosen in data_sets else None
    st.session_state[_NETWORK] = model if model in offered else None
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if len(data_sets) > 1:
            called = {name: sets.title(name) for name in data_sets}
            _choice("pictures", called, _SET, _choose_set)
        if networks and len(here) > 1:
            _choice("network", titles, _NETWORK, _choose)


def _choice(label: str, called: dict[str, str], key: str, choose: Callable[[], None]) -> None:
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small"):
        st.caption(label, width="content")
        st.segmented_control(
            label,
            list(called),
            required=True,
            format_func=lambda name: plain(called[name]),
            key=key,
            on_change=choose,
            label_visibility="collapsed",
        )


def _choose() -> None:
    if chosen := st.session_state[_NETWORK]:
        state.choose_model(chosen)


def _choose_set() -> None:
    if chosen := st.session_state[_SET]:
        offered = checkpoint.singles()
        state.choose_model(
            next(name for name, offer in offered.items() if offer.subject.data_set == chosen)
        )
