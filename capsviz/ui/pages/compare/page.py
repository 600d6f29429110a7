"""Compare: one image under every routing, and what the routings make of 10,000."""

from __future__ import annotations

from capsviz.ui.session.host import show_page

show_page("compare")
