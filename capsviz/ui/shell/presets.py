"""Preset pages of a lecturer, read from a file, checked, and shown as a page of links.

The file is TOML or JSON::

    title = "Week 3: routing"

    [[presets]]
    title = "Which digit is it?"
    link = "https://…/?v=…&show=canvas,lengths"   # as Share gives it

    [[presets]]
    title = "How long is its capsule?"
    page = "draw"
    network = "efficient"
    show = ["canvas", "lengths"]
    lock = ["network"]
    task = "Draw a seven. How long is its capsule?"
"""

from __future__ import annotations

import html
import os
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute

from capsviz import untrusted
from capsviz.config.read_settings import ReadSettings
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.ui.browser import HERE
from capsviz.ui.catalogue import assets
from capsviz.ui.catalogue.navigation import ENTRIES, Entry, entry, path
from capsviz.ui.server import endpoints
from capsviz.ui.server.guard import PRESETS as PLACE
from capsviz.ui.server.guard import RefusedError
from capsviz.ui.session import permalink

#: Environment variable with the app's file, set by ``capsviz app --presets``.
FILE = "CAPSVIZ_PRESETS"
#: Maximum lengths of a task, as in ``browser/excerpt.js``, and of a title, in characters, and
#: maximum number of presets.
MAX_TASK_LENGTH, MAX_TITLE_LENGTH, MAX_PRESETS = 300, 120, 200

_KEYS = {"title", "link", "page", "network", "show", "lock", "task"}
#: Parameters of an address that belong to a page.
_PAGE_PARAMETERS = ("v", "lesson", "step", "run", "details", "class")


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset page.

    Attributes
    ----------
    title : of its link.
    page : its name.
    query : of its address.
    network : to show; None for the visitor's own.
    """

    title: str
    page: str
    query: dict[str, str]
    network: str | None


@dataclass(frozen=True, slots=True)
class Presets:
    """The presets of a file."""

    title: str
    presets: tuple[Preset, ...]

    def check_pages(self, pages: Sequence[str], networks: Sequence[str]) -> None:
        """Raise `CapsvizError` if a preset needs a page or a network that does not exist."""
        for preset in self.presets:
            for kind, name, available in (
                ("page", preset.page, pages),
                ("network", preset.network, networks),
            ):
                if name is not None and name not in available:
                    raise CapsvizError(
                        f"preset {preset.title!r}: there is no {kind} {name!r} here: choose of "
                        f"{', '.join(available)}"
                    )

    def page(self, root: str, *, folders: bool) -> str:
        """The page of links below an app or a site; a published site's pages are in `folders`."""
        links = "\n".join(_item(preset, root, folders) for preset in self.presets)
        style = "".join(
            (HERE / name).read_text("utf-8") for name in ("standalone.css", "theme.css")
        )
        title = html.escape(self.title)
        return _PAGE.format(title=title, style=style, links=links, back=f"{root}/")


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
{style}
main {{ max-width: 42em; margin: 0 auto; padding: 24px 16px; }}
main > p {{ margin: 1em 0; }}
li {{ margin: 0 0 16px; overflow-wrap: anywhere; }}
li p {{ margin: 2px 0 0; white-space: pre-line; }}
</style>
</head>
<body>
<main class="cv">
<h1>{title}</h1>
<ol>
{links}
</ol>
<p class="cv-small"><a class="cv-link" href="{back}">all of capsviz</a></p>
</main>
</body>
</html>
"""


def _item(preset: Preset, root: str, folders: bool) -> str:
    page_path = path(preset.page)
    slash = "/" if folders and page_path else ""
    href = html.escape(f"{root}/{page_path}{slash}?{urlencode(preset.query)}")
    task = preset.query.get("task", "")
    paragraph = f'\n<p class="cv-muted">{html.escape(task)}</p>' if task else ""
    return f'<li><a class="cv-link" href="{href}">{html.escape(preset.title)}</a>{paragraph}</li>'


async def _answer(_: Request) -> Response:
    try:
        presets = await endpoints.run_in_thread(app_presets)
    except CapsvizError as error:
        raise RefusedError(503, f"the presets cannot be shown: {error}") from error
    if presets is None:
        raise RefusedError(404, "this app was started without presets: see capsviz app --help")
    return HTMLResponse(presets.page(assets.base_path(), folders=False))


def address() -> str | None:
    """Address of the app's presets; None without any."""
    return f"{assets.base_path()}{assets.PREFIX}/{PLACE}" if os.environ.get(FILE) else None


def routes() -> list[BaseRoute]:
    """The route that shows them."""
    return [endpoints.get(PLACE, _answer)]


def app_presets() -> Presets | None:
    """The presets of the app's own file; raises `CapsvizError`."""
    file = os.environ.get(FILE)
    if not file:
        return None
    presets = read(Path(file))
    presets.check_pages([each.name for each in ENTRIES], checkpoint.names())
    return presets


