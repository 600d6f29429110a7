"""A question to the class, and its votes: one per visitor."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NotRequired, TypedDict, TypeGuard

from capsviz.errors import CapsvizError
from capsviz.ui.classroom.drawing_board import Strokes

#: Maximum number of answers, and maximum lengths of the texts, in characters.
MIN_ANSWERS, MAX_ANSWERS, MAX_QUESTION_LENGTH, MAX_ANSWER_LENGTH = 2, 6, 600, 200
#: Maximum length of a name in characters, number of rounds, and votes for one answer.
MAX_NAME_LENGTH, MAX_ROUNDS, MAX_VOTES = 40, 9, 10_000


class PublicQuestion(TypedDict):
    """A question as everyone sees it; the right answer and the votes only once revealed."""

    name: str
    text: str
    answers: list[str]
    revealed: bool
    round: int
    drawing: NotRequired[dict[str, Any]]
    right: NotRequired[int]
    counts: NotRequired[list[int]]
    first: NotRequired[list[int]]


class VisitorQuestion(PublicQuestion):
    """A question with a visitor's own vote, as ``VisitorQuestion`` of ``student_answer.js``."""

    voted: int | None


class StaffQuestion(PublicQuestion):
    """A question for lecturers, as ``StaffQuestion`` of ``lecturer_questions.js``."""

    when: str
    before: str
    earlier: NotRequired[list[int]]


class VoteCounts(TypedDict):
    """Numbers of votes for lecturers, as ``VoteCounts`` of ``presenter/nodes.js``.

    Attributes
    ----------
    name : the question's.
    answered : visitors who have voted.
    of : connected visitors, at least as many as have voted.
    counts : votes for each answer; only for presenter views.
    """

    name: str
    answered: int
    of: int
    counts: NotRequired[list[int]]


@dataclass(slots=True)
class Poll:
    """A question to the class.

    Attributes
    ----------
    name : chosen by the lecturer's browser, so that votes find their question after a restart.
    right : index of the right answer; -1 if none is marked.
    when : the time, such as "at the start", of a question that is asked more than once; or "".
    before : the name of the same question when it was asked earlier; or "".
    drawing : subject of the question, in pen strokes; or None.
    round : number of the vote, from 1: the class votes again after a discussion.
    first : votes for each answer in the first round; empty during that round.
    votes : the answer of each visitor in this round.
    """

    name: str
    text: str
    answers: tuple[str, ...]
    right: int
    revealed: bool = False
    when: str = ""
    before: str = ""
    drawing: Strokes | None = None
    round: int = 1
    first: tuple[int, ...] = ()
    votes: dict[str, int] = field(default_factory=dict)

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Poll:
        """Check a question from a browser; raises `CapsvizError`."""
        name, text, answers = plain.get("name"), plain.get("text"), plain.get("answers")
        right = plain.get("right", -1)
        when, before = plain.get("when", ""), plain.get("before", "")
        if not (isinstance(name, str) and 0 < len(name) <= MAX_NAME_LENGTH):
            raise CapsvizError("the question has no name")
        if not all(
            isinstance(each, str) and len(each) <= MAX_NAME_LENGTH for each in (when, before)
        ):
            raise CapsvizError(f"when it is asked is told in at most {MAX_NAME_LENGTH} characters")
        if not _is_text(text, MAX_QUESTION_LENGTH):
            raise CapsvizError(f"type a question of at most {MAX_QUESTION_LENGTH} characters")
        if not (
            isinstance(answers, list)
            and MIN_ANSWERS <= len(answers) <= MAX_ANSWERS
            and all(_is_text(answer, MAX_ANSWER_LENGTH) for answer in answers)
        ):
            raise CapsvizError(
                f"a question needs {MIN_ANSWERS} to {MAX_ANSWERS} answers "
                f"of at most {MAX_ANSWER_LENGTH} characters each"
            )
        if type(right) is not int or not -1 <= right < len(answers):
            raise CapsvizError("the right answer must be one of the answers")
        revealed = plain.get("revealed") is True
        drawing = plain.get("drawing")
        strokes = None if drawing is None else Strokes.from_plain(drawing)
        round_number, first = _rounds(plain.get("round", 1), plain.get("first", []), len(answers))
        return cls(
            name, text, tuple(answers), right, revealed, when, before, strokes, round_number, first
        )

    def vote_again(self) -> None:
        """Start another round, without votes; raises `CapsvizError`."""
        if self.revealed:
            raise CapsvizError("the answers are shown already: ask another question")
        if self.round == MAX_ROUNDS:
            raise CapsvizError("the class has voted often enough: reveal the answer")
        self.first = self.first or tuple(self.counts)
        self.round += 1
        self.votes = {}

    def vote(self, visitor_id: str, answer: Any) -> None:
        """Replace a visitor's answer; raises `CapsvizError`."""
        if self.revealed:
            raise CapsvizError("the answers are shown already: votes no longer count")
        if type(answer) is not int or not 0 <= answer < len(self.answers):
            raise CapsvizError("there is no such answer")
        self.votes[visitor_id] = answer

    @property
    def counts(self) -> list[int]:
        """Votes for each answer."""
        tally = Counter(self.votes.values())
        return [tally[n] for n in range(len(self.answers))]

    def to_class(self) -> PublicQuestion:
        """Plain values for all visitors; the right answer and the votes only once revealed."""
        question: PublicQuestion = {
            "name": self.name,
            "text": self.text,
            "answers": list(self.answers),
            "revealed": self.revealed,
            "round": self.round,
        }
        if self.drawing:
            question["drawing"] = self.drawing.drawing.to_plain()
        if self.revealed:
            question["right"] = self.right
            question["counts"] = self.counts
            question["first"] = list(self.first)
        return question


def _rounds(round_number: Any, first: Any, answers: int) -> tuple[int, tuple[int, ...]]:
    """Check the round's number and the counts of the first round; raises `CapsvizError`."""
    if type(round_number) is not int or not 1 <= round_number <= MAX_ROUNDS:
        raise CapsvizError(f"a question is voted on 1 to {MAX_ROUNDS} times")
    if not (
        isinstance(first, list)
        and len(first) == (answers if round_number > 1 else 0)
        and all(type(n) is int and 0 <= n <= MAX_VOTES for n in first)
    ):
        raise CapsvizError("the first vote must be a count for each answer")
    return round_number, tuple(first)


def _is_text(value: Any, longest: int) -> TypeGuard[str]:
    return isinstance(value, str) and value.strip() != "" and len(value) <= longest
