"""Claims: what was hoped of capsules, what was measured of it, and one claim tried by hand."""

from __future__ import annotations

from capsviz.ui.pages.claims.data import complaints, page_data
from capsviz.ui.pages.claims.view import View
from capsviz.ui.session.host import Host
from capsviz.ui.shell.picker import digits_alone, tell_damaged

HOST = Host("claims", View, page_data)


def _above() -> None:
    digits_alone("What is tried by hand here is")
    tell_damaged(complaints())


HOST.run(_above)
