"""Questions that students send without a name: for the presenter alone."""

from __future__ import annotations

from typing import Any

from capsviz.errors import CapsvizError

#: Longest question, in characters; open ones of one visitor, and of all: older ones give way.
LONGEST, MOST_OF_ONE, MOST = 300, 3, 100


class Inbox:
    """Questions that wait, in the order in which they came.

    Whose they are is known only so that nobody sends more than some; it is told to nobody.
    """

    def __init__(self) -> None:
        self._waiting: dict[int, tuple[str, str]] = {}
        self._number = 0

    def take(self, who: str, text: Any) -> None:
        """A visitor's question; raises `CapsvizError`."""
        if not isinstance(text, str) or not text.strip() or len(text) > LONGEST:
            raise CapsvizError(f"type a question of at most {LONGEST} characters")
        if sum(owner == who for owner, _ in self._waiting.values()) >= MOST_OF_ONE:
            raise CapsvizError(
                f"{MOST_OF_ONE} questions of yours wait already: let the lecturer come to them"
            )
        self._number += 1
        # Lines and signs that would turn the text around are none of a question's.
        plain = "".join(sign if sign.isprintable() else " " for sign in text)
        self._waiting[self._number] = who, " ".join(plain.split())
        if len(self._waiting) > MOST:
            del self._waiting[next(iter(self._waiting))]

    def drop(self, number: Any) -> None:
        """The presenter is done with a question."""
        if type(number) is int:
            self._waiting.pop(number, None)

    def to_plain(self) -> list[dict[str, Any]]:
        """What waits, without anybody's name: each with the ``number`` by which it is dropped."""
        return [{"number": number, "text": text} for number, (_, text) in self._waiting.items()]
