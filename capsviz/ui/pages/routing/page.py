"""Routing: the couplings between primary capsules and digits, iteration by iteration."""

from __future__ import annotations

from capsviz.ui.session.host import show_page
from capsviz.ui.shell.picker import picker

picker()
show_page("routing")
