"""Basis of the labels of each network's dimensions, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import pandas as pd

from capsviz.analysis.label_quality import Strength, cells, strength
from capsviz.analysis.labels import MIN_R
from capsviz.ui.catalogue.sections import Item, Say
from capsviz.ui.languages import messages
from capsviz.ui.networks import cache
from capsviz.ui.networks.file_cache import cache_by_files
from capsviz.ui.sections import note, table

#: Message of each column.
_HEADS = {
    "network": "table-network",
    "dimensions": "labels-dimensions",
    "with a measure": "labels-measured",
    "confirmed": "labels-confirmed",
    "effect": "labels-effect",
    "R² on sweeps": "labels-r2",
    "r on real pictures": "labels-r",
}


@cache_by_files(cache.analysis_files)
def _strength(model: str) -> Strength | None:
    analysis = cache.analysis(model)
    return None if analysis is None else strength(model, analysis.effects)


def label_items(
    names: Iterable[str], network_titles: Mapping[str, str], reads_digits: bool, say: Say
) -> Iterator[Item]:
    """A row for each analysed network with capsules; `reads_digits` if they read MNIST's digits."""
    qualities = [quality for quality in map(_strength, names) if quality is not None]
    if not qualities:
        return
    yield table(_labels_table(qualities, network_titles, say))
    kind = "digit" if reads_digits else "other"
    yield note(say("labels-note", kind=kind, least=messages.decimal(MIN_R, 1)))


def _labels_table(
    qualities: Sequence[Strength], network_titles: Mapping[str, str], say: Say
) -> pd.DataFrame:
    """A row for each network, by title."""
    rows = [cells(replace(quality, name=network_titles[quality.name])) for quality in qualities]
    heads = {head: say(identifier) for head, identifier in _HEADS.items()}
    return pd.DataFrame(rows).rename(columns=heads).set_index(heads["network"])
