"""A network's confidence in pictures whose parts are in wrong places.

Capsules are meant to reject such pictures: a face with its mouth on the forehead is not a face,
since parts must agree on the object, while a network of pooled features still finds all features
(Sabour, Frosst and Hinton 2017, section 1). Lengths and probabilities have different scales, so
the AUC of the largest output for separating intact from scrambled pictures is measured too; AUC
does not depend on the scale.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import scipy
import torch
from jaxtyping import Float, UInt8
from torch import Tensor

from capsviz import markdown
from capsviz.analysis.store import RowFile
from capsviz.data.pictures import Pictures
from capsviz.model.networks import Network
from capsviz.training.evaluate import BATCH, interval

#: Number of pictures of a set that are scrambled, the same ones for every network.
COUNT = 2000
#: Thresholds of confidence: for the largest output itself, and for its rank, above all but this
#: share of the intact pictures' outputs.
SURE_OUTPUT, SURE_RANK = 0.9, 0.05
#: Rows of `measure_scrambled`.
ROWS = RowFile(
    "the results on scrambled pictures are missing",
    "capsviz evaluate --set scrambled --all --save scrambled.json",
    ("ways", "median", "above", "sure", "interval", "auc"),
)


def swap_quadrants(
    images: UInt8[Tensor, "n side side"],
) -> UInt8[Tensor, "n side side"]:
    """Swap the upper left and lower right quarters, and the other two."""
    half = images.shape[-1] // 2
    return images.roll((half, half), (1, 2))


def rotate_thirds(images: UInt8[Tensor, "n side side"]) -> UInt8[Tensor, "n side side"]:
    """Move the upper third below the others."""
    return images.roll(-(images.shape[-1] // 3), 1)


def flip_quadrants(images: UInt8[Tensor, "n side side"]) -> UInt8[Tensor, "n side side"]:
    """Mirror each quarter in place, left to right."""
    half = images.shape[-1] // 2
    return torch.cat([images[..., :half].flip(-1), images[..., half:].flip(-1)], -1)


WAYS: Mapping[str, Callable[[Tensor], Tensor]] = {
    "quadrants swapped": swap_quadrants,
    "thirds moved": rotate_thirds,
    "quadrants flipped": flip_quadrants,
}


def measure_scrambled(model: Network, pictures: Pictures, name: str, digest: str) -> dict[str, Any]:
    """Measure one checkpoint, as `capsviz evaluate --set scrambled` prints it.

    The pictures are intact; the first `COUNT` of a fixed shuffle are used.

    Returns
    -------
    For intact pictures and for each of `WAYS`, in this order: "median" of the largest output; the
    share "above" 0.9; the share that is "sure", with its 95 % "interval": the largest output is
    above the 5 % quantile of the other half of the intact pictures; and "auc", the probability that
    an intact picture's largest output exceeds a scrambled one's, 0.5 for no separation.
    """
    images = pictures.shuffle(COUNT).images
    outputs = [_largest_outputs(model, way(images)) for way in (lambda x: x, *WAYS.values())]
    # The limit is set on half of the intact pictures and applied to the other half.
    limit = float(np.quantile(outputs[0][::2], SURE_RANK))
    intact = outputs[0][1::2]
    sure = [float((output > limit).mean()) for output in (intact, *outputs[1:])]
    counts = [len(intact), *(len(output) for output in outputs[1:])]
    return {
        "checkpoint": name,
        "set": "scrambled",
        "n": len(images),
        "ways": ["whole", *WAYS],
        "median": [float(np.median(output)) for output in outputs],
        "above": [float((output > SURE_OUTPUT).mean()) for output in outputs],
        "sure": sure,
        "interval": [
            [round(end, 6) for end in interval(*pair)] for pair in zip(sure, counts, strict=True)
        ],
        "auc": [0.5, *(area_under_curve(outputs[0], output) for output in outputs[1:])],
        "sha256": digest,
    }


def area_under_curve(first: Float[np.ndarray, " n"], second: Float[np.ndarray, " m"]) -> float:
    """Probability that one of `first` is larger than one of `second`; ties count half.

    This is the area under the ROC curve, computed from ranks (Mann and Whitney 1947).
    """
    return float(scipy.stats.mannwhitneyu(first, second).statistic) / (len(first) * len(second))


@torch.inference_mode()
def _largest_outputs(
    model: Network, images: UInt8[Tensor, "n side side"]
) -> Float[np.ndarray, " n"]:
    device = next(model.parameters()).device
    outputs = [
        model(batch.to(device).float() / 255).lengths.amax(1) for batch in images.split(BATCH)
    ]
    return torch.cat(outputs).double().cpu().numpy()


def format_scrambled(results: Sequence[dict[str, Any]]) -> str:
    """Return the results as a Markdown table, a line for each network and way."""
    rows = []
    for result in results:
        for index, way in enumerate(result["ways"]):
            low, high = result["interval"][index]
            rows.append(
                [
                    result["checkpoint"],
                    way,
                    f"{result['median'][index]:.2f}",
                    f"{result['above'][index]:.1%}",
                    f"{result['sure'][index]:.1%} ({100 * low:.1f} - {100 * high:.1f})",
                    f"{result['auc'][index]:.3f}",
                ]
            )
    heads = ["network", "parts", "largest output, median", "above 0.9", "as sure as of whole ones"]
    return markdown.table([*heads, "told apart (AUC)"], rows, text_columns=(0, 1))
