"""Dimensions without the app."""

from __future__ import annotations

from capsviz.ui.site.page import Published

PUBLISHED = Published(reads=True, answered="reply")
