"""Claims: what was hoped of capsules, what was measured of it, and one claim tried by hand."""

from __future__ import annotations

from capsviz.ui.pages.claims.data import page_data
from capsviz.ui.pages.claims.view import View
from capsviz.ui.session.host import Host
from capsviz.ui.shell.picker import digits_alone

HOST = Host("claims", View, page_data)

HOST.run(lambda: digits_alone("What is tried by hand here is"))
