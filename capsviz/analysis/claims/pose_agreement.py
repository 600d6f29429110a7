"""Value of agreeing poses for objects that are learned without labels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import torch

from capsviz.analysis.claims.claim_file import Row
from capsviz.analysis.claims.material import Material
from capsviz.analysis.claims.records import mean, share
from capsviz.analysis.parts_references import beliefs
from capsviz.data.pictures import Pictures
from capsviz.errors import CapsvizError
from capsviz.model.parts import PartsNetwork
from capsviz.training import checkpoint
from capsviz.training.matching import match
from capsviz.training.parts_scores import score

#: Folders of sweeps: the full network, and object capsules trained on presences alone.
_PARTS, _PRESENCES = "parts", "parts_presences"


def agreement(material: Material) -> Iterator[Row]:
    """Accuracy with and without poses, and the posterior of any object."""
    digits = material.validation()
    if material.sweeps is None:
        raise CapsvizError(
            f"this measure needs a training: run it, then name the folder of {_PRESENCES} "
            "with --sweeps"
        )
    network = _load(_PARTS)
    yield from _scores("poses and presences", network, digits)
    network.objects.config = replace(network.config, poses=False)
    yield from _scores("the same, poses ignored", network, digits)
    presence_network = _load(str(material.sweeps / f"{_PRESENCES}.safetensors"))
    yield from _scores("learnt of presences alone", presence_network, digits)


def _load(name: str) -> PartsNetwork:
    return checkpoint.load_parts(name, torch.device("cpu")).model


def _scores(series: str, model: PartsNetwork, digits: Pictures) -> Iterator[Row]:
    guesses, objects = score(model, digits.images).guesses, model.config.objects
    right = match(guesses, digits.labels, objects, int(digits.labels.max()) + 1).accuracy
    yield share(series, "read rightly", right, len(digits))
    for name, values in beliefs(model, digits).items():
        yield mean(series, f"belief in any object, {name}", values.tolist())
