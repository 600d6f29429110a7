"""Snapshot of a network in training: pictures as bytes, and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float
from torch import Tensor

from capsviz.analysis.disentanglement import by_factor, targets
from capsviz.data.factors import SPRITES
from capsviz.data.pictures import Pictures
from capsviz.data.sprites import FACTORS, Sprites
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network

#: Validation pictures for the accuracy, and pictures whose routing is analysed.
SCORED_PICTURES, ROUTED_PICTURES = 512, 64
#: Offsets of each dimension of the pinned picture's capsule, for the sweeps.
SWEEP_OFFSETS = (-0.25, 0.25)
#: Votes kept for the pinned picture's capsule.
VOTES = 200
#: Mistakes whose pictures are kept.
MAX_MISTAKES = 6


@dataclass(frozen=True, slots=True)
class ProbeSet:
    """Probe pictures of a run, the same at every step.

    Attributes
    ----------
    pinned : one picture, followed through the run; pixels in 0..1.
    examples : pictures whose reconstructions are kept, with their classes.
    validation, training : pictures for the accuracies.
    factors : factors of the validation pictures, if they are sprites.
    """

    pinned: Float[Tensor, "*c side side"]
    examples: Pictures
    validation: Pictures | None
    training: Pictures
    factors: Sprites | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot.

    Attributes
    ----------
    arrays : bytes, except "lengths" [J], "votes" [n, 2] and "capsule" [2] in float32: "pinned" [*c,
        side, side] decoded from its longest capsule, "couplings" [I] of that capsule after the last
        iteration by their square root, "vote_couplings" [n] likewise, "ten" [n, *c, side, side],
        "sweeps" [D, 2, *c, side, side], "confusion" [J, J] (counts of at most 255), "worst" [k, *c,
        side, side]. Colour pictures have c = 3.
    numbers : plain values: "accuracy", "training_accuracy", "counted" (pictures behind either),
        "pixels" (values in one picture), "chance" (the largest class's share), "length_spread"
        (over pictures), "coupling_sum_off", "longest", "entropy", "class_shares", "largest_share",
        "dead_types", "silent_classes", "winner", "worst" and "r2"; as far as they apply to the
        network and the set.
    """

    arrays: dict[str, np.ndarray]
    numbers: dict[str, Any]


@torch.inference_mode()
def look(model: Network, probes: ProbeSet) -> Snapshot:
    """Take a snapshot of a network in training; the network does not change."""
    training = model.training
    model.eval()
    try:
        arrays: dict[str, np.ndarray] = {}
        numbers: dict[str, Any] = _snapshot_accuracy(model, probes, arrays)
        if isinstance(model, CapsNet):
            _snapshot_couplings(model, probes, numbers)
            _snapshot_probe(model, probes, arrays, numbers)
        return Snapshot(arrays, numbers)
    finally:
        model.train(training)


def _pixels(images: Tensor) -> np.ndarray:
    return (images.clamp(0, 1) * 255).round().to(torch.uint8).cpu().numpy()


def _inputs(pictures: Pictures, model: Network) -> Tensor:
    return pictures.images.to(next(model.parameters()).device).float() / 255


def _lengths(model: Network, pictures: Pictures) -> tuple[Tensor, Tensor | None]:
    """Return lengths, and poses if there are capsules, in small batches."""
    outputs = [model(images) for images in _inputs(pictures, model).split(128)]
    poses = torch.cat([output.v for output in outputs]) if isinstance(model, CapsNet) else None
    return torch.cat([output.lengths for output in outputs]), poses


