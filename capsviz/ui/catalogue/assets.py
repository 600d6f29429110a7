"""Immutable addresses of the pages' scripts.

A clone serves the ES modules themselves, a wheel one bundle for each page and one shared by all
pages (`capsviz.packaging`). The address contains the checksum of all scripts, so that browsers
cache them forever and never mix versions of capsviz.
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
#: Headers of files with their checksum in the address.
IMMUTABLE = {"Cache-Control": "public, max-age=31536000, immutable"}

_ROOT = Path(__file__).parents[1]
#: Folder of the bundles made by `capsviz.packaging`, and the bundles that every page loads.
BUNDLES = "browser/bundles"
_SHELL, _SHARED = f"{BUNDLES}/shell.js", f"{BUNDLES}/shared.js"
#: The Streamlit component that shows all pages, and its script, as declared in
#: ``capsviz/pyproject.toml``.
COMPONENT, ENTRY = "capsviz.app", "entry.js"
#: Folders without scripts of pages: tests, npm's packages, and files served by Streamlit.
_NOT_SERVED = {"test", "node_modules", "component"}
#: Path of Plotly's script, in the version of Python's Plotly.
PLOTLY = f"plotly/{version('plotly')}.js"


def base_path() -> str:
    """``server.baseUrlPath`` with a leading slash, or ""."""
    path = str(config.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{path}" if path else ""


def address(script: Path) -> str:
    """Path of a script of `capsviz.ui`, below the server's address."""
    return address_of(script.relative_to(_ROOT).as_posix())


def address_of(relative: str) -> str:
    """Path of a script by its place below `capsviz.ui`."""
    return f"{base_path()}{PREFIX}/web/{checksum()}/{relative}"


def module(script: Path) -> tuple[str, str]:
    """A script's path, and its name among the exports of its bundle, "" without bundles."""
    if _SHELL not in scripts():
        return address(script), ""
    relative = script.relative_to(_ROOT).as_posix()
    kind, name, *_ = relative.split("/")
    return address_of(f"{BUNDLES}/{name}.js" if kind == "pages" else _SHELL), relative


def bundles(page: str) -> list[str]:
    """Paths of all bundles that a page loads; empty without bundles."""
    names = (_SHARED, _SHELL, f"{BUNDLES}/{page}.js")
    return [address_of(name) for name in names] if _SHELL in scripts() else []


@functools.cache
def scripts() -> dict[str, bytes]:
    """All scripts of the app by their places below `capsviz.ui`, such as "browser/pen.js"."""
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
