"""Parts: a drawing taken apart into strokes that were learnt without a label."""

from __future__ import annotations

from capsviz.ui.session.host import show_page

show_page("parts")
