"""Page data of Viewpoint for one digit, as plain values."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any, TypedDict

from capsviz.analysis.laws import SPAN
from capsviz.analysis.viewpoint import Findings
from capsviz.data.affine import LIMITS, Transform
from capsviz.engine import engine
from capsviz.training import checkpoint
from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.languages import ENGLISH
from capsviz.ui.lessons import loader
from capsviz.ui.networks import cache
from capsviz.ui.networks.defaults import default_model
from capsviz.ui.networks.factors import KnownFactors, factors
from capsviz.ui.pages.viewpoint.routes import first_reply
from capsviz.ui.pages.viewpoint.view import View

_CLAIMS = {
    "equivariant": "Capsules are equivariant",
    "robust": "Capsules are robust to affine change",
    "adversarial": "Capsule networks resist adversarial change",
}


class ViewpointLaws(TypedDict):
    """Fits of laws, as ``ViewpointLaws`` of ``controls.js``."""

    span: dict[str, float]
    slope: list[Any]
    shared: list[Any]
    own: list[Any]


class ViewpointClaim(TypedDict):
    """A claim with its arguments, as ``ViewpointClaim`` of ``controls.js``."""

    claim: str
    pro: str
    con: str


class ViewpointPageData(TypedDict):
    """Result of `page_data`, as ``ViewpointPageData`` of ``controls.js``."""

    table: list[dict[str, Any]]
    settings: dict[str, Any]
    network: cache.NetworkData
    reply: str
    limits: dict[str, tuple[float, float]]
    rest: dict[str, float]
    laws: ViewpointLaws | None
    alarms: float | None
    claims: dict[str, ViewpointClaim]
    cnn: bool
    factors: KnownFactors | None
    samples: str
    test: cache.TestSet | None


def page_data(settings: PageSettings) -> ViewpointPageData:
    """Data of a drawing before it is moved, and measurements of its network.

    Raises
    ------
    CapsvizError : the drawing cannot be read.
    """
    model = suit(settings.inference.model)
    reading = replace(settings.inference, model=model)
    findings = cache.viewpoint(model)
    reply = first_reply(cache.raster(model, settings.drawing), reading)
    return {
        "table": View.table(engine().checkpoint(model).model.config),
        "settings": reading.to_plain(),
        "network": cache.network_data(model),
        # Bytes cannot travel inside other data.
        "reply": base64.b64encode(reply).decode(),
        "limits": LIMITS,
        "rest": Transform().to_plain(),
        "laws": _plain_laws(findings),
        # Share of untouched digits that the misfit test rejects.
        "alarms": findings.resistance["alarms"] if findings and findings.resistance else None,
        "claims": claims(),
        "cnn": cache.plain_network(model) is not None,
        "factors": factors(model),
        "samples": cache.samples_json(model)[0],
        "test": cache.test_of(model),
    }


def suit(model: str) -> str:
    """The network, or the default one where it does not read one picture alone."""
    return model if model in checkpoint.singles() else default_model()


def _plain_laws(findings: Findings | None) -> ViewpointLaws | None:
    if findings is None or findings.fits is None:
        return None
    fits = findings.fits
    return {
        "span": SPAN,
        "slope": fits.slope.tolist(),
        "shared": fits.shared.tolist(),
        "own": fits.own.tolist(),
    }


def claims(language: str = ENGLISH) -> dict[str, ViewpointClaim]:
    """Arguments for and against this page's claims, from the lessons."""
    indices = {claim.claim: index for index, claim in enumerate(loader.load().claims)}
    claims = loader.load(language).claims
    texts = {name: claims[indices[text]] for name, text in _CLAIMS.items()}
    return {
        name: {"claim": each.claim, "pro": each.pro, "con": each.con}
        for name, each in texts.items()
    }
