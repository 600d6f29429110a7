"""One session: joining, leaving and messages."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections.abc import Callable
from typing import Any

from capsviz.errors import CapsvizError
from capsviz.ui.classroom import drawing_prediction
from capsviz.ui.classroom.drawing_board import DrawingBoard, Strokes
from capsviz.ui.classroom.outbox import Outbox, put_all, tell_all
from capsviz.ui.classroom.overlaid_states import OverlaidStates
from capsviz.ui.classroom.people import Visitor
from capsviz.ui.classroom.poll import Poll
from capsviz.ui.classroom.room import Room
from capsviz.ui.classroom.seat_tokens import Seats
from capsviz.ui.classroom.shared_view import Change, name_of_page
from capsviz.ui.languages import refusals
from capsviz.ui.server import endpoints
from capsviz.ui.server.secret import new_secret

#: Maximum number of visitors of a session, of tabs per visitor, and of lecturer's browsers.
MAX_VISITORS, MAX_TABS, MAX_LECTURERS = 400, 4, 4
#: Maximum duration of a brief visit in seconds, and number of brief visitors stored per address: a
#: script that joins repeatedly takes no more seats.
BRIEF_VISIT, MAX_BRIEF = 20.0, 30


def check_stop(to: dict[str, Any]) -> None:
    """Check that a session can show a stop's page, state or question; raises `CapsvizError`."""
    if "page" in to:
        Change.from_plain(to["page"], to.get("things", {}))
    elif "things" in to:
        raise CapsvizError("a stop with a state must name its page")
    if (question := to.get("ask")) is not None:
        if not isinstance(question, dict):
            raise CapsvizError("a question must have a text and answers")
        Poll.from_plain(question)


