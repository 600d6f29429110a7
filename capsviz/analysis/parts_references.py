"""Baselines for clustering without objects: k-means on pixels, presences and poses."""

from __future__ import annotations

import numpy as np
import scipy
import torch
from jaxtyping import Float
from torch import Tensor

from capsviz.analysis.disentanglement import measure_code
from capsviz.analysis.factor_report import PER_CLASS, READ_SEED, factors_of
from capsviz.data.factors import SPRITES
from capsviz.data.pictures import Pictures
from capsviz.data.sprites import FACTORS, SHAPES, draw
from capsviz.model.parts import PartsNetwork
from capsviz.model.parts.object_capsules import features
from capsviz.training.matching import match
from capsviz.training.parts_scores import read_parts_of

#: Number of training pictures for the means, of initialisations, and of steps each.
FITTED_PICTURES, TRIES, STEPS = 20_000, 5, 40


def references(
    model: PartsNetwork, training: Pictures, scored: Pictures, classes: int
) -> dict[str, float]:
    """Matching accuracy of k-means with as many means as the network has objects.

    The best of `TRIES` initialisations (k-means++, Arthur and Vassilvitskii 2007) counts, by
    distance on the training pictures. Poses are weighted by presences and standardised, as the
    input of the object capsules is.
    """
    fitted = training.at(torch.arange(min(FITTED_PICTURES, len(training))))
    accuracies = {}
    for name, (train, test) in {
        "pixels": (_pixels(fitted), _pixels(scored)),
        **_part_features(model, fitted, scored),
    }.items():
        means = _means(train, model.config.objects)
        guesses = torch.tensor(scipy.cluster.vq.vq(test, means)[0].astype(np.int64))
        accuracies[name] = match(guesses, scored.labels, model.config.objects, classes).accuracy
    return accuracies


def belief(model: PartsNetwork, scored: Pictures) -> dict[str, float]:
    """Mean posterior of any object: for unchanged parts, and with two of them swapped."""
    return {name: float(posterior.mean()) for name, posterior in beliefs(model, scored).items()}


@torch.no_grad()
def beliefs(model: PartsNetwork, scored: Pictures) -> dict[str, Float[Tensor, " n"]]:
    """Posterior of any object for each picture, as in `belief`.

    The two parts with the largest presences swap poses, so that presences fit and poses do not.
    """
    x, d = read_parts_of(model, scored.images)
    rows, (first, second) = torch.arange(len(x)), d.topk(2, 1).indices.unbind(1)
    swapped = x.clone()
    swapped[rows, first], swapped[rows, second] = x[rows, second], x[rows, first]
    none = model.objects.log_p_of_none(d).sum(1, keepdim=True)
    return {
        name: 1 - torch.cat([model.objects(poses, d).log_likelihood, none], 1).softmax(1)[:, -1]
        for name, poses in {"whole": x, "swapped": swapped}.items()
    }


@torch.no_grad()
def object_factors(model: PartsNetwork) -> dict[str, list[float]]:
    """R² of the factors of sprites from an object's pose.

    Each shape is represented by the object with the largest likelihood for most of its sprites.

    Each factor has two values, of a linear and of a smooth map, averaged over the shapes.
    """
    scores = []
    for k in range(len(SHAPES)):
        factors = factors_of(SPRITES, k, PER_CLASS, READ_SEED)
        images = draw(torch.full((PER_CLASS,), k), torch.from_numpy(factors).float())
        objects = model.objects(*read_parts_of(model, images))
        index = int(objects.log_likelihood.argmax(1).mode().values)
        code = objects.ov[:, index].flatten(1).double().numpy()
        scores.append(measure_code(code, factors, SPRITES.periods[k]))
    linear, law = (
        np.mean([getattr(result, kind) for result in scores], 0) for kind in ("linear", "nonlinear")
    )
    return {name: [float(linear[f]), float(law[f])] for f, name in enumerate(FACTORS)}


def _pixels(pictures: Pictures) -> Float[np.ndarray, "n pixels"]:
    return (pictures.images.flatten(1).float() / 255).numpy()


def _part_features(
    model: PartsNetwork, fitted: Pictures, scored: Pictures
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    parts = [read_parts_of(model, pictures.images) for pictures in (fitted, scored)]
    mean, spread = model.objects.mean, model.objects.spread
    poses = [((features(x, d) - mean) / spread).cpu().numpy() for x, d in parts]
    presences = [d.cpu().numpy() for _, d in parts]
    return {"presences": (presences[0], presences[1]), "poses": (poses[0], poses[1])}


def _means(rows: np.ndarray, k: int) -> np.ndarray:
    best: tuple[float, np.ndarray] | None = None
    for seed in range(TRIES):
        means, _ = scipy.cluster.vq.kmeans2(rows, k, STEPS, minit="++", rng=seed, missing="raise")
        distance = float(scipy.cluster.vq.vq(rows, means)[1].sum())
        if best is None or distance < best[0]:
            best = distance, means
    assert best is not None
    return best[1]
