"""Reads pictures in a process of its own; `upload_pool` starts it by this file's path.

Over standard input and output: a request is one byte, the place of a way among
`capsviz.data.upload.WAYS`, the seconds of a processor that it may take (a float), its length
(4 bytes, little endian) and a file; an answer is one byte, 0 for a raster, 1 for a sentence or 2
for a picture that took too long, its length and it. A first answer without content says that the
process is ready.

Each picture is read by a child of the process, which alone is ended when it takes too long: the
next need not wait until everything is loaded again.
"""

from __future__ import annotations

import contextlib
import os
import signal
import struct
import sys
import types
from pathlib import Path
from typing import BinaryIO

#: Most memory the process may map, in bytes. It maps a quarter of it before it reads anything.
MEMORY = 1024 * 2**20
#: First byte of an answer that says that a picture took too long.
SLOW = 2


def main(requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer until nothing more is asked."""
    import scipy
    import skimage

    from capsviz.data.upload import WAYS

    _ = scipy.ndimage, skimage.filters.rank  # loaded before the first picture comes
    _limit()
    _tell(replies, 0, b"")
    while len(head := requests.read(9)) == 9:
        way, seconds, length = struct.unpack("<BfI", head)
        data = requests.read(length)
        _tell(replies, *_read_apart(data, WAYS[way], seconds))


def _read_apart(data: bytes, way: str, seconds: float) -> tuple[int, bytes]:
    """A picture's answer, from a child that is ended after these seconds of a processor."""
    if not hasattr(os, "fork"):
        return _read(data, way)  # Windows: who asked ends this process, in time
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        for standard in (0, 1):  # or an answer would still be waited for when the parent is gone
            os.close(standard)
        signal.setitimer(signal.ITIMER_PROF, seconds)  # the system ends it
        kind, content = _read(data, way)
        with open(writing, "wb") as pipe:
            pipe.write(bytes([kind]) + content)
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        answer = pipe.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return (SLOW, b"") if status else (answer[0], answer[1:])


def _read(data: bytes, way: str) -> tuple[int, bytes]:
    from capsviz.data.upload import read
    from capsviz.errors import CapsvizError

    try:
        return 0, read(data, way).tobytes()
    except CapsvizError as error:
        return 1, str(error).encode()
    except MemoryError:
        return 1, b"this picture needs too much memory: choose a smaller one"


def _tell(replies: BinaryIO, kind: int, content: bytes) -> None:
    replies.write(struct.pack("<BI", kind, len(content)) + content)
    replies.flush()


def _limit() -> None:
    """Take no more memory than a picture needs, and no time from whoever draws."""
    try:
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
