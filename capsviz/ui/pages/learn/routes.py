"""Routes of the Learn page: the weights of a lesson's own network, for the browser that runs it."""

from __future__ import annotations

from starlette.routing import BaseRoute

from capsviz.ui.lessons.figure_data import load_transforming
from capsviz.ui.server import endpoints


def find_weights(sha: str) -> bytes | None:
    """The weights in single precision, by their checksum."""
    description, content = load_transforming()
    return content if description and description["sha"] == sha else None


def routes() -> list[BaseRoute]:
    """All of them."""
    return [endpoints.get_by_checksum("lesson/{sha}.bin", find_weights)]
