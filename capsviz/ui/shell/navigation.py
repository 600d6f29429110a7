"""Which pages there are, in which order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from capsviz.ui.session.page_settings import PageSettings
from capsviz.ui.session.schema import Schema

FOLDER = Path(__file__).parents[1] / "pages"


#: Of a network, from the picture to the picture that it paints.
PARTS = ("input", "features", "capsules", "votes", "routing", "classes", "decoder", "picture")


@dataclass(frozen=True, slots=True)
class Entry:
    """A page in the navigation.

    Attributes
    ----------
    name : of its folder, and in its address; the first page's address is the app's own.
    title : as visitors read it.
    icon : name of a Material symbol that Streamlit ships.
    styles : shared style sheets that come before the page's own.
    about : the parts of a network that the page is about, of `PARTS`; the first that can be looked
        into is where its small map leads.
    drawn : whether it shows the visitor's drawing.
    """

    name: str
    title: str
    icon: str
    styles: tuple[str, ...] = ()
    about: tuple[str, ...] = PARTS
    drawn: bool = False

    @property
    def script(self) -> Path:
        """The file that Streamlit runs."""
        return FOLDER / self.name / "page.py"

    @property
    def data(self) -> Callable[[PageSettings], dict[str, Any]]:
        """What makes the page's data."""
        return import_module(f"capsviz.ui.pages.{self.name}.data").page_data

    @property
    def view(self) -> type[Schema]:
        """What declares what a visitor sets there."""
        return import_module(f"capsviz.ui.pages.{self.name}.view").View


ENTRIES = (
    Entry(
        "draw",
        "Draw",
        "draw",
        ("pen.css", "gallery.css", "sliders.css"),
        ("input", "classes", "picture"),
        drawn=True,
    ),
    Entry("network", "Network", "schema", ("pen.css", "gallery.css", "export.css"), drawn=True),
    Entry(
        "routing",
        "Routing",
        "alt_route",
        ("gallery.css", "export.css"),
        ("votes", "routing"),
        drawn=True,
    ),
    Entry(
        "dimensions",
        "Dimensions",
        "tune",
        ("gallery.css", "export.css", "sliders.css"),
        ("decoder", "classes", "picture"),
        drawn=True,
    ),
    Entry(
        "overlap",
        "Overlap",
        "join_inner",
        ("pen.css", "gallery.css", "export.css"),
        ("routing", "classes"),
    ),
    Entry(
        "parts",
        "Parts",
        "dashboard",
        ("pen.css", "gallery.css", "sliders.css"),
        ("capsules", "classes", "picture"),
        drawn=True,
    ),
    Entry(
        "viewpoint",
        "Viewpoint",
        "rotate_right",
        ("gallery.css", "export.css", "sliders.css"),
        ("capsules", "classes"),
        drawn=True,
    ),
    Entry("compare", "Compare", "compare", about=("classes", "picture")),
    Entry("claims", "Claims", "checklist", ("pen.css", "gallery.css", "export.css")),
    Entry("train", "Train", "model_training", ("gallery.css", "export.css")),
    Entry("learn", "Learn", "school", ("sliders.css", "export.css")),
)


def entry(name: str) -> Entry:
    """A page by its name."""
    return next(each for each in ENTRIES if each.name == name)


def path(name: str) -> str:
    """The last part of a page's address: nothing for the page that the app opens with."""
    return "" if name == ENTRIES[0].name else name
