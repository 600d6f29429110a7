"""Draw: a picture, what the capsules say of it, what the winner remembers."""

from __future__ import annotations

from capsviz.ui.pages.draw.data import page_data
from capsviz.ui.pages.draw.view import View
from capsviz.ui.session.host import Host
from capsviz.ui.shell.picker import picker

HOST = Host("draw", View, page_data)

HOST.run(picker)
