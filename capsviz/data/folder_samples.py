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

#: File name in the folder of checkpoints.
FILE = "folders.json"


def note(record: Path, folder: Folder) -> None:
    """Record the paths of some validation pictures of a folder, replacing earlier ones."""
    root, files = folder.path.resolve(), []
    for k in range(len(folder.classes)):
        paths = [path for path, label in folder.contents.splits["validation"] if label == k]
        files += [[str(path.relative_to(folder.path)), k] for path in paths[:MAX_PER_CLASS]]
    row = {"classes": list(folder.classes), "folder": str(root), "files": files}
    rows = {**_read(record), folder.name: {**row, "inverted": folder.subject.inverted}}
    write_file(record, json.dumps(rows, indent=1))


def read(record: Path, subject: LabelSet, format: PictureFormat) -> Pictures | None:
    """Load the recorded pictures for a network; None if they are missing."""
    rows = _read(record)
    row = rows.get(subject.data_set)
    try:
        if subject.data_set == OWN_SET:  # its file does not name the source
            matches = (row for row in rows.values() if tuple(row["classes"]) == subject.classes)
            row = next(matches, None)
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
    pixels = torch.from_numpy(np.stack(images))
    invert = row["inverted"] and not format.colour
    return Pictures(255 - pixels if invert else pixels, torch.tensor(labels))


def _read(record: Path) -> dict[str, Any]:
    try:
        rows = untrusted.read_file(record)
    except untrusted.DAMAGED_FILE_ERRORS:
        return {}
    return rows if isinstance(rows, dict) else {}