class Session(Room):
    """One session, used only from the server's event loop.

    Parameters
    ----------
    code : to join it.
    read : classifies a drawing.
    clock : seconds, for tests.
    seats : issues the visitors' seats; None for new ones, without a lecturer's key.
    """

    def __init__(
        self,
        code: str,
        read: drawing_prediction.Reader = drawing_prediction.read,
        clock: Callable[[], float] = time.monotonic,
        seats: Seats | None = None,
    ) -> None:
        super().__init__(clock)
        self.code = code
        self.seats = seats or Seats(new_secret())
        self._read_one = read
        #: Tasks that classify drawings, by board and visitor.
        self._readings: dict[tuple[str, str], asyncio.Task[None]] = {}

    # --- joining and leaving

    def lecturer_comes(self, line: Outbox) -> None:
        """Add a lecturer's browser, which has the key; raises `CapsvizError`."""
        if len(self.lecturers) >= MAX_LECTURERS:
            raise CapsvizError("this session is open in too many windows: close one of them")
        self.lecturers.append(line)
        self._tell_class("lecturer", here=True)
        self._tell_people()
        self._tell_poll(line)
        self._tell_tally(line)
        self._tell_board(line)
        for entry in self.board.drawings.values() if self.board and self.board.released else ():
            self._send_drawing(entry, line)
        self._tell_gathering(line)
        for state in self.gathering.states.values() if self.gathering else ():
            self._send_state(state, line)

    def lecturer_goes(self, line: Outbox) -> None:
        """Remove a lecturer's browser."""
        if line in self.lecturers:
            self.lecturers.remove(line)
        if not self.lecturers:
            self._tell_class("lecturer", here=False)

    def presenter_comes(self, line: Outbox) -> None:
        """Add a presenter view, which has the key; raises `CapsvizError`."""
        if len(self.presenters) >= MAX_LECTURERS:
            raise CapsvizError("the presenter view is open in too many windows: close one of them")
        self.presenters.append(line)
        line.tell("place", **self._shared.location.to_plain())
        self._tell_people()
        self._tell_poll(line)
        self._tell_inbox(line)
        self._tell_board(line)
        for entry in self.board.drawings.values() if self.board else ():
            self._send_drawing(entry, line)

    def presenter_goes(self, line: Outbox) -> None:
        """Remove a closed presenter view."""
        if line in self.presenters:
            self.presenters.remove(line)

    def visitor_comes(self, visitor_id: str, line: Outbox, address: str = "") -> None:
        """Add a visitor, or a visitor's further tab; raises `CapsvizError`."""
        visitor = self.visitors.get(visitor_id)
        if visitor is None:
            self._make_room(address)
            visitor = self.visitors[visitor_id] = Visitor(address)
        if len(visitor.lines) >= MAX_TABS:
            raise CapsvizError("this session is open in too many tabs: close one of them")
        if not visitor.lines:
            visitor.came = self._clock()
        visitor.lines.append(line)
        line.tell("lecturer", here=bool(self.lecturers))
        line.tell("answers", hidden=self.hides)
        self._show_all(line)
        if self.poll:
            line.put("question", self._question_for(visitor_id))
        if self.board:
            line.put("board", self._to_draw(visitor_id))
        if self.gathering:
            line.tell("gathering", gathering=self.gathering.to_class(visitor_id))
        self._tell_people()
        self._tell_votes()

    def visitor_goes(self, visitor_id: str, line: Outbox) -> None:
        """Remove a visitor's browser. A returning visitor is the same one."""
        visitor = self.visitors.get(visitor_id)
        if visitor and line in visitor.lines:
            visitor.lines.remove(line)
            if not visitor.lines:
                visitor.stayed += self._clock() - visitor.came
        self._tell_people()
        self._tell_votes()

    def turn_quiet(self, line: Outbox, quiet: bool) -> None:
        """Count a silent browser as absent until it sends a message."""
        line.quiet = quiet
        self._tell_people()
        self._tell_votes()

    def end(self) -> None:
        """Notify all browsers that the session is over."""
        tell_all((*self._lines(), *self._staff()), "ended")

    # --- messages of the lecturer

    async def hear_lecturer(self, message: dict[str, Any]) -> None:
        """Handle a message of a lecturer's browser; raises `CapsvizError`."""
        match message.get("kind"):
            case "state":
                page, things = message.get("page"), message.get("things", {})
                self._adopt(await endpoints.run_in_thread(Change.from_plain, page, things))
            case "call":
                self._call()
            case "answers":
                self.hides = message.get("hidden") is True
                self._tell_class("answers", hidden=self.hides)
            case "ask":
                self._ask(await endpoints.run_in_thread(Poll.from_plain, message))
            case "again" if self.poll:
                self.poll.vote_again()
                self._asked_at = self._clock()
                self._tell_all_poll()
            case "reveal" if self.poll:
                self.poll.revealed = True
                self._note_poll(self.poll)
                self._tell_all_poll()
            case "close":
                self._close_question()
                self._tell_all_poll()
            case "draw":
                self._draw(DrawingBoard.from_plain(message))
            case "hide" if self.board:
                self._broadcast_drawing(
                    self.board.hide(message.get("name"), message.get("on") is not False)
                )
            case "undraw":
                self._draw(None)
            case "gather":
                self._gather(OverlaidStates.from_plain(message))
            case "scatter":
                self._gather(None)
            case "counts":
                self._tell_counts()
            case "recall":
                self._tally.recall(message.get("notes"))
                self._tell_tally(*self.lecturers)
            case other:
                raise CapsvizError(f"a lecturer cannot say {str(other)[:20]!r}")

    async def hear_presenter(self, content: dict[str, Any]) -> None:
        """Handle a message of a presenter view; raises `CapsvizError`.

        Its next stop is sent to the lecturer's tabs, which open it.
        """
        match content:
            case {"kind": "steer", "to": dict(to)}:
                if not self.lecturers:
                    raise CapsvizError("the projector's window is not in the session: open it")
                await endpoints.run_in_thread(check_stop, to)
                tell_all(self.lecturers, "steer", to=to)
            case {"kind": "call" | "ask" | "again" | "reveal" | "close" | "hide"}:
                await self.hear_lecturer(content)
            case {"kind": "release"} if self.board:
                self._draw(dataclasses.replace(self.board, released=True))
            case {"kind": "people"}:
                self._tell_people()
            case {"kind": "shown"}:
                put_all(self.presenters, "shown", self._shared.to_stop())
            case {"kind": "done"}:
                self._inbox.drop(content.get("number"))
                self._tell_inbox(*self.presenters)
            case _:
                raise CapsvizError("a presenter view cannot say this")

    def _adopt(self, change: Change) -> None:
        """Show the class a change of the lecturer's page."""
        before = self._shared.location
        messages = self._shared.adopt(change)
        if self._shared.location != before:
            tell_all(self.presenters, "place", **self._shared.location.to_plain())
            self._tell_people()
        for name, message in messages.items():
            put_all(self._following(), name, message)

    def _call(self) -> None:
        """Make all visitors follow again."""
        for visitor in self.visitors.values():
            tell_all(visitor.lines, "call")
            if not visitor.follows:
                self._show_all(*visitor.lines)
            visitor.follows = True
        self._tell_people()

    def _ask(self, poll: Poll) -> None:
        """Open a question. If it is already open, its votes stay."""
        if self.poll and self.poll.name == poll.name:
            before = self.poll
            poll.votes, poll.round, poll.first = before.votes, before.round, before.first
            poll.revealed |= before.revealed
        else:
            self._close_question()
            self._asked_at = self._clock()
        self.poll = poll
        self._tell_all_poll()

    def _close_question(self) -> None:
        """Close the question and store its counts."""
        if self.poll and self.poll.votes:
            self._note_poll(self.poll)
        self.poll = None

    def _note_poll(self, poll: Poll) -> None:
        """Store the counts, here and in the browsers that restore them after a restart."""
        self._tally.note_poll(poll)
        self._tell_tally(*self.lecturers)

    def _draw(self, board: DrawingBoard | None) -> None:
        """Open or close a board. If it is already open, its drawings stay."""
        before = self.board
        if before and board and before.name == board.name:
            before.open = board.open
            shows = board.released and not before.released
            before.released = board.released
            for entry in before.drawings.values() if shows else ():
                self._broadcast_drawing(entry)
        else:
            if before:
                self._tally.note_board(before)
            self.board = board
        self._tell_all_board()
        if not (board and board.open):
            self._give_back()

    def _gather(self, gathering: OverlaidStates | None) -> None:
        """Open or close a gathering. If it is already open, its states stay."""
        before = self.gathering
        if before and gathering and before.name == gathering.name:
            gathering.states = before.states
        self.gathering = gathering
        for visitor_id, visitor in self.visitors.items():
            tell_all(
                visitor.lines, "gathering", gathering=gathering and gathering.to_class(visitor_id)
            )
        self._tell_gathering(*self.lecturers)
        if not (gathering and gathering.open):
            self._give_back()

    def _give_back(self) -> None:
        """Show the lecturer's state again on phones that had their own."""
        self._show_all(*self._following())

    # --- messages of a visitor

    async def hear_visitor(self, visitor_id: str, message: dict[str, Any]) -> None:
        """Handle a message of a visitor's browser; raises `CapsvizError`."""
        visitor = self.visitors[visitor_id]
        match message.get("kind"):
            case "follow":
                returns = message.get("on") is True and not visitor.follows
                visitor.follows = message.get("on") is True
                if returns:
                    self._show_all(*visitor.lines)
                self._tell_people()
            case "at":
                visitor.page = name_of_page(message.get("page"))
                self._tell_people()
            case "lost":
                visitor.lost = message.get("on") is True
                self._tell_people()
            case "wonder":
                self._inbox.take(visitor_id, message.get("text"))
                tell_all(visitor.lines, "wondered")
                self._tell_inbox(*self.presenters)
            case "vote":
                self._vote(visitor_id, message)
            case "drawing":
                await self._take_drawing(visitor_id, message)
            case "mine":
                await self._take_state(visitor_id, message)
            case other:
                raise CapsvizError(f"a visitor cannot say {str(other)[:20]!r}")

    def _vote(self, visitor_id: str, content: dict[str, Any]) -> None:
        current = (self.poll.name, self.poll.round) if self.poll else None
        if self.poll is None or (content.get("name"), content.get("round", 1)) != current:
            raise CapsvizError("this question is over: the answer came too late")
        try:
            self.poll.vote(visitor_id, content.get("answer"))
        finally:
            put_all(self.visitors[visitor_id].lines, "question", self._question_for(visitor_id))
        self._tell_votes()
        self._tell_people()

    async def _take_state(self, visitor_id: str, content: dict[str, Any]) -> None:
        gathering = self.gathering
        if gathering is None or gathering.name != content.get("name"):
            return  # closed before the state arrived
        existing = visitor_id in gathering.states
        strokes = None
        if (drawing := content.get("drawing")) is not None:
            strokes = await endpoints.run_in_thread(Strokes.from_plain, drawing)
        if gathering is not self.gathering:
            return  # closed in the meantime
        state = gathering.take(visitor_id, content.get("view"), strokes)
        self._send_state(state, *self.lecturers)
        if not existing:
            visitor = self.visitors[visitor_id]
            tell_all(visitor.lines, "gathering", gathering=gathering.to_class(visitor_id))

    async def _take_drawing(self, visitor_id: str, content: dict[str, Any]) -> None:
        board = self.board
        if board is None or board.name != content.get("name"):
            return  # closed before the drawing arrived
        try:
            strokes = await endpoints.run_in_thread(Strokes.from_plain, content.get("drawing"))
            if board is not self.board:
                return  # closed in the meantime
            entry = board.take(visitor_id, strokes)
        finally:
            put_all(self.visitors[visitor_id].lines, "board", self._to_draw(visitor_id))
        self._broadcast_drawing(entry)
        if (board.name, visitor_id) not in self._readings:
            task = asyncio.create_task(self._read(board, visitor_id))
            self._readings[board.name, visitor_id] = task

    async def _read(self, board: DrawingBoard, visitor_id: str) -> None:
        """Classify a visitor's newest drawing, repeatedly if it changes meanwhile."""
        try:
            while (entry := board.drawings[visitor_id]).reading is None and board is self.board:
                entry.reading = await self._read_one(entry.strokes.drawing, board.settings)
                if board is self.board and board.drawings[visitor_id] is entry:
                    self._broadcast_drawing(entry)
        except CapsvizError as error:
            tell_all(self.lecturers, "trouble", sentence=refusals.word(error))
        finally:
            del self._readings[board.name, visitor_id]

    def _make_room(self, address: str) -> None:
        """Make room for another visitor from an address; raises `CapsvizError`.

        Visitors who have left are dropped: first the brief ones of the same address, in order; in a
        full session first those without contributions, then those with the shortest stay. Returning
        browsers send their vote again.
        """
        departed = [
            visitor_id for visitor_id, visitor in self.visitors.items() if not visitor.lines
        ]
        brief = [
            visitor_id
            for visitor_id in departed
            if self.visitors[visitor_id].address == address
            and self.visitors[visitor_id].stayed < BRIEF_VISIT
        ]
        if len(brief) >= MAX_BRIEF:
            self._forget(brief[0])
        elif len(self.visitors) >= MAX_VISITORS:
            if not departed:
                raise CapsvizError(f"this session is full: it has {MAX_VISITORS} visitors")
            contributors = set().union(*self._leave())
            self._forget(
                min(
                    departed,
                    key=lambda visitor_id: (
                        visitor_id in contributors,
                        self.visitors[visitor_id].stayed,
                    ),
                )
            )

    def _leave(self) -> list[dict[str, Any]]:
        """Votes, drawings and states of visitors, by their seats."""
        votes = self.poll.votes if self.poll and not self.poll.revealed else {}
        drawings = self.board.drawings if self.board else {}
        return [votes, drawings, self.gathering.states if self.gathering else {}]

    def _forget(self, visitor_id: str) -> None:
        """Remove a visitor who has left, and their contributions, except for a revealed vote."""
        del self.visitors[visitor_id]
        for contributions in self._leave():
            contributions.pop(visitor_id, None)
