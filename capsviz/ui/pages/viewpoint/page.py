"""Viewpoint: what a digit's capsule does when the digit is turned, moved, or tampered with."""

from __future__ import annotations

from typing import Any

import streamlit as st

from capsviz.training import checkpoint
from capsviz.ui.networks import cache
from capsviz.ui.pages.viewpoint import measured
from capsviz.ui.pages.viewpoint.data import suit
from capsviz.ui.session.host import show_page
from capsviz.ui.shell.picker import picker


def _measurements(shown: dict[str, Any]) -> None:
    """Results over many digits."""
    model = suit(shown["network"])
    reads = cache.subject(model)
    titles = {
        name: offer.title for name, offer in checkpoint.singles(capsules=False, reads=reads).items()
    }
    with st.container(key="detail-measured"):
        measured.laws(model, titles, shown["view"]["law"])
        if reads.digits:
            measured.robustness(titles)
        measured.attacks(titles, reads)


picker()
show_page("viewpoint", _measurements, measured.chosen_fields)
