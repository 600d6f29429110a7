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

    def address(target: Open) -> str | None:
        link = links.link_of(target, model, site.pages)
        if link is None:
            return None
        path = navigation.path(link.page)
        return f"{BASE}/{path}{'/' if path else ''}?{permalink.PARAMETER}={permalink.encode(link)}"

    figure = figure_data.extra(site.language)
    if decided := figure["decided"]:  # whose test digits are MNIST's
        digits = {
            kind: [{**row, "image": None} for row in rows]
            for kind, rows in decided["digits"].items()
        }
        figure["decided"] = {**decided, "digits": digits}
    if text := figure.get("poses") and cache.poses_by_sha(figure["poses"]):
        site.write(f"poses/{figure['poses']}.json", text.encode())
    if decoder := figure.get("network") and cache.decoder(figure["network"]):
        site.write(f"decoder/{decoder.sha}.bin", decoder.data)
    description, network = figure_data.load_transforming()
    if description:
        site.write(f"lesson/{description['sha']}.bin", network)
    language = site.language
    lessons = [lesson for lesson in names(language) if _write_sheet(site, lesson)]
    prefix, up = ("", "") if language == ENGLISH else (f"/{language}", "../")
    for lesson in tips(language):
        sheet = page(lesson, f"../../../{up}learn/", language=language)
        site.write(f"capsviz/tips/{lesson}{prefix}/index.html", sheet.encode())
    return {
        "course": loader.load(language).to_plain(address),
        "extra": figure,
        "table": data["table"],
        "quiz": data["quiz"],
        "worksheets": lessons,
    }


def _write_sheet(site: Site, lesson: str) -> bool:
    """Write a lesson's worksheet; False if it needs a test digit that is not here."""
    try:
        sheet = worksheet(lesson, site.language)
    except CapsvizError:
        return False
    prefix = "" if site.language == ENGLISH else f"/{site.language}"
    site.write(f"capsviz/worksheet/{lesson}{prefix}/index.html", sheet.encode())
    return True


PUBLICATION = Publication(chosen=False, worded=True, adapt=_adapt)
