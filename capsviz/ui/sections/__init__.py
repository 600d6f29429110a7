"""Sections of measured results as plain values: sentences, tables, charts and choices.

A page's ``sections.py`` uses these functions; ``browser/sections.js`` shows the results, in the app
and on a published site.
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

#: Characters that start markup in a sentence; a backslash escapes them.
_MARKS = re.compile(r"[\\`*]")
#: A command in an error's sentence.
_COMMAND = re.compile(r"(`[^`]+`)")


def escape(text: str) -> str:
    """Escape a text, to show it literally in a sentence."""
    return _MARKS.sub(r"\\\g<0>", re.sub(r"\s+", " ", text))


@dataclass(frozen=True, slots=True)
class Draft:
    """A section that is made on request.

    Attributes
    ----------
    title : its heading, literally.
    items : its content, made lazily.
    detail : whether it is hidden from newcomers.
    """

    title: str
    items: Iterable[Item]
    detail: bool = True


def collect(drafts: Mapping[str, Draft], request: SectionRequest) -> list[Section]:
    """Make the requested sections that have content, in order.

    The sentence of a `CapsvizError` is the last item of its section, but not on a site, whose
    visitors cannot fix it.
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
    """A table with the index as names of rows; cells are shown literally."""
    heads = [str(frame.index.name), *map(str, frame.columns)]
    rows = [[str(cell) for cell in row] for row in frame.itertuples()]
    return {"kind": "table", "heads": heads, "rows": rows}


def chart(
    draw: Callable[[Mode], go.Figure], say: Say, *, name: str, title: str, network: str = ""
) -> Item:
    """A Plotly figure in light and dark mode, with its numbers as CSV.

    `name` is that of saved files, without a suffix; `title` and `network`, if a single one was
    measured, are above the saved figure.
    """
    plots = {mode: draw(mode) for mode in PALETTES}
    figures = {mode: plain_figure(figure) for mode, figure in plots.items()}
    return {
        "kind": "chart",
        **{"name": name, "title": title, "network": network, "figures": figures},
        "csv": csv_text(figure_rows(plots["light"], say)),
    }


def columns(*columns: Sequence[Item]) -> Item:
    """Columns of items, of equal width."""
    return {"kind": "columns", "columns": [list(items) for items in columns]}


def fold(summary: str, *items: Item) -> Item:
    """Items in a fold, with a literal summary."""
    return {"kind": "fold", "summary": summary, "items": list(items)}


def choice(
    label: str, options: Mapping[str, tuple[str, Sequence[Item]]], chosen: str, field: str = ""
) -> Item:
    """A visitor's choice among lists of items, given with titles by name.

    `field` is the field of the page's view with the chosen name, "" for none.
    """
    entries = [
        {"name": name, "title": title, "items": list(items)}
        for name, (title, items) in options.items()
    ]
    return {"kind": "choice", "label": label, "options": entries, "chosen": chosen, "field": field}


def download(label: str, name: str, text: str) -> Item:
    """A button that saves a table as a CSV file."""
    return {"kind": "download", "label": label, "name": name, "text": text}
