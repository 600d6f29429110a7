"""The visitors of a class, and the number of those who do not follow the lecturer."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TypedDict

from capsviz.ui.classroom.outbox import Outbox

#: Seconds until a visitor who is elsewhere, or has not answered, counts as lost.
LOST_AFTER, SILENT_AFTER = 20.0, 45.0


@dataclass(slots=True)
class Visitor:
    """A visitor, identified by a secret that only their browser has.

    Attributes
    ----------
    address : of the first connection.
    lines : connections of their tabs.
    follows : whether they follow the lecturer rather than look around.
    page : open page; "" if unknown.
    lost : whether they say that they are lost.
    elsewhere : time since when they look around or are on another page; None if they follow.
    came : time of the connection in seconds, if they are connected.
    stayed : seconds of earlier connections.
    """

    address: str = ""
    lines: list[Outbox] = field(default_factory=list)
    follows: bool = True
    page: str = ""
    lost: bool = False
    elsewhere: float | None = None
    came: float = 0.0
    stayed: float = 0.0

    @property
    def is_here(self) -> bool:
        """Whether one of their tabs is not silent."""
        return not all(line.quiet for line in self.lines)

    def is_astray(self, page: str) -> bool:
        """Whether they follow but are on another page than the lecturer."""
        return bool(self.follows and page and self.page and self.page != page)


class PeopleCounts(TypedDict):
    """Counts of the visitors, as ``PeopleCounts`` of ``presenter/nodes.js``.

    Attributes
    ----------
    here : connected visitors.
    following : visitors who follow the lecturer.
    astray : followers on another page.
    silent : visitors without an answer to the open question.
    said : visitors who report that they are lost.
    lost : these, and those who were elsewhere or silent for a while.
    """

    here: int
    following: int
    astray: int
    silent: int
    said: int
    lost: int


def count(
    present: Mapping[str, Visitor],
    page: str,
    answered: Collection[str] | None,
    open_for: float,
    now: float,
) -> PeopleCounts:
    """Count present and lost visitors, each of them once.

    Parameters
    ----------
    present : connected visitors by secret; `Visitor.elsewhere` is updated.
    page : the lecturer's page; "" for any.
    answered : visitors who have answered the open question; None without one.
    open_for, now : seconds since the question was asked, and the current time in seconds.
    """
    around = {key for key, visitor in present.items() if not visitor.follows}
    astray = {key for key, visitor in present.items() if visitor.is_astray(page)}
    for key, visitor in present.items():
        elsewhere = key in around or key in astray
        visitor.elsewhere = (
            (now if visitor.elsewhere is None else visitor.elsewhere) if elsewhere else None
        )
    silent = set() if answered is None else present.keys() - answered
    reporting = {key for key, visitor in present.items() if visitor.lost}
    overdue = {
        key
        for key, visitor in present.items()
        if visitor.elsewhere is not None and now - visitor.elsewhere >= LOST_AFTER
    }
    return {
        "here": len(present),
        "following": len(present) - len(around),
        "astray": len(astray),
        "silent": len(silent),
        "said": len(reporting),
        "lost": len(reporting | overdue | (silent if open_for >= SILENT_AFTER else set())),
    }
