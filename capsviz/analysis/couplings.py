"""Couplings of a trained network: their dependence on the picture, convergence and starvation.

Routing is meant to build a new parse tree for each picture (Sabour, Frosst and Hinton 2017,
section 1). Mitterreiter, Koch, Giesen and Laue (2023) found trees that hardly differ between
pictures, and capsules that are never active; Everett, Zhong and Leontidis (2023) call the latter
starvation, and found that it grows with depth.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float32, Int64, UInt8
from torch import Tensor

from capsviz import markdown
from capsviz.analysis.parse_tree import trace_layers
from capsviz.analysis.store import RowFile
from capsviz.data.pictures import Pictures
from capsviz.model.capsnet import CapsNet
from capsviz.model.deep import DeepCapsNet
from capsviz.model.matrix import MatrixCapsNet
from capsviz.tracing import trace

#: Number of digits, the same ones for every network, and digits traced together.
COUNT, _TOGETHER = 300, 25
#: Routing iterations that are compared; networks are trained with one to seven.
ITERATIONS = (1, 2, 3, 4, 5, 7, 10, 20, 50)
#: A capsule whose activation never exceeds this is never active: m⁻ of the margin loss.
MAX_SILENT = 0.1
#: Rows of `measure_couplings`.
ROWS = RowFile(
    "the results on couplings are missing",
    "capsviz evaluate --set couplings --all --validation --save couplings.json",
    ("layers", "within", "between", "parents", "silent", "norm"),
)


@dataclass(frozen=True, slots=True)
class LayerCouplings:
    """One layer's routing of several pictures, after the last iteration.

    Attributes
    ----------
    name : name of the layer of parents.
    couplings : each child's shares of the parents at one place, which sum to 1, for each picture:
        [n, children, parents]; a child counts once for each place whose window contains it.
    active : activations of the parents, [n, parents].
    """

    name: str
    couplings: Float32[np.ndarray, "n I J"]
    active: Float32[np.ndarray, "n parents"]


def measure_couplings(model: CapsNet, pictures: Pictures, name: str, digest: str) -> dict[str, Any]:
    """Measure one checkpoint, as `capsviz evaluate --set couplings` prints it.

    `COUNT` pictures of a fixed shuffle are used.

    Returns
    -------
    For each of "layers", a row of numbers: "within" and "between", the share of a child's couplings
    that differs between two pictures of one class and of two classes, 0..1; "parents", the number
    of parents among which a child's couplings are spread, the exponential of their entropy, all
    three 0 for PrimaryCaps, which has no children; "silent", the share of parents whose activation
    stays below `MAX_SILENT` for all pictures; and "norm", their mean activation. For a routing
    with iterations, for each of "iterations": "kept", the share of the couplings that this
    iteration kept from the previous one (0 for the first), "same", the share of predictions equal
    to those of the last one, "right", the share of correct predictions, and "agreement", the dot
    product of s and v summed over the classes, per input capsule.
    """
    sample = pictures.shuffle(COUNT)
    labels = sample.labels.numpy()
    if isinstance(model, MatrixCapsNet | DeepCapsNet):
        layers, by_iteration = list(_deep_layers(model, sample.images)), {}
    else:
        layers, by_iteration = _layers(model, sample)
    return {
        "checkpoint": name,
        "set": "couplings",
        "n": len(sample),
        "layers": [layer.name for layer in layers],
        **_layer_numbers(layers, labels),
        **by_iteration,
        "sha256": digest,
    }


def _layer_numbers(
    layers: Sequence[LayerCouplings], labels: Int64[np.ndarray, " n"]
) -> dict[str, Any]:
    same_class, other_class = _partners(labels)
    numbers: dict[str, list[float]] = {name: [] for name in ("within", "between", "parents")}
    numbers |= {"silent": [], "norm": []}
    for layer in layers:
        c = layer.couplings
        routed = c.size > 0
        numbers["within"].append(float(difference(c, c[same_class]).mean()) if routed else 0.0)
        numbers["between"].append(float(difference(c, c[other_class]).mean()) if routed else 0.0)
        numbers["parents"].append(float(spread(c).mean()) if routed else 0.0)
        numbers["silent"].append(float((layer.active.max(0) < MAX_SILENT).mean()))
        numbers["norm"].append(float(layer.active.mean()))
    return numbers


def difference(
    first: Float32[np.ndarray, "*n J"], second: Float32[np.ndarray, "*n J"]
) -> Float32[np.ndarray, "*n"]:
    """Share of couplings that differs: the total variation distance, 0 if all are the same."""
    return np.abs(first - second).sum(-1) / 2


def spread(couplings: Float32[np.ndarray, "*n J"]) -> Float32[np.ndarray, "*n"]:
    """Number of parents among which couplings are spread: 1 if one has all, J if all are even."""
    logs = np.log(couplings, out=np.zeros_like(couplings), where=couplings > 0)
    return np.exp(-(couplings * logs).sum(-1))


def _partners(
    labels: Int64[np.ndarray, " n"],
) -> tuple[Int64[np.ndarray, " n"], Int64[np.ndarray, " n"]]:
    """Return, for each picture, one other of the same class and one of another class."""
    n = len(labels)
    same_class, other_class = np.arange(n), np.arange(n)
    for i in range(n):
        others = (i + 1 + np.arange(n - 1)) % n
        same = labels[others] == labels[i]
        same_class[i] = others[same][0] if same.any() else i
        other_class[i] = others[~same][0] if not same.all() else i
    return same_class, other_class


def _layers(model: CapsNet, pictures: Pictures) -> tuple[list[LayerCouplings], dict[str, Any]]:
    """Return both layers, and numbers by iteration: none for a routing without iterations."""
    default = model.rounds()
    iterations = max(default, *ITERATIONS) if model.routing.iterative else default
    couplings, lengths, primary = [], [], []
    shares, answers, agreement = [], [], []
    for images in pictures.images.split(_TOGETHER):
        traced = trace(model, images, iterations)
        couplings.append(traced.couplings[:, default - 1])
        lengths.append(traced.lengths[:, default - 1])
        primary.append(traced.primary_lengths)
        shares.append(kept_couplings(traced.couplings))
        answers.append(traced.lengths.argmax(2))
        agreement.append((traced.totals * traced.capsules).sum((2, 3)) / traced.primary.shape[1])
    none = np.zeros((len(pictures), 0, 1), np.float32)
    layers = [
        LayerCouplings("PrimaryCaps", none, np.concatenate(primary)),
        LayerCouplings("ClassCaps", np.concatenate(couplings), np.concatenate(lengths)),
    ]
    if not model.routing.iterative:
        return layers, {}
    answer, labels = np.concatenate(answers), pictures.labels.numpy()[:, None]
    indices = [r - 1 for r in ITERATIONS]
    kept_share = np.concatenate(shares).mean(0)
    return layers, {
        "iterations": list(ITERATIONS),
        "kept": [float(kept_share[r - 1]) if r else 0.0 for r in indices],
        "same": (answer == answer[:, -1:]).mean(0)[indices].tolist(),
        "right": (answer == labels).mean(0)[indices].tolist(),
        "agreement": np.concatenate(agreement).mean(0)[indices].tolist(),
    }


def _deep_layers(
    model: MatrixCapsNet | DeepCapsNet, images: UInt8[Tensor, "n *c side side"]
) -> Iterator[LayerCouplings]:
    traced = [trace_layers(model, image.numpy().astype(np.float32) / 255) for image in images]
    for layers in zip(*traced, strict=True):
        shares = [layer.responsibilities[-1].reshape(-1, layer.means.shape[2]) for layer in layers]
        totals = [np.maximum(share.sum(-1, keepdims=True), 1e-12) for share in shares]
        yield LayerCouplings(
            layers[0].name,
            np.stack([share / total for share, total in zip(shares, totals, strict=True)]),
            np.stack([layer.activations[-1].ravel() for layer in layers]),
        )


def kept_couplings(couplings: Float32[np.ndarray, "n r I J"]) -> Float32[np.ndarray, "n r_minus_1"]:
    """Share of the couplings that each iteration after the first keeps from the previous one.

    It is 1 minus the total variation distance of a capsule's couplings in the two iterations, and
    the mean over the input capsules: 1 if routing has settled, 0 if all couplings have moved.
    """
    return 1 - difference(couplings[:, 1:], couplings[:, :-1]).mean(2)


def format_couplings(results: Sequence[Mapping[str, Any]]) -> str:
    """Return the results as a Markdown table, a line for each network and layer."""
    rows = []
    for result in results:
        for index, layer in enumerate(result["layers"]):
            row = [result["checkpoint"], layer]
            row += [f"{result[key][index]:.3f}" for key in ("within", "between")]
            row += [f"{result['parents'][index]:.2f}", f"{result['silent'][index]:.1%}"]
            rows.append([*row, f"{result['norm'][index]:.3f}"])
    heads = ["network", "layer", "couplings differ within a class", "between classes"]
    heads += ["parents of a capsule", "never active", "mean activation"]
    return markdown.table(heads, rows, text_columns=(0, 1))
