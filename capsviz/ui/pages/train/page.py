"""Train: a capsule network from noise to understanding, moment by moment."""

from __future__ import annotations

import streamlit as st

from capsviz.ui import permalink, web
from capsviz.ui.guard import one_sentence
from capsviz.ui.pages.train import films
from capsviz.ui.pages.train.component import train
from capsviz.ui.pages.train.routes import allowed, choices
from capsviz.ui.pages.train.view import View
from capsviz.watching import ready


@st.fragment
def page() -> None:
    """The run that is asked for, else the film that ships."""
    with one_sentence():
        permalink.arrived("train", View.from_plain)
        may_train = allowed(st.context.headers)
        if may_train:
            ready.prepare()
        train(
            {
                "base": web.base_path(),
                "table": View.table(),
                "allowed": may_train,
                "runs": films.listed(),
                "asked": st.query_params.get("run", ""),
                "choices": choices(),
            }
        )


page()
