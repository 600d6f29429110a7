"""Who is in a class, and how many of them are not with the lecturer."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from capsviz.ui.classroom.outbox import Outbox


@dataclass(slots=True)
class Visitor:
    """Someone in the class, known by a secret that only their browser has.

    Attributes
    ----------
    lines : of their tabs.
    follows : whether they do; who does not looks around.
    page : that is open there; "" where that was not told.
    """

    lines: list[Outbox] = field(default_factory=list)
    follows: bool = True
    page: str = ""


def count(here: Mapping[str, Visitor], page: str, voted: Collection[str] | None) -> dict[str, int]:
    """How many are there, and who is lost, each of them once.

    Parameters
    ----------
    here : visitors by their secrets, those whose browsers are there.
    page : of the lecturer; "" where it does not matter which one is open.
    voted : who has answered what is asked; None where nothing is.

    Returns
    -------
    ``here``, ``following``; of those who follow, how many are ``astray``, on another page;
    ``silent``, who have not answered; and ``lost``, who look around, are astray or silent.
    """
    around = {who for who, one in here.items() if not one.follows}
    astray = {
        who
        for who, one in here.items()
        if who not in around and page and one.page and one.page != page
    }
    silent = set() if voted is None else here.keys() - voted
    return {
        "here": len(here),
        "following": len(here) - len(around),
        "astray": len(astray),
        "silent": len(silent),
        "lost": len(around | astray | silent),
    }
