"""The pages, in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from capsviz.errors import CapsvizError
from capsviz.ui.languages import ENGLISH
from capsviz.ui.languages.messages import text

if TYPE_CHECKING:  # the server needs the pages before torch is imported
    from capsviz.config.schema import Schema
    from capsviz.ui.catalogue.page_settings import PageSettings
    from capsviz.ui.catalogue.sections import Maker

FOLDER = Path(__file__).parents[1] / "pages"


#: Parts of a network, from the input picture to the reconstruction.
PARTS = ("input", "features", "capsules", "votes", "routing", "classes", "decoder", "picture")


@dataclass(frozen=True, slots=True)
class Region:
    """A region of a page, which an address selects with ``?show=``.

    Attributes
    ----------
    name : in the address.
    selector : of its elements in the page's markup.
    wide : whether it takes the full width.
    """

    name: str
    selector: str
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Lock:
    """A part of a page, which an address can lock with ``?lock=``.

    Attributes
    ----------
    name : in the address.
    hidden : selector of the controls that are removed.
    still : selector of elements that stay visible but inert, such as a canvas.
    """

    name: str
    hidden: str
    still: str = ""


#: The list of networks next to a page.
_PICKER = ".cv-picker"
_NETWORK, _LOCKED = Region("network", _PICKER), Lock("network", _PICKER)
#: Selector of the controls of browser/gallery.html that offer another picture.
_GALLERY = '[data-part="other"]'
_WHAT_IF = Lock("routing", '[data-part="what-if"]')


def _section(name: str, title: str, *, wide: bool = False) -> Region:
    """A section by the id of its title."""
    return Region(name, f'[aria-labelledby="{title}"]', wide)


@dataclass(frozen=True, slots=True)
class Entry:
    """A page in the navigation.

    Attributes
    ----------
    name : of its folder and in its address; the first page has the app's own address.
    styles : shared style sheets before the page's own.
    about : parts of a network that the page is about, of `PARTS`; its small map links to the first
        one that the Network page shows.
    drawn : whether it shows the visitor's drawing.
    picker : the list next to it: "networks", "all" including networks that few pages show, data
        "sets", or "" for none.
    digits : whether the page is only about digits.
    depends : drawing, settings and fields of the view on which its data depend, such as
        "settings.model"; a change requests the data again.
    carries : whether it has drawing, settings and view.
    regions, locks : parts that links and frames can select, and lock.
    """

    name: str
    styles: tuple[str, ...] = ()
    about: tuple[str, ...] = PARTS
    drawn: bool = False
    picker: Literal["", "networks", "all", "sets"] = ""
    digits: bool = False
    depends: tuple[str, ...] = ("settings.model",)
    carries: bool = True
    regions: tuple[Region, ...] = ()
    locks: tuple[Lock, ...] = ()

    @property
    def title(self) -> str:
        """The title in English."""
        return self.title_in(ENGLISH)

    def title_in(self, language: str) -> str:
        """The title in a language: the page's message "title"."""
        return text(language, self.name, "title")

    @property
    def excerpt(self) -> dict[str, Any]:
        """Its regions and locks as plain values, for ``browser/excerpt.js``."""
        return {
            "regions": [asdict(region) for region in self.regions],
            "locks": [asdict(lock) for lock in self.locks],
        }

    @property
    def host(self) -> dict[str, Any]:
        """Plain values for ``browser/page_host.js``."""
        return {"excerpt": self.excerpt, "depends": self.depends, "carries": self.carries}

    @property
    def data(self) -> Callable[[PageSettings], dict[str, Any]]:
        """The function that returns the page's data."""
        return import_module(f"capsviz.ui.pages.{self.name}.data").page_data

    @property
    def sections(self) -> Maker | None:
        """The function that makes the sections of measured results below it; None without any."""
        name = f"capsviz.ui.pages.{self.name}.sections"
        return import_module(name).sections if find_spec(name) else None

    @property
    def view(self) -> type[Schema]:
        """The schema of the page's view."""
        return import_module(f"capsviz.ui.pages.{self.name}.view").View


