"""Which test pictures a checkpoint has been scored on, and how often: kept beside it.

Every look at test pictures is a chance to choose by them, so every look is on record. Of one that
was before there was a record, but left findings beside the checkpoint, the record says that it was;
how often and when is None, and stays so.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from capsviz import untrusted
from capsviz.errors import CapsvizError
from capsviz.files import replacing

FORMAT = 1


def beside(checkpoint: Path) -> Path:
    """Where a checkpoint's readings lie: ``dynamic.readings.json`` for ``dynamic.safetensors``."""
    return checkpoint.with_name(checkpoint.name.removesuffix(".safetensors") + ".readings.json")


def read(checkpoint: Path) -> list[dict[str, Any]]:
    """All readings on record, the oldest first; none where there is no file.

    Raises
    ------
    CapsvizError : the file is damaged.
    """
    path = beside(checkpoint)
    try:
        plain = untrusted.read_file(path)
        return [{key: row[key] for key in _row("", "", "", 0)} for row in plain["readings"]]
    except FileNotFoundError:
        return []
    except untrusted.DAMAGED as error:
        raise CapsvizError(
            f"{path.name} is damaged: restore it, or move it away to begin a new record"
        ) from error


def note(checkpoint: Path, digest: str, what: str, n: int) -> None:
    """Put one reading on record.

    Parameters
    ----------
    checkpoint : the file whose network read.
    digest : SHA-256 of its weights.
    what : the set and what for, such as "digits" or "affine".
    n : test pictures read.

    Raises
    ------
    CapsvizError : the record is damaged or cannot be written.
    """
    rows = read(checkpoint)
    now = datetime.now(UTC).strftime("%Y-%m-%d")
    known = next((row for row in rows if (row["sha256"], row["set"]) == (digest, what)), None)
    if known is None:
        rows.append(_row(digest, what, now, n) | {"times": 1})
    else:
        times = known["times"]
        known |= {"last": now, "n": n, "times": None if times is None else times + 1}
    with replacing(beside(checkpoint)) as partial:
        partial.write_text(json.dumps({"format": FORMAT, "readings": rows}, indent=1) + "\n")


def _row(digest: str, what: str, when: str, n: int) -> dict[str, Any]:
    return {"sha256": digest, "set": what, "n": n, "first": when, "last": when, "times": 0}
