"""A visitor's view of Network."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from capsviz.analysis.ablation import Ablation
from capsviz.config.schema import Schema, a_class, custom, switch, text, whole
from capsviz.errors import CapsvizError

#: Largest number of sentences of a lecturer, letters of one, and stops that are left out.
MAX_NOTES, MAX_NOTE, MAX_HIDDEN = 40, 200, 60
_STOP = re.compile(r"[\w.-]{1,60}")


@dataclass(frozen=True, slots=True)
class WalkChanges:
    """A lecturer's changes of the walk in space.

    Attributes
    ----------
    notes : sentences of their own by the stop's name, plain text.
    hidden : names of stops that are left out.
    """

    notes: dict[str, str] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()

    @classmethod
    def from_plain(cls, plain: Any) -> WalkChanges:
        """Check and convert changes from a link or a browser; raises `CapsvizError`."""
        if not isinstance(plain, dict):
            raise CapsvizError("its walk must be a JSON object")
        notes, hidden = plain.get("notes", {}), plain.get("hidden", [])
        if not isinstance(notes, dict) or not isinstance(hidden, list):
            raise CapsvizError("its walk must hold sentences by stop, and a list of stops")
        if len(notes) > MAX_NOTES or len(hidden) > MAX_HIDDEN:
            raise CapsvizError(f"its walk must have at most {MAX_NOTES} sentences")
        if not all(isinstance(name, str) and _STOP.fullmatch(name) for name in [*notes, *hidden]):
            raise CapsvizError("its walk must name stops")
        for note in notes.values():
            if not isinstance(note, str) or len(note) > MAX_NOTE or not note.isprintable():
                raise CapsvizError(f"a sentence of its walk must have at most {MAX_NOTE} letters")
        return cls(dict(notes), tuple(hidden))

    def to_plain(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {"notes": dict(self.notes), "hidden": list(self.hidden)}


def _ablation() -> Any:
    return custom(Ablation, Ablation.from_plain, Ablation.to_plain)


@dataclass(frozen=True, slots=True)
class View(Schema):
    """A visitor's view of Network.

    Attributes
    ----------
    block : the open one; empty for the whole network.
    unit : selected in the block: a feature map, an input capsule or a hidden unit.
    digit : the output capsule whose votes are shown; -1 is the winner.
    off : ablated units.
    at : step of the stepwise forward pass; -1 if there is none.
    second : the network below the first; empty for none.
    second_off : ablated units of the second network.
    under : whether the block belongs to the second network.
    shown : a network that only this page can show, such as one without capsules; "" for the network
        of all pages.
    instead_of : the network of the settings beside which it was chosen; not shown with others.
    space : whether the network is shown in space.
    stop : name of the walk's stop there; empty for the first.
    walk : a lecturer's changes of the walk.
    """

    block: str = text("", r"[\w.]{0,60}", "a block's name")
    unit: int = whole(0, 0, 65535)
    digit: int = a_class()
    at: int = whole(-1, -1, 200)
    off: Ablation = _ablation()  # noqa: RUF009 - a field, made as dataclasses.field makes it
    second: str = text("", r"[^\0]{0,100}", "a checkpoint's name")
    second_off: Ablation = _ablation()  # noqa: RUF009
    under: bool = switch(False)
    shown: str = text("", r"[^\0]{0,100}", "a checkpoint's name")
    instead_of: str = text("", r"[^\0]{0,100}", "a checkpoint's name")
    space: bool = switch(False)
    stop: str = text("", r"[\w.-]{0,60}", "a stop's name")
    walk: WalkChanges = custom(  # noqa: RUF009
        WalkChanges, WalkChanges.from_plain, WalkChanges.to_plain
    )

    def network(self, model: str) -> str:
        """The first network, where the settings have this one."""
        return self.shown if self.shown and self.instead_of == model else model
