"""Train: a capsule network from noise to understanding, moment by moment."""

from __future__ import annotations

from typing import Any

from capsviz.monitoring import prewarm
from capsviz.ui.pages.train.data import page_data
from capsviz.ui.pages.train.view import View
from capsviz.ui.session.host import Host

HOST = Host("train", View, page_data)


def _prepare(data: dict[str, Any]) -> None:
    if data["allowed"]:
        prewarm.prepare()


HOST.run(below=_prepare)
