"""Routing: the couplings between primary capsules and digits, iteration by iteration."""

from __future__ import annotations

from typing import Any

import streamlit as st

from capsviz.data.drawing import Drawing
from capsviz.engine import engine
from capsviz.figures.routing import lengths_by_iterations
from capsviz.ui.chart import chart
from capsviz.ui.networks import cache
from capsviz.ui.pages.routing.data import page_data
from capsviz.ui.pages.routing.view import View
from capsviz.ui.server.routes import route_drawing
from capsviz.ui.session import appearance, state
from capsviz.ui.session.error_banner import plain
from capsviz.ui.session.host import Host
from capsviz.ui.shell.picker import picker

HOST = Host("routing", View, page_data)


def _by_iterations(_: dict[str, Any]) -> None:
    """What no one iteration can show."""
    settings, drawing = state.settings(), state.drawing()
    network = engine().checkpoint(settings.model, settings.routing).capsnet
    with st.container(key="detail-published"):
        st.caption(plain(cache.measure(settings.model).published))
    if network.routing.iterative and drawing != Drawing():
        info = route_drawing(drawing, settings)
        apart = info.mixing.activations is not None
        # Hidden, as "data-answer" is in markup, while a class guesses.
        with st.container(key="detail-by-iterations"), st.container(key="answer-by-iterations"):
            st.markdown("**the answer for every number of iterations r**")
            chart(
                lengths_by_iterations(
                    info.summary,
                    appearance.mode(),
                    measure="activation" if apart else "length",
                    subject=cache.subject(settings.model),
                ),
                key="routing-lengths",
                name="routing-lengths-by-iterations",
                title="The answer for every number of iterations",
                network=settings.model,
            )


HOST.run(picker, _by_iterations)
