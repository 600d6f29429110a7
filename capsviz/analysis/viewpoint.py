"""What transforms of a digit do to capsules, and what is kept of it beside a checkpoint.

Equivariance is a statement about the pose: moved input, a pose moved by a known law
(`capsviz.analysis.laws`). Invariance is one about the length: it should stay. Curves show
both; how often a moved digit is still read right is `capsviz.analysis.robustness`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import Float32, Float64
from tqdm import tqdm

from capsviz import untrusted
from capsviz.analysis import attack_success
from capsviz.analysis.laws import LEAST_PER_CLASS, SPAN, STEPS, Fits, digits_per_class, fits_of
from capsviz.analysis.verdict import Thresholds
from capsviz.data.affine import KINDS, LIMITS, Transform, transform_image
from capsviz.data.mnist import Digits
from capsviz.errors import CapsvizError
from capsviz.files import replacing
from capsviz.model.capsnet import CapsNet
from capsviz.model.matrix import MatrixCapsNet
from capsviz.model.networks import Network

FORMAT = 2
#: Pictures of a curve read between two occasions for others to go first.
TOGETHER = 4
#: Points of a curve over the whole range that a visitor may use.
POINTS = 41


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
    images: Float32[np.ndarray, "points *c side side"]
    lengths: Float32[np.ndarray, "points J"]
    poses: Float32[np.ndarray, "points D"]
    probabilities: Float32[np.ndarray, "some J"]


@torch.inference_mode()
def curve(
    model: CapsNet,
    plain: Network | None,
    image: Float32[np.ndarray, "*c side side"],
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
        [transform_image(image, replace(transform, **{kind: float(value)})) for value in values]
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


# --- what is kept beside a checkpoint ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Findings:
    """What ``capsviz viewpoint`` found about one checkpoint.

    Attributes
    ----------
    digest : SHA-256 of the weights it holds for.
    provenance : how it was made: command, seed, numbers of digits, and whether "matrices" are
        what the network's poses are.
    fits : the law of the pose; None for a network without capsules, or where fewer than
        `LEAST_PER_CLASS` test pictures of some class are too few to fit one.
    resistance : `capsviz.analysis.attack_success.resistance`; None where no attack was tried.
    """

    digest: str
    provenance: dict[str, Any]
    fits: Fits | None
    resistance: dict[str, Any] | None


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
    findings = find_laws(model, digest, test, provenance, seed=seed, quiet=quiet)
    digits = attack_success.choose_digits(test, seed)
    total = len(attack_success.methods(model, thresholds)) * len(digits)
    with tqdm(total=total, desc="attacks", unit="img", disable=quiet) as bar:
        resisted = attack_success.resistance(model, digits, thresholds, seed=seed, done=bar.update)
    return replace(findings, resistance=resisted)


def find_laws(
    model: Network,
    digest: str,
    test: Digits,
    provenance: dict[str, Any],
    attacked: Findings | None = None,
    *,
    seed: int = 0,
    quiet: bool = False,
) -> Findings:
    """The laws alone, which takes a minute or two.

    Parameters
    ----------
    attacked : what was found of the same weights before, whose attacks are kept.
    """
    fits, each = None, digits_per_class(test, model.config.classes)
    if isinstance(model, CapsNet) and each >= LEAST_PER_CLASS:
        fits = fits_of(model, test, seed=seed, quiet=quiet)
    made = {
        **provenance,
        "seed": seed,
        "digits_per_class": each,
        "span": SPAN,
        "steps": list(STEPS),
        "matrices": isinstance(model, MatrixCapsNet),
    }
    if attacked and attacked.resistance:
        # Who made the attacks' numbers, however often the laws are measured again.
        made["attacks"] = attacked.provenance.get("attacks", attacked.provenance["command"])
    return Findings(digest, made, fits, attacked.resistance if attacked else None)


def save(path: Path, findings: Findings) -> None:
    """Write findings; the file appears whole or not at all."""
    fits = findings.fits
    plain = {
        "format": FORMAT,
        "sha256": findings.digest,
        "provenance": findings.provenance,
        "resistance": findings.resistance,
        "kinds": list(KINDS),
        "fits": fits and {name: _round(each) for name, each in _law_scores(fits).items()},
    }
    text = json.dumps(plain, separators=(",", ":")).replace('],"', '],\n"') + "\n"
    with replacing(path) as partial:
        partial.write_text(text, "utf-8")


def load(path: Path, digest: str, option: str | None = None) -> Findings:
    """Read the findings about the checkpoint whose weights have this digest.

    Parameters
    ----------
    option : as of `capsviz.analysis.record.load`.

    Raises
    ------
    CapsvizError : there are none, they are damaged, or were made for other weights.
    """
    option = option or f"--checkpoint {path.name.removesuffix('.viewpoint.json')}"
    how = f"run `capsviz viewpoint {option}`"
    try:
        plain = untrusted.read_file(path)
        if plain["format"] != FORMAT or plain["kinds"] != list(KINDS):
            raise ValueError("another format")
        holds_for = plain["sha256"]
        fits = plain["fits"] and Fits(
            **{name: np.array(each, np.float64) for name, each in plain["fits"].items()}
        )
        if fits and not all(len(each) == len(KINDS) for each in _law_scores(fits).values()):
            raise ValueError("fits of other transforms")
        findings = Findings(digest, dict(plain["provenance"]), fits, plain["resistance"])
        _whole(findings.resistance)
    except FileNotFoundError as error:
        raise CapsvizError(f"there is no {path.name}: {how} to make it") from error
    except untrusted.DAMAGED as error:
        raise CapsvizError(f"{path.name} is damaged: {how} again") from error
    if holds_for != digest:
        raise CapsvizError(f"{path.name} was made for other weights: {how} again")
    return findings


def _whole(resisted: dict[str, Any] | None) -> None:
    """Whether each attack was tried at each strength; raises `ValueError`."""
    if resisted is None:
        return
    for method in resisted["accuracy"]:
        for part in ("accuracy", "interval", "given_away"):
            if len(resisted[part][method]) != len(resisted["epsilons"]):
                raise ValueError("strengths are missing")


def _law_scores(fits: Fits) -> dict[str, Float64[np.ndarray, "..."]]:
    every = {f.name: getattr(fits, f.name) for f in fields(fits)}
    return {name: values for name, values in every.items() if values is not None}


def _round(values: Float64[np.ndarray, "..."]) -> Any:
    return np.vectorize(lambda value: float(f"{value:.5g}"), otypes=[float])(values).tolist()
