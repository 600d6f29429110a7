"""Parts: a drawing taken apart into strokes that were learnt without a label."""

from __future__ import annotations

from capsviz.ui.pages.parts.data import page_data
from capsviz.ui.pages.parts.view import View
from capsviz.ui.session.host import Host

HOST = Host("parts", View, page_data)

HOST.run()
