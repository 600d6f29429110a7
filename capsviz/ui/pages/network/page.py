"""Network: every block of a network with what it gives for the drawing, live."""

from __future__ import annotations

from capsviz.ui.session.host import show_page

show_page("network")
