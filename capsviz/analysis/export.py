"""Export of a trace: one file of arrays, or a zip of tables.

The arrays keep full float32 precision and carry a description of themselves.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from capsviz.analysis.decoding import select_picture
from capsviz.model.capsnet import CapsNet
from capsviz.trace_arrays import Trace
from capsviz.tracing import reconstructions, votes

#: Axes and description of each array: n pictures, r iterations, I input capsules (by row, then
#: column, then type), J output capsules, D and d their dimensions.
ARRAYS = {
    "images": ("n side side", "input pictures, 0..1"),
    "primary": ("n I d", "u, input capsules"),
    "primary_lengths": (
        "n I",
        "their lengths; for matrix capsules their activations, the last entries of u",
    ),
    "votes": ("n I J D", "û, each input capsule's prediction of each output capsule"),
    "logits": ("n r I J", "b at the start of each iteration"),
    "couplings": ("n r I J", "c; over J they sum to 1"),
    "agreement": ("n r I J", "a = û · v"),
    "totals": ("n r J D", "s, the coupled sum of the votes"),
    "capsules": ("n r J D", "v, output capsules"),
    "lengths": ("n r J", "lengths of the output capsules, or their separate activations"),
    "poses": ("n J D", "v after the last iteration"),
    "reconstructions": ("n J side side", "each output capsule decoded alone, 0..1"),
}


def arrays(model: CapsNet, trace: Trace) -> dict[str, np.ndarray]:
    """Return all of `ARRAYS` for a trace, without reconstructions if there is no decoder."""
    computed = {"votes": votes(model, np.array(trace.primary)), "poses": trace.poses}
    if model.decoder.exists:
        computed["reconstructions"] = reconstructions(model, trace.poses)
    return {
        name: computed[name] if name in computed else getattr(trace, name)
        for name in _available_arrays(model)
    }


def describe(
    model: CapsNet, trace: Trace, network: str, digest: str, pictures: Sequence[str]
) -> dict[str, Any]:
    """Describe the exported numbers in plain values.

    `network` is the name of the network, `digest` the SHA-256 of its weights; `pictures` names each
    picture.
    """
    config = model.config
    return {
        "capsviz": _version(),
        "network": network,
        "sha256": digest,
        "routing": config.routing,
        "iterations": trace.couplings.shape[1],
        "types": config.primary_types,
        "grid": config.grid,
        "rows": config.rows,
        "pictures": list(pictures),
        "arrays": {
            name: {"axes": axes, "what": description}
            for name, (axes, description) in _available_arrays(model).items()
        },
    }


def _available_arrays(model: CapsNet) -> dict[str, tuple[str, str]]:
    """Return the entries of `ARRAYS` that this network has."""
    pictures = "channel side side" if model.config.format.colour else "side side"
    return {
        name: (axes.replace("side side", pictures), description)
        for name, (axes, description) in ARRAYS.items()
        if name != "reconstructions" or model.decoder.exists
    }


def is_trace(path: Path) -> bool:
    """Return whether a file is one that `npz` or `tables` made."""
    if not zipfile.is_zipfile(path):
        return False
    with zipfile.ZipFile(path) as archive:
        return bool({"about.npy", "about.json"} & set(archive.namelist()))


def npz(arrays: dict[str, np.ndarray], about: dict[str, Any]) -> bytes:
    """Write one file for `numpy.load`: the arrays, and `about` as JSON text under that name."""
    out = io.BytesIO()
    np.savez_compressed(out, about=np.array(json.dumps(about, ensure_ascii=False)), **arrays)  # pyright: ignore[reportArgumentType]
    return out.getvalue()


def tables(model: CapsNet, trace: Trace, about: dict[str, Any]) -> bytes:
    """Write a zip of CSV tables in long form, nine digits per number, and ``about.json``.

    Pictures, capsules, places and dimensions are counted from 0, iterations from 1. The votes,
    184,320 numbers per picture, are only in the arrays.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("about.json", json.dumps(about, ensure_ascii=False, indent=1))
        for name, (head, rows) in _tables(model, trace).items():
            text = io.StringIO()
            writer = csv.writer(text, lineterminator="\n")
            writer.writerow(head.split())
            writer.writerows(rows)
            archive.writestr(f"{name}.csv", text.getvalue())
    return out.getvalue()


def _tables(model: CapsNet, trace: Trace) -> dict[str, tuple[str, Iterable[Any]]]:
    pairs = zip(np.ndindex(trace.totals.shape), trace.totals.flat, trace.capsules.flat, strict=True)
    return {
        "lengths": (
            "picture iteration class length",
            (
                (i, t + 1, j, _shortest_text(length))
                for (i, t, j), length in np.ndenumerate(trace.lengths)
            ),
        ),
        "capsules": (
            "picture iteration class dimension total capsule",
            ((i, t + 1, *indices, *map(_shortest_text, sv)) for (i, t, *indices), *sv in pairs),
        ),
        "couplings": (
            "picture iteration capsule row column type class logit coupling agreement vote_length",
            (
                row
                for i in range(len(trace.lengths))
                for row in _couplings(model, select_picture(model, trace, i), i)
            ),
        ),
    }


def _couplings(model: CapsNet, trace: Trace, picture: int) -> Iterable[tuple[Any, ...]]:
    sizes = np.linalg.norm(votes(model, np.array(trace.primary))[0], axis=-1)
    grid, types = model.config.grid, model.config.primary_types
    for t, i, j in np.ndindex(trace.couplings.shape[1:]):
        position, kind = divmod(i, types)
        values = [array[0, t, i, j] for array in (trace.logits, trace.couplings, trace.agreement)]
        keys = picture, t + 1, i, *divmod(position, grid), kind, j
        yield *keys, *map(_shortest_text, (*values, sizes[i, j]))


def _shortest_text(value: np.float32) -> str:
    """Return the shortest text that identifies a float32 uniquely."""
    return f"{value:.9g}"


def _version() -> str:
    try:
        return version("capsviz")
    except PackageNotFoundError:  # a clone that is not installed
        return "unknown"
