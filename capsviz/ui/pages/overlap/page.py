"""Overlap: two digits over each other, and what each capsule claims of them."""

from __future__ import annotations

from capsviz.ui.pages.overlap.data import page_data
from capsviz.ui.pages.overlap.view import View
from capsviz.ui.session.host import Host
from capsviz.ui.shell.picker import digits_alone

HOST = Host("overlap", View, page_data)

HOST.run(lambda: digits_alone("Overlap is"))
