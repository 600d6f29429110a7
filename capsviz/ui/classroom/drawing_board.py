"""Drawings of a class: one per visitor, each with the network's prediction."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypedDict

from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import Drawing
from capsviz.errors import CapsvizError

#: Maximum length of a subject, and maximum size of a drawing, in characters of its plain form.
MAX_SUBJECT_LENGTH, MAX_DRAWING_LENGTH = 40, 24_000
#: Maximum number of drawings on a board, the same as the visitors of a session.
MAX_DRAWINGS = 400


@dataclass(frozen=True, slots=True)
class Strokes:
    """A drawing without a picture, and its plain form as JSON, encoded once for all recipients."""

    drawing: Drawing
    json: str

    @classmethod
    def from_plain(cls, plain: Any) -> Strokes:
        """Check a visitor's drawing, which takes milliseconds; raises `CapsvizError`."""
        if len(json.dumps(plain)) > MAX_DRAWING_LENGTH:
            raise CapsvizError("this drawing is too large for the class: draw with fewer strokes")
        drawing = Drawing.from_plain(plain)
        if drawing.base is not None:
            raise CapsvizError("pictures are not shown to the class: draw with the pen")
        return cls(drawing, json.dumps(drawing.to_plain(), separators=(",", ":")))


#: A drawing's prediction, as ``BoardPrediction`` of ``board_order.js``.
BoardPrediction = TypedDict(
    "BoardPrediction",
    {"class": int, "says": str, "length": float, "misfit": float, "sure": bool},
)


class VisitorBoard(TypedDict):
    """A board for one visitor, as ``VisitorBoard`` of ``drawing.js``."""

    name: str
    word: str
    open: bool
    sent: bool


class StaffBoard(TypedDict):
    """A board for lecturers, without its drawings, as ``StaffBoard`` of ``drawing_board.js``."""

    name: str
    word: str
    open: bool
    released: bool
    count: int
    settings: dict[str, Any]


@dataclass(slots=True)
class BoardDrawing:
    """One visitor's drawing.

    Attributes
    ----------
    name : for the lecturer's browser; it does not identify the visitor.
    reading : the network's prediction as plain values; None until it is computed.
    hidden : whether the lecturer has hidden it.
    """

    name: str
    strokes: Strokes
    reading: BoardPrediction | None = None
    hidden: bool = False

    def to_json(self) -> str:
        """The drawing as JSON, for lecturers only."""
        header = {"name": self.name, "reading": self.reading, "hidden": self.hidden}
        return f'{json.dumps(header)[:-1]},"drawing":{self.strokes.json}}}'


@dataclass(slots=True)
class DrawingBoard:
    """The subject of a class's drawings, and the drawings.

    Attributes
    ----------
    name : chosen by the lecturer's browser, so that drawings find their board after a restart.
    word : the subject, such as "7"; "" for anything that fools the network.
    settings : for classifying drawings.
    open : whether phones can still draw.
    released : whether the projector shows the drawings; before that it shows their number.
    """

    name: str
    word: str
    settings: ReadSettings
    open: bool = True
    released: bool = False
    drawings: dict[str, BoardDrawing] = field(default_factory=dict)
    #: Names of drawings hidden before a restart that are not back yet.
    _hidden: set[str] = field(default_factory=set)

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> DrawingBoard:
        """Check a board of a lecturer's browser; raises `CapsvizError`."""
        name, word, hidden = plain.get("name"), plain.get("word"), plain.get("hidden", [])
        if not (isinstance(name, str) and 0 < len(name) <= 40):
            raise CapsvizError("the board has no name")
        if not (isinstance(word, str) and len(word) <= MAX_SUBJECT_LENGTH):
            raise CapsvizError(
                f"say in at most {MAX_SUBJECT_LENGTH} characters what is to be drawn"
            )
        if not (isinstance(hidden, list) and len(hidden) <= MAX_DRAWINGS):
            raise CapsvizError("the hidden drawings must be a list of names")
        settings = ReadSettings.from_plain(plain.get("settings", {}))
        hidden_names = {each for each in hidden if isinstance(each, str)}
        goes_on, released = plain.get("open") is not False, plain.get("released") is True
        return cls(name, word.strip(), settings, goes_on, released, _hidden=hidden_names)

    def take(self, visitor_id: str, strokes: Strokes) -> BoardDrawing:
        """Replace a visitor's drawing; raises `CapsvizError`."""
        if not self.open:
            raise CapsvizError("the drawings are being looked at: yours as it was is among them")
        before = self.drawings.get(visitor_id)
        if before is None and len(self.drawings) >= MAX_DRAWINGS:
            raise CapsvizError(f"the board is full: it has {MAX_DRAWINGS} drawings")
        if before is not None and before.strokes == strokes:
            return before
        name = anonymous_name(self.name, visitor_id)
        hidden = before.hidden if before else name in self._hidden
        self.drawings[visitor_id] = BoardDrawing(name, strokes, hidden=hidden)
        return self.drawings[visitor_id]

    def hide(self, name: Any, on: bool) -> BoardDrawing:
        """Hide a drawing or show it again; raises `CapsvizError`."""
        for each in self.drawings.values():
            if each.name == name:
                each.hidden = on
                return each
        raise CapsvizError("there is no such drawing any more")

    def to_class(self, visitor_id: str) -> VisitorBoard:
        """Plain values for a visitor: the subject, and whether they have sent a drawing."""
        return {
            "name": self.name,
            "word": self.word,
            "open": self.open,
            "sent": visitor_id in self.drawings,
        }

    def counts(self) -> Iterator[tuple[str, int]]:
        """Number of drawings per predicted class, most frequent first; "" for no class."""
        readings = [each.reading for each in self.drawings.values() if each.reading]
        predictions = Counter(each["says"] if each["sure"] else "" for each in readings)
        # Ties are ordered by name, with "" last, so that the order of arrival does not matter.
        yield from sorted(predictions.items(), key=lambda row: (-row[1], not row[0], row[0]))


def anonymous_name(board: str, visitor_id: str) -> str:
    """Name of a visitor's drawing, stable across restarts, which does not reveal the secret."""
    return hashlib.sha256(f"capsviz drawing {board} {visitor_id}".encode()).hexdigest()[:16]
