"""A page's component in Streamlit: its script runs once for each visit of the page."""

from __future__ import annotations

import functools
from typing import Any

from capsviz.ui.browser import component, picker
from capsviz.ui.catalogue import assets
from capsviz.ui.catalogue.navigation import FOLDER, entry
from capsviz.ui.languages import native_names


def show_page(name: str) -> None:
    """Mount a page's component, which asks the server for its data itself."""
    _mount(name)(
        data={
            "base": assets.base_path(),
            "page": name,
            "languages": native_names(),
            **entry(name).host,
        },
    )


@functools.cache
def _mount(name: str) -> Any:
    page = entry(name)
    return component(name, FOLDER / name, picker() if page.picker else "")
