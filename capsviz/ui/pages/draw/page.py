"""Draw: a picture, what the capsules say of it, what the winner remembers."""

from __future__ import annotations

from capsviz.ui.session.host import show_page
from capsviz.ui.shell.picker import picker

picker()
show_page("draw")
