"""Counts of a session, for the lecturer to take away: never who, only how many."""

from __future__ import annotations

from capsviz.ui.classroom.drawing_board import DrawingBoard
from capsviz.ui.classroom.poll import Poll

#: Questions and boards remembered; the one that was changed longest ago is forgotten first.
MOST_REMEMBERED = 200

#: What was asked, an answer, "right", "wrong" or "" where that is not told, and how many.
Row = tuple[str, str, str, int]


class Tally:
    """How many chose what, of each question that was answered and of each board."""

    def __init__(self) -> None:
        self._rows: dict[str, list[Row]] = {}

    def note_poll(self, poll: Poll) -> None:
        """The answers to a question, as they are now."""
        marks = [_mark(n == poll.right, poll.right >= 0) for n in range(len(poll.answers))]
        line = f"{poll.text} ({poll.when})" if poll.when else poll.text
        rows = zip(poll.answers, marks, poll.counts, strict=True)
        self._note(f"poll {poll.name}", [(line, *row) for row in rows])

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

    def _note(self, name: str, rows: list[Row]) -> None:
        self._rows[name] = rows
        if len(self._rows) > MOST_REMEMBERED:
            del self._rows[next(iter(self._rows))]


def _parse(says: str) -> str:
    return f"read as {says}" if says else "not recognised"


def _mark(right: bool, known: bool) -> str:
    return ("right" if right else "wrong") if known else ""