def read(file: Path) -> Presets:
    """Read a file; raises `CapsvizError` if it is invalid."""
    try:
        return _presets(_read(file))
    except OSError as error:
        raise CapsvizError(f"{file}: {error.strerror or error}") from error
    except CapsvizError as error:
        raise CapsvizError(f"{file}: {error}") from error
    except ValueError as error:  # invalid TOML or JSON, or not text
        reason = str(error).splitlines()[0]
        raise CapsvizError(f"{file}: neither TOML nor JSON can be read there ({reason})") from error


def _read(file: Path) -> Any:
    with file.open("rb") as opened:
        raw = opened.read(permalink.MAX_PLAIN_LENGTH * 10 + 1)
    if len(raw) > permalink.MAX_PLAIN_LENGTH * 10:
        raise CapsvizError("a list of presets has at most 2 MB")
    return untrusted.read(raw) if file.suffix == ".json" else tomllib.loads(raw.decode("utf-8"))


def _presets(plain: Any) -> Presets:
    listed = plain.get("presets") if isinstance(plain, dict) else None
    if not isinstance(listed, list) or not 0 < len(listed) <= MAX_PRESETS:
        raise CapsvizError(f"it needs a list named presets, of one to {MAX_PRESETS}")
    title = _text(plain.get("title", "Presets"), "title", MAX_TITLE_LENGTH)
    return Presets(title, tuple(_preset(each, number) for number, each in enumerate(listed, 1)))


def _preset(plain: Any, number: int) -> Preset:
    try:
        if not isinstance(plain, dict) or not plain.get("title"):
            raise CapsvizError("it needs a title")
        if unknown := sorted(plain.keys() - _KEYS):
            raise CapsvizError(
                f"it cannot have {unknown[0]!r}: choose of {', '.join(sorted(_KEYS))}"
            )
        title = _text(plain["title"], "title", MAX_TITLE_LENGTH)
        if ("link" in plain) == ("page" in plain):
            raise CapsvizError("it needs either a link, as Share gives it, or a page")
        if "link" in plain:
            page, parameters = _split_link(
                _text(plain["link"], "link", permalink.MAX_TOKEN_LENGTH + 4000)
            )
        else:
            page, parameters = _text(plain["page"], "page", 40), {}
        page_entry = entry(page)
        network, token = _network(page_entry, parameters.get("v"), plain.get("network"))
        query = {
            name: parameters[name] for name in _PAGE_PARAMETERS if parameters.get(name)
        } | token
        query["embed"] = "1"
        for key, options in (("show", page_entry.regions), ("lock", page_entry.locks)):
            names = _names(
                plain.get(key, parameters.get(key, "")), key, [each.name for each in options]
            )
            if names:
                query[key] = ",".join(names)
        task = _text(plain.get("task", parameters.get("task", "")), "task", MAX_TASK_LENGTH).strip()
        return Preset(title, page, query | ({"task": task} if task else {}), network)
    except CapsvizError as error:
        raise CapsvizError(f"preset {number}: {error}") from error


def _split_link(link: str) -> tuple[str, dict[str, str]]:
    """Page and query of an address copied from Share."""
    try:
        parts = urlsplit(link)
    except ValueError as error:
        raise CapsvizError("its link is no web address") from error
    parameters = dict(parse_qsl(parts.query))
    last = parts.path.rstrip("/").rsplit("/", 1)[-1]
    page = last if last in {each.name for each in ENTRIES} else ENTRIES[0].name
    return permalink.decode(parameters["v"]).page if "v" in parameters else page, parameters


def _network(page: Entry, token: str | None, network: Any) -> tuple[str | None, dict[str, str]]:
    """The network of a link, or the named one with the parameters of a link to it."""
    if token is not None:
        settings = permalink.decode(token).settings
        if network is not None:
            raise CapsvizError("its link has a network already: leave one of them out")
        return settings.model if settings else None, {}
    if network is None:
        return None, {}
    name = _text(network, "network", 100)
    link = permalink.Link(page.name, settings=ReadSettings(name))
    return name, {permalink.PARAMETER: permalink.encode(link)}


def _names(value: Any, key: str, available: list[str]) -> list[str]:
    names = value.split(",") if isinstance(value, str) else value
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise CapsvizError(f"its {key} must be a list of names")
    names = [name.strip() for name in names if name.strip()]
    if bad := next((name for name in names if name not in available), None):
        raise CapsvizError(
            f"its page knows no {bad[:40]!r} to {key}: choose of {', '.join(available)}"
        )
    return names


def _text(value: Any, field: str, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise CapsvizError(f"its {field} must be a text of at most {longest} characters")
    return value
