"""Viewpoint without the app: attacks on its sample are recorded."""

from __future__ import annotations

import itertools
from typing import Any

from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import Drawing
from capsviz.engine import engine
from capsviz.ui.catalogue.publication import Publication, Site
from capsviz.ui.live.messages import pack_arrays
from capsviz.ui.pages.viewpoint.routes import InputsRequest, run_attack

#: Attacks that the page offers, and strengths of them that are recorded.
_METHODS = ("fgsm", "pgd")
_EPSILONS = (0.05, 0.1, 0.15, 0.2, 0.3, 0.4)


def _adapt(site: Site, data: dict[str, Any]) -> dict[str, Any]:
    name = data["network"]["name"]
    site.write(f"attacks/{name}.bin", record_attacks(name, data["drawing"]))
    return data


def record_attacks(model: str, drawing: dict[str, Any]) -> bytes:
    """All of them on one drawing: gradients are the app's alone.

    The header's "records" have "method", "epsilon" and the "header" of a reply of the app; its
    arrays are named by the record's number, as in "0 cnn_after".
    """
    image = engine().checkpoint(model).draw(Drawing.from_plain(drawing))
    question = InputsRequest(image[None], ReadSettings(model))
    records, pictures = [], {}
    for number, (method, epsilon) in enumerate(itertools.product(_METHODS, _EPSILONS)):
        header, arrays = run_attack(question, epsilon, method, exact=True)
        records.append({"method": method, "epsilon": epsilon, "header": header})
        pictures |= {f"{number} {name}": array for name, array in arrays.items()}
    return pack_arrays({"records": records}, pictures)


PUBLICATION = Publication(plain=True, adapt=_adapt)
