"""The worksheet's figure of parts and objects: one bundled sample, decomposed."""

from __future__ import annotations

import torch

from capsviz.analysis.parts_reading import part_letter, read_picture
from capsviz.analysis.parts_references import belief
from capsviz.data.drawing import render, to_bytes
from capsviz.data.normalisation import normalise
from capsviz.data.pictures import Pictures
from capsviz.data.samples import sample_of
from capsviz.errors import CapsvizError
from capsviz.ui.lessons.worksheets.paper import Figure, Words, picture, row, table
from capsviz.ui.networks.parts import digit_reader

_DIGIT = 3


def taken_apart(words: Words) -> Figure:
    """A digit, its templates, and their agreement with the most likely object."""
    loaded = digit_reader()
    if loaded is None:
        raise CapsvizError("there is no network of parts and objects here: fetch checkpoints again")
    image = normalise(render(sample_of(_DIGIT).drawing))
    reading = read_picture(loaded, image)
    present, k = reading.present, reading.likeliest
    letters = {m: words("part-letter", letter=part_letter(m)) for m in present}

    def signed(value: float) -> str:
        return f"{'+' if value >= 0 else ''}{words.number(value, 1)}"

    rows = [
        [letters[m], None, words.number(reading.presences[m]), signed(reading.agreement[k, m])]
        for m in present
    ]
    head = tuple(map(words, ("part", "which-stroke", "presence", "agreement")))
    pixels = torch.from_numpy(to_bytes(image))[None]
    result = belief(loaded.model, Pictures(pixels, torch.tensor([_DIGIT])))
    naming = loaded.training["naming"]
    shares = [words.number(100 * (each["accuracy"] or 0), 1) for each in (naming[0], naming[-1])]
    templates = (picture(reading.ink[m], letters[m]) for m in present)
    return Figure(
        row(picture(reading.image, words("network-input")), *templates)
        + table(words("parts"), rows, head),
        {
            "digit": str(_DIGIT),
            "count": str(len(present)),
            "name": loaded.subject.classes[reading.classes[k]],
            "sum": f"{sum(reading.agreement[k, m] for m in present):.0f}",
            "before": words.number(result["whole"]),
            "after": words.number(result["swapped"]),
            "one": str(naming[0]["labels"]),
            "all": str(naming[-1]["labels"]),
            "share_one": shares[0],
            "share_all": shares[1],
        },
        row(*(picture(reading.painted[m], letters[m]) for m in present)),
    )
