"""Viewpoint: what a digit's capsule does when the digit is turned, moved, or tampered with."""

from __future__ import annotations

from capsviz.ui.session.host import show_page

show_page("viewpoint")
