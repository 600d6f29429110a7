"""Page data of Overlap, as plain values."""

from __future__ import annotations

import base64
from dataclasses import asdict
from typing import Any, TypedDict

from capsviz.analysis.overlap import COMPARED_ITERATIONS, MAX_SHIFT, PAPER, ROWS
from capsviz.analysis.routing import Geometry
from capsviz.data.overlap import SHIFT
from capsviz.engine import engine
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.languages import refusals
from capsviz.ui.networks import cache
from capsviz.ui.pages.overlap.routes import MODEL, PLAIN, answer
from capsviz.ui.pages.overlap.view import View


class OverlapTraining(TypedDict):
    """How the network was trained, as ``OverlapTraining`` of ``answer.js``."""

    shift: int
    iterations: int


class OverlapLimits(TypedDict):
    """Limits of the page, as ``OverlapLimits`` of ``answer.js``."""

    move: int
    compared: int


class OverlapResults(TypedDict):
    """Results on the fixed test pairs, as ``OverlapResults`` of ``results.js``."""

    rows: list[dict[str, Any]]
    missing: str
    paper: dict[str, float]


class OverlapPageData(TypedDict):
    """Result of `page_data`, as ``OverlapPageData`` of ``answer.js``."""

    table: list[dict[str, Any]]
    reply: str
    samples: str
    mnist: bool
    geometry: dict[str, Any]
    model: str
    trained: OverlapTraining
    most: OverlapLimits
    limits: dict[str, float]
    results: OverlapResults


def page_data(settings: PageSettings) -> OverlapPageData:
    """Data for two overlapping digits; their reply is requested separately.

    Raises
    ------
    CapsvizError : there is no network for two digits here.
    """
    if MODEL not in checkpoint.names():
        raise CapsvizError(
            "there is no network for two digits here: train one with "
            "`capsviz train --task overlap`, or fetch the checkpoints folder again"
        )
    config = engine().checkpoint(MODEL).capsnet.config
    return {
        "table": View.table(),
        # Bytes cannot travel inside other data.
        "reply": base64.b64encode(answer(settings.view.question())).decode(),
        "samples": cache.samples_json()[0],
        "mnist": cache.has_mnist(),
        "geometry": asdict(Geometry.of(config)),
        "model": MODEL,
        "trained": {"shift": SHIFT, "iterations": config.iterations},
        "most": {"move": MAX_SHIFT, "compared": COMPARED_ITERATIONS},
        "limits": {"present": cache.thresholds(MODEL).present},
        "results": _results(),
    }


def _results() -> OverlapResults:
    """Results on the fixed test pairs, with the paper's numbers."""
    try:
        rows = ROWS.load(checkpoint.sidecar("overlap.json"))
    except CapsvizError as error:
        return {"rows": [], "missing": refusals.word(error), "paper": PAPER}
    cells = []
    for row in rows:
        name = row["checkpoint"]
        try:
            is_current = (
                name in checkpoint.names() and engine().checkpoint(name).digest == row["sha256"]
            )
        except CapsvizError:
            is_current = False
        kind = {MODEL: "capsules", PLAIN: "cnn"}.get(name, "")
        cells.append({**row, "kind": kind, "known": is_current})
    return {"rows": cells, "missing": "", "paper": PAPER}
