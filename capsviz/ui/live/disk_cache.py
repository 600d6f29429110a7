"""Cache of files that take seconds to make, for the next start of the app on this machine.

They are in ``capsviz/files`` below the folder `CAPSVIZ_CACHE` or ``~/.cache``, a separate folder
since the oldest files are deleted. A file starts with its checksum and may be deleted at any time;
damaged and unwritable files count as missing.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from capsviz.errors import CapsvizError
from capsviz.files import write_file

#: Maximum number of files, the newest ones: about 50 MB.
MAX_ENTRIES = 32
_CHECKSUM = hashlib.sha256().digest_size


def keep_file(name: str, make: Callable[[], bytes]) -> bytes:
    """Return the result of `make`, computed once on this machine for each name."""
    folder = os.environ.get("CAPSVIZ_CACHE") or os.path.expanduser("~/.cache")
    path = Path(folder) / "capsviz/files" / name
    with suppress(OSError):
        content = path.read_bytes()
        if content[:_CHECKSUM] == hashlib.sha256(content[_CHECKSUM:]).digest():
            return content[_CHECKSUM:]
    data = make()
    with suppress(OSError, CapsvizError):
        write_file(path, hashlib.sha256(data).digest() + data)
        files = sorted(path.parent.iterdir(), key=lambda file: file.stat().st_mtime)
        for file in files[:-MAX_ENTRIES]:
            file.unlink()
    return data
