"""What pages share in the browser, and how a page's scripts get there.

Scripts are ES modules that import each other by relative paths. They are served by one route
whose address holds the checksum of all of them (`capsviz.ui.catalogue.assets`); a
component's registered script is only the few lines that import its own. Styles and markup are
small: they are registered with the component.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from streamlit.components.v2 import component as register

from capsviz.ui.catalogue import assets

HERE = Path(__file__).parent
#: Where a page's markup has a piece of a file beside this one.
_SHARED = re.compile(r" *<!-- shared: ([\w-]+\.html) -->\n")


def component(name: str, folder: Path, *styles: str, before: str = "") -> Any:
    """Register a folder as a component; what is returned shows it.

    Parameters
    ----------
    name : of the component, unique in the app.
    folder : holds ``index.html`` (see `markup`), ``index.css``, further sheets for parts of a
        large page, and ``index.js``, whose default export is called with the component's
        ``data`` and ``parentElement``.
    styles : names of style sheets beside this file that come before the folder's own.
    before : markup that stands above the folder's own.
    """
    mount = register(
        f"capsviz.{name}",
        html=before + markup(folder),
        css=style(folder, *styles),
        js=_entry(folder / "index.js"),
        isolate_styles=False,
    )
    # In a list, of which `remount.js` takes it out again: of each value of a dict Streamlit asks
    # pandas whether it is a table, and to import that costs the first visitor half a second.
    return lambda *, data, **how: mount(data=[data], **how)


def markup(folder: Path) -> str:
    """A component's markup, with the pieces that pages share in the places it names."""
    own = (folder / "index.html").read_text("utf-8")
    return _SHARED.sub(lambda named: (HERE / named[1]).read_text("utf-8"), own)


def picker() -> str:
    """The markup of the choice of a network."""
    return (HERE / "picker.html").read_text("utf-8")


def style(folder: Path, *shared: str) -> str:
    """The style sheets of a component as one text; shared ones, or folders of them, come first."""
    places = [*(HERE / name for name in shared), folder]
    return "\n".join(path.read_text("utf-8") for place in places for path in _sheets(place))


def _sheets(place: Path) -> list[Path]:
    """One sheet, or all of a folder: ``index.css`` first, then those of its parts by name."""
    if place.is_file():
        return [place]
    first = place / "index.css"
    return [first, *sorted(path for path in place.glob("*.css") if path != first)]


def _entry(script: Path) -> str:
    # Streamlit imports this text from a blob: address, against which no path resolves; and a
    # text of one line with a slash in it would be taken for the name of a file.
    return (
        f"const {{ remount }} = {assets.module(HERE / 'remount.js')};\n"
        f"export default remount({assets.module(script)}.default);\n"
    )
