"""Publication of Dimensions."""

from __future__ import annotations

from capsviz.ui.catalogue.publication import Publication

PUBLICATION = Publication(reads=True, answered="reply")
