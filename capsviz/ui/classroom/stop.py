"""Stops of a lecturer's own sequence, which come from a file: checked before the projector goes."""

from __future__ import annotations

from typing import Any

from capsviz.errors import CapsvizError
from capsviz.ui.classroom.poll import Poll
from capsviz.ui.classroom.shared_view import Change


def check_stop(to: dict[str, Any]) -> None:
    """Refuse a stop with a page, its state or a question that a session cannot show.

    Raises
    ------
    CapsvizError : the page's name, what it keeps or the question is wrong.
    """
    if "page" in to:
        Change.from_plain(to["page"], to.get("things", {}))
    elif "things" in to:
        raise CapsvizError("a stop with a state must name its page")
    if (asked := to.get("ask")) is not None:
        if not isinstance(asked, dict):
            raise CapsvizError("a question must have a text and answers")
        Poll.from_plain(asked)
