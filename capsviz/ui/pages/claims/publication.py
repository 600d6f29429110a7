"""Publication of Claims: its experiment runs some of the site's networks."""

from __future__ import annotations

from typing import Any

from capsviz.ui.catalogue.publication import Publication, Site
from capsviz.ui.languages import ENGLISH
from capsviz.ui.pages.claims.summary import render_summary

#: Every network has to be fetched first: these are the most informative.
_PUBLISHED = ("efficient", "dynamic", "cnn")


def _adapt(site: Site, data: dict[str, Any]) -> dict[str, Any]:
    held = [each for each in data["networks"] if site.holds(each["name"])]
    selected = [each for each in held if each["name"] in _PUBLISHED]
    asks = [name for name in data["asks"] if site.holds(name) or name in site.pages]
    folder = "" if site.language == ENGLISH else f"{site.language}/"
    sheet = render_summary(language=site.language)
    site.write(f"capsviz/claims/sheet/{folder}index.html", sheet.encode())
    adapted = {**data, "networks": selected or held[: len(_PUBLISHED)], "asks": asks, "fewer": True}
    return {**adapted, "files": _files(site, adapted)}


def _files(site: Site, data: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Files and bytes that a browser fetches for an experiment, by network name."""
    files = {each["name"]: site.files(each["name"], "live") for each in data["networks"]}
    if "overlap" in data["asks"]:
        plain = site.card("overlap")["plain"]
        files["overlap"] = site.files("overlap") | (site.files(plain) if plain else {})
    if "parts" in data["asks"]:
        path = f"parts/{data['parts']['sha']}.bin"
        files["parts"] = {path: site.size(path)}
    return files


PUBLICATION = Publication(chosen=False, plain=True, worded=True, adapt=_adapt)
