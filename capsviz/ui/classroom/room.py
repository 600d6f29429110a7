"""State of a session: visitors, page, open question, and the messages about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from capsviz.ui.classroom.drawing_board import BoardDrawing, DrawingBoard, StaffBoard
from capsviz.ui.classroom.inbox import Inbox
from capsviz.ui.classroom.outbox import Outbox, encode, put_all, tell_all
from capsviz.ui.classroom.overlaid_states import OverlaidStates, PlainState
from capsviz.ui.classroom.people import Visitor, count
from capsviz.ui.classroom.poll import Poll, StaffQuestion, VisitorQuestion, VoteCounts
from capsviz.ui.classroom.shared_view import SharedView
from capsviz.ui.classroom.tally import Tally
from capsviz.ui.server.limits import Bucket

#: Bytes to send to all browsers of a session at once, and per second: enough for a dragged slider
#: and three hundred phones, or a drawing with a picture for each of them.
_SENT_BYTES = (100_000_000, 1.5e7)


class Room:
    """State of a session, and the messages that describe it; `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.lecturers: list[Outbox] = []
        #: The lecturer's presenter views.
        self.presenters: list[Outbox] = []
        self.visitors: dict[str, Visitor] = {}
        self.poll: Poll | None = None
        self.board: DrawingBoard | None = None
        self.gathering: OverlaidStates | None = None
        #: Whether the class guesses predictions first.
        self.hides = False
        #: Limit of bytes sent to all browsers of this session.
        self.budget = Bucket(*_SENT_BYTES, clock)
        #: Start of the question's current round.
        self._asked_at = 0.0
        self._tally = Tally()
        self._inbox = Inbox()
        self._clock = clock
        self._shared = SharedView()

    def _staff(self) -> list[Outbox]:
        return [*self.lecturers, *self.presenters]

    def _lines(self) -> Iterator[Outbox]:
        for visitor in self.visitors.values():
            yield from visitor.lines

    def _following(self) -> Iterator[Outbox]:
        for visitor in self.visitors.values():
            if visitor.follows:
                yield from visitor.lines

    def _show_all(self, *lines: Outbox) -> None:
        for name, message in self._shared.all.items():
            put_all(lines, name, message)

    def _tell_class(self, kind: str, **values: Any) -> None:
        tell_all(self._lines(), kind, **values)

    def _tell_people(self) -> None:
        present = {
            visitor_id: visitor for visitor_id, visitor in self.visitors.items() if visitor.is_here
        }
        poll = self.poll if self.poll and not self.poll.revealed else None
        tell_all(
            self._staff(),
            "people",
            **count(
                present,
                page=self._shared.location.page if not (self.board and self.board.open) else "",
                answered=poll and poll.votes,
                open_for=self._clock() - self._asked_at,
                now=self._clock(),
            ),
        )

    def _tell_all_poll(self) -> None:
        messages: dict[int | None, bytes] = {}  # encoded once for each answer
        for visitor_id, visitor in self.visitors.items():
            voted = self.poll and self.poll.votes.get(visitor_id)
            messages[voted] = messages.get(voted) or self._question_for(visitor_id)
            put_all(visitor.lines, "question", messages[voted])
        self._tell_poll(*self._staff())
        self._tell_people()

    def _question_for(self, visitor_id: str) -> bytes:
        """The question for one visitor, with only their own vote."""
        if self.poll is None:
            return encode("question", question=None)
        question: VisitorQuestion = {
            **self.poll.to_class(),
            "voted": self.poll.votes.get(visitor_id),
        }
        return encode("question", question=question)

    def _tell_poll(self, *lines: Outbox) -> None:
        poll = self.poll
        question: StaffQuestion | None = poll and {
            **poll.to_class(),
            "right": poll.right,
            "when": poll.when,
            "before": poll.before,
            "first": list(poll.first),
        }
        if poll and poll.revealed and question:
            question["earlier"] = self._tally.counts(poll.before)
        tell_all(lines, "question", question=question)
        self._tell_votes()

    def _tell_votes(self) -> None:
        if self.poll is None:
            return
        present = sum(visitor.is_here for visitor in self.visitors.values())
        answered = len(self.poll.votes)
        votes: VoteCounts = {
            "name": self.poll.name,
            "answered": answered,
            "of": max(present, answered),
        }
        tell_all(self.lecturers, "votes", **votes)
        # The lecturer's own screen shows the votes before the projector does.
        votes["counts"] = self.poll.counts
        tell_all(self.presenters, "votes", **votes)

    def _tell_tally(self, *lines: Outbox) -> None:
        tell_all(lines, "tally", notes=self._tally.to_plain())

    def _tell_inbox(self, *lines: Outbox) -> None:
        tell_all(lines, "inbox", questions=self._inbox.to_plain())

    def _tell_all_board(self) -> None:
        for visitor_id, visitor in self.visitors.items():
            put_all(visitor.lines, "board", self._to_draw(visitor_id))
        self._tell_board(*self._staff())
        self._tell_people()

    def _to_draw(self, visitor_id: str) -> bytes:
        """The board for one visitor, without drawings."""
        return encode("board", board=self.board and self.board.to_class(visitor_id))

    def _tell_board(self, *lines: Outbox) -> None:
        board = self.board
        values: StaffBoard | None = board and {
            "name": board.name,
            "word": board.word,
            "open": board.open,
            "released": board.released,
            "count": len(board.drawings),
            "settings": board.settings.to_plain(),
        }
        tell_all(lines, "board", board=values)

    def _broadcast_drawing(self, entry: BoardDrawing) -> None:
        # The lecturer's own screen shows a drawing before the projector does.
        self._send_drawing(entry, *self.presenters)
        if self.board and self.board.released:
            self._send_drawing(entry, *self.lecturers)
        else:
            self._tell_board(*self.lecturers)

    def _tell_gathering(self, *lines: Outbox) -> None:
        tell_all(lines, "gathering", gathering=self.gathering and self.gathering.to_plain())

    def _send_state(self, state: PlainState, *lines: Outbox) -> None:
        name = self.gathering.name if self.gathering else ""
        message = encode("gathered", of=name, state=state)
        put_all(lines, f"gathered {state['name']}", message)

    def _send_drawing(self, entry: BoardDrawing, *lines: Outbox) -> None:
        name = self.board.name if self.board else ""
        header = encode("drawn", of=name)[:-1]
        message = header + f',"drawn":{entry.to_json()}}}'.encode()
        put_all(lines, f"drawn {entry.name}", message)

    def _tell_counts(self) -> None:
        if self.poll and self.poll.revealed:
            self._tally.note_poll(self.poll)
        if self.board:
            self._tally.note_board(self.board)
        tell_all(self.lecturers, "counts", notes=self._tally.to_plain())
