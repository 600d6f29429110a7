"""Rejection of pictures that show no digit, by a network's outputs.

Agreement among parts is meant to reject pictures of no known class (Hinton, Sabour and Frosst 2018,
section 1). Outputs of different networks have different scales, so two measures that do not depend
on the scale are reported: the AUC, and the share of strangers above the limit that 95 % of the
digits exceed (the false-positive rate at 95 %).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from jaxtyping import Float, UInt8
from torch import Tensor

from capsviz import markdown
from capsviz.analysis.scrambled import SURE_RANK, area_under_curve, swap_quadrants
from capsviz.analysis.store import RowFile
from capsviz.data.drawing import grey_of_colours
from capsviz.data.letters import draw_letters
from capsviz.data.pictures import Pictures
from capsviz.model.capsnet import CapsNet
from capsviz.model.cnn import CNN
from capsviz.model.networks import Network
from capsviz.training.evaluate import BATCH, decode_winner
from capsviz.wording import amount_of

#: Number of pictures of each kind, the same ones for every network.
COUNT = 2000
#: Routing iterations after which the largest output is read, in addition to the network's own.
ITERATIONS = (1, 2, 3, 5, 7)
#: Name of the score by which networks are compared.
MAIN_SCORE = "largest output"
#: Digits whose mirror images are digits too, or nearly.
_SYMMETRIC = (0, 1, 8)

_Score = Float[np.ndarray, " n"]
#: Rows of `measure_strangers`.
ROWS = RowFile(
    "the results on strangers are missing",
    "capsviz evaluate --set strangers --all --validation --save strangers.json",
    ("strangers", "counts", "auc", "accepted"),
)


def draw_strangers(
    digits: Pictures, others: Mapping[str, Pictures]
) -> dict[str, UInt8[Tensor, "n 28 28"]]:
    """Return `COUNT` pictures, or fewer, of each kind of stranger.

    `digits` are scrambled and mirrored; they should differ from the digits to compare with.
    `others` are further pictures by name: 28 x 28, or larger and in colour, which are cropped and
    converted to grey.
    """
    random = torch.Generator().manual_seed(1)
    changed = ~torch.isin(digits.labels, torch.tensor(_SYMMETRIC))
    mirrored = digits.at(changed.nonzero().squeeze(1))
    return {
        **{name: _grey(_sample(pictures)) for name, pictures in others.items()},
        "letters": draw_letters(COUNT),
        "digits, quarters swapped": swap_quadrants(_sample(digits)),
        "digits, mirrored": _sample(mirrored).flip(-1),
        "noise": torch.randint(256, (COUNT, 28, 28), generator=random, dtype=torch.uint8),
    }


def _sample(pictures: Pictures) -> Tensor:
    return pictures.shuffle(COUNT, seed=2).images


def _grey(images: Tensor) -> Tensor:
    if images.ndim > 3:
        images = torch.from_numpy(np.stack([grey_of_colours(image) for image in images.numpy()]))
    edge = (images.shape[-1] - 28) // 2
    return images[:, edge : edge + 28, edge : edge + 28]


def measure_strangers(
    model: Network,
    digits: UInt8[Tensor, "n 28 28"],
    strangers: Mapping[str, UInt8[Tensor, "m 28 28"]],
    name: str,
    digest: str,
) -> dict[str, Any]:
    """Measure one checkpoint, as `capsviz evaluate --set strangers` prints it.

    Returns
    -------
    "strangers", the kinds, and "scores", the scores that separate them from digits: the
    largest output, also after other numbers of iterations; for a CNN the energy, which is the
    logarithm of the summed exponentials of its logits; and the negative error of the
    reconstruction. "auc" and "accepted" hold a row for each kind, with a number for each score:
    the probability that a digit's score exceeds a stranger's, 0.5 for no separation, and the share
    of strangers above the limit that 95 % of the digits exceed.
    """
    inliers = scores(model, digits)
    auc, accepted = [], []
    for images in strangers.values():
        outliers = scores(model, images)
        auc.append([area_under_curve(inliers[key], outliers[key]) for key in inliers])
        limits = {key: np.quantile(inliers[key], SURE_RANK) for key in inliers}
        accepted.append([float((outliers[key] > limits[key]).mean()) for key in inliers])
    return {
        "checkpoint": name,
        "set": "strangers",
        "n": len(digits),
        "strangers": list(strangers),
        "counts": [len(images) for images in strangers.values()],
        "scores": list(inliers),
        "auc": auc,
        "accepted": accepted,
        "sha256": digest,
    }


@torch.inference_mode()
def scores(model: Network, images: UInt8[Tensor, "n 28 28"]) -> dict[str, _Score]:
    """Scores of pictures by name, larger for pictures more similar to the training pictures."""
    device = next(model.parameters()).device
    batches: dict[str, list[Tensor]] = {}
    for batch in images.split(BATCH):
        for name, values in _scores(model, batch.to(device).float() / 255):
            batches.setdefault(name, []).append(values)
    return {name: torch.cat(values).double().cpu().numpy() for name, values in batches.items()}


def _scores(model: Network, x: Tensor) -> list[tuple[str, Tensor]]:
    if isinstance(model, CNN):
        logits = model.logits(x)
        return [(MAIN_SCORE, logits.softmax(1).amax(1)), ("energy", logits.logsumexp(1))]
    assert isinstance(model, CapsNet)
    u = model.primary_capsules(x)
    routed = model.route(u)
    results = [(MAIN_SCORE, routed.lengths.amax(1))]
    if model.routing.iterative:
        results += [(output_name(r), model.route(u, r).lengths.amax(1)) for r in ITERATIONS]
    if model.decoder.exists:
        results.append(("reconstruction", -decode_winner(model, x, *routed)[1]))
    return results


def output_name(iterations: int) -> str:
    """Name of the largest output after this number of iterations."""
    return f"after {amount_of(iterations, 'iteration')}"


def auc_interval(auc: float, n: int, m: int) -> tuple[float, float]:
    """95 % interval of an AUC of n and m pictures (Hanley and McNeil 1982, equation 2)."""
    q1, q2 = auc / (2 - auc), 2 * auc**2 / (1 + auc)
    variance = auc * (1 - auc) + (n - 1) * (q1 - auc**2) + (m - 1) * (q2 - auc**2)
    margin = 1.96 * math.sqrt(max(0.0, variance) / (n * m))
    return max(0.0, auc - margin), min(1.0, auc + margin)


def format_strangers(results: Sequence[dict[str, Any]]) -> str:
    """Return the results as a Markdown table, a line for each network, kind and score."""
    rows = []
    for result in results:
        kinds = zip(result["strangers"], result["auc"], result["accepted"], strict=True)
        for kind, auc, accepted in kinds:
            for score, area, share in zip(result["scores"], auc, accepted, strict=True):
                rows.append([result["checkpoint"], kind, score, f"{area:.3f}", f"{share:.1%}"])
    heads = ["network", "pictures", "score", "told from digits (AUC)", "accepted with 95 % of them"]
    return markdown.table(heads, rows, text_columns=range(3))
