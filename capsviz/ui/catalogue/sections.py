"""Requests for the sections of measured results below a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypedDict

from capsviz.ui.languages import ENGLISH

#: A sentence as one line of Markdown (bold, emphasis, code), or a result of a function of
#: `capsviz.ui.sections`.
Item = str | dict[str, Any]
#: Returns a message of a page in the visitor's language, by name and values.
Say = Callable[..., str]


class Section(TypedDict):
    """A section, as ``Section`` of ``browser/sections.js``; details are hidden from newcomers."""

    name: str
    title: str
    detail: bool
    items: list[Item]


@dataclass(frozen=True, slots=True)
class SectionRequest:
    """A browser's request for sections.

    Attributes
    ----------
    model : name of the network in use.
    only : name of a single section; "" for all.
    networks : names of the networks chosen in it; None without a choice.
    published : names of a site's networks; None in the app.
    language : of the texts.
    """

    model: str
    only: str = ""
    networks: tuple[str, ...] | None = None
    published: frozenset[str] | None = None
    language: str = ENGLISH

    def tells(self, network: str, *, shipped: bool) -> bool:
        """Whether to mention a network: a site omits the owner's unpublished networks."""
        return self.published is None or shipped or network in self.published


#: The type of ``sections`` in a page's ``sections.py``.
Maker = Callable[[SectionRequest], list[Section]]
