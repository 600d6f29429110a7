"""Counts of a session, for the lecturer to take away: never who, only how many."""

from __future__ import annotations

from typing import Any, TypeGuard

from capsviz.errors import CapsvizError
from capsviz.ui.classroom.drawing_board import DrawingBoard
from capsviz.ui.classroom.poll import MOST_VOTES, Poll

#: Questions and boards remembered; the one that was changed longest ago is forgotten first.
MOST_REMEMBERED = 200
#: Of what a browser brings back: longest name and text, in characters, and most rows of a name.
_LONGEST_NAME, _LONGEST_TEXT, _MOST_ROWS = 60, 700, 400

#: What was asked, an answer, "right", "wrong" or "" where that is not told, and how many.
Row = tuple[str, str, str, int]


class Tally:
    """How many chose what, of each question that was answered and of each board."""

    def __init__(self) -> None:
        self._rows: dict[str, list[Row]] = {}

    def note_poll(self, poll: Poll) -> None:
        """The answers to a question, as they are now; of the first round apart."""
        marks = [_mark(n == poll.right, poll.right >= 0) for n in range(len(poll.answers))]
        line = f"{poll.text} ({poll.when})" if poll.when else poll.text

        def note(name: str, asked: str, counts: list[int]) -> None:
            rows = zip(poll.answers, marks, counts, strict=True)
            self._note(name, [(asked, *row) for row in rows])

        if poll.first:
            note(f"first {poll.name}", f"{line} (first vote)", list(poll.first))
        note(f"poll {poll.name}", line, poll.counts)

    def counts(self, poll: str) -> list[int]:
        """Of a question that was asked before, by its name; none where it was not."""
        return [count for *_, count in self._rows.get(f"poll {poll}", [])]

    def note_board(self, board: DrawingBoard) -> None:
        """What a board's drawings were read as, as they are now."""
        line = f"Draw: {board.word}" if board.word else "Draw what fools the network"
        rows = [
            (
                line,
                _parse(says),
                _mark(says.lower() == board.word.lower(), bool(board.word)),
                count,
            )
            for says, count in board.counts()
        ]
        self._note(f"board {board.name}", rows)

    def rows(self) -> list[Row]:
        """All of them, in the order in which they were noted first."""
        return [row for rows in self._rows.values() for row in rows]

    def to_plain(self) -> dict[str, list[Row]]:
        """All of them by their names, for a browser that brings them back after a restart."""
        return self._rows

    def recall(self, plain: Any) -> None:
        """Take what a browser brings back; what is known already stays; raises `CapsvizError`."""
        if not (
            isinstance(plain, dict)
            and len(plain) <= MOST_REMEMBERED
            and all(len(name) <= _LONGEST_NAME for name in plain)
            and all(map(_are_rows, plain.values()))
        ):
            raise CapsvizError("these are no counts of a session: they are left out")
        known = self._rows
        self._rows = {name: [tuple(row) for row in rows] for name, rows in plain.items()}
        for name, rows in known.items():
            self._note(name, rows)

    def _note(self, name: str, rows: list[Row]) -> None:
        self._rows[name] = rows
        if len(self._rows) > MOST_REMEMBERED:
            del self._rows[next(iter(self._rows))]


def _are_rows(rows: Any) -> TypeGuard[list[list[Any]]]:
    return isinstance(rows, list) and len(rows) <= _MOST_ROWS and all(map(_is_row, rows))


def _is_row(row: Any) -> bool:
    match row:
        case [str(asked), str(answer), "right" | "wrong" | "", int(count)]:
            short = max(len(asked), len(answer)) <= _LONGEST_TEXT
            return short and type(count) is int and 0 <= count <= MOST_VOTES
    return False


def _parse(says: str) -> str:
    return f"read as {says}" if says else "not recognised"


def _mark(right: bool, known: bool) -> str:
    return ("right" if right else "wrong") if known else ""
