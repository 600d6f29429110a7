"""The script that Streamlit runs: navigation, the open page, the tools above it.

Its folder must not contain a folder "pages", which Streamlit would use as the navigation until
`st.navigation` has run once.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import streamlit as st

from capsviz import ui
from capsviz.ui.catalogue.navigation import ENTRIES
from capsviz.ui.server.script_queue import turn
from capsviz.ui.startup import background_import


def _show_page() -> None:
    from capsviz.ui.session.host import show_page
    from capsviz.ui.shell.tools import tools

    st.set_page_config(
        page_title="capsviz",
        # A Material icon would be loaded from the internet.
        page_icon=Path(ui.__file__).with_name("icon.svg"),
        layout="wide",
        initial_sidebar_state="collapsed",
    )

    pages = {
        entry.name: st.Page(
            partial(show_page, entry.name),
            title=entry.title,
            url_path=entry.name,
            default=entry is ENTRIES[0],
        )
        for entry in ENTRIES
    }
    # The links to the pages are in the header of `tools`.
    page = st.navigation(list(pages.values()), position="hidden")
    # Without an icon: the page's own would be loaded from the internet.
    st.set_page_config(page_title=f"{page.title} · capsviz")
    # The header is before the page, also for the tab key and for screen readers.
    requested = tools(page.url_path or ENTRIES[0].name)
    if requested in pages:
        st.switch_page(pages[requested])
    page.run()


background_import.begin().result()
with turn():
    _show_page()
