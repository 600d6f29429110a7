"""Cut Streamlit's icon font down to what can be shown: ``python tests/ui/icon_font.py``.

Needed again whenever a page shows a new icon or Streamlit changes; a test says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import streamlit
from fontTools import subset
from fontTools.ttLib import TTFont

import capsviz
from capsviz.ui.catalogue.navigation import ENTRIES
from capsviz.ui.server.icons import FONT, NAMES

STREAMLIT = Path(streamlit.__file__).parent
#: Streamlit's own, with every icon.
WHOLE = STREAMLIT / "static/static/media" / FONT.name


def named() -> set[str]:
    """What is written as ``:material/name:`` in Streamlit's files and the app's, and our pages'.

    Examples in documentation are among them: better an icon too many.
    """
    found = {entry.icon for entry in ENTRIES}
    for text in _texts():
        found.update(re.findall(r":material/(\w+):", text))
    return found


def _texts() -> Iterator[str]:
    yield from scripts()
    yield from _read(STREAMLIT / "elements", "*.py")
    for kind in ("*.py", "*.js", "*.md", "*.html"):
        yield from _read(Path(capsviz.__file__).parent, kind)


def scripts() -> Iterator[str]:
    """Streamlit's, as browsers load them."""
    yield from _read(STREAMLIT / "static", "*.js")


def _read(folder: Path, kind: str) -> Iterator[str]:
    for path in folder.rglob(kind):
        if "node_modules" not in path.parts:
            yield path.read_text("utf-8")


def icons(font: TTFont) -> dict[str, str]:
    """The glyph of each icon by the name that a page writes for it."""
    letters = {glyph: chr(code) for code, glyph in font.getBestCmap().items() if code < 128}
    return {
        "".join(letters[part] for part in (first, *joined.Component)): joined.LigGlyph
        for first, joined in _ligatures(font)
    }


def _ligatures(font: TTFont) -> Iterator[tuple[str, Any]]:
    for table in _tables(font):
        for first, all_joined in table.ligatures.items():
            for joined in all_joined:
                yield first, joined


def _tables(font: TTFont) -> list[Any]:
    lookups = font["GSUB"].table.LookupList.Lookup
    tables = [getattr(each, "ExtSubTable", each) for lookup in lookups for each in lookup.SubTable]
    return [table for table in tables if hasattr(table, "ligatures")]


def smaller(font: TTFont, names: set[str]) -> None:
    """Leave these icons and the letters of their names in the font, nothing else."""
    glyphs = {glyph for name, glyph in icons(font).items() if name in names}
    for table in _tables(font):
        table.ligatures = {
            first: [each for each in joined if each.LigGlyph in glyphs]
            for first, joined in table.ligatures.items()
        }
    subsetter = subset.Subsetter(subset.Options(layout_features=["rlig"], hinting=False))
    subsetter.populate(glyphs=glyphs, text=" " + "".join(names & icons(font).keys()))
    subsetter.subset(font)


def main() -> None:
    """Write the font that the app serves."""
    font = TTFont(WHOLE, recalcTimestamp=False)
    smaller(font, named())
    font.flavor = "woff2"
    font.save(FONT)
    NAMES.write_text("\n".join(sorted(icons(font))) + "\n", encoding="utf-8")
    print(f"{FONT.name}: {FONT.stat().st_size} bytes, {len(icons(font))} icons")


if __name__ == "__main__":
    main()
