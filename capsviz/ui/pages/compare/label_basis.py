"""Basis of the labels of each network's dimensions, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import pandas as pd

from capsviz.analysis.label_quality import Strength, cells, strength
from capsviz.analysis.labels import MIN_R
from capsviz.ui.catalogue.sections import Part
from capsviz.ui.networks import cache
from capsviz.ui.networks.file_cache import fresh
from capsviz.ui.sections import note, table


@fresh(cache.analysis_files)
def _strength(model: str) -> Strength | None:
    known = cache.analysis(model)
    return None if known is None else strength(model, known.effects)


def label_parts(names: Iterable[str], called: Mapping[str, str], known: bool) -> Iterator[Part]:
    """A row for each analysed network.

    Parameters
    ----------
    names : of networks with capsules.
    called : their titles.
    known : whether their pictures are MNIST's digits.
    """
    qualities = [one for one in map(_strength, names) if one is not None]
    if not qualities:
        return
    yield table(_labels_table(qualities, called))
    yield note(
        "Medians, quartiles in brackets, over all dimensions whose label names a measure. Effect: "
        "how far one standard deviation of a dimension moves that measure, in its own standard "
        f"deviations over real {'digits' if known else 'pictures'}. R²: how straight the decoder's "
        "pictures follow. r: whether real ones with such a pose lie like that; below "
        f"{MIN_R:.1f} nothing is confirmed. A decoder can paint what the encoder does not tell: "
        "read both."
    )


def _labels_table(qualities: Sequence[Strength], called: Mapping[str, str]) -> pd.DataFrame:
    """A row for each network, by title."""
    rows = [cells(replace(one, name=called[one.name])) for one in qualities]
    return pd.DataFrame(rows).set_index("network")
