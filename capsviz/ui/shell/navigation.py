"""Which pages there are, in which order."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from capsviz.ui.session.schema import Schema

FOLDER = Path(__file__).parents[1] / "pages"


@dataclass(frozen=True, slots=True)
class Entry:
    """A page in the navigation.

    Attributes
    ----------
    name : of its folder, and in its address; the first page's address is the app's own.
    title : as visitors read it.
    icon : name of a Material symbol that Streamlit ships.
    """

    name: str
    title: str
    icon: str

    @property
    def script(self) -> Path:
        """The file that Streamlit runs."""
        return FOLDER / self.name / "page.py"

    @property
    def view(self) -> type[Schema]:
        """What declares what a visitor sets there."""
        return import_module(f"capsviz.ui.pages.{self.name}.view").View


ENTRIES = (
    Entry("draw", "Draw", "draw"),
    Entry("network", "Network", "schema"),
    Entry("routing", "Routing", "alt_route"),
    Entry("dimensions", "Dimensions", "tune"),
    Entry("overlap", "Overlap", "join_inner"),
    Entry("parts", "Parts", "dashboard"),
    Entry("viewpoint", "Viewpoint", "rotate_right"),
    Entry("compare", "Compare", "compare"),
    Entry("train", "Train", "model_training"),
    Entry("learn", "Learn", "school"),
)


def path(name: str) -> str:
    """The last part of a page's address: nothing for the page that the app opens with."""
    return "" if name == ENTRIES[0].name else name
