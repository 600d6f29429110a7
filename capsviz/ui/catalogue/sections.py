"""Requests for the sections of measured results beneath a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypedDict

from capsviz.ui.languages import ENGLISH

#: A sentence as one line of Markdown (bold, emphasis, code), or what a function of
#: `capsviz.ui.sections` gives.
Item = str | dict[str, Any]
#: A message of a page in the visitor's language, by its name and its values.
Say = Callable[..., str]


class Section(TypedDict):
    """A section, as ``Section`` of ``browser/sections.js``; newcomers do not see a detail."""

    name: str
    title: str
    detail: bool
    items: list[Item]


@dataclass(frozen=True, slots=True)
class SectionRequest:
    """The sections that a browser asks for.

    Attributes
    ----------
    model : name of the network in use.
    only : name of the one section that is wanted; "" for all.
    networks : names of the networks chosen in it; None where nobody has chosen.
    published : names of the networks that a site holds; None in the app.
    language : of the texts.
    """

    model: str
    only: str = ""
    networks: tuple[str, ...] | None = None
    published: frozenset[str] | None = None
    language: str = ENGLISH

    def tells(self, network: str, *, shipped: bool) -> bool:
        """Whether a network is told of: on a site no other of the owner's than it holds."""
        return self.published is None or shipped or network in self.published


#: The type of ``sections`` in a page's ``sections.py``.
Maker = Callable[[SectionRequest], list[Section]]
