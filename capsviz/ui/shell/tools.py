"""The app's header, on every page: links to the pages, tour, class mode, sharing."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from capsviz.ui.browser import component
from capsviz.ui.catalogue import assets
from capsviz.ui.catalogue.navigation import ENTRIES, PARTS, entry, path
from capsviz.ui.classroom import frames
from capsviz.ui.lessons import loader
from capsviz.ui.lessons.quiz import quiz
from capsviz.ui.networks.titles import titles
from capsviz.ui.server import embedding
from capsviz.ui.server.reachability import reachable_names
from capsviz.ui.shell import presets
from capsviz.ui.shell.share import MAX_CODED_LENGTH

_mount = component(
    "tools", Path(__file__).parent, "theme.css", "../classroom/bar.css", "../classroom/panels.css"
)

#: Fields of a quiz question that a class is asked; lessons and remarks are for Learn alone.
_ASKED = ("concept", "text", "answers", "right")


def tools(page: str) -> str | None:
    """Show the header.

    Parameters
    ----------
    page : name of the page that is open, such as "draw".

    Returns
    -------
    The page whose link was pressed, if one was.
    """
    course = loader.load()
    return _mount(
        data={
            "base": assets.base_path(),
            "page": page,
            "tour": [dataclasses.asdict(step) for step in course.tour],
            "pages": [each.name for each in ENTRIES],
            "links": [(path(each.name), each.title) for each in ENTRIES],
            "drawn": [each.name for each in ENTRIES if each.drawn],
            "parts": PARTS,
            "about": entry(page).about,
            "excerpt": entry(page).excerpt,
            "framers": embedding.origins(),
            "presets": presets.address(),
            "frames": frames.address(),
            "names": reachable_names(),
            "longest_coded": MAX_CODED_LENGTH,
            "titles": titles(),
            "classroom": course.words["classroom"],
            "quiz": [{name: getattr(question, name) for name in _ASKED} for question in quiz()],
            "words": {**course.words["tools"], "tour": course.words["tour"]},
        },
        on_page_change=lambda: None,
    ).page
