"""The app's header, on every page: links to the pages, tour, class mode, sharing."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from capsviz.ui.browser import HEADER, component, markup, sheet, sheet_address
from capsviz.ui.catalogue import assets
from capsviz.ui.catalogue.navigation import ENTRIES, PARTS, entry, path
from capsviz.ui.catalogue.navigation import FOLDER as PAGES
from capsviz.ui.classroom import frames
from capsviz.ui.languages import ENGLISH, FOLDER, choose_language, messages, native_names
from capsviz.ui.lessons import loader
from capsviz.ui.lessons.quiz import quiz
from capsviz.ui.networks.titles import titles
from capsviz.ui.server import embedding, endpoints
from capsviz.ui.server.guard import RefusedError
from capsviz.ui.server.reachability import reachable_names
from capsviz.ui.shell import presets
from capsviz.ui.shell.share import MAX_CODED_LENGTH

_HERE = Path(__file__).parent
_mount = component(HEADER, _HERE)

#: Fields of a quiz question for a class; lessons and remarks are only for Learn.
_QUESTION_FIELDS = ("concept", "text", "answers", "right")


def tools(page: str) -> str | None:
    """Show the header of a page; returns the page of a clicked link, if any."""
    return _mount(
        data={
            "base": assets.base_path(),
            "page": page,
            "languages": native_names(),
            "pages": [each.name for each in ENTRIES],
            "links": [path(each.name) for each in ENTRIES],
            "files": [_files(each.name) for each in ENTRIES],
            "drawn": [each.name for each in ENTRIES if each.drawn],
            "parts": PARTS,
            "about": entry(page).about,
            "excerpt": entry(page).excerpt,
            "framers": embedding.origins(),
            "presets": presets.address(),
            "frames": frames.address(),
            "names": reachable_names(),
            "longest_coded": MAX_CODED_LENGTH,
            "titles": titles(),
            "texts_checksum": _texts_checksum(),
            **word_tools(ENGLISH),
        },
        on_page_change=lambda: None,
    ).page


def _files(page: str) -> dict[str, str]:
    """Addresses of a page's script and style sheet."""
    script, _ = assets.module(PAGES / page / "index.js")
    return {"script": script, "style": sheet_address(page)}


def word_tools(language: str) -> dict[str, Any]:
    """The header's translated data; raises `CapsvizError`."""
    course = loader.load(language)
    questions = quiz(language)
    return {
        "texts": messages.texts(language, "shared", "shell", markup=markup(_HERE)),
        "titles_of_pages": {each.name: each.title_in(language) for each in ENTRIES},
        "tour": [dataclasses.asdict(step) for step in course.tour],
        "classroom": course.words["classroom"],
        "quiz": [
            {name: getattr(question, name) for name in _QUESTION_FIELDS} for question in questions
        ],
        "words": {**course.words["tools"], "tour": course.words["tour"]},
    }


@functools.cache
def _texts_checksum() -> str:
    """The first 16 hexadecimal digits of the SHA-256 of all texts and of the scripts' checksum."""
    digest = hashlib.sha256(assets.checksum().encode())
    for file in sorted(each for each in FOLDER.rglob("*") if each.suffix in (".ftl", ".toml")):
        digest.update(f"{file.relative_to(FOLDER).as_posix()}\0".encode() + file.read_bytes())
    return digest.hexdigest()[:16]


async def _respond(request: Request) -> Response:
    checksum, requested = request.path_params["checksum"], request.path_params["language"]
    language = choose_language(requested)
    # The header of an earlier version gets the current texts, without caching.
    fits = checksum == _texts_checksum() and language == requested
    data = await endpoints.run_in_thread(word_tools, language)
    return JSONResponse(data, headers=assets.IMMUTABLE if fits else None)


async def _send_sheet(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in {HEADER, *(each.name for each in ENTRIES)}:
        raise RefusedError(404, "there is no such style sheet: load the page again")
    # The page of an earlier version gets the current sheet, without caching.
    fits = request.url.path == sheet_address(name)
    headers = assets.IMMUTABLE if fits else None
    return Response(sheet(name), media_type="text/css", headers=headers)


def routes() -> list[BaseRoute]:
    """Routes of style sheets, and of the header's data in languages other than English."""
    return [
        endpoints.get("style/{checksum}/{name}.css", _send_sheet),
        endpoints.get("tools/{checksum}/{language}", _respond),
    ]
