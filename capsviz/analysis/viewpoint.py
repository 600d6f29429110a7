"""Effect of transforms of a digit on capsules, and the results kept beside a checkpoint.

Equivariance concerns the pose: it follows a transform of the input by a known law
(`capsviz.analysis.laws`). Invariance concerns the length: it should not change. Curves show both.
`capsviz.analysis.robustness` measures the accuracy on transformed digits.
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
from capsviz.analysis.laws import MIN_PER_CLASS, SPAN, STEPS, Fits, digits_per_class, fits_of
from capsviz.analysis.verdict import Thresholds
from capsviz.data.affine import KINDS, LIMITS, Transform, transform_image
from capsviz.data.pictures import Digits
from capsviz.errors import CapsvizError
from capsviz.files import write_file
from capsviz.model.capsnet import CapsNet
from capsviz.model.matrix import MatrixCapsNet
from capsviz.model.networks import Network

FORMAT = 2
#: Number of pictures between two calls of `pause`, which lets other requests run.
BATCH_SIZE = 4
#: Number of points of a curve, over the whole range open to a visitor.
POINTS = 41


@dataclass(frozen=True, slots=True)
class Curve:
    """One digit under one kind of transform, over its whole range.

    Attributes
    ----------
    values : values of the transform's parameter.
    images : input images, pixels in 0..1.
    lengths : lengths of the ten capsules.
    poses : poses of the followed capsule.
    probabilities : probabilities of the plain CNN; 0 rows without one.
    """

    values: Float64[np.ndarray, " points"]
    images: Float32[np.ndarray, "points *c side side"]
    lengths: Float32[np.ndarray, "points J"]
    poses: Float32[np.ndarray, "points D"]
    probabilities: Float32[np.ndarray, "some J"]


def curve(
    model: CapsNet,
    cnn: Network | None,
    image: Float32[np.ndarray, "*c side side"],
    transform: Transform,
    kind: str,
    capsule: int,
    iterations: int | None = None,
) -> Curve:
    """Run one kind of transform through its range; the others stay fixed.

    Parameters
    ----------
    cnn : a network without capsules for comparison, or None.
    image : before any transform, pixels in 0..1.
    transform : values of the other kinds.
    kind : one of `KINDS`.
    capsule : index of the followed capsule, 0 to J - 1.
    """
    values = np.linspace(*LIMITS[kind], POINTS)
    images = np.stack(
        [transform_image(image, replace(transform, **{kind: float(value)})) for value in values]
    )
    v, lengths, probabilities = read_each(model, cnn, images, iterations)
    return Curve(values, images, lengths, v[:, capsule], probabilities)


@torch.inference_mode()
def read_each(
    model: CapsNet,
    cnn: Network | None,
    images: Float32[np.ndarray, "n *c side side"],
    iterations: int | None = None,
    pause: Callable[[], object] = lambda: None,
) -> tuple[Float32[np.ndarray, "n J D"], Float32[np.ndarray, "n J"], Float32[np.ndarray, "some J"]]:
    """Return poses, lengths and the CNN's probabilities; most parameters are as for `curve`.

    `pause` is called before every few pictures.
    """
    x = torch.from_numpy(images).to(model.W.device)
    outputs, cnn_outputs = [], []
    for batch in x.split(BATCH_SIZE):
        pause()
        outputs.append(model(batch, iterations))
        if cnn is not None:
            cnn_outputs.append(cnn(batch).lengths)
    v, lengths = (torch.cat(parts) for parts in zip(*outputs, strict=True))
    probabilities = torch.cat(cnn_outputs) if cnn_outputs else lengths[:0]
    return v.cpu().numpy(), lengths.cpu().numpy(), probabilities.cpu().numpy()


# --- the findings beside a checkpoint ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Findings:
    """Results of ``capsviz viewpoint`` for one checkpoint.

    Attributes
    ----------
    digest : SHA-256 of the weights.
    provenance : how it was made: command, seed, numbers of digits, and whether the network's poses
        are "matrices".
    fits : laws of the pose; None for a network without capsules, or if a class has fewer than
        `MIN_PER_CLASS` test pictures.
    resistance : `capsviz.analysis.attack_success.resistance`; None if no attack was tried.
    """

    digest: str
    provenance: dict[str, Any]
    fits: Fits | None
    resistance: dict[str, Any] | None


def path_beside(checkpoint: Path) -> Path:
    """Return the findings' path: ``dynamic.viewpoint.json`` for ``dynamic.safetensors``."""
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
    """Measure everything about one network; takes minutes on a CPU, mostly for the attacks.

    `test` are MNIST's test digits, outside of the training set; `thresholds` hold the misfit limit
    that detects an attack.
    """
    findings = find_laws(model, digest, test, provenance, seed=seed, quiet=quiet)
    digits = test.sample(attack_success.DIGITS, seed)
    total = len(attack_success.methods(model, thresholds)) * len(digits)
    with tqdm(total=total, desc="attacks", unit="img", disable=quiet) as bar:
        resistance = attack_success.resistance(
            model, digits, thresholds, seed=seed, progress=bar.update
        )
    return replace(findings, resistance=resistance)


