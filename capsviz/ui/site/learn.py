"""The lessons of a published site: data, and the sheets of paper that go with them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from capsviz.ui.lessons import extra, links, loader
from capsviz.ui.lessons.loader import Open
from capsviz.ui.lessons.worksheets import sheets, worksheet
from capsviz.ui.networks import cache
from capsviz.ui.pages.learn.view import View
from capsviz.ui.session import permalink
from capsviz.ui.shell import navigation

#: Stands in data for the address of the site, which the browser knows.
BASE = "{{base}}"


def write(folder: Path, names: Sequence[str], pages: frozenset[str]) -> None:
    """Write what Learn is given, and what that names.

    Parameters
    ----------
    folder : of the site.
    names, pages : of the networks and of the pages that it holds.
    """
    model = "dynamic" if "dynamic" in names else names[0]

    def address(place: Open) -> str | None:
        link = links.link_of(place, model, pages)
        if link is None:
            return None
        path = navigation.path(link.page)
        return f"{BASE}/{path}{'/' if path else ''}?{permalink.PARAMETER}={permalink.encode(link)}"

    shown = extra.extra()
    if decided := shown["decided"]:  # whose test digits are MNIST's
        digits = {
            kind: [{**row, "image": None} for row in rows]
            for kind, rows in decided["digits"].items()
        }
        shown["decided"] = {**decided, "digits": digits}
    if text := shown.get("poses") and cache.poses_by_sha(shown["poses"]):
        (folder / "poses").mkdir(exist_ok=True)
        (folder / "poses" / f"{shown['poses']}.json").write_text(text, "utf-8")
    if decoder := shown.get("network") and cache.decoder(shown["network"]):
        (folder / "decoders").mkdir(exist_ok=True)
        (folder / "decoders" / f"{decoder.sha}.bin").write_bytes(decoder.data)
    for lesson in sheets():
        place = folder / "capsviz" / "worksheet" / lesson
        place.mkdir(parents=True)
        (place / "index.html").write_text(worksheet(lesson), "utf-8")
    data = {
        "course": loader.load().to_plain(address),
        "extra": shown,
        "table": View.table(),
        "worksheets": list(sheets()),
    }
    (folder / "data").mkdir(exist_ok=True)
    (folder / "data" / "learn.json").write_text(json.dumps(data), "utf-8")
