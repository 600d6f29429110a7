"""How far a network's answers in other precisions are those in float32: kept beside it.

Which precision what follows the pen is read in hangs on it, for one's own networks as for those
that come along: where too many answers would be others, float32 it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from capsviz import untrusted
from capsviz.files import replacing

FORMAT = 1
#: Answers that a faster precision may change, as a share: five of 10,000.
MOST_CHANGED = 5e-4


def beside(checkpoint: Path) -> Path:
    """Where it lies: ``dynamic.agreement.json`` for ``dynamic.safetensors``."""
    return checkpoint.with_name(checkpoint.name.removesuffix(".safetensors") + ".agreement.json")


def keep(checkpoint: Path, digest: str, agreement: Mapping[str, Any]) -> None:
    """Put on record what was measured in one precision; of other weights nothing stays.

    Parameters
    ----------
    checkpoint : the network's file.
    digest : SHA-256 of its weights.
    agreement : fields of `capsviz.training.evaluate.Agreement`, and the precision.

    Raises
    ------
    CapsvizError : the record cannot be written.
    """
    others = [
        row for row in _rows(checkpoint, digest) if row["precision"] != agreement["precision"]
    ]
    plain = {"format": FORMAT, "sha256": digest, "precisions": [*others, dict(agreement)]}
    with replacing(beside(checkpoint)) as partial:
        partial.write_text(json.dumps(plain, indent=1) + "\n", "utf-8")


def good(agreement: Mapping[str, Any]) -> bool:
    """Whether so few answers change that the app may read in that precision."""
    return agreement["n"] - agreement["same"] <= MOST_CHANGED * agreement["n"]


def is_inexact(checkpoint: Path, digest: str, precision: str) -> bool:
    """Whether these weights were found to answer too often otherwise in this precision."""
    rows = _rows(checkpoint, digest)
    return any(row["precision"] == precision and not good(row) for row in rows)


def differences(checkpoint: Path, digest: str, precision: str) -> dict[str, Any] | None:
    """How far lengths in this precision are from those in float32, where that is on record.

    Returns
    -------
    "mean" and "largest" over all lengths of "n" pictures; or None.
    """
    rows = (row for row in _rows(checkpoint, digest) if row["precision"] == precision)
    row = next(rows, {})
    fields = ("mean", "largest", "n")
    return {field: row[field] for field in fields} if {*fields} <= set(row) else None


def _rows(checkpoint: Path, digest: str) -> list[dict[str, Any]]:
    """What is on record of these weights; a record that cannot be read says nothing."""
    try:
        plain = untrusted.read_file(beside(checkpoint))
        rows = [dict(row) for row in plain["precisions"]] if plain["sha256"] == digest else []
        return [row for row in rows if {"precision", "n", "same"} <= set(row)]
    except untrusted.DAMAGED:
        return []