def find_laws(
    model: Network,
    digest: str,
    test: Digits,
    provenance: dict[str, Any],
    earlier: Findings | None = None,
    *,
    seed: int = 0,
    quiet: bool = False,
) -> Findings:
    """Measure the laws alone; takes a minute or two.

    The attacks of `earlier`, findings for the same weights, are kept.
    """
    fits, per_class = None, digits_per_class(test, model.config.classes)
    if isinstance(model, CapsNet) and per_class >= MIN_PER_CLASS:
        fits = fits_of(model, test, seed=seed, quiet=quiet)
    record = {
        **provenance,
        "seed": seed,
        "digits_per_class": per_class,
        "span": SPAN,
        "steps": list(STEPS),
        "matrices": isinstance(model, MatrixCapsNet),
    }
    if earlier and earlier.resistance:
        # Keep the provenance of the attacks when only the laws are measured again.
        record["attacks"] = earlier.provenance.get("attacks", earlier.provenance["command"])
    return Findings(digest, record, fits, earlier.resistance if earlier else None)


def save(path: Path, findings: Findings) -> None:
    """Save findings atomically."""
    fits = findings.fits
    plain = {
        "format": FORMAT,
        "sha256": findings.digest,
        "provenance": findings.provenance,
        "resistance": findings.resistance,
        "kinds": list(KINDS),
        "fits": fits and {name: _round(values) for name, values in _law_scores(fits).items()},
    }
    text = json.dumps(plain, separators=(",", ":")).replace('],"', '],\n"') + "\n"
    write_file(path, text)


def load(path: Path, digest: str, option: str | None = None) -> Findings:
    """Load the findings about the checkpoint whose weights have this digest.

    Raises `CapsvizError` if the findings are missing, damaged, or of other weights.

    `option` is as for `capsviz.analysis.record.load`.
    """
    option = option or f"--checkpoint {path.name.removesuffix('.viewpoint.json')}"
    hint = f"run `capsviz viewpoint {option}`"
    try:
        plain = untrusted.read_file(path)
        if plain["format"] != FORMAT or plain["kinds"] != list(KINDS):
            raise ValueError("another format")
        saved_digest = plain["sha256"]
        fits = plain["fits"] and Fits(
            **{name: np.array(values, np.float64) for name, values in plain["fits"].items()}
        )
        if fits and not all(len(values) == len(KINDS) for values in _law_scores(fits).values()):
            raise ValueError("fits of other transforms")
        findings = Findings(digest, dict(plain["provenance"]), fits, plain["resistance"])
        _check_attacks(findings.resistance)
    except FileNotFoundError as error:
        raise CapsvizError(f"there is no {path.name}: {hint} to make it") from error
    except untrusted.DAMAGED_FILE_ERRORS as error:
        raise CapsvizError(f"{path.name} is damaged: {hint} again") from error
    if saved_digest != digest:
        raise CapsvizError(f"{path.name} was made for other weights: {hint} again")
    return findings


def _check_attacks(resistance: dict[str, Any] | None) -> None:
    """Check that each attack was tried at each strength; raises `ValueError`."""
    if resistance is None:
        return
    for method in resistance["accuracy"]:
        for part in ("accuracy", "interval", "given_away"):
            if len(resistance[part][method]) != len(resistance["epsilons"]):
                raise ValueError("strengths are missing")


def _law_scores(fits: Fits) -> dict[str, Float64[np.ndarray, "..."]]:
    scores = {f.name: getattr(fits, f.name) for f in fields(fits)}
    return {name: values for name, values in scores.items() if values is not None}


def _round(values: Float64[np.ndarray, "..."]) -> Any:
    return np.vectorize(lambda value: float(f"{value:.5g}"), otypes=[float])(values).tolist()
