"""Network: every block of a network with what it gives for the drawing, live."""

from __future__ import annotations

from capsviz.ui.session.host import show_page
from capsviz.ui.shell.picker import picker

picker()
show_page("network")
