"""Dimensions without the app."""

from __future__ import annotations

from capsviz.ui.site.page import Publication

PUBLICATION = Publication(reads=True, answered="reply")
