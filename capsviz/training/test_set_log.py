"""Log of a checkpoint's evaluations on test pictures, kept beside it.

Every evaluation on test pictures is an opportunity to select by them, so all are recorded. A
checkpoint that has results from before the log gets an entry with None for count and date, which is
never changed.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from capsviz import untrusted
from capsviz.errors import CapsvizError
from capsviz.files import write_file

FORMAT = 1


def path_beside(checkpoint: Path) -> Path:
    """Return the log's path: ``dynamic.readings.json`` for ``dynamic.safetensors``."""
    return checkpoint.with_name(checkpoint.name.removesuffix(".safetensors") + ".readings.json")


def read(checkpoint: Path) -> list[dict[str, Any]]:
    """Return all recorded evaluations, the oldest first; empty without a file.

    Raises `CapsvizError` if the file is damaged.
    """
    path = path_beside(checkpoint)
    try:
        plain = untrusted.read_file(path)
        return [{key: row[key] for key in _row("", "", "", 0)} for row in plain["readings"]]
    except FileNotFoundError:
        return []
    except untrusted.DAMAGED_FILE_ERRORS as error:
        raise CapsvizError(
            f"{path.name} is damaged: restore it, or move it away to begin a new record"
        ) from error


def note(checkpoint: Path, digest: str, name: str, n: int) -> None:
    """Record one evaluation.

    Raises `CapsvizError` if the record is damaged or cannot be written.

    `name` is the set and the purpose, such as "digits" or "affine", and n the number of test
    pictures.
    """
    rows = read(checkpoint)
    today = datetime.now(UTC).strftime("%Y-%m-%d")
    entry = next((row for row in rows if (row["sha256"], row["set"]) == (digest, name)), None)
    if entry is None:
        rows.append(_row(digest, name, today, n) | {"times": 1})
    else:
        times = entry["times"]
        entry |= {"last": today, "n": n, "times": None if times is None else times + 1}
    write_file(
        path_beside(checkpoint), json.dumps({"format": FORMAT, "readings": rows}, indent=1) + "\n"
    )


def _row(digest: str, name: str, date: str, n: int) -> dict[str, Any]:
    return {"sha256": digest, "set": name, "n": n, "first": date, "last": date, "times": 0}
