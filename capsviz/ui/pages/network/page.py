"""Network: every block of a network with what it gives for the drawing, live."""

from __future__ import annotations

from capsviz.ui.pages.network.data import page_data
from capsviz.ui.pages.network.view import View
from capsviz.ui.session.host import Host
from capsviz.ui.shell.picker import picker

HOST = Host("network", View, page_data)

HOST.run(lambda: picker(alone=HOST.name))
