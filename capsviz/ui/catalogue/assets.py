"""Addresses of the pages' scripts, which never change.

They are served as the ES modules that they are, in a wheel as one for each page and one that all
pages share (`capsviz.packaging`). The address holds the checksum of all scripts together, so that a
browser keeps them for good and a new version of capsviz is never mixed with an old one.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from streamlit import config

#: Prefix of our own routes, after the configured base path.
PREFIX = "/capsviz"
#: A file whose address holds its own checksum never changes.
IMMUTABLE = {"Cache-Control": "public, max-age=31536000, immutable"}

_ROOT = Path(__file__).parents[1]
#: The folder of the bundles that `capsviz.packaging` makes, and the bundles that every page loads.
BUNDLES = "browser/bundles"
_SHELL, _SHARED = f"{BUNDLES}/shell.js", f"{BUNDLES}/shared.js"
#: The component that Streamlit shows everything by, and its script, as ``capsviz/pyproject.toml``
#: declares them.
COMPONENT, ENTRY = "capsviz.app", "entry.js"
#: Beside the scripts of the pages: tests, what npm installed, and what Streamlit serves itself.
_NOT_SERVED = {"test", "node_modules", "component"}
#: The place of Plotly's own script, whose version Python's Plotly has chosen.
PLOTLY = f"plotly/{version('plotly')}.js"


def base_path() -> str:
    """``server.baseUrlPath`` with one leading slash, or nothing."""
    path = str(config.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{path}" if path else ""


def address(script: Path) -> str:
    """The path, below the server's address, under which a script of `capsviz.ui` is served."""
    return address_of(script.relative_to(_ROOT).as_posix())


def address_of(relative: str) -> str:
    """The same by the script's place below `capsviz.ui`."""
    return f"{base_path()}{PREFIX}/web/{checksum()}/{relative}"


def module(script: Path) -> tuple[str, str]:
    """A script's path, and its name among the exports of its bundle where there are bundles."""
    if _SHELL not in scripts():
        return address(script), ""
    relative = script.relative_to(_ROOT).as_posix()
    kind, name, *_ = relative.split("/")
    return address_of(f"{BUNDLES}/{name}.js" if kind == "pages" else _SHELL), relative


def bundles(page: str) -> list[str]:
    """The paths of all bundles that a page loads; none where scripts are served one by one."""
    names = (_SHARED, _SHELL, f"{BUNDLES}/{page}.js")
    return [address_of(name) for name in names] if _SHELL in scripts() else []


@functools.cache
def scripts() -> dict[str, bytes]:
    """Every script of the app by its place below `capsviz.ui`, such as "browser/pen.js"."""
    return {path.relative_to(_ROOT).as_posix(): path.read_bytes() for path in _paths()}


@functools.cache
def checksum() -> str:
    """The first 16 hexadecimal digits of the SHA-256 of all scripts, names included."""
    digest = hashlib.sha256()
    for relative, text in scripts().items():
        digest.update(f"{relative}\0{len(text)}\0".encode() + text)
    return digest.hexdigest()[:16]


def plotly_script() -> bytes:
    """Plotly's own script, which draws charts of measured results."""
    spec = find_spec("plotly")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).with_name("package_data").joinpath("plotly.min.js").read_bytes()


def _paths() -> Iterator[Path]:
    for path in sorted(_ROOT.rglob("*.js")):
        if not _NOT_SERVED & set(path.relative_to(_ROOT).parts):
            yield path
