"""A summary of all claims for teachers: one printed page."""

from __future__ import annotations

import datetime
from html import escape
from importlib.metadata import version
from pathlib import Path

from capsviz.analysis import claims
from capsviz.analysis.claims import Claim, Claims
from capsviz.ui.catalogue.templates import fill_template

_TEMPLATE = Path(__file__).with_name("sheet.html")
_ABOUT = (
    "A comparison supports a claim if the whole 95 % interval of a measured difference is on the"
    " claim's side. A claim holds if all of its comparisons support it, and holds in part if some"
    " do; the second column counts them. The page Claims and the command “capsviz claims NAME” give"
    " all numbers with their intervals. {made}."
)


def render_sheet(date: datetime.date | None = None) -> str:
    """Return the summary as an HTML page that prints on one sheet of A4.

    Parameters
    ----------
    date : date that the sheet shows beside the version; a published site shows none, so that the
        same commit gives the same bytes.

    Raises
    ------
    CapsvizError : the file of claims is damaged.
    """
    known = claims.load()
    made = f"capsviz {version('capsviz')}" + (f", {date.isoformat()}" if date else "")
    about = _ABOUT.format(made=made)
    rows = "\n".join(_row(known, claim) for claim in known.claims)
    return fill_template(_TEMPLATE.read_text("utf-8"), {"about": escape(about), "rows": rows})


def _row(known: Claims, claim: Claim) -> str:
    compared = [(more, than) for _, more, than in known.pairs(claim)]
    verdict, differences = claims.judge(compared)
    support = sum(each.outcome == "for" for each in differences)
    counted = f"{support} of {len(differences)}" if differences else ""
    return (
        f'<tr><th scope="row">{escape(claim.says)}<small>{escape(claim.by)}</small></th>'
        f'<td class="verdict">{escape(verdict)}<small>{counted}</small></td>'
        f"<td>{escape(_first_sentence(claim.found))}</td></tr>"
    )


def _first_sentence(text: str) -> str:
    """The finding itself; further sentences give its details on the page."""
    first, dot, _ = text.partition(". ")
    return first + dot.strip()
