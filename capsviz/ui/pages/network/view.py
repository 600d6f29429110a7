"""A visitor's view of Network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from capsviz.analysis.ablation import Ablation
from capsviz.config.schema import Schema, a_class, other, switch, text, whole


def _ablation() -> Any:
    return other(Ablation, Ablation.from_plain, Ablation.to_plain)


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

    def network(self, model: str) -> str:
        """The first network, where the settings have this one."""
        return self.shown if self.shown and self.instead_of == model else model