def _snapshot_accuracy(
    model: Network, probes: ProbeSet, arrays: dict[str, np.ndarray]
) -> dict[str, Any]:
    """Add accuracy, confusion, the worst mistakes, and the poses' R² of known factors."""
    numbers: dict[str, Any] = {"pixels": model.config.format.values}
    training_lengths, _ = _lengths(model, probes.training)
    numbers["training_accuracy"] = float(
        (training_lengths.argmax(1).cpu() == probes.training.labels).float().mean()
    )
    if probes.validation is None:
        return numbers
    numbers["counted"] = [len(probes.training), len(probes.validation)]
    lengths, poses = _lengths(model, probes.validation)
    lengths, labels = lengths.float().cpu(), probes.validation.labels
    predictions = lengths.argmax(1)
    numbers["accuracy"] = float((predictions == labels).float().mean())
    classes = model.config.classes
    numbers["chance"] = float(labels.bincount().max()) / len(labels)
    numbers["length_spread"] = float(lengths.std(0).mean())
    counts = (labels * classes + predictions).bincount(minlength=classes**2).view(classes, classes)
    arrays["confusion"] = counts.clamp(max=255).to(torch.uint8).numpy()
    rows = torch.arange(len(labels))
    excess = lengths[rows, predictions] - lengths[rows, labels]
    wrong = excess.nan_to_num(0).argsort(descending=True)[:MAX_MISTAKES]
    wrong = wrong[predictions[wrong] != labels[wrong]]
    arrays["worst"] = probes.validation.images[wrong].numpy()
    numbers["worst"] = [
        {"is": int(labels[i]), "read": int(predictions[i]), "by": round(float(excess[i]), 3)}
        for i in wrong
    ]
    if isinstance(model, CapsNet):
        numbers["longest"] = float(lengths.max())
        target_lengths = lengths[rows, labels]
        numbers["silent_classes"] = sum(
            bool((labels == k).any()) and not float(target_lengths[labels == k].max()) > 0.1
            for k in range(classes)
        )
        if probes.factors is not None and poses is not None:
            target_poses = poses[rows, labels].float().cpu().numpy()
            numbers["r2"] = _factor_scores(target_poses, labels.numpy(), probes.factors)
    return numbers


def _factor_scores(
    poses: np.ndarray, labels: np.ndarray, sprites: Sprites
) -> dict[str, float] | None:
    """R² of each true factor by the best linear map of a capsule's pose, averaged over shapes."""
    if not np.isfinite(poses).all():
        return None
    scores = []
    for k in np.unique(labels):
        rows = labels == k
        code = np.column_stack([poses[rows], np.ones(rows.sum())]).astype(np.float64)
        truth = targets(sprites.factors.numpy()[rows].astype(np.float64), SPRITES.periods[k])
        half = len(code) // 2
        inner = code[:half].T @ code[:half] + 1e-3 * np.eye(code.shape[1])
        fit = code[half:] @ np.linalg.solve(inner, code[:half].T @ truth[:half])
        scores.append(by_factor(truth[half:], fit, SPRITES.periods[k]))
    mean = np.maximum(np.mean(scores, 0), 0)
    return dict(zip(FACTORS, (round(float(value), 4) for value in mean), strict=True))


def _snapshot_couplings(model: CapsNet, probes: ProbeSet, numbers: dict[str, Any]) -> None:
    """Add statistics of the couplings between input capsules and classes."""
    pictures = probes.validation or probes.training
    routed = pictures.at(torch.arange(min(ROUTED_PICTURES, len(pictures))))
    u = model.primary_capsules(_inputs(routed, model))
    couplings = []
    for _, steps in model.route_chunks(u):
        *_, last = steps
        couplings.append(last.c)
    c = torch.cat(couplings).float()
    classes = model.config.classes
    deviation = c.sum(2) - 1
    numbers["coupling_sum_off"] = float(
        deviation.max().clamp(min=0) if model.routing.leaks else deviation.abs().max()
    )
    p = c / c.sum(2, keepdim=True).clamp(min=1e-12)
    entropy = -(p * p.clamp(min=1e-12).log()).sum(2).mean() / np.log(classes)
    numbers["entropy"] = float(entropy)
    # A capsule serves the class with its largest coupling, if it exceeds a uniform share.
    assigned = torch.where(p.amax(2) > 1.02 / classes, p.argmax(2), classes)
    shares = assigned.flatten().bincount(minlength=classes + 1)[:classes].float() / assigned.numel()
    numbers["class_shares"] = [round(float(share), 4) for share in shares]
    numbers["largest_share"] = float(shares.max())
    numbers["dead_types"] = float(_are_dead(u.float(), model.config.primary_types).float().mean())


