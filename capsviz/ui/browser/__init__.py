"""Modules that pages share in the browser, and the delivery of a page's scripts.

Scripts are ES modules that import each other by relative paths. They are served by one route
whose address holds the checksum of all of them (`capsviz.ui.catalogue.assets`). All components
have one script in Streamlit (``session/component/entry.js``, which ``capsviz/pyproject.toml``
declares); it is given the addresses of a component's own and of its styles, and its markup.
"""

from __future__ import annotations

import functools
import hashlib
import re
from pathlib import Path
from typing import Any

from streamlit.components.v2 import component as register

from capsviz.ui.catalogue import assets
from capsviz.ui.catalogue.navigation import FOLDER, Entry, entry
from capsviz.ui.languages import messages

HERE = Path(__file__).parent
#: Name of the component above every page, and its folder.
HEADER = "tools"
_SHELL = HERE.with_name("shell")
#: The file of the messages that pages share.
_MESSAGES = "shared"
#: Marks the place of a shared piece of markup, whose file is in this folder.
_SHARED_MARKUP = re.compile(r" *<!-- shared: ([\w-]+\.html) -->\n")
#: An explanation that opens by a click: ``<help data-text="NAME">…</help>``, perhaps with a class.
_HELP = re.compile(r'<help (data-text="[\w-]+")(?: class="([\w-]+)")?>(.*?)</help>', re.DOTALL)


def component(name: str, folder: Path, before: str = "") -> Any:
    """A folder as a component; what is returned shows it.

    Parameters
    ----------
    name : of a page, or `HEADER`.
    folder : holds ``index.html`` (see `markup`), ``index.css``, further sheets for parts of a
        large page, and ``index.js``, whose default export is called with the component's
        ``data`` and ``parentElement``.
    before : markup that stands above the folder's own.
    """
    component = {
        "name": name,
        "markup": before + markup(folder),
        "style": sheet_address(name),
        "remount": assets.module(HERE / "remount.js"),
        "script": assets.module(folder / "index.js"),
    }
    # In a list, of which `entry.js` takes it out again: of each value of a dict Streamlit asks
    # pandas whether it is a table, and to import that costs the first visitor half a second.
    return lambda *, data, **options: _register_once()(
        data=[{**component, "data": data}], key=name, **options
    )


def sheet_address(name: str) -> str:
    """The path of a page's style sheet, or of the header's, with the sheet's checksum."""
    return f"{assets.base_path()}{assets.PREFIX}/style/{_sheet_checksum(name)}/{name}.css"


def sheet_addresses(page: str) -> tuple[str, ...]:
    """The paths of all style sheets that a page is shown with."""
    return sheet_address(HEADER), sheet_address(page)


@functools.cache
def _sheet_checksum(name: str) -> str:
    return hashlib.sha256(sheet(name).encode()).hexdigest()[:16]


@functools.cache
def sheet(name: str) -> str:
    """The style sheet of a page; the header's begins with what all pages share."""
    if name == HEADER:
        return style(_SHELL, "theme.css", "../classroom/bar.css", "../classroom/panels.css")
    return style(FOLDER / name, "excerpt.css", "picker.css", *entry(name).styles)


@functools.cache
def _register_once() -> Any:
    return register(assets.COMPONENT, js=assets.ENTRY, isolate_styles=False)


def markup(folder: Path) -> str:
    """A component's markup in English, with the pieces that pages share in the places it names."""
    template = (folder / "index.html").read_text("utf-8")
    completed = _SHARED_MARKUP.sub(lambda match: (HERE / match[1]).read_text("utf-8"), template)
    return messages.fill_markup(_HELP.sub(_help, completed), folder.name, _MESSAGES)


def _help(match: re.Match[str]) -> str:
    name, side, inner = match.groups("")
    return (
        f'<details class="cv-help"><summary {name}>?</summary>'
        f'<div class="cv-float cv-small cv-help-text {side}">{inner}</div></details>'
    )


def picker() -> str:
    """The markup of the choice of a network."""
    return messages.fill_markup((HERE / "picker.html").read_text("utf-8"), _MESSAGES)


@functools.cache
def page_texts(page: Entry, language: str, *, shared: bool = True) -> messages.Texts:
    """The messages of a page's scripts, and in another language than English of its markup.

    The messages that pages share are among them if `shared`.
    """
    page_markup = markup(FOLDER / page.name) + (picker() if page.picker else "")
    names = (_MESSAGES, page.name) if shared else (page.name,)
    return messages.texts(language, *names, markup=page_markup)


def style(folder: Path, *shared: str) -> str:
    """The style sheets of a component as one text; shared ones, or folders of them, come first."""
    sources = [*(HERE / name for name in shared), folder]
    return "\n".join(path.read_text("utf-8") for source in sources for path in _sheets(source))


def _sheets(source: Path) -> list[Path]:
    """One sheet, or all of a folder: ``index.css`` first, then those of its parts by name."""
    if source.is_file():
        return [source]
    first = source / "index.css"
    return [first, *sorted(path for path in source.glob("*.css") if path != first)]
