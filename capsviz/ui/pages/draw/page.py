"""Draw: a picture, what the capsules say of it, what the winner remembers."""

from __future__ import annotations

from capsviz.ui.session.host import show_page

show_page("draw")
