"""Anonymous questions of students, only for the presenter."""

from __future__ import annotations

from typing import Any, TypedDict

from capsviz.errors import CapsvizError

#: Maximum length of a question in characters, of open questions per visitor, and of all open
#: questions: the oldest are dropped.
MAX_QUESTION_LENGTH, MAX_PER_VISITOR, MAX_QUESTIONS = 300, 3, 100


class InboxQuestion(TypedDict):
    """An open question, as ``InboxQuestion`` of ``presenter/nodes.js``; dropped by its number."""

    number: int
    text: str


class Inbox:
    """Open questions in order of arrival.

    The sender is stored only to limit questions per visitor, and never sent.
    """

    def __init__(self) -> None:
        self._waiting: dict[int, tuple[str, str]] = {}
        self._number = 0

    def take(self, visitor_id: str, text: Any) -> None:
        """Add a visitor's question; raises `CapsvizError`."""
        if not isinstance(text, str) or not text.strip() or len(text) > MAX_QUESTION_LENGTH:
            raise CapsvizError(f"type a question of at most {MAX_QUESTION_LENGTH} characters")
        if sum(owner == visitor_id for owner, _ in self._waiting.values()) >= MAX_PER_VISITOR:
            raise CapsvizError(
                f"{MAX_PER_VISITOR} questions of yours wait already: let the lecturer come to them"
            )
        self._number += 1
        # Line breaks and characters that change the text's direction are removed.
        printable = "".join(sign if sign.isprintable() else " " for sign in text)
        self._waiting[self._number] = visitor_id, " ".join(printable.split())
        if len(self._waiting) > MAX_QUESTIONS:
            del self._waiting[next(iter(self._waiting))]

    def drop(self, number: Any) -> None:
        """Drop a question, when the presenter is done with it."""
        if type(number) is int:
            self._waiting.pop(number, None)

    def to_plain(self) -> list[InboxQuestion]:
        """Open questions without names."""
        return [{"number": number, "text": text} for number, (_, text) in self._waiting.items()]
