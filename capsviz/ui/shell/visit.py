"""The route of a page's data: ``POST /capsviz/page/NAME``.

The browser's tab stores a visitor's drawing, settings and views, and sends them when the page's
data depend on a change. The server does not store visits.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any, TypedDict

from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from capsviz.config import ModelConfig
from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import Drawing
from capsviz.errors import CapsvizError
from capsviz.model.networks import check_what_if
from capsviz.training import checkpoint
from capsviz.ui.browser import page_texts
from capsviz.ui.catalogue.navigation import ENTRIES, Entry
from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.languages import choose_language, refusals
from capsviz.ui.languages.messages import Texts, join, text
from capsviz.ui.networks import cache
from capsviz.ui.networks.defaults import (
    default_drawing,
    default_settings,
    suit_drawing,
    suit_iterations,
    suit_settings,
)
from capsviz.ui.server import endpoints
from capsviz.ui.session import permalink
from capsviz.ui.shell import picker

#: Maximum size of a request in bytes: a drawing, the settings, a view.
MAX_REQUEST = 600_000
#: Maximum number of an address's parameters, and of characters of each.
_MAX_PARAMETERS, _MAX_TEXT = 20, 300


class PageAnswer(TypedDict):
    """Result of `answer`, as ``PageAnswer`` of ``browser/page_host.js``."""

    data: dict[str, Any]
    settings: dict[str, Any]
    drawing: dict[str, Any]
    view: dict[str, Any] | None
    example: dict[str, Any] | None
    replaced: list[str]
    complaints: list[str]
    notes: list[str]
    picker: picker.Picker | None
    texts: Texts | None


def answer(page: Entry, plain: Any) -> PageAnswer:
    """A page's data at the start or after a change; raises `CapsvizError`.

    Parameters
    ----------
    plain : ``settings``, ``drawing`` and ``view`` of the tab, or None; ``before``, the network of
        the previous data; ``link``, the token of a link to open; ``network``, a name in the
        address; ``address``, the parameters of the page's address; ``language``, the visitor's;
        ``worded`` and ``shared``, whether the page's and the shared messages are loaded; ``seen``,
        whether the page is already visible, so that the answer may take seconds.

    Returns
    -------
    ``data`` of the page; the current ``settings``, ``drawing`` and ``view``; ``example``, the
    drawing that the visitor's first stroke replaces; ``replaced``, the names of values that replace
    the tab's; ``complaints``, a sentence for each rejected value; ``notes``, sentences about the
    network; ``picker``, the networks to choose from; ``texts``, the page's messages, None if
    already loaded.
    """
    if not isinstance(plain, dict):
        raise CapsvizError("the request must be a JSON object")
    language = choose_language(plain.get("language"))
    visit = _Visit(page, plain, language)
    request = PageSettings(
        inference=visit.settings,
        drawing=visit.drawing,
        view=visit.view,
        address=_address(plain.get("address")),
        language=language,
        seen=plain.get("seen") is True,
    )
    data = page.data(request)
    return {
        "data": data,
        "settings": visit.settings.to_plain(),
        "drawing": visit.drawing.to_plain(),
        "view": visit.view and visit.view.to_plain(),
        "example": default_drawing(visit.settings.model).to_plain() if page.carries else None,
        "replaced": sorted(visit.replaced),
        "complaints": [
            refusals.word(each, visit.language)
            for each in [*visit.complaints, *data.pop("complaints", [])]
        ],
        "notes": _notes(page, visit.settings.model, language),
        "picker": picker.offer(page, visit.settings.model),
        "texts": _texts(page, language, plain),
    }


class _Visit:
    """A visitor's drawing, settings and view, checked: each error becomes a complaint."""

    def __init__(self, page: Entry, plain: dict[str, Any], language: str) -> None:
        self.page = page
        self.language = language
        self.say = functools.partial(text, language, "shared")
        self.complaints: list[str] = []
        self.replaced: set[str] = set()
        link = self._open(plain.get("link"))
        network = self._network_of_address(plain.get("network"))
        if not page.carries:  # shown even without any network
            self.settings, self.drawing = ReadSettings(), Drawing()
            self.view = link and page.view.from_plain(link.view)
            return
        settings = self._read("settings", plain, ReadSettings.from_plain)
        if link and link.settings:
            settings = link.settings
        elif network:
            base = settings or default_settings()
            settings = replace(base, model=network)
            plain = {**plain, "before": base.model}
            self.replaced.add("settings")
        settings = settings or default_settings()
        self.settings = suit_settings(settings)
        if self.settings != settings:
            missing, now = settings.model, self.settings.model
            self.complaints.append(self.say("network-gone", name=missing, now=now))
            self.replaced.add("settings")
        before = plain.get("before")
        if not link and isinstance(before, str) and before in checkpoint.names():
            suited = suit_iterations(self.settings, before)
            if suited != self.settings:
                self.settings = suited
                self.replaced.add("settings")
        self.drawing = self._drawing(plain, link)
        self.view = self._view(plain, link)
        if link:
            carried = {"view": link.view, "drawing": link.drawing, "settings": link.settings}
            self.replaced |= {name for name, value in carried.items() if value is not None}

    def _open(self, token: Any) -> permalink.Link | None:
        if not isinstance(token, str):
            return None
        try:
            link = permalink.decode(token)
            if link.page != self.page.name:
                raise CapsvizError(f"the link is for the page {link.page!r}")
            if link.settings and link.settings.model not in checkpoint.names():
                raise CapsvizError(f"there is no model {link.settings.model!r} here")
            if link.settings and link.settings.routing:
                check_what_if(link.settings.routing)
            self.page.view.from_plain(link.view, self._config(link))
        except CapsvizError as error:
            self.complaints.append(
                self.say("link-unopened", reason=refusals.word(error, self.language))
            )
            return None
        return link

    def _network_of_address(self, name: Any) -> str | None:
        """The network named in an address; an unknown one becomes a complaint."""
        if not isinstance(name, str):
            return None
        available = checkpoint.singles()
        if name in available:
            return name
        joined = join(self.say, available, "list-unit")
        sentence = self.say("network-unknown", name=name[:30], known=joined)
        self.complaints.append(sentence)
        return None

    def _config(self, link: permalink.Link) -> ModelConfig | None:
        """Configuration of the network whose classes and dimensions a link's view must fit."""
        if not self.page.carries:
            return None
        return checkpoint.config((link.settings or default_settings()).model)

    def _drawing(self, plain: dict[str, Any], link: permalink.Link | None) -> Drawing:
        if link and link.drawing is not None:
            return link.drawing
        drawing = self._read("drawing", plain, Drawing.from_plain)
        if drawing is None:
            return default_drawing(self.settings.model)
        before = plain.get("before")
        if isinstance(before, str) and before in checkpoint.names():
            suited = suit_drawing(drawing, before, self.settings.model)
            if suited != drawing:
                self.replaced.add("drawing")
            return suited
        return drawing

    def _view(self, plain: dict[str, Any], link: permalink.Link | None) -> Any:
        if link:
            return self.page.view.from_plain(link.view)
        view = self._read("view", plain, self.page.view.from_plain)
        return self.page.view() if view is None else view

    def _read(self, name: str, plain: dict[str, Any], read: Any) -> Any:
        value = plain.get(name)
        if value is None:
            return None
        try:
            return read(value)
        except CapsvizError as error:
            self.complaints.append(
                self.say("kept-unusable", what=name, reason=refusals.word(error, self.language))
            )
            self.replaced.add(name)
            return None


