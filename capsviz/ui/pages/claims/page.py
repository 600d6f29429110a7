"""Claims: what was hoped of capsules, what was measured of it, and one claim tried by hand."""

from __future__ import annotations

from capsviz.ui.session.host import show_page

show_page("claims")
