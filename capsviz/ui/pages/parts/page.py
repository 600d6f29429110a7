"""Parts: a drawing taken apart into strokes that were learnt without a label."""

from __future__ import annotations

from capsviz.ui.networks.parts import complaints
from capsviz.ui.pages.parts.data import page_data
from capsviz.ui.pages.parts.view import View
from capsviz.ui.session.host import Host
from capsviz.ui.shell.picker import tell_damaged

HOST = Host("parts", View, page_data)

HOST.run(lambda: tell_damaged(complaints()))
