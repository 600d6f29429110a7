"""Routing without the app."""

from __future__ import annotations

from capsviz.ui.catalogue.publication import Publication

PUBLICATION = Publication()
