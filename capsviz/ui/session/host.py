"""The one way in which a page's component stands in Streamlit."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from capsviz.ui.browser import component
from capsviz.ui.catalogue import assets
from capsviz.ui.catalogue.navigation import FOLDER, entry
from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.catalogue.schema import Schema
from capsviz.ui.session import permalink, state
from capsviz.ui.session.error_banner import one_sentence


@dataclass(frozen=True, slots=True)
class Host:
    """A page's component, its data, and what its visitor carries.

    Attributes
    ----------
    name : of the page's folder, which holds its markup, styles and scripts.
    view : declares what a visitor sets on the page.
    data : the page's ``page_data``.
    carries : whether drawing, settings and view travel between browser and session.
    """

    name: str
    view: type[Schema]
    data: Callable[[PageSettings], dict[str, Any]]
    carries: bool = True

    def run(
        self,
        above: Callable[[], None] | None = None,
        below: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        """The page's script: the link it was opened with, then all of it as one fragment.

        None may stand within it: where a stroke overtakes the first run, Streamlit drops what is
        unsent of the page and still sends what is unsent of the inner one, for places that the
        browser never made; the tab is then empty.

        Parameters
        ----------
        above : what stands above the component.
        below : what stands beneath it, of the component's data.
        """

        @st.fragment  # a stroke reruns only this, once
        def page() -> None:
            with one_sentence():
                if self.carries:
                    permalink.adopt_link(self.name, self.view.from_plain)
                if above:
                    above()
                data = self.show()
                if below:
                    below(data)

        page()

    def show(self) -> dict[str, Any]:
        """Show the page's component with its data, which are returned.

        What the visitor does there ends up in `capsviz.ui.session.state`; raises `CapsvizError`.
        """
        excerpt = entry(self.name).excerpt
        data = {"base": assets.base_path(), "excerpt": excerpt, **self.data(self.settings())}
        mount = _mount(self.name)
        if self.carries:
            state.carry(mount, self.name, data, read=self.view.from_plain, first=self.view)
        else:
            mount(key=self.name, data=data)
        return data

    def settings(self) -> PageSettings:
        """What the data are made of; raises `CapsvizError` where a page needs a network."""
        visit = PageSettings(
            address=st.query_params.to_dict(),
            headers=st.context.headers,
            seen=state.is_seen(self.name),
        )
        if not self.carries:
            return visit
        return replace(
            visit,
            reading=state.settings(),
            drawing=state.drawing(),
            view=state.view(self.name, self.view),
        )


@functools.cache
def _mount(name: str) -> Any:
    return component(name, FOLDER / name, "theme.css", "excerpt.css", *entry(name).styles)
