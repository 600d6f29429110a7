"""Reads pictures in a process of its own; `upload_pool` starts it by this file's path.

Over standard input and output: a request is one byte, the place of a way among
`capsviz.data.upload.WAYS`, its length (4 bytes, little endian) and a file; an answer is one byte,
0 for a raster or 1 for a sentence, its length and it. A first answer without content says that
the process is ready.
"""

from __future__ import annotations

import contextlib
import struct
import sys
import types
from pathlib import Path
from typing import BinaryIO

#: Most memory the process may map, in bytes. It maps a quarter of it before it reads anything.
MEMORY = 1024 * 2**20


def main(requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer until nothing more is asked."""
    import scipy
    import skimage

    from capsviz.data.upload import WAYS, read
    from capsviz.errors import CapsvizError

    _ = scipy.ndimage, skimage.filters.rank  # loaded before the first picture comes
    _limit()
    _tell(replies, 0, b"")
    while len(head := requests.read(5)) == 5:
        way, length = struct.unpack("<BI", head)
        data = requests.read(length)
        try:
            _tell(replies, 0, read(data, WAYS[way]).tobytes())
        except CapsvizError as error:
            _tell(replies, 1, str(error).encode())
        except MemoryError:
            _tell(replies, 1, b"this picture needs too much memory: choose a smaller one")


def _tell(replies: BinaryIO, kind: int, content: bytes) -> None:
    replies.write(struct.pack("<BI", kind, len(content)) + content)
    replies.flush()


def _limit() -> None:
    """Take no more memory than a picture needs, and no time from whoever draws."""
    try:
        import os
        import resource
    except ImportError:  # Windows: the header's limits must do
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.nice(10)


if __name__ == "__main__":
    # The package without its __init__, which loads torch: four times the memory and start.
    bare = types.ModuleType("capsviz")
    bare.__path__ = [str(Path(__file__).parents[1])]
    sys.modules["capsviz"] = bare
    main(sys.stdin.buffer, sys.stdout.buffer)