ENTRIES = (
    Entry(
        "draw",
        ("pen.css", "gallery.css", "length_rows.css", "sliders.css"),
        ("input", "classes", "picture"),
        drawn=True,
        picker="networks",
        regions=(
            Region("canvas", ".cv-desk"),
            Region("samples", ".cv-you > .cv-fold"),
            Region("lengths", ".cv-say"),
            Region("reconstruction", ".cv-pictures"),
            Region("sliders", '[data-part="sliders"]'),
            Region("input", ".cv-feed"),
            Region("strip", ".cv-route", wide=True),
            _NETWORK,
        ),
        locks=(
            _LOCKED,
            Lock("picture", ".cv-tools, .cv-here, .cv-you :is(.cv-fold, .cv-help)", ".cv-paper"),
            Lock("iterations", ".cv-stepper > button"),
            Lock("centring", '[data-part="center-box"]'),
            _WHAT_IF,
        ),
    ),
    Entry(
        "network",
        ("pen.css", "gallery.css", "export.css"),
        drawn=True,
        picker="all",
        depends=("settings.model", "view.second", "view.shown", "view.instead_of"),
        regions=(
            Region("steps", ".cv-n-top > .cv-row"),
            Region("answer", ".cv-n-say"),
            Region("map", ".cv-n-maps", wide=True),
            Region("inside", ".cv-n-inside", wide=True),
            _NETWORK,
        ),
        locks=(
            Lock("network", f"{_PICKER}, .cv-n-under"),
            Lock(
                "picture", f'.cv-network {_GALLERY}, .cv-n-you [data-testid="clear"]', ".cv-n-you"
            ),
        ),
    ),
    Entry(
        "routing",
        ("gallery.css", "export.css"),
        ("votes", "routing"),
        drawn=True,
        picker="networks",
        depends=("settings.model", "settings.routing"),
        regions=(
            Region("steps", ".cv-steer", wide=True),
            Region("capsules", ".cv-capsules"),
            Region("cloud", ".cv-cloud"),
            Region("image", ".cv-image"),
            Region("couplings", ".cv-couplings"),
            Region("types", ".cv-types"),
            Region("capsule", ".cv-glass"),
            Region("tree", ".cv-tree", wide=True),
            Region("formula", ".cv-formula"),
            Region("flow", ".cv-flow"),
            Region("summaries", ".cv-sums"),
            _NETWORK,
        ),
        locks=(
            _LOCKED,
            Lock("picture", f".cv-routing {_GALLERY}"),
            Lock("iterations", ".cv-routing .cv-stepper"),
            _WHAT_IF,
        ),
    ),
    Entry(
        "dimensions",
        ("gallery.css", "export.css", "sliders.css"),
        ("decoder", "classes", "picture"),
        drawn=True,
        picker="networks",
        depends=("settings", "drawing"),
        regions=(
            _section("capsules", "cv-d-ten", wide=True),
            Region("decoded", ".cv-d-now"),
            Region("sliders", ".cv-d-sliders"),
            Region("sweep", ".cv-d-sweeps", wide=True),
            _section("data", "cv-d-data", wide=True),
            _section("between", "cv-d-between", wide=True),
            _NETWORK,
        ),
        locks=(
            _LOCKED,
            Lock("picture", f".cv-dimensions {_GALLERY}"),
            Lock("capsule", "", '[data-testid="capsules"]'),
        ),
    ),
    Entry(
        "overlap",
        ("pen.css", "gallery.css", "length_rows.css", "export.css"),
        ("routing", "classes"),
        digits=True,
        depends=(),
        regions=(
            Region("field", ".cv-lay"),
            Region("lengths", ".cv-tell"),
            Region("reconstructions", ".cv-alone"),
            Region("pixels", ".cv-claim"),
            Region("maps", ".cv-went", wide=True),
            Region("iterations", ".cv-rounds"),
            Region("claims", ".cv-contested", wide=True),
            Region("measured", ".cv-measured", wide=True),
        ),
        locks=(
            Lock("picture", ".cv-lay .cv-show, .cv-lay .cv-fold", ".cv-pair"),
            Lock("iterations", ".cv-round-choice"),
            Lock("capsules", ".cv-force"),
        ),
    ),
    Entry(
        "parts",
        ("pen.css", "gallery.css", "sliders.css", "knobs.css"),
        ("capsules", "classes", "picture"),
        drawn=True,
        depends=("settings.model", "view.network"),
        regions=(
            _section("canvas", "cv-parts-draw-title"),
            _section("stage", "cv-parts-stage-title"),
            Region("alphabet", ".cv-parts-alphabet"),
            Region("objects", ".cv-parts-objects"),
        ),
        locks=(
            Lock(
                "picture",
                '[aria-labelledby="cv-parts-draw-title"] > .cv-parts-tools',
                ".cv-parts .cv-paper",
            ),
        ),
    ),
    Entry(
        "viewpoint",
        ("gallery.css", "export.css", "sliders.css", "knobs.css", "sections.css"),
        ("capsules", "classes"),
        drawn=True,
        picker="networks",
        regions=(
            Region("sliders", ".cv-v-sliders"),
            Region("picture", ".cv-v-seen"),
            Region("lengths", ".cv-v-say"),
            _section("factors", "cv-v-factors"),
            _section("curves", "cv-v-curves", wide=True),
            _section("attack", "cv-v-attack", wide=True),
            _NETWORK,
        ),
        locks=(_LOCKED, Lock("picture", f".cv-viewpoint {_GALLERY}")),
    ),
    Entry(
        "compare",
        ("export.css", "sections.css"),
        about=("classes", "picture"),
        drawn=True,
        picker="sets",
        depends=("settings", "drawing", "view.test_digit"),
        regions=(
            Region("answer", ".cv-compare-says", wide=True),
            Region("image", ".cv-compare-image"),
            Region("columns", ".cv-compare-networks", wide=True),
        ),
        locks=(Lock("picture", f'{_PICKER}, .cv-compare-pick, .cv-compare [data-part="drawing"]'),),
    ),
    Entry(
        "claims",
        ("pen.css", "gallery.css", "export.css"),
        drawn=True,
        digits=True,
        depends=(),
        regions=(
            Region("list", ".cv-claims-list", wide=True),
            Region("claim", ".cv-claims-open", wide=True),
        ),
        locks=(Lock("claim", ".cv-claims-list"),),
    ),
    Entry(
        "train",
        ("gallery.css", "export.css"),
        depends=(),
        regions=(
            Region("time", ".cv-t-time", wide=True),
            _section("curves", "cv-t-curves"),
            _section("picture", "cv-t-pinned"),
            _section("pictures", "cv-t-ten"),
            _section("checks", "cv-t-checks", wide=True),
            _section("step", "cv-t-step", wide=True),
        ),
        locks=(Lock("run", '.cv-train [aria-label="the run"]'),),
    ),
    Entry(
        "learn",
        ("sliders.css", "export.css"),
        digits=True,
        depends=(),
        carries=False,
        regions=(
            Region("title", ".cv-lesson-head", wide=True),
            Region("words", ".cv-words"),
            Region("figure", ".cv-figure-box"),
            Region("formulas", ".cv-formulas"),
            Region("steps", ".cv-way-on", wide=True),
        ),
        locks=(
            Lock("lesson", ".cv-lessons, .cv-to-contents"),
            Lock("step", ".cv-way-on, .cv-progress"),
        ),
    ),
)


def entry(name: str) -> Entry:
    """The page of a name; raises `CapsvizError` if it does not exist."""
    if page := next((each for each in ENTRIES if each.name == name), None):
        return page
    names = ", ".join(each.name for each in ENTRIES)
    raise CapsvizError(f"there is no page {name!r}: choose of {names}")


def path(name: str) -> str:
    """The last part of a page's address; "" for the app's first page."""
    return "" if name == ENTRIES[0].name else name
