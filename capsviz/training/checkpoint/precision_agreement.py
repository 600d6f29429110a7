"""Agreement of a network's predictions in other precisions with float32, stored beside it.

It decides the precision of live drawing, for users' own networks as for shipped ones: if too many
predictions change, float32 is used.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from capsviz import untrusted
from capsviz.files import write_file

FORMAT = 1
#: Maximum share of predictions that a faster precision may change: five of 10,000.
MAX_CHANGED = 5e-4


def path_beside(checkpoint: Path) -> Path:
    """Return the record's path: ``dynamic.agreement.json`` for ``dynamic.safetensors``."""
    return checkpoint.with_name(checkpoint.name.removesuffix(".safetensors") + ".agreement.json")


def keep(checkpoint: Path, digest: str, agreement: Mapping[str, Any]) -> None:
    """Record the agreement of one precision; records of other weights are dropped.

    Raises `CapsvizError` if the record cannot be written.

    `checkpoint` is the network's file, `digest` the SHA-256 of its weights. `agreement` has the
    fields of `capsviz.training.evaluate.Agreement`, and the precision.
    """
    others = [
        row for row in _rows(checkpoint, digest) if row["precision"] != agreement["precision"]
    ]
    plain = {"format": FORMAT, "sha256": digest, "precisions": [*others, dict(agreement)]}
    write_file(path_beside(checkpoint), json.dumps(plain, indent=1) + "\n")


def is_good(agreement: Mapping[str, Any]) -> bool:
    """Return whether so few predictions change that the app may use this precision."""
    return agreement["n"] - agreement["same"] <= MAX_CHANGED * agreement["n"]


def is_inexact(checkpoint: Path, digest: str, precision: str) -> bool:
    """Return whether too many predictions of these weights change in this precision."""
    rows = _rows(checkpoint, digest)
    return any(row["precision"] == precision and not is_good(row) for row in rows)


def differences(checkpoint: Path, digest: str, precision: str) -> dict[str, Any] | None:
    """Return the recorded differences of lengths from float32 in this precision.

    "mean" and "largest" are over all lengths of "n" pictures.
    """
    rows = (row for row in _rows(checkpoint, digest) if row["precision"] == precision)
    row = next(rows, {})
    fields = ("mean", "largest", "n")
    return {field: row[field] for field in fields} if {*fields} <= set(row) else None


def _rows(checkpoint: Path, digest: str) -> list[dict[str, Any]]:
    """Return the records of these weights; empty if they cannot be read."""
    try:
        plain = untrusted.read_file(path_beside(checkpoint))
        rows = [dict(row) for row in plain["precisions"]] if plain["sha256"] == digest else []
        return [row for row in rows if {"precision", "n", "same"} <= set(row)]
    except untrusted.DAMAGED_FILE_ERRORS:
        return []
