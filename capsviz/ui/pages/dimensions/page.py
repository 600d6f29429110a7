"""Dimensions: what each of the sixteen numbers of a digit capsule means."""

from __future__ import annotations

from capsviz.ui.pages.dimensions.data import page_data
from capsviz.ui.pages.dimensions.view import View
from capsviz.ui.session.host import Host
from capsviz.ui.shell.picker import picker

HOST = Host("dimensions", View, page_data)

HOST.run(picker)
