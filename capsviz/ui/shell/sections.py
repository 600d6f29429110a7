"""The route of the sections below a page: ``GET /capsviz/sections/NAME``.

Browsers request them when they get close to the viewport.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.ui.catalogue import assets
from capsviz.ui.catalogue.navigation import ENTRIES, Entry, entry
from capsviz.ui.catalogue.sections import SectionRequest
from capsviz.ui.languages import choose_language
from capsviz.ui.networks.file_cache import cache_by_files
from capsviz.ui.server import endpoints
from capsviz.ui.server.compression import accepts_gzip, compress


def _files(page: str, model: str, language: str) -> Sequence[Path]:
    """The files that sections depend on: all next to the networks."""
    return [path for folder in checkpoint.folders() for path in (folder, *sorted(folder.glob("*")))]


@cache_by_files(_files)
def _all_sections(page: str, model: str, language: str) -> tuple[bytes, bytes]:
    """The sections as JSON, plain and compressed; cached, since figures take a second."""
    text = sections_json(page, SectionRequest(model, language=language))
    return text, compress(text)


def sections_json(page: str, request: SectionRequest) -> bytes:
    """A page's sections and the path of Plotly's script, as JSON for a browser."""
    make = entry(page).sections
    sections = make(request) if make else []
    data = {"sections": sections, "plotly": assets.PLOTLY}
    return json.dumps(data, separators=(",", ":")).encode()


def _answer(page: str, request: Request) -> Response:
    names, query = checkpoint.names(), request.query_params
    model, only = query.get("model", ""), query.get("only", "")
    if model not in names:
        raise CapsvizError(f"there is no network {model[:30]!r} here: load the page again")
    language = choose_language(query.get("language"))
    headers = {"Vary": "Accept-Encoding"}
    if only:
        networks = tuple(name for name in query.get("networks", "").split(",") if name in names)
        text = sections_json(page, SectionRequest(model, only, networks, language=language))
        return Response(text, media_type="application/json")
    text, packed = _all_sections(page, model, language)
    if accepts_gzip(request.headers):
        text, headers["Content-Encoding"] = packed, "gzip"
    return Response(text, media_type="application/json", headers=headers)


async def _respond(page: Entry, request: Request) -> Response:
    return await endpoints.run_in_thread(_answer, page.name, request)


def routes() -> list[BaseRoute]:
    """A route for each page."""
    return [
        endpoints.get(f"sections/{page.name}", functools.partial(_respond, page))
        for page in ENTRIES
    ]
