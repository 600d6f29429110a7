"""One figure for all: the page states of phones whose owners agreed, without names."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, TypedDict

from capsviz.errors import CapsvizError
from capsviz.ui.catalogue import navigation
from capsviz.ui.classroom.drawing_board import Strokes, anonymous_name
from capsviz.ui.classroom.shared_view import PageLocation, PlainLocation, name_of_page

#: Maximum size of a state, in characters of its plain form; maximum length of a name; maximum
#: number of states.
MAX_STATE_LENGTH, MAX_NAME_LENGTH, MAX_STATES = 4_000, 40, 400


class PlainState(TypedDict):
    """State of one visitor's page, as ``PlainState`` of ``overlaid_states.js``.

    The name is anonymous. The drawing is None if the page has none or its own is unchanged.
    """

    name: str
    view: dict[str, Any]
    drawing: dict[str, Any] | None


class StateCollection(PlainLocation):
    """Overlaid states without the states, as ``StateCollection`` of ``overlaid_states.js``."""

    name: str
    open: bool


class VisitorStateCollection(StateCollection):
    """Overlaid states for one visitor, as ``VisitorStateCollection`` of ``state_sharing.js``."""

    sent: bool


@dataclass(slots=True)
class OverlaidStates:
    """States of a class, shown over each other.

    Attributes
    ----------
    name : chosen by the lecturer's browser, so that states find it again after a restart.
    location : page and, on Learn, step of the states.
    open : whether phones can still send.
    states : by sending visitor.
    """

    name: str
    location: PageLocation
    open: bool = True
    states: dict[str, PlainState] = field(default_factory=dict)

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> OverlaidStates:
        """Check plain values from a lecturer's browser; raises `CapsvizError`."""
        name = plain.get("name")
        if not (isinstance(name, str) and 0 < len(name) <= MAX_NAME_LENGTH):
            raise CapsvizError("the figure for all has no name")
        page = name_of_page(plain.get("page"))
        navigation.entry(page)
        states = {"view.learn": {"lesson": plain.get("lesson"), "step": plain.get("step")}}
        return cls(name, PageLocation().after(page, states), plain.get("open") is not False)

    def take(self, visitor_id: str, view: Any, strokes: Strokes | None = None) -> PlainState:
        """Replace a visitor's state; raises `CapsvizError`."""
        if not self.open:
            raise CapsvizError("the figure is being looked at: yours as it was is on it")
        if visitor_id not in self.states and len(self.states) >= MAX_STATES:
            raise CapsvizError(f"the figure is full: it shows {MAX_STATES} states")
        if not isinstance(view, dict) or len(json.dumps(view)) > MAX_STATE_LENGTH:
            raise CapsvizError("this state is too large for the class")
        state = navigation.entry(self.location.page).view.from_plain(view).to_plain()
        location = self.location.to_plain()
        if self.location.lesson and any(
            state.get(key, location[key]) != location[key] for key in ("lesson", "step")
        ):
            raise CapsvizError("this is the figure of another step")
        self.states[visitor_id] = {
            "name": anonymous_name(self.name, visitor_id),
            "view": state,
            "drawing": strokes and strokes.drawing.to_plain(),
        }
        return self.states[visitor_id]

    def to_class(self, visitor_id: str) -> VisitorStateCollection:
        """Plain values for a visitor: the page, and whether they have sent a state."""
        return {**self.to_plain(), "sent": visitor_id in self.states}

    def to_plain(self) -> StateCollection:
        """Plain values, without the states."""
        return {"name": self.name, **self.location.to_plain(), "open": self.open}
