"""Small adversarial changes of an image, computed while a visitor watches.

Both attacks are white-box and untargeted, and stay within epsilon of every pixel and within 0..1:
FGSM takes one step along the sign of the gradient (Goodfellow, Shlens, Szegedy 2015), PGD many
small ones (Madry, Makelov, Schmidt, Tsipras, Vladu 2018), here from the image itself. They maximise
a margin: the score of the strongest other class less that of the true class, from a capsule
network's lengths or a CNN's logits. A capsule network's own margin loss has no gradient once its
margins are met, which would look like robustness. Gradients flow through all routing iterations;
through the last alone, as in training, they would miss the effect of a change on the couplings.
`capsviz.analysis.attack_success` runs stronger attacks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Float32, Int
from torch import Tensor

from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.cnn import CNN
from capsviz.model.networks import Network
from capsviz.model.routing.gradients import through_all_iterations
from capsviz.training.evaluate import decode_winner

METHODS = ("fgsm", "pgd")
#: Steps of PGD, and the step size as a share of epsilon.
STEPS, STEP = 10, 0.25
#: Maximum epsilon that a visitor may choose; ink is 1.
MAX_EPSILON = 0.4


def margin(
    model: Network,
    images: Float[Tensor, "n *c side side"],
    labels: Int[Tensor, " n"],
    iterations: int | None = None,
) -> Float[Tensor, " n"]:
    """Score of the strongest other class less that of the true class; misclassified above 0.

    `iterations` are of the routing, by default the model's own.
    """
    scores = model.logits(images) if isinstance(model, CNN) else model(images, iterations).lengths
    true = scores.gather(1, labels[:, None])[:, 0]
    others = scores.scatter(1, labels[:, None], -torch.inf)
    return others.amax(1) - true


def attack(
    model: Network,
    images: Float[Tensor, "n *c side side"],
    labels: Int[Tensor, " n"],
    epsilon: float,
    method: str,
    iterations: int | None = None,
    pause: Callable[[], object] = lambda: None,
) -> Float[Tensor, "n *c side side"]:
    """Change each pixel by at most `epsilon` so that `margin` rises.

    Raises `CapsvizError` if the method is unknown, or epsilon is out of range.

    Images have pixels in 0..1, and `labels` are their true classes. An `epsilon` of 0 returns the
    images unchanged. The method is "fgsm" or "pgd"; `pause` is called before each step.
    """
    if method not in METHODS:
        raise CapsvizError(f"there is no attack {method!r}: choose one of {', '.join(METHODS)}")
    if not 0 <= epsilon <= 1:
        raise CapsvizError("the strength of an attack must be between 0 and 1")
    if not epsilon:
        return images.clone()
    low, high = (images - epsilon).clamp(min=0), (images + epsilon).clamp(max=1)
    attacked = images
    for _ in range(STEPS if method == "pgd" else 1):
        pause()
        step = epsilon * (STEP if method == "pgd" else 1)
        direction = gradient(lambda x: margin(model, x, labels, iterations), attacked).sign()
        attacked = torch.minimum(torch.maximum(attacked + step * direction, low), high)
    return attacked


def gradient(
    score: Callable[[Float[Tensor, "n *c side side"]], Float[Tensor, " n"]],
    images: Float[Tensor, "n *c side side"],
) -> Float[Tensor, "n *c side side"]:
    """Gradient of each image's score by its pixels, through all routing iterations."""
    with torch.enable_grad(), through_all_iterations():
        leaf = images.detach().clone().requires_grad_(True)
        (slope,) = torch.autograd.grad(score(leaf).sum(), leaf)
    return slope


@dataclass(frozen=True, slots=True)
class Reply:
    """Output of a network for one image.

    Attributes
    ----------
    image : input image, pixels in 0..1.
    lengths : lengths of the capsules, or the probabilities of a CNN.
    reconstruction : reconstruction from the longest capsule; None without a decoder.
    misfit : summed squared pixel error of the reconstruction.
    """

    image: Float32[np.ndarray, "*c side side"]
    lengths: Float32[np.ndarray, " J"]
    reconstruction: Float32[np.ndarray, "*c side side"] | None
    misfit: float | None


def attack_and_read(
    model: Network,
    image: Float32[np.ndarray, "*c side side"],
    label: int,
    epsilon: float,
    method: str,
    iterations: int | None = None,
    pause: Callable[[], object] = lambda: None,
    reader: Network | None = None,
) -> tuple[Reply, Reply]:
    """Attack one image and classify it before and after.

    `pause` is called before each step of the attack and after the last. `reader` is the same
    network in a precision without gradients; if given, it classifies both images.
    """
    device = next(model.parameters()).device
    x = torch.from_numpy(image[None]).to(device)
    labels = torch.tensor([label], device=device)
    attacked = attack(model, x, labels, epsilon, method, iterations, pause)
    pause()
    before, after = (_reply(reader or model, pixels, iterations) for pixels in (x, attacked))
    return before, after


@torch.inference_mode()
def _reply(model: Network, x: Float[Tensor, "one *c side side"], iterations: int | None) -> Reply:
    image = x[0].cpu().numpy()
    if not isinstance(model, CapsNet):
        return Reply(image, model(x).lengths[0].cpu().numpy(), None, None)
    v, lengths = model(x, iterations)
    if not model.decoder.exists:
        return Reply(image, lengths[0].cpu().numpy(), None, None)
    decoded, misfit = decode_winner(model, x, v, lengths)
    return Reply(image, lengths[0].cpu().numpy(), decoded[0].cpu().numpy(), float(misfit[0]))
