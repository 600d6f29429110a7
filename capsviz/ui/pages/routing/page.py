"""Routing: the couplings between primary capsules and digits, iteration by iteration."""

from __future__ import annotations

from capsviz.ui.session.host import show_page

show_page("routing")
