"""Which pages there are, in which order."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

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
    about : the parts of a network that the page is about, of `PARTS`; the first that can be looked
        into is where its small map leads.
    """

    name: str
    title: str
    icon: str
    about: tuple[str, ...] = PARTS

    @property
    def script(self) -> Path:
        """The file that Streamlit runs."""
        return FOLDER / self.name / "page.py"

    @property
    def view(self) -> type[Schema]:
        """What declares what a visitor sets there."""
        return import_module(f"capsviz.ui.pages.{self.name}.view").View


ENTRIES = (
    Entry("draw", "Draw", "draw", ("input", "classes", "picture")),
    Entry("network", "Network", "schema"),
    Entry("routing", "Routing", "alt_route", ("votes", "routing")),
    Entry("dimensions", "Dimensions", "tune", ("decoder", "classes", "picture")),
    Entry("overlap", "Overlap", "join_inner", ("routing", "classes")),
    Entry("parts", "Parts", "dashboard", ("capsules", "classes", "picture")),
    Entry("viewpoint", "Viewpoint", "rotate_right", ("capsules", "classes")),
    Entry("compare", "Compare", "compare", ("classes", "picture")),
    Entry("train", "Train", "model_training"),
    Entry("learn", "Learn", "school"),
)


def path(name: str) -> str:
    """The last part of a page's address: nothing for the page that the app opens with."""
    return "" if name == ENTRIES[0].name else name
