"""Counts of a session for the lecturer, without names."""

from __future__ import annotations

from typing import Any, TypeGuard

from capsviz.errors import CapsvizError
from capsviz.ui.classroom.drawing_board import DrawingBoard
from capsviz.ui.classroom.poll import MAX_VOTES, Poll

#: Maximum number of questions and boards; the least recently changed is dropped first.
MAX_NAMES = 200
#: Limits of restored counts: lengths of a name and of a text, in characters, and rows per name.
_MAX_NAME_LENGTH, _MAX_TEXT_LENGTH, _MAX_ROWS = 60, 700, 400

#: Question, answer, "right", "wrong" or "" if unknown, and count, as ``CountRow`` of
#: ``counts.js``. A board has its word in place of the question, "" for anything that fools the
#: network, and a prediction in place of the answer, "" for none.
CountRow = tuple[str, str, str, int]


class Tally:
    """Counts by answer of each closed question, and by prediction of each board."""

    def __init__(self) -> None:
        self._rows: dict[str, list[CountRow]] = {}

    def note_poll(self, poll: Poll) -> None:
        """Store a question's current counts; those of its first round separately."""
        marks = [_mark(n == poll.right, poll.right >= 0) for n in range(len(poll.answers))]

        def note(name: str, counts: list[int]) -> None:
            rows = zip(poll.answers, marks, counts, strict=True)
            self._note(name, [(poll.text, *row) for row in rows])

        if poll.first:
            note(f"first {poll.name}", list(poll.first))
        note(f"poll {poll.name}", poll.counts)

    def counts(self, poll: str) -> list[int]:
        """Counts of an earlier question by its name; empty if it was not asked."""
        return [count for *_, count in self._rows.get(f"poll {poll}", [])]

    def note_board(self, board: DrawingBoard) -> None:
        """Store a board's current counts of predictions."""
        rows = [
            (
                board.word,
                prediction,
                _mark(prediction.lower() == board.word.lower(), bool(board.word)),
                count,
            )
            for prediction, count in board.counts()
        ]
        self._note(f"board {board.name}", rows)

    def to_plain(self) -> dict[str, list[CountRow]]:
        """All counts by name, in the order in which they were first stored."""
        return self._rows

    def recall(self, plain: Any) -> None:
        """Restore a browser's counts, without changing known ones; raises `CapsvizError`."""
        if not (
            isinstance(plain, dict)
            and len(plain) <= MAX_NAMES
            and all(len(name) <= _MAX_NAME_LENGTH for name in plain)
            and all(map(_are_rows, plain.values()))
        ):
            raise CapsvizError("these are no counts of a session: they are left out")
        previous = self._rows
        self._rows = {name: [tuple(row) for row in rows] for name, rows in plain.items()}
        for name, rows in previous.items():
            self._note(name, rows)

    def _note(self, name: str, rows: list[CountRow]) -> None:
        self._rows[name] = rows
        if len(self._rows) > MAX_NAMES:
            del self._rows[next(iter(self._rows))]


def _are_rows(rows: Any) -> TypeGuard[list[list[Any]]]:
    return isinstance(rows, list) and len(rows) <= _MAX_ROWS and all(map(_is_row, rows))


def _is_row(row: Any) -> bool:
    match row:
        case [str(asked), str(answer), "right" | "wrong" | "", int(count)]:
            fits = max(len(asked), len(answer)) <= _MAX_TEXT_LENGTH
            return fits and type(count) is int and 0 <= count <= MAX_VOTES
    return False


def _mark(right: bool, has_answer: bool) -> str:
    return ("right" if right else "wrong") if has_answer else ""
