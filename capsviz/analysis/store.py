"""Measurements of several checkpoints in one JSON file beside them, one line each."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from capsviz import untrusted
from capsviz.errors import CapsvizError
from capsviz.files import write_file

FORMAT = 1


@dataclass(frozen=True, slots=True)
class RowFile:
    """Measurements of one kind in a file.

    Attributes
    ----------
    missing, command : error message for a missing file, and the command that creates it.
    lists : entries of each row that must be lists of equal length.
    check : raises one of `untrusted.DAMAGED_FILE_ERRORS` for a row without the values of its kind.
    """

    missing: str
    command: str
    lists: tuple[str, ...]
    check: Callable[[dict[str, Any]], object] = lambda _row: None

    def load(self, path: Path) -> list[dict[str, Any]]:
        """Load the rows; raises `CapsvizError` if the file is missing or damaged."""
        try:
            plain = untrusted.read_file(path)
            rows = [dict(row) for row in plain["results"]]
            if plain["format"] != FORMAT or not rows:
                raise ValueError("another format")
            for row in rows:
                lengths = {len(row[part]) for part in self.lists}
                texts = isinstance(row["checkpoint"], str) and isinstance(row["sha256"], str)
                if len(lengths) != 1 or not texts or not untrusted.is_number(row["n"]):
                    raise ValueError("results are missing")
                self.check(row)
        except FileNotFoundError as error:
            raise CapsvizError(f"{self.missing}: run `{self.command}`") from error
        except untrusted.DAMAGED_FILE_ERRORS as error:
            raise CapsvizError(f"{path.name} is damaged: run `{self.command}` again") from error
        return rows

    def save(self, path: Path, rows: Sequence[dict[str, Any]]) -> None:
        """Save rows; other checkpoints' rows in the file are kept."""
        names = {row["checkpoint"] for row in rows}
        try:
            others = [row for row in self.load(path) if row["checkpoint"] not in names]
        except CapsvizError:
            others = []
        lines = ",\n".join(json.dumps(row) for row in [*others, *rows])
        write_file(path, f'{{"format": {FORMAT}, "results": [\n{lines}\n]}}\n')
