"""Routes of the Parts page: the network's weights, for the browser that runs it."""

from __future__ import annotations

from starlette.routing import BaseRoute

from capsviz.ui.networks.parts import encode, offers
from capsviz.ui.server import endpoints


def find_weights(sha: str) -> bytes | None:
    """The weights in single precision, by the first digits of their checksum."""
    return next((encode(each) for each in offers() if each.digest[:16] == sha), None)


def routes() -> list[BaseRoute]:
    """All of them."""
    return [endpoints.get_by_checksum("parts/{sha}.bin", find_weights)]
