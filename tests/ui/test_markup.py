"""The pages' markup as it stands before any script has run."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from capsviz.ui.browser import markup

PAGES = Path(__file__).parents[2] / "capsviz/ui/pages"


class Canvases(HTMLParser):
    """Collects the canvases of a page; a template's are filled and named before they show."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, str | None]] = []
        self.templates = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.templates += tag == "template"
        if tag == "canvas" and not self.templates:
            self.found.append(dict(attrs))

    def handle_endtag(self, tag: str) -> None:
        self.templates -= tag == "template"


@pytest.mark.parametrize(
    "path", sorted(PAGES.glob("*/index.html")), ids=lambda path: path.parent.name
)
def test_every_picture_has_a_name_before_anything_is_drawn(path):
    canvases = Canvases()
    canvases.feed(markup(path.parent))
    named = ("aria-label", "aria-labelledby", "aria-hidden")
    nameless = [canvas for canvas in canvases.found if not any(map(canvas.get, named))]
    assert nameless == []


@pytest.mark.parametrize(
    "page", sorted(PAGES.glob("*/index.html")), ids=lambda page: page.parent.name
)
def test_no_script_hides_a_formula_by_a_property_that_it_has_not(page):
    """`hidden` is a property of HTML elements alone: set on others, it hides nothing."""
    others = re.findall(r'<(?:math|svg)\b[^>]*?data-(?:part|testid)="([^"]+)"', markup(page.parent))
    scripts = "".join(path.read_text("utf-8") for path in sorted(page.parent.rglob("*.js")))
    assert [name for name in others if f'("{name}").hidden' in scripts] == []


def test_shared_markup_occurs_once_in_each_page():
    pages = {path.parent.name: markup(path.parent) for path in PAGES.glob("*/index.html")}
    with_gallery = {name for name, text in pages.items() if text.count('data-part="other"') == 1}
    assert with_gallery == {"dimensions", "network", "routing", "viewpoint"}
    assert not any("shared:" in text for text in pages.values())


def test_markup_calls_no_network_s_numbers_lengths():
    """A network may have activations: a script inserts the name of the measure."""
    curves = markup(PAGES / "viewpoint")
    own_words = re.sub(
        r"<span data-say=\"measure\">length</span>|data-[a-z]+=\"[^\"]*\"", "", curves
    )
    assert re.findall(r"\blengths?\b", own_words) == []
