"""State of the lecturer's page, checked and stored for later visitors."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import Drawing
from capsviz.errors import CapsvizError
from capsviz.ui.classroom.outbox import encode

#: Maximum number of stored values, and their size in bytes: a drawing with a picture, and the
#: views.
MAX_VIEWS, MAX_STATE_BYTES = 20, 500_000
#: Maximum length of a lesson's name, in characters.
_MAX_NAME_LENGTH = 30

#: Maximum size of a card, in characters of its plain form, and of the lesson's address in it.
_MAX_CARD_LENGTH = 6000
#: Path on this server without empty segments, since "//" starts another server's address.
_RETURN_ADDRESS = re.compile(r"(?=.{1,250}$)/([\w-]+/)*[\w-]*\?lesson=[a-z-]{1,30}&step=\d{1,2}")
_PAGE = re.compile(r"[a-z][a-z-]{0,30}")
_VIEW = re.compile(r"view\.[a-z][a-z-]{0,30}")


class PlainLocation(TypedDict):
    """A `PageLocation` as plain values, as ``PlainLocation`` of ``presenter/stops.js``."""

    page: str
    lesson: str
    step: int


@dataclass(frozen=True, slots=True)
class PageLocation:
    """Position of the lecturer: a page and, on Learn, the lesson and its step (from 0)."""

    page: str = ""
    lesson: str = ""
    step: int = 0

    def after(self, page: str, things: Mapping[str, Any]) -> PageLocation:
        """Position after a change of state."""
        view = things.get("view.learn")
        lesson, step = self.lesson, self.step
        if isinstance(view, dict):
            lesson, step = view.get("lesson"), view.get("step")
        if not (isinstance(lesson, str) and len(lesson) <= _MAX_NAME_LENGTH and type(step) is int):
            lesson, step = "", 0
        return PageLocation(page, lesson, step)

    def to_plain(self) -> PlainLocation:
        """Plain values."""
        return {"page": self.page, "lesson": self.lesson, "step": self.step}


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the lecturer's page: plain values, and their messages."""

    page: str
    things: dict[str, Any]
    messages: dict[str, bytes]

    @classmethod
    def from_plain(cls, page: Any, things: Any) -> Change:
        """Check a change, within milliseconds; raises `CapsvizError`."""
        page = name_of_page(page)
        if not isinstance(things, dict):
            raise CapsvizError("the state holds nothing that a page keeps")
        for name, value in things.items():
            _check(name, value)
        messages = {name: encode("thing", name=name, value=value) for name, value in things.items()}
        return cls(page, things, messages)


class SharedView:
    """The state shown to a class, as messages by name with the page last, and its location."""

    def __init__(self) -> None:
        self.all: dict[str, bytes] = {}
        self.location = PageLocation()

    def adopt(self, change: Change) -> dict[str, bytes]:
        """Apply a change of the page, and return its messages by name; raises `CapsvizError`."""
        page, things, messages = change.page, change.things, dict(change.messages)
        if len((self.all.keys() | things.keys()) - {"page"}) > MAX_VIEWS:
            raise CapsvizError("there are not so many pages")
        turned = encode("page", page=page)
        if turned != self.all.get("page"):
            messages["page"] = turned
        everything = {**self.all, **messages}
        everything["page"] = everything.pop("page")  # the page is last
        if sum(map(len, everything.values())) > MAX_STATE_BYTES:
            raise CapsvizError("this is too large for a class: draw less, or on fewer pages")
        self.all = everything
        self.location = self.location.after(page, things)
        return messages

    def to_stop(self) -> bytes:
        """Message with the current page and its state."""
        page = self.location.page
        names = ("drawing", "settings", f"view.{page}")
        states = {name: json.loads(self.all[name])["value"] for name in names if name in self.all}
        return encode("shown", page=page, things=states)


def name_of_page(name: Any) -> str:
    """Check the name of a page; raises `CapsvizError`."""
    if not isinstance(name, str) or not _PAGE.fullmatch(name):
        raise CapsvizError("this does not say which page it is of")
    return name


def _check(name: str, value: Any) -> None:
    """Check a value's name and content; raises `CapsvizError`. Pages check views themselves."""
    if name == "drawing":
        Drawing.from_plain(value)
    elif name == "settings":
        ReadSettings.from_plain(value)
    elif name == "card":
        _check_card(value)
    elif not (_VIEW.fullmatch(name) and isinstance(value, dict)):
        raise CapsvizError("a state holds a card, a drawing, settings, and views of pages")


def _check_card(value: Any) -> None:
    """Check a lesson's card for a live page, or None; raises `CapsvizError`."""
    if value is None:
        return
    plain = value if isinstance(value, dict) else {}
    answers, words = plain.get("answers"), plain.get("words")
    texts = [plain.get(name) for name in ("path", "from", "question", "reveal", "back")]
    if not (
        isinstance(answers, list)
        and isinstance(words, dict)
        and all(isinstance(text, str) for text in (*texts, *answers, *words.values()))
        and type(plain.get("right")) is int
        and _RETURN_ADDRESS.fullmatch(plain["back"])
        and len(json.dumps(plain)) <= _MAX_CARD_LENGTH
    ):
        raise CapsvizError("this is no question of a lesson")
