"""The worksheet's figure of parts and objects: one bundled sample, decomposed."""

from __future__ import annotations

import torch

from capsviz.analysis.parts_reading import read_picture
from capsviz.analysis.parts_references import belief
from capsviz.data.drawing import render, to_bytes
from capsviz.data.normalisation import normalise
from capsviz.data.pictures import Pictures
from capsviz.data.samples import samples
from capsviz.errors import CapsvizError
from capsviz.ui.lessons.worksheets.paper import Figure, picture, row, table
from capsviz.ui.networks.parts import digit_reader

_DIGIT = 3
#: Presence from which a part counts as present.
_THERE = 0.5


def taken_apart() -> Figure:
    """A digit, its templates, and their agreement with the most likely object."""
    loaded = digit_reader()
    if loaded is None:
        raise CapsvizError("there is no network of parts and objects here: fetch checkpoints again")
    image = normalise(render(next(one.drawing for one in samples() if one.digit == _DIGIT)))
    reading = read_picture(loaded, image)
    there = [int(m) for m in (-reading.presences).argsort() if reading.presences[m] > _THERE]
    k = int(reading.posterior[:-1].argmax())
    rows = [
        [f"part {m + 1}", None, f"{reading.presences[m]:.2f}", f"{reading.agreement[k, m]:+.1f}"]
        for m in there
    ]
    drawn = torch.from_numpy(to_bytes(image))[None]
    found = belief(loaded.model, Pictures(drawn, torch.tensor([_DIGIT])))
    naming = loaded.training["naming"]
    shares = [f"{100 * (each['accuracy'] or 0):.1f}" for each in (naming[0], naming[-1])]
    templates = (picture(reading.ink[m], f"part {m + 1}") for m in there)
    return Figure(
        row(picture(reading.image, "network input"), *templates)
        + table("parts in this digit", rows, ("part", "which stroke?", "presence", "agreement")),
        {
            "digit": str(_DIGIT),
            "count": str(len(there)),
            "name": loaded.subject.classes[reading.classes[k]],
            "sum": f"{sum(reading.agreement[k, m] for m in there):.0f}",
            "before": f"{found['whole']:.2f}",
            "after": f"{found['swapped']:.2f}",
            "one": str(naming[0]["labels"]),
            "all": str(naming[-1]["labels"]),
            "share_one": shares[0],
            "share_all": shares[1],
        },
        row(*(picture(reading.painted[m], f"part {m + 1}") for m in there)),
    )
