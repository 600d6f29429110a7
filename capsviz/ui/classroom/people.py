"""The people of a class, and how many of them do not follow the lecturer."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TypedDict

from capsviz.ui.classroom.outbox import Outbox

#: Seconds after which a visitor who is elsewhere or has not answered counts as lost: anyone may be
#: for a moment.
LOST_AFTER, SILENT_AFTER = 20.0, 45.0


@dataclass(slots=True)
class Visitor:
    """A visitor, identified by a secret that only their browser has.

    Attributes
    ----------
    address : the one that they first came from.
    lines : connections of their tabs.
    follows : whether they follow the lecturer rather than look around.
    page : the one that is open there; "" if unknown.
    lost : whether they say that they are lost.
    elsewhere : since when they look around or are on another page; None if they are not.
    came : when, in seconds, if they are connected.
    stayed : for how many seconds, before they left.
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
        """Whether one of their tabs is heard."""
        return not all(line.quiet for line in self.lines)

    def is_astray(self, page: str) -> bool:
        """Whether they follow and are still on another page than the lecturer's."""
        return bool(self.follows and page and self.page and self.page != page)


class PeopleCounts(TypedDict):
    """Counts of the visitors, as ``PeopleCounts`` of ``presenter/nodes.js``.

    Attributes
    ----------
    here : connected visitors.
    following : visitors who follow the lecturer.
    astray : followers on another page.
    silent : visitors without an answer to the open question.
    said : visitors who say that they are lost.
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
    """Count those present and those who are lost, each of them once.

    Parameters
    ----------
    present : connected visitors by their secrets; updates since when each of them is elsewhere.
    page : the lecturer's; "" if any page will do.
    answered : who has answered the open question; None if there is none.
    open_for, now : seconds since it was asked, and the time in seconds.
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
