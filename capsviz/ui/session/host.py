"""A page's component in Streamlit: its script runs once for each visit of the page."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import streamlit as st

from capsviz.ui.browser import component
from capsviz.ui.catalogue import assets
from capsviz.ui.catalogue.navigation import FOLDER, entry
from capsviz.ui.server.script_turns import turn
from capsviz.ui.session.error_banner import one_sentence


def show_page(
    name: str,
    below: Callable[[dict[str, Any]], None] | None = None,
    chosen: Callable[[], dict[str, Any]] = dict,
) -> None:
    """Mount a page's component, which asks the server for its data itself.

    Parameters
    ----------
    name : of the page.
    below : shows sections beneath it, given the "network" in use and the page's "view".
    chosen : fields of the page's view that were set in these sections, for links to hold.
    """

    @st.fragment  # another network reruns this alone
    @turn()
    def page() -> None:
        shown = entry(name)
        reported = _mount(name)(
            key=name,
            data={
                "base": assets.base_path(),
                "page": name,
                "excerpt": shown.excerpt,
                "depends": shown.depends,
                "carries": shown.carries,
                "sections": below is not None,
                "chosen": chosen(),
            },
            on_shown_change=lambda: None,
        )
        if below and reported.shown:
            with one_sentence():
                below(reported.shown)

    page()


@functools.cache
def _mount(name: str) -> Any:
    return component(name, FOLDER / name, "theme.css", "excerpt.css", *entry(name).styles)
