"""Train: a capsule network from noise to understanding, moment by moment."""

from __future__ import annotations

from capsviz.ui.session.host import show_page

show_page("train")
