"""Dimensions: what each of the sixteen numbers of a digit capsule means."""

from __future__ import annotations

from capsviz.ui.session.host import show_page
from capsviz.ui.shell.picker import picker

picker()
show_page("dimensions")
