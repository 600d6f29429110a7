"""What transforms of a digit do to capsules: curves and a fitted law of the pose.

Equivariance is a statement about the pose: moved input, a pose moved by a known law.
Invariance is one about the length: it should stay. Both are measured here; how often a moved
digit is still read right is `capsviz.analysis.robustness`.

The law of the pose
-------------------
For a class k and a kind of transform with parameter t (0: untouched), v(t) is the pose of
capsule k for one digit of that class. Three linear maps are fitted by least squares on one
half of the digits and scored on the other half, which they have not seen:

- shared: ``v(t) - v(0) = t a``, one vector a for all digits of the class;
- own: ``v(t) - v(0) = t (a + B v(0))``, a law that may depend on the digit's own pose;
- read: ``t = w . v(t) + c``, the transform read off the pose alone.

The first two are scored by ``R2 = 1 - sum |v(t) - v(0) - fit|^2 / sum |v(t) - v(0)|^2``: the
share of the pose's change that is explained, 0 for a fit no better than "the pose stays".
The third has the usual R², against the mean of t. Below zero is worse than no fit.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float32, Float64
from tqdm import tqdm

from capsviz.analysis import resistance
from capsviz.analysis.verdict import Thresholds
from capsviz.data.affine import KINDS, LIMITS, Transform, transformed
from capsviz.data.mnist import Digits
from capsviz.errors import CapsvizError
from capsviz.files import replacing
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network

FORMAT = 2
BATCH = 64
#: Pictures of a curve read between two occasions for others to go first.
TOGETHER = 4
#: Points of a curve over the whole range that a visitor may use.
POINTS = 41
#: Each kind of transform is fitted up to this much, each way: affNIST's ranges, where it has
#: one.
SPAN: dict[str, float] = {
    "rotation": 20.0,
    "shift_x": 3.0,
    "shift_y": 3.0,
    "scale": 0.2,
    "shear": 0.2,
    "thickness": 1.0,
}
#: Where within that span, as shares of it.
STEPS = (-1.0, -0.5, 0.5, 1.0)
#: Digits of each class: half to fit, half to score.
PER_CLASS = 100
#: With fewer there is no telling.
LEAST_PER_CLASS = 8


@dataclass(frozen=True, slots=True)
class Curve:
    """One digit under one kind of transform, over its whole range.

    Attributes
    ----------
    values : of the transform's parameter.
    images : what the networks read, pixels in 0..1.
    lengths : of the ten capsules.
    poses : of the one capsule that is followed.
    probabilities : of the plain CNN, empty (0 rows) where there is none.
    """

    values: Float64[np.ndarray, " points"]
    images: Float32[np.ndarray, "points side side"]
    lengths: Float32[np.ndarray, "points J"]
    poses: Float32[np.ndarray, "points D"]
    probabilities: Float32[np.ndarray, "some J"]


@torch.inference_mode()
def curve(
    model: CapsNet,
    plain: Network | None,
    image: Float32[np.ndarray, "side side"],
    transform: Transform,
    kind: str,
    capsule: int,
    iterations: int | None = None,
    between: Callable[[], object] = lambda: None,
) -> Curve:
    """Run one kind of transform through its range; the others stay as they are.

    Parameters
    ----------
    plain : a network without capsules, to stand beside; or None.
    image : before any transform, pixels in 0..1.
    transform : what is done to it besides.
    kind : one of `KINDS`.
    capsule : whose pose to follow, 0 to J - 1.
    between : called between a few pictures and the next.
    """
    values = np.linspace(*LIMITS[kind], POINTS)
    images = np.stack(
        [transformed(image, replace(transform, **{kind: float(value)})) for value in values]
    )
    x = torch.from_numpy(images).to(model.W.device)
    read, others = [], []
    for piece in x.split(TOGETHER):
        between()
        read.append(model(piece, iterations))
        if plain is not None:
            others.append(plain(piece).lengths)
    v, lengths = (torch.cat(parts) for parts in zip(*read, strict=True))
    beside = torch.cat(others) if others else lengths[:0]
    return Curve(
        values,
        images,
        lengths.cpu().numpy(),
        v[:, capsule].cpu().numpy(),
        beside.cpu().numpy(),
    )


@dataclass(frozen=True, slots=True)
class Fits:
    """The law of the pose, for each of T kinds of transform (`KINDS`) and each class.

    Attributes
    ----------
    shared, own, read : R² on digits that were not fitted, as this module's head defines.
    slope : the vector a of the shared law: change of the pose per unit of the parameter.
    kept : share of the scored digits, at the ends of the span, that are still read right.
    """

    shared: Float64[np.ndarray, "T J"]
    own: Float64[np.ndarray, "T J"]
    read: Float64[np.ndarray, "T J"]
    slope: Float64[np.ndarray, "T J D"]
    kept: Float64[np.ndarray, "T J"]


Read = Callable[[Float32[np.ndarray, "n side side"]], tuple[np.ndarray, np.ndarray]]


def fit_laws(
    read: Read,
    digits: Digits,
    classes: int = 10,
    per_class: int = PER_CLASS,
    seed: int = 0,
    done: Callable[[int], Any] = lambda _: None,
) -> Fits:
    """Fit how poses follow transforms.

    Parameters
    ----------
    read : from images to lengths [n, J] and poses [n, J, D].
    digits : none of which the network was trained on.
    per_class : how many of each class to use: half to fit, half to score.
    done : told the number of images after each class and kind of transform.

    Raises
    ------
    CapsvizError : a class has fewer digits than asked for.
    """
    shuffled = np.random.default_rng(seed).permutation(len(digits))
    labels = digits.labels.numpy()[shuffled]
    found: dict[str, list[list[Any]]] = {}
    for kind in KINDS:
        for k in range(classes):
            which = shuffled[labels == k][:per_class]
            if len(which) < per_class:
                raise CapsvizError(f"there are only {len(which)} digits of class {k}: give more")
            images = digits.images.numpy()[which].astype(np.float32) / 255
            for name, value in _fit(read, images, kind, k).items():
                found.setdefault(name, [[] for _ in KINDS])[KINDS.index(kind)].append(value)
            done(per_class * (len(STEPS) + 1))
    return Fits(**{name: np.array(rows, np.float64) for name, rows in found.items()})


def _fit(
    read: Read, images: Float32[np.ndarray, "n side side"], kind: str, k: int
) -> dict[str, Any]:
    rest = Transform()
    before = read(images)[1][:, k].astype(np.float64)
    amounts = np.array(STEPS) * SPAN[kind]
    after, right = [], []
    for amount in amounts:
        moved = replace(rest, **{kind: getattr(rest, kind) + float(amount)})
        lengths, poses = read(np.stack([transformed(image, moved) for image in images]))
        after.append(poses[:, k])
        right.append(lengths.argmax(1) == k)
    half = len(images) // 2
    fitted = np.arange(len(images)) < half
    law = laws(before, np.stack(after).astype(np.float64), amounts, fitted)
    return {**law, "kept": float(np.mean([right[0][half:], right[-1][half:]]))}


def laws(
    before: Float64[np.ndarray, "n D"],
    after: Float64[np.ndarray, "steps n D"],
    amounts: Float64[np.ndarray, " steps"],
    fitted: Bool[np.ndarray, " n"],
) -> dict[str, Any]:
    """The three maps of this module's head, fitted on some digits and scored on the others.

    Parameters
    ----------
    before : poses v(0) of n digits.
    after : poses v(t) after each amount t.
    fitted : which digits to fit; the others are scored.
    """
    change, scored = after - before, ~fitted
    t = amounts[:, None, None]
    first = change[:, fitted]
    slope = (t * first).sum((0, 1)) / ((amounts**2).sum() * fitted.sum())
    # The law of one's own: each digit's pose, and 1 for the vector a, times t.
    basis = t * np.concatenate([np.ones((len(before), 1)), before], 1)
    own, *_ = np.linalg.lstsq(_rows(basis[:, fitted]), _rows(first), rcond=None)
    poses = np.concatenate([before[None], after])
    asked = np.concatenate([[0.0], amounts])[:, None].repeat(len(before), 1)
    with_one = np.concatenate([poses, np.ones((*poses.shape[:2], 1))], 2)
    reading, *_ = np.linalg.lstsq(
        _rows(with_one[:, fitted]), asked[:, fitted].reshape(-1), rcond=None
    )
    rest = asked[:, scored]
    return {
        "shared": _explained(change[:, scored], t * slope),
        "own": _explained(change[:, scored], basis[:, scored] @ own),
        "read": _explained(rest - rest.mean(), with_one[:, scored] @ reading - rest.mean()),
        "slope": slope,
    }


def _rows(values: Float64[np.ndarray, "steps n D"]) -> Float64[np.ndarray, "rows D"]:
    return values.reshape(-1, values.shape[-1])


def _explained(truth: Float64[np.ndarray, "..."], fit: Float64[np.ndarray, "..."]) -> float:
    total = float((truth**2).sum())
    return 1 - float(((truth - fit) ** 2).sum()) / total if total > 0 else 0.0


def fits_of(model: CapsNet, digits: Digits, *, seed: int = 0, quiet: bool = False) -> Fits:
    """`fit_laws` for a capsule network: about a minute on a processor."""

    @torch.inference_mode()
    def read(images: Float32[np.ndarray, "n side side"]) -> tuple[np.ndarray, np.ndarray]:
        pieces = [model(part.to(model.W.device)) for part in torch.from_numpy(images).split(BATCH)]
        lengths = torch.cat([piece.lengths for piece in pieces])
        return lengths.cpu().numpy(), torch.cat([piece.v for piece in pieces]).cpu().numpy()

    classes = model.config.classes
    each = digits_per_class(digits, classes)
    total = len(KINDS) * classes * each * (len(STEPS) + 1)
    with tqdm(total=total, desc="transforms", unit="img", disable=quiet) as bar:
        return fit_laws(read, digits, classes, each, seed, bar.update)


def digits_per_class(digits: Digits, classes: int) -> int:
    """How many pictures of each class the laws are fitted to: `PER_CLASS`, or all there are."""
    least = int(digits.labels.bincount(minlength=classes).min())
    return min(PER_CLASS, max(LEAST_PER_CLASS, least - least % 2))


# --- what is kept beside a checkpoint ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Findings:
    """What ``capsviz viewpoint`` found about one checkpoint.

    Attributes
    ----------
    digest : SHA-256 of the weights it holds for.
    provenance : how it was made: command, seed, numbers of digits.
    fits : the law of the pose; None for a network without capsules.
    resistance : `capsviz.analysis.resistance.resistance`.
    """

    digest: str
    provenance: dict[str, Any]
    fits: Fits | None
    resistance: dict[str, Any]


def beside(checkpoint: Path) -> Path:
    """Where a checkpoint's findings lie: ``dynamic.viewpoint.json`` for ``dynamic.safetensors``."""
    return checkpoint.with_name(checkpoint.name.removesuffix(".safetensors") + ".viewpoint.json")


