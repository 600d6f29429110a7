"""A few sample pictures from a user's folder, read in place and never copied.

Only their paths are recorded, on the machine of the training.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import torch

from capsviz import untrusted
from capsviz.config import OWN_SET, LabelSet, PictureFormat
from capsviz.data.folder import Folder, read_picture
from capsviz.data.gallery import MAX_PER_CLASS
from capsviz.data.pictures import Pictures
from capsviz.errors import CapsvizError
from capsviz.files import write_file

#: Name of the file beside the checkpoints.
FILE = "folders.json"


def note(record: Path, chosen: Folder) -> None:
    """Record the paths of some validation pictures of a folder, replacing earlier ones."""
    root, files = chosen.path.resolve(), []
    for k in range(len(chosen.classes)):
        here = [path for path, label in chosen.contents.splits["validation"] if label == k]
        files += [[str(path.relative_to(chosen.path)), k] for path in here[:MAX_PER_CLASS]]
    row = {"classes": list(chosen.classes), "folder": str(root), "files": files}
    plain = {**_read(record), chosen.name: {**row, "inverted": chosen.subject.inverted}}
    write_file(record, json.dumps(plain, indent=1))


def read(record: Path, subject: LabelSet, format: PictureFormat) -> Pictures | None:
    """Load the recorded pictures for a network; None if they are missing."""
    rows = _read(record)
    row = rows.get(subject.data_set)
    try:
        if subject.data_set == OWN_SET:  # it names its classes, but not their source
            alike = (row for row in rows.values() if tuple(row["classes"]) == subject.classes)
            row = next(alike, None)
        if not row or tuple(row["classes"]) != subject.classes:
            return None
        root, images, labels = Path(row["folder"]), [], []
        for name, label in row["files"]:
            path = Path(name)
            inside = not path.is_absolute() and ".." not in path.parts
            if inside and 0 <= label < len(subject.classes):
                images.append(read_picture(root / path, format))
                labels.append(label)
    except (CapsvizError, *untrusted.DAMAGED_FILE_ERRORS):
        return None
    if not images:
        return None
    shown = torch.from_numpy(np.stack(images))
    over = row["inverted"] and not format.colour
    return Pictures(255 - shown if over else shown, torch.tensor(labels))


def _read(record: Path) -> dict[str, Any]:
    try:
        plain = untrusted.read_file(record)
    except untrusted.DAMAGED_FILE_ERRORS:
        return {}
    return plain if isinstance(plain, dict) else {}
