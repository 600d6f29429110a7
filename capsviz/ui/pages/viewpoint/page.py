"""Viewpoint: what a digit's capsule does when the digit is turned, moved, or tampered with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from capsviz.training import checkpoint
from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.networks import cache
from capsviz.ui.pages.viewpoint import measured
from capsviz.ui.pages.viewpoint.data import page_data
from capsviz.ui.pages.viewpoint.view import View
from capsviz.ui.session import state
from capsviz.ui.session.host import Host
from capsviz.ui.shell.picker import picker


def _data(settings: PageSettings) -> dict[str, Any]:
    return page_data(replace(settings, reading=replace(settings.reading, model=_model())))


HOST = Host("viewpoint", View, _data)


def _measurements(_: dict[str, Any]) -> None:
    """What was measured on many digits, beneath the one."""
    model = _model()
    reads = cache.subject(model)
    titles = {
        name: offer.title for name, offer in checkpoint.singles(capsules=False, reads=reads).items()
    }
    with st.container(key="detail-measured"):
        measured.laws(model, titles)
        if reads.digits:
            measured.robustness(titles)
        measured.attacks(titles, reads)


def _model() -> str:
    """The session's model, or the default one where that reads other pictures."""
    chosen = state.settings().model
    return chosen if chosen in checkpoint.singles() else state.default_model()


HOST.run(picker, _measurements)
