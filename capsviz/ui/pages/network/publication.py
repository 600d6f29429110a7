"""Network without the app: what its blocks take is measured where they are shown."""

from __future__ import annotations

import base64
from typing import Any

from capsviz.ui.catalogue.publication import Publication, Site
from capsviz.ui.live import messages


def _adapt(site: Site, data: dict[str, Any]) -> dict[str, Any]:
    header, raw = messages.unpack(base64.b64decode(data["reply"]))
    reply = base64.b64encode(messages.pack({**header, "took": {}}, raw)).decode()
    offers = [network for network in data["offered"] if network["name"] in site.names]
    return {**data, "offered": offers, "reply": reply}


PUBLICATION = Publication(adapt=_adapt)
