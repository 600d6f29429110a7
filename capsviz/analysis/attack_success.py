"""Success rates of strong attacks, and how many of them the reconstruction error detects.

Four attacks, each with gradients through all routing iterations and within epsilon of every pixel:

- fgsm: one step along the gradient's sign (Goodfellow, Shlens, Szegedy 2015);
- pgd: thirty small steps (Madry, Makelov, Schmidt, Tsipras, Vladu 2018), from the image itself and
  again from a random point within epsilon, up to the first misclassified picture;
- targeted: the same, from the image alone, until the second strongest class wins;
- hiding: an adaptive pgd that knows the detector: once a picture is misclassified, its
  reconstruction error is minimised. It succeeds if the picture is misclassified and passes the
  detector.

A weak attack can make any network look robust (Athalye, Carlini, Wagner 2018), so these numbers are
lower bounds of an attacker's success.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float, Float64, Int
from torch import Tensor

from capsviz.analysis.adversarial import gradient, margin
from capsviz.analysis.verdict import Thresholds
from capsviz.data.pictures import Digits
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network
from capsviz.training.evaluate import decode_winner, interval

METHODS = ("fgsm", "pgd", "targeted", "hiding")
#: Steps of all attacks but FGSM, and the step size as a share of epsilon.
STEPS, STEP = 30, 2.5 / 30
#: Number of starting points: the image itself, then random ones.
START_COUNTS = {"fgsm": 1, "pgd": 2, "targeted": 1, "hiding": 2}
#: Minimum lead of the wrong class at which `hiding` minimises the misfit.
LEAD = 0.05
#: Values of epsilon at which attacks are tried, and the number of test digits.
EPSILONS = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3)
DIGITS = 300
BATCH = 32
#: False-alarm rates of the detector: the points of its ROC curve.
ALARMS = (0.0, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0)


def methods(model: Network, thresholds: Thresholds | None) -> tuple[str, ...]:
    """Return the attacks that apply to a network; `hiding` needs a decoder."""
    return METHODS if _limit(model, thresholds) is not None else METHODS[:-1]


def resistance(
    model: Network,
    digits: Digits,
    thresholds: Thresholds | None = None,
    *,
    attacks: Sequence[str] = METHODS,
    epsilons: Sequence[float] = EPSILONS,
    alarms: Sequence[float] = ALARMS,
    seed: int = 0,
    progress: Callable[[int], Any] = lambda _: None,
) -> dict[str, Any]:
    """Measure the success of each attack at each strength, and its detection by reconstruction.

    A digit misclassified at a smaller epsilon counts as misclassified at every larger one, whose
    range contains the smaller; only the others are attacked again.

    Parameters
    ----------
    digits : test digits, such as `DIGITS` of them.
    thresholds : hold the misfit limit of the detector; None for a network without a decoder.
    attacks : which of `methods`.
    epsilons : ascending.
    alarms : false-alarm rates: shares of clean digits that the detector may reject.
    seed : seed of the random starting points.
    progress : called with the number of images after each batch.

    Returns
    -------
    For each attack "accuracy", the share of digits (with its 95 % "interval") on which it failed at
    each epsilon; "given_away", the share of its successes that the detector rejects (None if there
    are none, or nothing is reconstructed); "alarms", the share of clean digits that the detector
    rejects; and "roc": for each of `alarms` the "limit" of the misfit that rejects this share of
    clean digits, and for each method and epsilon the share of successes above it.
    """
    limit, n = _limit(model, thresholds), len(digits)
    misfits = {
        method: np.concatenate(
            [
                _misfits_at_success(model, x, y, method, limit, epsilons, seed + index, progress)
                for index, (x, y) in enumerate(_batches(model, digits))
            ],
            1,
        )
        for method in methods(model, thresholds)
        if method in attacks
    }
    clean = np.concatenate([_misfits(model, x, limit) for x, _ in _batches(model, digits)])
    shares = {
        method: np.isnan(values).mean(1).round(6).tolist() for method, values in misfits.items()
    }
    return {
        "n": n,
        "epsilons": list(epsilons),
        "steps": STEPS,
        "step": STEP,
        "starts": START_COUNTS,
        "misfit": limit,
        "alarms": None if limit is None else float((clean > limit).mean()),
        "accuracy": shares,
        "interval": {
            method: [[round(end, 6) for end in interval(share, n)] for share in values]
            for method, values in shares.items()
        },
        "given_away": {
            method: [_share_above(row, limit) for row in rows] for method, rows in misfits.items()
        },
        "roc": None if limit is None else _roc(clean, misfits, alarms),
    }


def _limit(model: Network, thresholds: Thresholds | None) -> float | None:
    """Return the misfit limit of the detector; None without a decoder."""
    decodes = isinstance(model, CapsNet) and model.decoder.exists
    return thresholds.misfit if thresholds is not None and decodes else None


def _batches(model: Network, digits: Digits) -> list[tuple[Tensor, Tensor]]:
    return list(digits.batches(BATCH, next(model.parameters()).device))


def _roc(
    clean: Float64[np.ndarray, " n"],
    by_method: dict[str, Float64[np.ndarray, "epsilons n"]],
    alarms: Sequence[float] = ALARMS,
) -> dict[str, Any]:
    # To reject all, the limit lies below every misfit.
    limits = [float(np.quantile(clean, 1 - share)) if share < 1 else -1.0 for share in alarms]
    return {
        "alarms": [round(float((clean > limit).mean()), 6) for limit in limits],
        "limit": [round(limit, 4) for limit in limits],
        "hits": {
            method: [[_share_above(row, limit) for limit in limits] for row in misfits]
            for method, misfits in by_method.items()
        },
    }


def _share_above(misfits: Float64[np.ndarray, " n"], limit: float | None) -> float | None:
    """Return the share of successful attacks that a misfit limit rejects."""
    succeeded = misfits[~np.isnan(misfits)]
    if limit is None or not len(succeeded):
        return None
    return round(float((succeeded > limit).mean()), 6)


@torch.inference_mode()
def _misfits(
    model: Network, x: Float[Tensor, "n *c side side"], limit: float | None
) -> Float64[np.ndarray, " n"]:
    """Misfit of each image with its winner's reconstruction; 0 if nothing is reconstructed."""
    if limit is None or not isinstance(model, CapsNet):
        return np.zeros(len(x))
    return decode_winner(model, x, *model(x))[1].cpu().numpy().astype(np.float64)


