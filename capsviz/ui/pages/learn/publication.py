"""Publication of Learn: its data, and the worksheets that go with them."""

from __future__ import annotations

from typing import Any

from capsviz.errors import CapsvizError
from capsviz.ui.catalogue import navigation
from capsviz.ui.catalogue.publication import Publication, Site
from capsviz.ui.languages import ENGLISH
from capsviz.ui.lessons import figure_data, links, loader
from capsviz.ui.lessons.loader import Open
from capsviz.ui.lessons.tips import page, tips
from capsviz.ui.lessons.worksheets import names, worksheet
from capsviz.ui.networks import cache
from capsviz.ui.session import permalink

#: Placeholder in the data for the address of the site, which only the browser knows.
BASE = "{{base}}"


def _adapt(site: Site, data: dict[str, Any]) -> dict[str, Any]:
    """Adapt Learn's data to the site, and write the files that they name."""
    model = "dynamic" if "dynamic" in site.names else site.names[0]

    def address(place: Open) -> str | None:
        link = links.link_of(place, model, site.pages)
        if link is None:
            return None
        path = navigation.path(link.page)
        return f"{BASE}/{path}{'/' if path else ''}?{permalink.PARAMETER}={permalink.encode(link)}"

    shown = figure_data.extra(site.language)
    if decided := shown["decided"]:  # whose test digits are MNIST's
        digits = {
            kind: [{**row, "image": None} for row in rows]
            for kind, rows in decided["digits"].items()
        }
        shown["decided"] = {**decided, "digits": digits}
    if text := shown.get("poses") and cache.poses_by_sha(shown["poses"]):
        site.write(f"poses/{shown['poses']}.json", text.encode())
    if decoder := shown.get("network") and cache.decoder(shown["network"]):
        site.write(f"decoder/{decoder.sha}.bin", decoder.data)
    described, network = figure_data.load_transforming()
    if described:
        site.write(f"lesson/{described['sha']}.bin", network)
    language = site.language
    written = [lesson for lesson in names(language) if _write_sheet(site, lesson)]
    own, up = ("", "") if language == ENGLISH else (f"/{language}", "../")
    for lesson in tips(language):
        sheet = page(lesson, f"../../../{up}learn/", language=language)
        site.write(f"capsviz/tips/{lesson}{own}/index.html", sheet.encode())
    return {
        "course": loader.load(language).to_plain(address),
        "extra": shown,
        "table": data["table"],
        "quiz": data["quiz"],
        "worksheets": written,
    }


def _write_sheet(site: Site, lesson: str) -> bool:
    """Write a lesson's worksheet; False if it needs a test digit that is not here."""
    try:
        sheet = worksheet(lesson, site.language)
    except CapsvizError:
        return False
    own = "" if site.language == ENGLISH else f"/{site.language}"
    site.write(f"capsviz/worksheet/{lesson}{own}/index.html", sheet.encode())
    return True


PUBLICATION = Publication(chosen=False, worded=True, adapt=_adapt)
