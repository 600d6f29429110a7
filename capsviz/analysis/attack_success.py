"""Success rates of strong attacks, and how many of them the reconstruction error detects.

Four attacks, each with gradients through all routing iterations and within epsilon of every pixel:

- fgsm: one step along the gradient's sign (Goodfellow, Shlens, Szegedy 2015);
- pgd: thirty small steps (Madry, Makelov, Schmidt, Tsipras, Vladu 2018), from the image itself and
  again from a random point within epsilon, up to the first misclassified picture;
- targeted: the same, from the image alone, until the class that came second wins;
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
#: Lead of the wrong class from which on `hiding` minimises the misfit.
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
    tried: Sequence[str] = METHODS,
    epsilons: Sequence[float] = EPSILONS,
    alarms: Sequence[float] = ALARMS,
    seed: int = 0,
    done: Callable[[int], Any] = lambda _: None,
) -> dict[str, Any]:
    """Measure the success of each attack at each strength, and its detection by reconstruction.

    A digit that a weaker epsilon breaks counts as broken at every larger one, since the larger one
    contains the smaller; only the others are attacked again.

    Parameters
    ----------
    digits : test digits, such as `DIGITS` of them.
    thresholds : hold the misfit limit of the detector; None for a network without a decoder.
    tried : which of `methods`.
    epsilons : ascending.
    alarms : false-alarm rates: shares of clean digits that the detector may reject.
    seed : seed of the random starting points.
    done : called with the number of images after each batch.

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
                _misfits_at_success(model, x, y, method, limit, epsilons, seed + at, done)
                for at, (x, y) in enumerate(_batches(model, digits))
            ],
            1,
        )
        for method in methods(model, thresholds)
        if method in tried
    }
    clean = np.concatenate([_misfits(model, x, limit) for x, _ in _batches(model, digits)])
    shares = {
        method: np.isnan(found).mean(1).round(6).tolist() for method, found in misfits.items()
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
            method: [[round(end, 6) for end in interval(share, n)] for share in of]
            for method, of in shares.items()
        },
        "given_away": {
            method: [_share_above(row, limit) for row in found] for method, found in misfits.items()
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
    tried: dict[str, Float64[np.ndarray, "epsilons n"]],
    alarms: Sequence[float] = ALARMS,
) -> dict[str, Any]:
    # To reject all, the limit lies below every misfit.
    limits = [float(np.quantile(clean, 1 - share)) if share < 1 else -1.0 for share in alarms]
    return {
        "alarms": [round(float((clean > limit).mean()), 6) for limit in limits],
        "limit": [round(limit, 4) for limit in limits],
        "hits": {
            method: [[_share_above(row, limit) for limit in limits] for row in misfits]
            for method, misfits in tried.items()
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
    done: Callable[[int], Any],
) -> Float64[np.ndarray, "epsilons n"]:
    """Misfit of each picture whose attack succeeded; NaN for the others."""
    aim = _Aim(model, method, limit)
    goal = _second(model, x, y) if method == "targeted" else y
    misfits = np.full((len(epsilons), len(x)), np.nan)
    left = torch.ones(len(x), dtype=torch.bool, device=x.device)
    for at, epsilon in enumerate(epsilons):
        if at:
            misfits[at] = misfits[at - 1]
        if not left.any():
            continue
        which = left.nonzero()[:, 0]
        moved, won = _run_attack(aim, x[which], goal[which], epsilon, method, seed)
        if won.any():
            misfits[at, which[won].cpu().numpy()] = _misfits(model, moved[won], limit)
            left[which[won]] = False
    done(len(x))
    return misfits


@torch.no_grad()
def _second(
    model: Network, x: Float[Tensor, "n *c side side"], y: Int[Tensor, " n"]
) -> Int[Tensor, " n"]:
    """Return the strongest class besides the true one."""
    return model(x).lengths.scatter(1, y[:, None], -torch.inf).argmax(1)


class _Aim:
    """Objective of an attack and its success criterion."""

    def __init__(self, model: Network, method: str, limit: float | None) -> None:
        self.model, self.method, self.limit = model, method, limit

    def score(self, x: Float[Tensor, "n *c side side"], goal: Int[Tensor, " n"]) -> Tensor:
        """Return the score to maximise, for each image."""
        if self.method != "hiding":
            rise = margin(self.model, x, goal)
            return -rise if self.method == "targeted" else rise
        lead, misfit = self._both(x, goal)
        assert self.limit is not None
        return lead.clamp(max=LEAD) - (misfit / self.limit - 1).clamp(min=0)

    @torch.no_grad()
    def success(
        self, x: Float[Tensor, "n *c side side"], goal: Int[Tensor, " n"]
    ) -> Bool[Tensor, " n"]:
        """Return for which images the attack has succeeded."""
        if self.method != "hiding":
            return self.score(x, goal) > 0
        lead, misfit = self._both(x, goal)
        assert self.limit is not None
        return (lead > 0) & (misfit <= self.limit)

    def _both(self, x: Tensor, goal: Tensor) -> tuple[Tensor, Tensor]:
        """Return the lead of the strongest wrong class, and the misfit of the winner."""
        assert isinstance(self.model, CapsNet)
        v, lengths = self.model(x)
        true = lengths.gather(1, goal[:, None])[:, 0]
        lead = lengths.scatter(1, goal[:, None], -torch.inf).amax(1) - true
        return lead, decode_winner(self.model, x, v, lengths)[1]


def _run_attack(
    aim: _Aim,
    x: Float[Tensor, "n *c side side"],
    goal: Int[Tensor, " n"],
    epsilon: float,
    method: str,
    seed: int,
) -> tuple[Float[Tensor, "n *c side side"], Bool[Tensor, " n"]]:
    """Return pictures within epsilon, and for which of them the attack succeeded."""
    once = method == "fgsm" or not epsilon
    low, high = (x - epsilon).clamp(min=0), (x + epsilon).clamp(max=1)
    step = epsilon * (1 if once else STEP)
    best, won = x.clone(), aim.success(x, goal)
    random = torch.Generator().manual_seed(seed)
    for start in range(START_COUNTS[method] if epsilon else 1):
        which = (~won).nonzero()[:, 0]
        moved = x[which]
        if start:
            noise = torch.rand(moved.shape, generator=random).to(x.device)
            moved = low[which] + noise * (high - low)[which]
        for _ in range(1 if once else STEPS):
            if not len(which) or not epsilon:
                break
            here = goal[which]
            rise = gradient(lambda images, here=here: aim.score(images, here), moved).sign()
            moved = torch.minimum(torch.maximum(moved + step * rise, low[which]), high[which])
            there = aim.success(moved, here)
            best[which[there]], won[which[there]] = moved[there], True
            which, moved = which[~there], moved[~there]
    return best, won