def _are_dead(u: Float[Tensor, "n I D"], types: int) -> Bool[Tensor, " types"]:
    """Return which types are near 0, or the same vector for every picture."""
    by_type = u.view(len(u), -1, types, u.shape[2])
    longest = torch.linalg.vector_norm(by_type, dim=3).amax((0, 1))
    varies = by_type.var(0, correction=0).sum(2).mean(0)
    return ~((longest > 0.02) & (varies > 1e-4 * by_type.square().sum(3).mean((0, 1))))


def _snapshot_probe(
    model: CapsNet, probes: ProbeSet, arrays: dict[str, np.ndarray], numbers: dict[str, Any]
) -> None:
    """Add the pinned picture's capsules, votes and sweeps, and all probes' reconstructions."""
    device = model.W.device
    u = model.primary_capsules(probes.pinned[None].to(device))
    ((u_hat, steps),) = model.route_chunks(u)
    *_, last = steps
    lengths = last.activations[0]
    winner = int(lengths.nan_to_num(0).argmax())
    numbers["winner"] = winner
    arrays["lengths"] = lengths.float().cpu().numpy()
    arrays["couplings"] = _pixels(last.c[0, :, winner].float().clamp(min=0).sqrt())
    _project(u_hat[0, :, winner], last.c[0, :, winner], last.v[0, winner], arrays)
    pose = last.v[0, winner]
    dims = len(pose)
    swept = pose.repeat(dims, 2, 1)
    dimensions = torch.arange(dims, device=device)
    swept[dimensions, :, dimensions] += torch.tensor(SWEEP_OFFSETS, device=device)
    poses = torch.cat([pose[None], swept.flatten(0, 1)])
    capsules = torch.full((len(poses),), winner, device=device)
    decoded = _pixels(model.decoder(poses, capsules))
    arrays["pinned"] = decoded[0]
    arrays["sweeps"] = decoded[1:].reshape(dims, 2, *decoded.shape[1:])
    images = _inputs(probes.examples, model)
    v, routed = model(images)
    winners = routed.argmax(1)
    arrays["ten"] = _pixels(model.decoder(v[torch.arange(len(v), device=device), winners], winners))


def _project(votes: Tensor, couplings: Tensor, v: Tensor, arrays: dict[str, np.ndarray]) -> None:
    """Project the votes for the longest capsule, along v and across it.

    The first axis is the capsule's direction, the second the direction of the largest spread across
    it: agreeing votes form a cluster far along the first axis.
    """
    longest = torch.linalg.vector_norm(votes, dim=1).argsort(descending=True)[:VOTES]
    selected = votes[longest].float()
    direction = v.float() / torch.linalg.vector_norm(v.float()).clamp(min=1e-12)
    first = selected @ direction
    residual = selected - first[:, None] * direction
    moment = (residual.T @ residual).nan_to_num(0)
    axis = torch.linalg.eigh(moment).eigenvectors[:, -1]
    second = residual @ axis
    second = second * (1.0 if float(second.pow(3).sum()) >= 0 else -1.0)
    arrays["votes"] = torch.stack([first, second], 1).cpu().numpy()
    arrays["vote_couplings"] = _pixels(couplings[longest].float().clamp(min=0).sqrt())
    arrays["capsule"] = np.array([float(torch.linalg.vector_norm(v)), 0.0], np.float32)


def layers(
    model: Network, before: Mapping[str, Tensor], gradients: Mapping[str, float]
) -> list[dict[str, Any]]:
    """Return the norms of gradient, last update and weights of each layer.

    `before` are copies of the weights before the update, `gradients` the norms of their gradients.
    """
    entries = []
    for name, weights in model.named_parameters():
        if name in before:
            entries.append(
                {
                    "name": name.removesuffix(".weight"),
                    "gradient": gradients[name],
                    "update": float(torch.linalg.vector_norm(weights.detach() - before[name])),
                    "weight": float(torch.linalg.vector_norm(before[name])),
                }
            )
    return entries