def find_out(
    model: Network,
    digest: str,
    test: Digits,
    thresholds: Thresholds,
    provenance: dict[str, Any],
    *,
    seed: int = 0,
    quiet: bool = False,
) -> Findings:
    """Everything about one network: minutes on a processor, most of them for the attacks.

    Parameters
    ----------
    test : MNIST's test digits, none of which the network was trained on.
    thresholds : of the misfit that gives an attack away.
    """
    fits = None
    if isinstance(model, CapsNet):
        fits = fits_of(model, test, seed=seed, quiet=quiet)
    digits = resistance.chosen(test, seed)
    total = len(resistance.methods(model, thresholds)) * len(digits)
    with tqdm(total=total, desc="attacks", unit="img", disable=quiet) as bar:
        resisted = resistance.resistance(model, digits, thresholds, seed=seed, done=bar.update)
    return Findings(
        digest,
        {
            **provenance,
            "seed": seed,
            "digits_per_class": digits_per_class(test, model.config.classes),
            "span": SPAN,
            "steps": list(STEPS),
        },
        fits,
        resisted,
    )


def save(path: Path, findings: Findings) -> None:
    """Write findings; the file appears whole or not at all."""
    fits = findings.fits
    plain = {
        "format": FORMAT,
        "sha256": findings.digest,
        "provenance": findings.provenance,
        "resistance": findings.resistance,
        "kinds": list(KINDS),
        "fits": fits and {f.name: _rounded(getattr(fits, f.name)) for f in fields(fits)},
    }
    text = json.dumps(plain, separators=(",", ":")).replace('],"', '],\n"') + "\n"
    with replacing(path) as partial:
        partial.write_text(text, "utf-8")


