"""A summary of all claims for teachers: one printed page."""

from __future__ import annotations

import datetime
import functools
import re
from html import escape
from importlib.metadata import version
from pathlib import Path

from capsviz.analysis import claims
from capsviz.analysis.claims import Claim, Claims
from capsviz.ui.catalogue.templates import fill_template
from capsviz.ui.languages import ENGLISH, html_language, messages
from capsviz.ui.languages.overlay import read_claims
from capsviz.ui.pages.claims.effects import effect_words

_TEMPLATE = Path(__file__).with_name("summary.html")


def render_summary(date: datetime.date | None = None, language: str = ENGLISH) -> str:
    """Return the summary as an HTML page that prints on one sheet of A4; raises `CapsvizError`.

    The sheet shows the date beside the version; a published site shows none, so that the same
    commit gives the same bytes.
    """
    claim_set = read_claims(language)
    origin = f"capsviz {version('capsviz')}" + (f", {date.isoformat()}" if date else "")
    say = functools.partial(messages.text, language, "claims")
    names = ("sheet-title", "sheet-heading", "sheet-claim", "sheet-measured", "sheet-result")
    labels = {name: escape(say(name)) for name in names}
    rows = "\n".join(_row(claim_set, claim, language) for claim in claim_set.claims)
    notice = escape(say("sheet-about", made=origin))
    return fill_template(
        _TEMPLATE.read_text("utf-8"),
        {**labels, "about": notice, "rows": rows, "language": html_language(language)},
    )


def _row(claim_set: Claims, claim: Claim, language: str) -> str:
    pairs = claim_set.pairs(claim)
    verdict, differences = claims.judge(pairs)
    support = sum(each.outcome == "for" for each in differences)
    say = functools.partial(messages.text, language, "claims")
    count = say("sheet-count", support=support, count=len(differences)) if differences else ""
    verdict_text = say("verdict", verdict=verdict.replace(" ", "-"))
    effect = ""
    if pairs:
        test, row, _ = pairs[0]
        unit = claim_set.measures[test.measure].unit_of(row)
        effect = effect_words(differences[0], unit, language)
    return (
        f'<tr><th scope="row">{escape(claim.says)}<small>{escape(claim.by)}</small></th>'
        f"<td><b>{escape(verdict_text)}</b> <small>{escape(count)}</small>"
        f"<small>{escape(effect)}</small></td>"
        f"<td>{escape(_first_sentence(claim.result))}</td></tr>"
    )


def _first_sentence(text: str) -> str:
    """The finding itself; further sentences give its details on the page."""
    return re.split(r"(?<=\. )|(?<=。)", text, maxsplit=1)[0].rstrip()
