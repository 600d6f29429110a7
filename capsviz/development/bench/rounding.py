"""Effect of rounding in the primary capsules' convolution on lengths and predictions."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from capsviz import markdown
from capsviz.data.sets import open_set
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet, Capsules
from capsviz.model.primary import plain_features
from capsviz.model.squash import squash
from capsviz.training import checkpoint

#: Batch size.
_BATCH_SIZE = 50
#: Implementations of the float32 convolution, by their names in the report.
_WAYS = {"shipped": "as the app reads", "plain": "by torch's convolution"}


@torch.inference_mode()
def run(count: int) -> list[dict[str, Any]]:
    """Compare networks in float32 with float64, on `count` validation digits.

    Returns
    -------
    For each network of the paper's shape and each implementation of its convolution in float32: the
    maximum and mean difference of a length, and the number of changed predictions.
    """
    images = open_set("mnist").held_out().images[:count]
    names = [
        name
        for name in checkpoint.list_offers(28)
        if checkpoint.config(name).architecture == "capsnet"
    ]
    if not names:
        raise CapsvizError("no checkpoint here is of the paper's network: train one first")
    return [_compare(name, images) for name in names]


def _compare(name: str, images: Tensor) -> dict[str, Any]:
    model = checkpoint.load(name, "cpu").capsnet
    exact = deepcopy(model).double()
    errors: dict[str, list[Tensor]] = {way: [] for way in _WAYS}
    changed = dict.fromkeys(_WAYS, 0)
    for batch in images.split(_BATCH_SIZE):
        x = batch.float() / 255
        reference = _read_plainly(exact, x.double()).lengths
        for way, output in (("shipped", model(x)), ("plain", _read_plainly(model, x))):
            errors[way].append((output.lengths - reference).abs())
            changed[way] += int((output.lengths.argmax(1) != reference.argmax(1)).sum())
    result: dict[str, Any] = {"network": name, "digits": len(images)}
    for way, batches in errors.items():
        values = torch.cat(batches)
        result[way] = {
            "largest": float(values.max()),
            "mean": float(values.mean()),
            "changed": changed[way],
        }
    return result


def _read_plainly(model: CapsNet, images: Float[Tensor, "n side side"]) -> Capsules:
    """Forward pass by torch's own convolutions, in the precision of weights and images."""
    x = plain_features(model.conv1, model.primary, images, torch.float32)
    return model.route(squash(x.reshape(len(images), -1, model.config.primary_dim)))


def report(results: list[dict[str, Any]]) -> str:
    """Format the differences from float64 as a table."""
    heads = ["network", "convolution", "largest difference", "mean difference", "answers changed"]
    rows = [
        [
            result["network"],
            title,
            f"{result[way]['largest']:.1e}",
            f"{result[way]['mean']:.1e}",
            f"{result[way]['changed']} of {result['digits']:,}",
        ]
        for result in results
        for way, title in _WAYS.items()
    ]
    return markdown.table(heads, rows, text_columns=(0, 1))