def load(path: Path, digest: str) -> Findings:
    """Read the findings about the checkpoint whose weights have this digest.

    Raises
    ------
    CapsvizError : there are none, they are damaged, or were made for other weights.
    """
    name = path.name.removesuffix(".viewpoint.json")
    how = f"run `capsviz viewpoint --checkpoint {name}`"
    try:
        plain = json.loads(path.read_text("utf-8"))
        if plain["format"] != FORMAT or plain["kinds"] != list(KINDS):
            raise ValueError("another format")
        holds_for = plain["sha256"]
        fits = plain["fits"] and Fits(
            **{f.name: np.array(plain["fits"][f.name], np.float64) for f in fields(Fits)}
        )
        if fits and not all(len(getattr(fits, f.name)) == len(KINDS) for f in fields(Fits)):
            raise ValueError("fits of other transforms")
        found = Findings(digest, dict(plain["provenance"]), fits, dict(plain["resistance"]))
        rows = len(found.resistance["epsilons"])
        for method in found.resistance["accuracy"]:
            for part in ("accuracy", "interval", "given_away"):
                if len(found.resistance[part][method]) != rows:
                    raise ValueError("strengths are missing")
    except FileNotFoundError as error:
        raise CapsvizError(f"there is no {path.name}: {how} to make it") from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CapsvizError(f"{path.name} is damaged: {how} again") from error
    if holds_for != digest:
        raise CapsvizError(f"{path.name} was made for other weights: {how} again")
    return found


def _rounded(values: Float64[np.ndarray, "..."]) -> Any:
    return np.vectorize(lambda value: float(f"{value:.5g}"), otypes=[float])(values).tolist()
