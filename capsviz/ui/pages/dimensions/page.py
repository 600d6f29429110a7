"""Dimensions: what each of the sixteen numbers of a digit capsule means."""

from __future__ import annotations

from capsviz.ui.session.host import show_page

show_page("dimensions")
