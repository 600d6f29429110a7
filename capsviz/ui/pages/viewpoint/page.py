"""Viewpoint: what a digit's capsule does when the digit is turned, moved, or tampered with."""

from __future__ import annotations

import base64
from typing import Any

import streamlit as st

from capsviz.analysis.laws import SPAN
from capsviz.analysis.viewpoint import Findings
from capsviz.data.affine import LIMITS, Transform
from capsviz.data.drawing import render
from capsviz.engine import engine
from capsviz.training import checkpoint
from capsviz.ui import cache, permalink, state, web
from capsviz.ui.error_banner import one_sentence
from capsviz.ui.factors import factors
from capsviz.ui.messages import ReadSettings
from capsviz.ui.pages.viewpoint import measured
from capsviz.ui.pages.viewpoint.component import viewpoint
from capsviz.ui.pages.viewpoint.routes import first_reply
from capsviz.ui.pages.viewpoint.view import View
from capsviz.ui.shell.picker import picker


@st.fragment
def page() -> None:
    """One digit live first, then what was measured on many."""
    with one_sentence():
        permalink.adopt_link("viewpoint", View.from_plain)
        picker()
        model = _model()
        _live(model)
        reads = cache.subject(model)
        titles = {
            name: offer.title
            for name, offer in checkpoint.singles(capsules=False, reads=reads).items()
        }
        measured.laws(model, titles)
        if reads.digits:
            measured.robustness(titles)
        measured.attacks(titles, reads)


def _model() -> str:
    """The session's model, or the default one where that reads other pictures."""
    chosen = state.settings().model
    return chosen if chosen in checkpoint.singles() else state.default_model()


def _live(model: str) -> None:
    settings = {**state.settings().to_plain(), "model": model}
    found = cache.viewpoint(model)
    raster = render(state.drawing())
    shown = ReadSettings.from_plain(settings)
    viewpoint(
        {
            "base": web.base_path(),
            "table": View.table(engine().checkpoint(model).model.config),
            "settings": settings,
            "network": cache.network(model),
            # Bytes cannot travel inside other data.
            "reply": base64.b64encode(first_reply(raster, shown)).decode(),
            "limits": LIMITS,
            "rest": Transform().to_plain(),
            "laws": _plain_laws(found),
            # Of untouched digits, the share that the misfit test rejects.
            "alarms": found.resistance["alarms"] if found and found.resistance else None,
            "claims": measured.claims(),
            "cnn": cache.plain_network(model) is not None,
            "factors": factors(model),
            "samples": cache.samples_json(model)[0],
            "test": cache.test_of(model),
        }
    )


def _plain_laws(found: Findings | None) -> dict[str, Any] | None:
    if found is None or found.fits is None:
        return None
    fits = found.fits
    return {
        "span": SPAN,
        "slope": fits.slope.tolist(),
        "shared": fits.shared.tolist(),
        "own": fits.own.tolist(),
    }


page()
