"""Uploaded pictures, read in a process that is ended when one takes too long.

A decoder cannot be interrupted, and what a small file unfolds to is known only afterwards; in
a process of its own both can be limited, whatever the file holds.
"""

from __future__ import annotations

import contextlib
import os
import queue
import struct
import subprocess
import sys
import threading
from concurrent.futures import Future
from pathlib import Path

from capsviz.data.upload import WAYS
from capsviz.errors import CapsvizError

#: Seconds one picture may take, and a process may take to start.
TIME, START = 10.0, 60.0
#: Pictures that may wait.
MOST_WAITING = 16
#: Seconds after which a process that nobody needs is ended.
IDLE = 120.0

#: A file's content, the way to read it, and who waits.
_Asked = tuple[bytes, str, Future[bytes]]
_WORKER = Path(__file__).with_name("upload_worker.py")
_SLOW = "this picture takes too long to read: choose a smaller one"


class PoolBusyError(CapsvizError):
    """Too many pictures wait already."""


class Reader:
    """Reads one picture after another in a process that lives while it is needed.

    Parameters
    ----------
    time : seconds one picture may take.
    waiting : pictures that may wait while one is read.
    """

    def __init__(self, time: float = TIME, waiting: int = MOST_WAITING) -> None:
        self._time = time
        self._waiting: queue.Queue[_Asked | None] = queue.Queue(waiting)
        self._wakened: _Asked = (b"", "", Future())
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._work, name="capsviz-pictures", daemon=True)
        self._thread.start()

    def read(self, data: bytes, way: str = "ink") -> Future[bytes]:
        """Ask for a picture file to be read; returns at once.

        Parameters
        ----------
        way : how, one of `capsviz.data.upload.WAYS`.

        Returns
        -------
        The raster that `capsviz.data.upload.read` finds, row by row. The
        future raises the same errors, and `CapsvizError` for a picture that takes too long.

        Raises
        ------
        BusyError : who comes now comes too late.
        """
        answer: Future[bytes] = Future()
        try:
            self._waiting.put_nowait((data, way, answer))
        except queue.Full:
            raise PoolBusyError(
                "many pictures are being read: try again in a few seconds"
            ) from None
        return answer

    def wake(self) -> None:
        """Have the process started, which takes seconds, if a picture may come soon."""
        with contextlib.suppress(queue.Full):
            self._waiting.put_nowait(self._wakened)

    def close(self) -> None:
        """End the process once what waits is read."""
        self._waiting.put(None)
        self._thread.join(self._time)

    def _work(self) -> None:
        while True:
            try:
                asked = self._waiting.get(timeout=IDLE)
            except queue.Empty:
                self._end()
                continue
            if asked is None:
                self._end()
                return
            if asked == self._wakened:
                with contextlib.suppress(CapsvizError):  # told to who brings a picture
                    self._start_worker()
                continue
            data, way, answer = asked
            if not answer.set_running_or_notify_cancel():
                continue  # whoever asked has gone
            try:
                answer.set_result(self._read(data, way))
            except Exception as error:  # the thread must outlive whatever a file brings
                answer.set_exception(error)

    def _read(self, data: bytes, way: str) -> bytes:
        process = self._start_worker()
        assert process.stdin is not None
        try:
            process.stdin.write(struct.pack("<BI", WAYS.index(way), len(data)) + data)
            process.stdin.flush()
        except OSError:
            self._end()
            raise CapsvizError("this picture could not be read: try again") from None
        kind, content = self._answer(process, self._time)
        if kind:
            raise CapsvizError(content.decode())
        return content

    def _start_worker(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._end()
            self._process = subprocess.Popen(
                [sys.executable, "-P", str(_WORKER)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                # More threads would map memory that the limit counts.
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
            )
            self._answer(self._process, START)
        return self._process

    def _answer(self, process: subprocess.Popen[bytes], limit: float) -> tuple[int, bytes]:
        """The process's next answer; one that does not come in time ends the process."""
        assert process.stdout is not None
        alarm = threading.Timer(limit, process.kill)
        alarm.start()
        try:
            head = process.stdout.read(5)
            kind, length = struct.unpack("<BI", head) if len(head) == 5 else (1, 0)
            content = process.stdout.read(length)
        finally:
            alarm.cancel()
        if len(head) < 5 or len(content) < length:
            self._end()
            raise CapsvizError(_SLOW)
        return kind, content

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
        process.wait()
