"""Overlap: two digits over each other, and what each capsule claims of them."""

from __future__ import annotations

import base64
from dataclasses import asdict
from typing import Any

import streamlit as st

from capsviz.analysis.overlap import COMPARED, FURTHEST, PAPER, read_scores
from capsviz.analysis.routing import Geometry
from capsviz.data.overlap import SHIFT
from capsviz.engine import engine
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.ui import cache, permalink, state, web
from capsviz.ui.error_banner import one_sentence
from capsviz.ui.pages.overlap.component import overlap
from capsviz.ui.pages.overlap.routes import MODEL, PLAIN, answer
from capsviz.ui.pages.overlap.view import View
from capsviz.ui.shell.picker import digits_alone


@st.fragment
def page() -> None:
    """The component asks for everything itself; here is where it starts."""
    with one_sentence():
        permalink.adopt_link("overlap", View.from_plain)
        if MODEL not in checkpoint.names():
            raise CapsvizError(
                "there is no network for two digits here: train one with "
                "`capsviz train --task overlap`, or fetch the checkpoints folder again"
            )
        digits_alone("Overlap is")
        shown = state.view("overlap", View)
        config = engine().checkpoint(MODEL).capsnet.config
        overlap(
            {
                "base": web.base_path(),
                "table": View.table(),
                # Bytes cannot travel inside other data.
                "reply": base64.b64encode(answer(shown.question())).decode(),
                "samples": cache.samples_json()[0],
                "mnist": cache.has_mnist(),
                "geometry": asdict(Geometry.of(config)),
                "trained": {"shift": SHIFT, "iterations": config.iterations},
                "most": {"move": FURTHEST, "compared": COMPARED},
                "results": _results(),
            }
        )


def _results() -> dict[str, Any]:
    """What was measured on the fixed test pairs, and the paper's numbers beside it."""
    try:
        rows = read_scores(checkpoint.sidecar("overlap.json"))
    except CapsvizError as error:
        return {"rows": [], "missing": str(error), "paper": PAPER}
    found = []
    for row in rows:
        name = row["checkpoint"]
        try:
            known = name in checkpoint.names() and engine().checkpoint(name).digest == row["sha256"]
        except CapsvizError:
            known = False
        title = {MODEL: "capsules", PLAIN: "plain CNN"}.get(name, name)
        found.append({**row, "title": title, "known": known})
    return {"rows": found, "missing": "", "paper": PAPER}


page()