def _address(plain: Any) -> dict[str, str]:
    if not isinstance(plain, dict):
        return {}
    texts = {name: value for name, value in plain.items() if isinstance(value, str)}
    return {name: texts[name][:_MAX_TEXT] for name in list(texts)[:_MAX_PARAMETERS]}


def _texts(page: Entry, language: str, plain: dict[str, Any]) -> Texts | None:
    """The messages that the tab lacks: the header may have loaded the shared ones."""
    if plain.get("worded") is True:
        return None
    return page_texts(page, language, shared=plain.get("shared") is not True)


def _notes(page: Entry, model: str, language: str) -> list[str]:
    """Mistakes in a network, and a note if a page is about digits but the network is not."""
    if page.picker:
        advice = cache.normalisation_advice(model)
        notes = [
            text(
                language,
                "shared",
                "network-mistake",
                name=model,
                mistake=refusals.word(mistake, language).rstrip("."),
            )
            for mistake in cache.mistakes(model)
        ]
        if advice:
            advised = refusals.word(advice, language)
            notes.append(text(language, "shared", "sentence", text=advised))
        return notes
    if page.digits and page.carries and not cache.subject(model).digits:
        return [text(language, "shared", "digits-alone", page=page.name)]
    return []


async def _respond(page: Entry, body: bytes) -> Response:
    plain = await endpoints.read_json(body)
    return JSONResponse(await endpoints.run_in_thread(answer, page, plain))


def routes() -> list[BaseRoute]:
    """A route for each page."""
    return [
        endpoints.post(f"page/{page.name}", functools.partial(_respond, page), MAX_REQUEST)
        for page in ENTRIES
    ]
