"""Learn: the lessons, the gallery of mistakes, the glossary."""

from __future__ import annotations

from capsviz.ui.session.host import show_page

show_page("learn")
