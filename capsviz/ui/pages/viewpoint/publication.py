"""Viewpoint without the app: attacks on its sample are recorded, what was measured is in tables."""

from __future__ import annotations

import itertools
from typing import Any

import pandas as pd

from capsviz.analysis.robustness import STRENGTHS
from capsviz.config.read_settings import ReadSettings
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.ui.catalogue.publication import Publication, Site
from capsviz.ui.catalogue.sections import Section, table
from capsviz.ui.live.messages import pack_arrays
from capsviz.ui.networks import cache
from capsviz.ui.pages.viewpoint.measured import affine_sentence, attacks_sentence, is_current
from capsviz.ui.pages.viewpoint.routes import TransformRequest, run_attack
from capsviz.ui.session.error_banner import plain

#: Attacks that the page offers, and strengths of them that are recorded.
_METHODS = ("fgsm", "pgd")
_EPSILONS = (0.05, 0.1, 0.15, 0.2, 0.3, 0.4)


def _adapt(site: Site, data: dict[str, Any]) -> dict[str, Any]:
    name = data["network"]["name"]
    site.write(f"attacks/{name}.bin", record_attacks(name, data["drawing"]))
    reads = cache.subject(name)
    offers = checkpoint.singles(capsules=False, reads=reads)
    titles = {name: offer.title for name, offer in offers.items()}
    sections = [_attacks(titles, name)]
    if reads.digits:
        sections.append(_robustness(titles))
    return {**data, "measured": [each for each in sections if each]}


def record_attacks(model: str, drawing: dict[str, Any]) -> bytes:
    """All of them on one drawing: gradients are the app's alone.

    The header's "records" have "method", "epsilon" and the "header" of a reply of the app; its
    arrays are named by the record's number, as in "0 cnn_after".
    """
    plain = {**ReadSettings(model).to_plain(), "drawing": drawing}
    question = TransformRequest.from_plain(plain)
    records, pictures = [], {}
    for number, (method, epsilon) in enumerate(itertools.product(_METHODS, _EPSILONS)):
        header, arrays = run_attack(question, epsilon, method, exact=True)
        records.append({"method": method, "epsilon": epsilon, "header": header})
        pictures |= {f"{number} {name}": array for name, array in arrays.items()}
    return pack_arrays({"records": records}, pictures)


def _robustness(titles: dict[str, str]) -> Section | None:
    """Accuracy against the strength of affine changes."""
    try:
        rows = [row for row in cache.affine() if is_current(row, titles)]
    except CapsvizError:
        return None
    if not rows:
        return None
    shares = [
        {
            "network": plain(titles[row["checkpoint"]]),
            **{f"{s:.0%}": f"{a:.1%}" for s, a in zip(STRENGTHS, row["accuracy"], strict=True)},
        }
        for row in rows
    ]
    frame = pd.DataFrame(shares).set_index("network")
    return {
        "title": "Robust to affine change?",
        "parts": [table(frame), affine_sentence(rows, titles)],
    }


def _attacks(titles: dict[str, str], model: str) -> Section | None:
    """How many withstand attacks of a strength."""
    found = {name: cache.viewpoint(name) for name in titles}
    records = {name: one.resistance for name, one in found.items() if one and one.resistance}
    if not records:
        return None
    rows = [
        {
            "network": plain(titles[name]),
            "attack": plain(method),
            **{
                f"ε {epsilon:g}": f"{share:.1%}"
                for epsilon, share in zip(record["epsilons"], shares, strict=True)
            },
        }
        for name, record in records.items()
        for method, shares in record["accuracy"].items()
    ]
    frame = pd.DataFrame(rows).set_index("network")
    said = attacks_sentence(records, titles, cache.subject(model))
    return {
        "title": "Resistant to attacks?",
        "parts": [table(frame), said, "Attacks on a digit of yours are tried in the app."],
    }


PUBLICATION = Publication(plain=True, adapt=_adapt)