def _misfits_at_success(
    model: Network,
    x: Float[Tensor, "n *c side side"],
    y: Int[Tensor, " n"],
    method: str,
    limit: float | None,
    epsilons: Sequence[float],
    seed: int,
    progress: Callable[[int], Any],
) -> Float64[np.ndarray, "epsilons n"]:
    """Misfit of each picture whose attack succeeded; NaN for the others."""
    aim = _Aim(model, method, limit)
    labels = _second(model, x, y) if method == "targeted" else y
    misfits = np.full((len(epsilons), len(x)), np.nan)
    remaining = torch.ones(len(x), dtype=torch.bool, device=x.device)
    for i, epsilon in enumerate(epsilons):
        if i:
            misfits[i] = misfits[i - 1]
        if not remaining.any():
            continue
        indices = remaining.nonzero()[:, 0]
        attacked, hits = _run_attack(aim, x[indices], labels[indices], epsilon, method, seed)
        if hits.any():
            misfits[i, indices[hits].cpu().numpy()] = _misfits(model, attacked[hits], limit)
            remaining[indices[hits]] = False
    progress(len(x))
    return misfits


@torch.no_grad()
def _second(
    model: Network, x: Float[Tensor, "n *c side side"], y: Int[Tensor, " n"]
) -> Int[Tensor, " n"]:
    """Return the strongest class other than the true one."""
    return model(x).lengths.scatter(1, y[:, None], -torch.inf).argmax(1)


class _Aim:
    """Objective of an attack and its success criterion."""

    def __init__(self, model: Network, method: str, limit: float | None) -> None:
        self.model, self.method, self.limit = model, method, limit

    def score(self, x: Float[Tensor, "n *c side side"], labels: Int[Tensor, " n"]) -> Tensor:
        """Return the score to maximise, for each image."""
        if self.method != "hiding":
            rise = margin(self.model, x, labels)
            return -rise if self.method == "targeted" else rise
        lead, misfit = self._both(x, labels)
        assert self.limit is not None
        return lead.clamp(max=LEAD) - (misfit / self.limit - 1).clamp(min=0)

    @torch.no_grad()
    def success(
        self, x: Float[Tensor, "n *c side side"], labels: Int[Tensor, " n"]
    ) -> Bool[Tensor, " n"]:
        """Return for which images the attack has succeeded."""
        if self.method != "hiding":
            return self.score(x, labels) > 0
        lead, misfit = self._both(x, labels)
        assert self.limit is not None
        return (lead > 0) & (misfit <= self.limit)

    def _both(self, x: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
        """Return the lead of the strongest wrong class, and the misfit of the winner."""
        assert isinstance(self.model, CapsNet)
        v, lengths = self.model(x)
        true = lengths.gather(1, labels[:, None])[:, 0]
        lead = lengths.scatter(1, labels[:, None], -torch.inf).amax(1) - true
        return lead, decode_winner(self.model, x, v, lengths)[1]


def _run_attack(
    aim: _Aim,
    x: Float[Tensor, "n *c side side"],
    labels: Int[Tensor, " n"],
    epsilon: float,
    method: str,
    seed: int,
) -> tuple[Float[Tensor, "n *c side side"], Bool[Tensor, " n"]]:
    """Return pictures within epsilon, and for which of them the attack succeeded."""
    single_step = method == "fgsm" or not epsilon
    low, high = (x - epsilon).clamp(min=0), (x + epsilon).clamp(max=1)
    step = epsilon * (1 if single_step else STEP)
    best, succeeded = x.clone(), aim.success(x, labels)
    random = torch.Generator().manual_seed(seed)
    for start in range(START_COUNTS[method] if epsilon else 1):
        indices = (~succeeded).nonzero()[:, 0]
        attacked = x[indices]
        if start:
            noise = torch.rand(attacked.shape, generator=random).to(x.device)
            attacked = low[indices] + noise * (high - low)[indices]
        for _ in range(1 if single_step else STEPS):
            if not len(indices) or not epsilon:
                break
            y = labels[indices]
            direction = gradient(lambda images, y=y: aim.score(images, y), attacked).sign()
            attacked = torch.minimum(
                torch.maximum(attacked + step * direction, low[indices]), high[indices]
            )
            hits = aim.success(attacked, y)
            best[indices[hits]], succeeded[indices[hits]] = attacked[hits], True
            indices, attacked = indices[~hits], attacked[~hits]
    return best, succeeded
