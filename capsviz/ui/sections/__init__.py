"""Sections of measured results as plain values: sentences, tables, charts and choices.

A page's ``sections.py`` is made of these; ``browser/sections.js`` shows them, in the app and on a
published site.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd
import plotly.graph_objects as go

from capsviz.errors import CapsvizError
from capsviz.figures.theme import PALETTES, Mode
from capsviz.ui.catalogue.sections import Item, Say, Section, SectionRequest
from capsviz.ui.languages import refusals
from capsviz.ui.sections.figures import csv_text, figure_rows, plain_figure

#: Characters that begin a mark in a sentence; a backslash before one shows it as it is.
_MARKS = re.compile(r"[\\`*]")
#: A command in an error's sentence.
_COMMAND = re.compile(r"(`[^`]+`)")


def escape(text: str) -> str:
    """A sentence that shows any text letter by letter."""
    return _MARKS.sub(r"\\\g<0>", re.sub(r"\s+", " ", text))


@dataclass(frozen=True, slots=True)
class Draft:
    """A section that is made where it is wanted.

    Attributes
    ----------
    title : its heading, letter by letter.
    items : what stands under it, made as they are taken.
    detail : whether newcomers do not see it.
    """

    title: str
    items: Iterable[Item]
    detail: bool = True


def collect(drafts: Mapping[str, Draft], request: SectionRequest) -> list[Section]:
    """Make the sections that are wanted and have something to show, in their order.

    A `CapsvizError` on the way is the last sentence of its section, which a site's visitors, who
    can do nothing about it, are spared.
    """
    sections: list[Section] = []
    for name, draft in drafts.items():
        if request.only not in ("", name):
            continue
        items: list[Item] = []
        try:
            items.extend(draft.items)
        except CapsvizError as error:
            if request.published is None:
                parts = _COMMAND.split(refusals.word(error, request.language))
                items.append(
                    "".join(part if _COMMAND.match(part) else escape(part) for part in parts)
                )
        if items:
            sections.append(Section(name=name, title=draft.title, detail=draft.detail, items=items))
    return sections


def note(text: str) -> Item:
    """A sentence in small print."""
    return {"kind": "note", "text": text}


def table(frame: pd.DataFrame) -> Item:
    """A table whose index names its rows; cells are shown letter by letter."""
    heads = [str(frame.index.name), *map(str, frame.columns)]
    rows = [[str(cell) for cell in row] for row in frame.itertuples()]
    return {"kind": "table", "heads": heads, "rows": rows}


def chart(
    draw: Callable[[Mode], go.Figure], say: Say, *, name: str, title: str, network: str = ""
) -> Item:
    """A Plotly figure in both modes, and its numbers as CSV.

    Saved files have the `name`, without its ending, and above the figure the `title` and the
    `network` whose numbers they are, where it is one.
    """
    plots = {mode: draw(mode) for mode in PALETTES}
    figures = {mode: plain_figure(figure) for mode, figure in plots.items()}
    return {
        "kind": "chart",
        **{"name": name, "title": title, "network": network, "figures": figures},
        "csv": csv_text(figure_rows(plots["light"], say)),
    }


def columns(*columns: Sequence[Item]) -> Item:
    """Columns of items, as wide as each other."""
    return {"kind": "columns", "columns": [list(items) for items in columns]}


def fold(summary: str, *items: Item) -> Item:
    """Items that are seen once it is opened; until then the summary, letter by letter."""
    return {"kind": "fold", "summary": summary, "items": list(items)}


def choice(
    label: str, options: Mapping[str, tuple[str, Sequence[Item]]], chosen: str, field: str = ""
) -> Item:
    """One of several lists of items, by name with their titles, which the visitor chooses.

    `field` is that of the page's view which holds the chosen name, if one does.
    """
    entries = [
        {"name": name, "title": title, "items": list(items)}
        for name, (title, items) in options.items()
    ]
    return {"kind": "choice", "label": label, "options": entries, "chosen": chosen, "field": field}


def download(label: str, name: str, text: str) -> Item:
    """A button that saves a table as CSV, in a file of this name."""
    return {"kind": "download", "label": label, "name": name, "text": text}
