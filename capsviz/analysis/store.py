"""Measurements of several checkpoints in one JSON file beside them, one line each."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

from capsviz import untrusted
from capsviz.errors import CapsvizError
from capsviz.files import replacing

FORMAT = 1


def load_rows(
    path: Path, missing: str, command: str, lists: Collection[str]
) -> list[dict[str, Any]]:
    """Load the rows of `save_rows`.

    Parameters
    ----------
    missing, command : error message for a missing file, and the command that creates it.
    lists : entries of each row that must be lists of equal length.

    Raises
    ------
    CapsvizError : the file is missing or damaged.
    """
    try:
        plain = untrusted.read_file(path)
        if plain["format"] != FORMAT:
            raise ValueError("another format")
        rows = [dict(row) for row in plain["results"]]
        for row in rows:
            lengths = {len(row[part]) for part in lists}
            texts = isinstance(row["checkpoint"], str) and isinstance(row["sha256"], str)
            if len(lengths) != 1 or not texts or not untrusted.is_number(row["n"]):
                raise ValueError("results are missing")
    except FileNotFoundError as error:
        raise CapsvizError(f"{missing}: run `{command}`") from error
    except untrusted.DAMAGED as error:
        raise CapsvizError(f"{path.name} is damaged: run `{command}` again") from error
    return rows


def save_rows(
    path: Path, load: Callable[[], list[dict[str, Any]]], rows: Sequence[dict[str, Any]]
) -> None:
    """Save rows; other checkpoints' rows, from `load`, are kept."""
    new = {row["checkpoint"] for row in rows}
    try:
        others = [row for row in load() if row["checkpoint"] not in new]
    except CapsvizError:
        others = []
    lines = ",\n".join(json.dumps(row) for row in [*others, *rows])
    with replacing(path) as partial:
        partial.write_text(f'{{"format": {FORMAT}, "results": [\n{lines}\n]}}\n', "utf-8")
