"""Who is in a class, and how many of them are not with the lecturer."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from capsviz.ui.classroom.outbox import Outbox

#: Seconds after which who is elsewhere, or has not answered, is lost: everybody is for a moment.
LOST_AFTER, SILENT_AFTER = 20.0, 45.0


@dataclass(slots=True)
class Visitor:
    """Someone in the class, known by a secret that only their browser has.

    Attributes
    ----------
    address : that they came from first.
    lines : of their tabs.
    follows : whether they do; who does not looks around.
    page : that is open there; "" where that was not told.
    lost : they say so.
    elsewhere : since when they look around or are on another page; None where they are not.
    came : when, in seconds, where they are there.
    stayed : for how many seconds, before they went.
    """

    address: str = ""
    lines: list[Outbox] = field(default_factory=list)
    follows: bool = True
    page: str = ""
    lost: bool = False
    elsewhere: float | None = None
    came: float = 0.0
    stayed: float = 0.0

    def is_astray(self, page: str) -> bool:
        """Whether they follow and are still on another page than the lecturer's."""
        return bool(self.follows and page and self.page and self.page != page)


@dataclass(frozen=True, slots=True)
class Responses:
    """What the class is asked: who has answered, and since when, in seconds."""

    answered: Collection[str]
    since: float


def count(
    here: Mapping[str, Visitor], page: str, asked: Responses | None, now: float
) -> dict[str, int]:
    """How many are there, and who is lost, each of them once.

    Parameters
    ----------
    here : visitors by their secrets, those whose browsers are there; notes since when each of
        them is elsewhere.
    page : of the lecturer; "" where it does not matter which one is open.
    asked : None where nothing is.
    now : seconds.

    Returns
    -------
    ``here``, ``following``; of those who follow, how many are ``astray``, on another page;
    ``silent``, who have not answered; ``said``, who say that they are lost; and ``lost``: these,
    and who are elsewhere or silent for a while.
    """
    around = {who for who, one in here.items() if not one.follows}
    astray = {who for who, one in here.items() if one.is_astray(page)}
    for who, one in here.items():
        off = who in around or who in astray
        one.elsewhere = (now if one.elsewhere is None else one.elsewhere) if off else None
    silent = here.keys() - asked.answered if asked else set()
    said = {who for who, one in here.items() if one.lost}
    away = {
        who
        for who, one in here.items()
        if one.elsewhere is not None and now - one.elsewhere >= LOST_AFTER
    }
    waits = asked is not None and now - asked.since >= SILENT_AFTER
    return {
        "here": len(here),
        "following": len(here) - len(around),
        "astray": len(astray),
        "silent": len(silent),
        "said": len(said),
        "lost": len(said | away | (silent if waits else set())),
    }
