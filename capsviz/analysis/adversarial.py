"""Small changes of an image, made to fool a network, and whether its reconstruction tells.

Both attacks are white-box and untargeted, and stay within epsilon of every pixel and within
0..1: FGSM takes one step along the sign of the gradient (Goodfellow, Shlens, Szegedy 2015),
PGD many small ones (Madry, Makelov, Schmidt, Tsipras, Vladu 2018), here from the image
itself. The loss that they raise is a margin: the score of the strongest other class less
that of the true one, of a capsule network's lengths or a CNN's logits. A capsule network's
own training loss has no gradient at all once its margins are kept, which would look like
resistance. Dynamic routing lets gradients through its last iteration alone; an attack that
differentiates all of them could be stronger.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float, Float32, Int
from torch import Tensor

from capsviz.analysis.verdict import Thresholds
from capsviz.data.mnist import Digits
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.cnn import CNN
from capsviz.model.loss import reconstruction_error
from capsviz.model.networks import Network
from capsviz.training.evaluate import interval

METHODS = ("fgsm", "pgd")
#: Steps of PGD, and the length of each as a share of epsilon.
STEPS, STEP = 10, 0.25
#: Largest change of a pixel that is offered; ink is 1.
MOST = 0.4
#: Strengths at which accuracy is measured, and on how many test digits.
EPSILONS = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3)
DIGITS = 500
BATCH = 32


def margin(
    model: Network,
    images: Float[Tensor, "n side side"],
    labels: Int[Tensor, " n"],
    iterations: int | None = None,
) -> Float[Tensor, " n"]:
    """Score of the strongest other class less that of the true one: above 0 is fooled.

    Parameters
    ----------
    iterations : routing iterations, by default the model's own.
    """
    scores = model.logits(images) if isinstance(model, CNN) else model(images, iterations).lengths
    true = scores.gather(1, labels[:, None])[:, 0]
    others = scores.scatter(1, labels[:, None], -torch.inf)
    return others.amax(1) - true


def attack(
    model: Network,
    images: Float[Tensor, "n side side"],
    labels: Int[Tensor, " n"],
    epsilon: float,
    method: str,
    iterations: int | None = None,
    between: Callable[[], object] = lambda: None,
) -> Float[Tensor, "n side side"]:
    """Images changed by at most `epsilon` in each pixel, so that `margin` rises.

    Parameters
    ----------
    images : pixels in 0..1.
    labels : the class to lead away from.
    epsilon : 0 to 1; 0 gives the images back.
    method : "fgsm" or "pgd".
    between : called before each step.

    Raises
    ------
    CapsvizError : an unknown method, or an epsilon out of range.
    """
    if method not in METHODS:
        raise CapsvizError(f"there is no attack {method!r}: choose one of {', '.join(METHODS)}")
    if not 0 <= epsilon <= 1:
        raise CapsvizError("the strength of an attack must lie between 0 and 1")
    if not epsilon:
        return images.clone()
    low, high = (images - epsilon).clamp(min=0), (images + epsilon).clamp(max=1)
    moved = images
    for _ in range(STEPS if method == "pgd" else 1):
        between()
        step = epsilon * (STEP if method == "pgd" else 1)
        rise = _gradient(model, moved, labels, iterations).sign()
        moved = torch.minimum(torch.maximum(moved + step * rise, low), high)
    return moved


def _gradient(
    model: Network,
    images: Float[Tensor, "n side side"],
    labels: Int[Tensor, " n"],
    iterations: int | None,
) -> Float[Tensor, "n side side"]:
    with torch.enable_grad():
        leaf = images.detach().clone().requires_grad_(True)
        (found,) = torch.autograd.grad(margin(model, leaf, labels, iterations).sum(), leaf)
    return found


@dataclass(frozen=True, slots=True)
class Reply:
    """What a network makes of one image.

    Attributes
    ----------
    image : pixels in 0..1.
    lengths : of the capsules; a CNN's probabilities.
    reconstruction : the longest capsule decoded; None without a decoder.
    misfit : summed squared pixel error of the reconstruction.
    """

    image: Float32[np.ndarray, "side side"]
    lengths: Float32[np.ndarray, " J"]
    reconstruction: Float32[np.ndarray, "side side"] | None
    misfit: float | None


def attacked(
    model: Network,
    image: Float32[np.ndarray, "side side"],
    label: int,
    epsilon: float,
    method: str,
    iterations: int | None = None,
    between: Callable[[], object] = lambda: None,
    reader: Network | None = None,
) -> tuple[Reply, Reply]:
    """One image and what an attack makes of it, both as the network reads them.

    Parameters
    ----------
    between : called before each step of the attack and after the last.
    reader : reads both in place of the attacked network: the same one in a precision that has
        no gradients.
    """
    device = next(model.parameters()).device
    x = torch.from_numpy(image[None]).to(device)
    labels = torch.tensor([label], device=device)
    moved = attack(model, x, labels, epsilon, method, iterations, between)
    between()
    before, after = (_reply(reader or model, one, iterations) for one in (x, moved))
    return before, after


@torch.inference_mode()
def _reply(model: Network, x: Float[Tensor, "one side side"], iterations: int | None) -> Reply:
    image = x[0].cpu().numpy()
    if not isinstance(model, CapsNet):
        return Reply(image, model(x).lengths[0].cpu().numpy(), None, None)
    v, lengths = model(x, iterations)
    decoded, misfit = _decoded(model, x, v, lengths)
    return Reply(image, lengths[0].cpu().numpy(), decoded[0].cpu().numpy(), float(misfit[0]))


def _decoded(
    model: CapsNet,
    x: Float[Tensor, "n side side"],
    v: Float[Tensor, "n J D"],
    lengths: Float[Tensor, "n J"],
) -> tuple[Float[Tensor, "n side side"], Float[Tensor, " n"]]:
    winner = lengths.argmax(1)
    decoded = model.decoder(v[torch.arange(len(x), device=x.device), winner], winner)
    return decoded, reconstruction_error(decoded, x)


def chosen(digits: Digits, seed: int = 0) -> Digits:
    """The test digits that are attacked: the same for every network."""
    count = min(DIGITS, len(digits))
    which = torch.from_numpy(np.sort(np.random.default_rng(seed).permutation(len(digits))[:count]))
    return Digits(digits.images[which], digits.labels[which])


def resistance(
    model: Network,
    digits: Digits,
    thresholds: Thresholds | None = None,
    *,
    epsilons: Sequence[float] = EPSILONS,
    done: Callable[[int], Any] = lambda _: None,
) -> dict[str, Any]:
    """Accuracy against the strength of an attack, and how many attacks the misfit gives away.

    A digit that a weaker attack has fooled counts as fooled by the stronger ones, for what
    the weaker may do the stronger may too; only the others are attacked again.

    Parameters
    ----------
    digits : test digits, such as `chosen`.
    thresholds : whose misfit tells; None for a network without a decoder.
    epsilons : rising.
    done : told the number of images after each batch.

    Returns
    -------
    For each method the accuracy (share, with its 95 % interval) at each epsilon, and of the
    fooled ones the share whose reconstruction does not fit (None where none is fooled, or
    nothing is reconstructed); and "alarms", the share of unchanged digits that the same test
    would give away.
    """
    known = thresholds if isinstance(model, CapsNet) else None
    counts = {method: _count(model, digits, known, method, epsilons, done) for method in METHODS}
    n = len(digits)
    shares = {method: (1 - count.fooled / n).round(6).tolist() for method, count in counts.items()}
    return {
        "n": n,
        "epsilons": list(epsilons),
        "steps": STEPS,
        "step": STEP,
        "misfit": known and known.misfit,
        "alarms": counts["fgsm"].alarms / n if known else None,
        "accuracy": shares,
        "interval": {
            method: [[round(end, 6) for end in interval(share, n)] for share in found]
            for method, found in shares.items()
        },
        "given_away": {
            method: [
                round(told / fooled, 6) if known and fooled else None
                for told, fooled in zip(count.told.tolist(), count.fooled.tolist(), strict=True)
            ]
            for method, count in counts.items()
        },
    }


@dataclass(slots=True)
class _Count:
    fooled: np.ndarray
    told: np.ndarray
    alarms: int = 0


def _count(
    model: Network,
    digits: Digits,
    known: Thresholds | None,
    method: str,
    epsilons: Sequence[float],
    done: Callable[[int], Any],
) -> _Count:
    device = next(model.parameters()).device
    count = _Count(np.zeros(len(epsilons), int), np.zeros(len(epsilons), int))
    for images, labels in zip(digits.images.split(BATCH), digits.labels.split(BATCH), strict=True):
        x, y = images.to(device).float() / 255, labels.to(device)
        fooled = torch.zeros(len(x), dtype=torch.bool, device=device)
        told = fooled.clone()
        for at, epsilon in enumerate(epsilons):
            left = ~fooled
            if left.any():
                moved = attack(model, x[left], y[left], epsilon, method)
                wrong, misfits = _judged(model, moved, y[left], known)
                count.alarms += int(misfits.sum()) if not epsilon else 0
                fooled[left], told[left] = wrong, wrong & misfits
            count.fooled[at] += int(fooled.sum())
            count.told[at] += int(told.sum())
        done(len(x))
    return count


@torch.inference_mode()
def _judged(
    model: Network,
    x: Float[Tensor, "n side side"],
    labels: Int[Tensor, " n"],
    known: Thresholds | None,
) -> tuple[Bool[Tensor, " n"], Bool[Tensor, " n"]]:
    """Which images are read wrongly, and of which the reconstruction does not fit."""
    v, lengths = model(x)
    wrong = lengths.argmax(1) != labels
    if known is None or not isinstance(model, CapsNet):
        return wrong, torch.zeros_like(wrong)
    return wrong, _decoded(model, x, v, lengths)[1] > known.misfit
