"""Overlap: two digits over each other, and what each capsule claims of them."""

from __future__ import annotations

from capsviz.ui.session.host import show_page

show_page("overlap")
