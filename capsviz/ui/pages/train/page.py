"""Train: a capsule network from noise to understanding, moment by moment."""

from __future__ import annotations

import streamlit as st

from capsviz.monitoring import prewarm
from capsviz.ui import permalink, web
from capsviz.ui.error_banner import one_sentence
from capsviz.ui.pages.train import films
from capsviz.ui.pages.train.component import train
from capsviz.ui.pages.train.routes import choices, is_allowed
from capsviz.ui.pages.train.view import View


@st.fragment
def page() -> None:
    """The run that is asked for, else the film that ships."""
    with one_sentence():
        permalink.adopt_link("train", View.from_plain)
        may_train = is_allowed(st.context.headers)
        if may_train:
            prewarm.prepare()
        train(
            {
                "base": web.base_path(),
                "table": View.table(),
                "allowed": may_train,
                "runs": films.list_films(),
                "asked": st.query_params.get("run", ""),
                "choices": choices(),
            }
        )


page()
