"""Page data of Claims, as plain values."""

from __future__ import annotations

import functools
import itertools
from dataclasses import asdict
from typing import Any, TypedDict

from capsviz.analysis import claims
from capsviz.analysis.claims import COUNT, Claim, Claims, Measure
from capsviz.data.affine import Transform
from capsviz.data.normalisation import INPUT
from capsviz.training import checkpoint
from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.languages.overlay import read_claims
from capsviz.ui.languages.row_names import row_name
from capsviz.ui.networks import cache, parts
from capsviz.ui.pages.claims.effects import effect_words
from capsviz.ui.pages.claims.view import View

#: Largest outputs for whole digits, among which that of a scrambled digit is ranked.
_OUTPUTS = "whole"
#: Mean couplings of the digits of a class, with which those of the visitor's digit are compared.
_COUPLINGS = "usual_couplings"


class ClaimTest(TypedDict):
    """A comparison: its difference and the bounds of its 95 % interval, above 0 for the claim.

    "effect" is the same in words, with its unit.
    """

    says: str
    measure: str
    at: list[str]
    unit: str
    outcome: str
    difference: list[float]
    effect: str


class ClaimLink(TypedDict):
    """A link from a claim to a page in a state."""

    label: str
    page: str
    settings: dict[str, Any]
    view: dict[str, Any]
    lesson: str


class ClaimEntry(TypedDict):
    """A claim; the typedefs of ``effects.js`` have the names of these three classes."""

    name: str
    says: str
    by: str
    verdict: str
    found: str
    tests: list[ClaimTest]
    measures: list[str]
    confounders: list[str]
    missing: list[str]
    question: str
    ways: list[ClaimLink]


class MeasureRows(TypedDict):
    """Numbers of a measure, as ``MeasureRows`` of ``figures.js``.

    "counted" is their unit in words; "" for shares, and where each row counts another thing.
    """

    title: str
    unit: str
    counted: str
    of: str
    heads: list[str]
    command: str
    rows: list[list[Any]]


class ClaimsRecord(TypedDict):
    """Content of the file of claims; "names" of rows, where the language has others."""

    claims: list[ClaimEntry]
    measures: dict[str, MeasureRows]
    names: dict[str, str]
    papers: list[dict[str, str]]
    verdicts: list[str]
    whole: dict[str, list[float]]
    usual: dict[str, list[list[float]]]


class ClaimsPageData(ClaimsRecord):
    """Result of `page_data`, as ``ClaimsPageData`` of ``experiments/experiment.js``."""

    table: list[dict[str, Any]]
    complaints: list[str]
    networks: list[dict[str, Any]]
    limits: dict[str, float]
    asks: list[str]
    parts: dict[str, Any] | None
    rest: dict[str, float]
    fewer: bool
    titles: dict[str, str]
    samples: str


def page_data(settings: PageSettings) -> ClaimsPageData:
    """All claims with their numbers, and the networks for the visitor's digit.

    Raises
    ------
    CapsvizError : the file of claims is damaged.
    """
    offers = readers()
    return {
        "table": View.table(),
        "complaints": [*filter(None, map(cache.complaint, _list_networks())), *parts.complaints()],
        **_claims(settings.language),
        "networks": [
            {"name": name, "title": offer.title, "capsules": bool(offer.routing)}
            for name, offer in offers.items()
        ],
        "limits": {
            name: cache.thresholds(name).misfit for name, offer in offers.items() if offer.routing
        },
        "asks": [
            *(["overlap"] if "overlap" in checkpoint.names() else []),
            *(["parts"] if parts.digit_reader() else []),
        ],
        "parts": _parts(),
        "rest": Transform().to_plain(),
        "fewer": False,
        "titles": {name: offer.title for name, offer in offers.items()},
        "samples": cache.samples_json()[0],
    }


def readers() -> dict[str, checkpoint.Offer]:
    """All loadable networks that classify digits, with capsules or without."""
    return {name: offer for name, offer in _list_networks().items() if not cache.complaint(name)}


def _list_networks() -> dict[str, checkpoint.Offer]:
    return checkpoint.list_offers(INPUT, capsules=False)


def _parts() -> dict[str, Any] | None:
    """Data of the network of parts and objects, which runs in the browser."""
    reader = parts.digit_reader()
    if reader is None:
        return None
    return {"sha": reader.digest[:16], "classes": reader.training["naming"][-1]["classes"]}


@functools.cache
def _claims(language: str) -> ClaimsRecord:
    claim_set = read_claims(language)
    quantiles: dict[str, list[float]] = {}
    for row in claim_set.measures[_OUTPUTS].rows:
        quantiles.setdefault(row.series, []).append(row.value)
    measures = {
        name: measure
        for name, measure in claim_set.measures.items()
        if name not in (_OUTPUTS, _COUPLINGS)
    }
    rows = [row for one in measures.values() for row in one.rows]
    labels = sorted({name for row in rows for name in (row.series, row.condition)})
    names = {name: row_name(name, language) for name in labels}
    return {
        "claims": [_claim(claim_set, claim, language) for claim in claim_set.claims],
        "measures": {name: _measure(measure, language) for name, measure in measures.items()},
        "names": {name: label for name, label in names.items() if label != name},
        "papers": [asdict(paper) for paper in claim_set.papers],
        "verdicts": list(claims.VERDICTS),
        "whole": quantiles,
        "usual": _usual_couplings(claim_set.measures[_COUPLINGS]),
    }


def _usual_couplings(measure: Measure) -> dict[str, list[list[float]]]:
    """Mean couplings by network, class and type of input capsules."""
    couplings: dict[str, list[list[float]]] = {}
    for series, rows in itertools.groupby(measure.rows, lambda row: row.series):
        network, _, _ = series.partition(":")
        couplings.setdefault(network, []).append([row.value for row in rows])
    return couplings


def _claim(claim_set: Claims, claim: Claim, language: str) -> ClaimEntry:
    compared = claim_set.pairs(claim)
    verdict, differences = claims.judge(compared)
    return {
        "name": claim.name,
        "says": claim.says,
        "by": claim.by,
        "verdict": verdict,
        "found": claim.result,
        "tests": [
            {
                "says": test.says,
                "measure": test.measure,
                "at": [row.condition for row in rows],
                "unit": (unit := claim_set.measures[test.measure].unit_of(rows[0])),
                "outcome": difference.outcome,
                "difference": [difference.value, difference.low, difference.high],
                "effect": effect_words(difference, unit, language),
            }
            for (test, *rows), difference in zip(compared, differences, strict=True)
        ],
        "measures": list(claim.measures),
        "confounders": list(claim.confounders),
        "missing": list(claim.missing),
        "question": claim.question,
        "ways": [
            {
                "label": link.label,
                "page": link.page,
                "settings": dict(link.settings),
                "view": dict(link.view),
                "lesson": link.lesson,
            }
            for link in claim.links
        ],
    }


def _measure(measure: Measure, language: str) -> MeasureRows:
    has_unit = measure.unit not in ("share", COUNT)
    return {
        "title": measure.title,
        "unit": measure.unit,
        "counted": row_name(measure.unit, language) if has_unit else "",
        "of": measure.of,
        "heads": [measure.series, measure.condition],
        "command": measure.command,
        "rows": [[row.series, row.condition, row.value, row.low, row.high] for row in measure.rows],
    }
