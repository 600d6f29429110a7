"""Compare without the app: networks that the site holds, and what was measured as tables."""

from __future__ import annotations

from typing import Any

from capsviz.analysis.family_table import describe, title_of
from capsviz.analysis.mcnemar import differences
from capsviz.config import LabelSet
from capsviz.ui.catalogue.publication import Publication, Site
from capsviz.ui.catalogue.sections import Section, table
from capsviz.ui.networks import cache
from capsviz.ui.networks.parts import encode, normalises, offers
from capsviz.ui.pages.compare.data import titles_of
from capsviz.ui.pages.compare.differing import mcnemar_sentence, mcnemar_table
from capsviz.ui.pages.compare.family import TITLE, family_rows, family_table
from capsviz.ui.pages.compare.tables import (
    results_table,
    routing_sentences,
    two_digits_sentence,
)

#: What of a network is found out anew for each picture.
_LIVE = ("iterations", "time here and now")


def _adapt(site: Site, data: dict[str, Any]) -> dict[str, Any]:
    parts = _parts() if "parts" in site.pages else {}
    names = {column["name"] for column in data["columns"]} & parts.keys()
    for one in filter(lambda each: each.name in names, offers()):
        site.write(f"parts/{one.digest[:16]}.bin", encode(one))
    columns = [
        {
            **one,
            "facts": [fact for fact in one["facts"] if fact[0] not in _LIVE[1:]],
            "parts": parts.get(one["name"]),
        }
        for one in data["columns"]
        if site.holds(one["name"]) or one["name"] in parts
    ]
    reads = cache.subject(columns[0]["name"])
    sections = [_test_set(reads)] if reads.digits else []
    sections += _family(reads)
    # What else lies in the owner's folder is nobody's business.
    return {**data, "columns": columns, "apart": "", "measured": sections}


def _parts() -> dict[str, Any]:
    """By name what a browser must know of a network of parts to read by it."""
    return {
        one.name: {
            "sha": one.digest[:16],
            "objects": one.training["naming"][-1]["classes"],
            "poses": one.model.config.poses,
            "side": one.model.config.image_size,
            "digits": normalises(one),
        }
        for one in offers()
    }


def _test_set(reads: LabelSet) -> Section:
    results, titles = cache.results(), titles_of(reads)
    called = {row["checkpoint"]: titles.get(row["checkpoint"], "?") for row in results.rows}
    n, tested = len(results.labels), differences(results)
    return {
        "title": f"The {n:,} test digits",
        "parts": [
            table(results_table(results, called)),
            mcnemar_sentence(tested, called, n),
            table(mcnemar_table(tested, called), "McNemar's test for every pair"),
            two_digits_sentence(),
            *routing_sentences(results, called),
            "Figures of these numbers, and the digits on which networks disagree, are in the app.",
        ],
    }


def _family(reads: LabelSet) -> list[Section]:
    rows = family_rows(reads.data_set)
    if not rows:
        return []
    parts = [
        table(family_table(rows), "Means over seeds and 95 % intervals"),
        *describe(rows, title_of),
    ]
    return [{"title": TITLE, "parts": parts}]


PUBLICATION = Publication(plain=True, answered="columns", adapt=_adapt)
