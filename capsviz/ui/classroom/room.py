"""State of a session: its people, the page on show, the open question, and their messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from capsviz.ui.classroom.drawing_board import BoardDrawing, DrawingBoard, StaffBoard
from capsviz.ui.classroom.inbox import Inbox
from capsviz.ui.classroom.outbox import Outbox, encode
from capsviz.ui.classroom.overlaid_states import OverlaidStates, SharedState
from capsviz.ui.classroom.people import Responses, Visitor, count
from capsviz.ui.classroom.poll import Poll, StaffQuestion, VisitorQuestion, VoteCounts
from capsviz.ui.classroom.shared_view import SharedView
from capsviz.ui.classroom.tally import Tally
from capsviz.ui.server.limits import Bucket

#: Bytes that all browsers of a session may be sent at once, and per second from then on: enough for
#: a slider that is dragged before three hundred phones, or a drawing with a picture for each of
#: them.
_TOLD = (100_000_000, 1.5e7)


class Room:
    """State of a session, and the messages that describe it.

    Parameters
    ----------
    clock : seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.lecturers: list[Outbox] = []
        #: Lecturer's browsers that show notes instead of the class's view.
        self.presenters: list[Outbox] = []
        self.visitors: dict[str, Visitor] = {}
        self.poll: Poll | None = None
        self.board: DrawingBoard | None = None
        self.gathering: OverlaidStates | None = None
        #: Whether the class guesses predictions before it is shown them.
        self.hides = False
        #: Bytes sent in this session, all browsers together.
        self.told = Bucket(*_TOLD, clock)
        #: When the question's present round began.
        self._asked_at = 0.0
        self._tally = Tally()
        self._inbox = Inbox()
        self._clock = clock
        self._shown = SharedView()

    def _staff(self) -> list[Outbox]:
        return [*self.lecturers, *self.presenters]

    def _lines(self) -> Iterator[Outbox]:
        for visitor in self.visitors.values():
            yield from visitor.lines

    def _following(self) -> Iterator[Outbox]:
        for visitor in self.visitors.values():
            if visitor.follows:
                yield from visitor.lines

    def _show_all(self, line: Outbox) -> None:
        for name, message in self._shown.all.items():
            line.put(name, message)

    def _tell_class(self, kind: str, **values: Any) -> None:
        message = encode(kind, **values)
        for line in self._lines():
            line.put(kind, message)

    def _tell_people(self) -> None:
        here = {who: visitor for who, visitor in self.visitors.items() if visitor.is_here}
        poll = self.poll if self.poll and not self.poll.revealed else None
        message = encode(
            "people",
            **count(
                here,
                page=self._shown.place.page if not (self.board and self.board.open) else "",
                asked=poll and Responses(poll.votes, self._asked_at),
                now=self._clock(),
            ),
        )
        for line in self._staff():
            line.put("people", message)

    def _tell_all_poll(self) -> None:
        messages: dict[int | None, bytes] = {}  # encoded once for each answer
        for who, visitor in self.visitors.items():
            voted = self.poll and self.poll.votes.get(who)
            messages[voted] = messages.get(voted) or self._question_for(who)
            for line in visitor.lines:
                line.put("question", messages[voted])
        for line in self._staff():
            self._tell_poll(line)
        self._tell_people()

    def _question_for(self, who: str) -> bytes:
        """The question for one visitor: with their own vote, and nobody else's."""
        if self.poll is None:
            return encode("question", question=None)
        question: VisitorQuestion = {**self.poll.to_class(), "voted": self.poll.votes.get(who)}
        return encode("question", question=question)

    def _tell_poll(self, line: Outbox) -> None:
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
        line.tell("question", question=question)
        self._tell_votes()

    def _tell_votes(self) -> None:
        if self.poll is None:
            return
        here = sum(visitor.is_here for visitor in self.visitors.values())
        answered = len(self.poll.votes)
        votes: VoteCounts = {
            "name": self.poll.name,
            "answered": answered,
            "of": max(here, answered),
        }
        told = encode("votes", **votes)
        for line in self.lecturers:
            line.put("votes", told)
        # The lecturer's own screen shows the votes before the projector does.
        votes["counts"] = self.poll.counts
        told = encode("votes", **votes)
        for line in self.presenters:
            line.put("votes", told)

    def _tell_tally(self, line: Outbox) -> None:
        line.tell("tally", notes=self._tally.to_plain())

    def _tell_inbox(self, line: Outbox) -> None:
        line.tell("inbox", questions=self._inbox.to_plain())

    def _tell_all_inbox(self) -> None:
        for line in self.presenters:
            self._tell_inbox(line)

    def _tell_all_board(self) -> None:
        for who, visitor in self.visitors.items():
            message = self._to_draw(who)
            for line in visitor.lines:
                line.put("board", message)
        for line in self._staff():
            self._tell_board(line)
        self._tell_people()

    def _to_draw(self, who: str) -> bytes:
        """The board for one visitor: without anybody's drawing."""
        return encode("board", board=self.board and self.board.to_class(who))

    def _tell_board(self, line: Outbox) -> None:
        board = self.board
        known: StaffBoard | None = board and {
            "name": board.name,
            "word": board.word,
            "open": board.open,
            "released": board.released,
            "count": len(board.drawn),
            "settings": board.settings.to_plain(),
        }
        line.tell("board", board=known)

    def _broadcast_drawing(self, drawn: BoardDrawing) -> None:
        for line in self.lecturers:
            if self.board and self.board.released:
                self._send_drawing(line, drawn)
            else:
                self._tell_board(line)
        # The lecturer's own screen shows a drawing before the projector does.
        for line in self.presenters:
            self._send_drawing(line, drawn)

    def _tell_gathering(self, line: Outbox) -> None:
        line.tell("gathering", gathering=self.gathering and self.gathering.to_plain())

    def _send_state(self, line: Outbox, state: SharedState) -> None:
        of = self.gathering.name if self.gathering else ""
        message = encode("gathered", of=of, state=state.to_plain())
        line.put(f"gathered {state.name}", message)

    def _send_drawing(self, line: Outbox, drawn: BoardDrawing) -> None:
        of = self.board.name if self.board else ""
        about = encode("drawn", of=of)[:-1]
        line.put(f"drawn {drawn.name}", about + f',"drawn":{drawn.to_json()}}}'.encode())

    def _tell_counts(self) -> None:
        if self.poll and self.poll.revealed:
            self._tally.note_poll(self.poll)
        if self.board:
            self._tally.note_board(self.board)
        message = encode("counts", notes=self._tally.to_plain())
        for line in self.lecturers:
            line.put("counts", message)
