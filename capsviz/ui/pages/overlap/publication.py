"""Overlap without the app: samples and one's own digits, for MNIST's are not published."""

from __future__ import annotations

from typing import Any

from capsviz.ui.catalogue.publication import Publication, Site
from capsviz.ui.pages.overlap.routes import MODEL


def _adapt(_: Site, data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "mnist": False}


PUBLICATION = Publication(chosen=False, needs=(MODEL,), plain=True, adapt=_adapt)
