"""The pages: a folder each, with all that is the page's own."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator

from starlette.routing import BaseRoute

from capsviz.ui.catalogue.navigation import ENTRIES


def routes() -> Iterator[BaseRoute]:
    """Routes of the pages in the navigation, from each page's ``routes.routes()``."""
    for entry in ENTRIES:
        name = f"{__name__}.{entry.name}.routes"
        if importlib.util.find_spec(name):
            yield from importlib.import_module(name).routes()
