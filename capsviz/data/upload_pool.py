"""Uploaded pictures, read in a process that is ended when one takes too long.

A decoder cannot be interrupted, and what a small file unfolds to is known only afterwards; in
a process of its own both can be limited, whatever the file holds.
"""

from __future__ import annotations

import contextlib
import os
import struct
import subprocess
import sys
import threading
import time
from concurrent.futures import Future
from pathlib import Path

from capsviz.data.upload import WAYS
from capsviz.data.upload_worker import SLOW
from capsviz.errors import CapsvizError
from capsviz.turns import Acquaintance, Turns, address_of

#: Seconds one picture may take, and a process may take to start.
TIME, START = 5.0, 60.0
#: Seconds of a processor that one picture may take, and for how long after one that took more
#: those of its address may take the little that a photograph takes: a class shares an address.
PROCESSOR, LITTLE, CAREFUL = 2.0, 0.5, 60.0
#: Pictures that may wait, of all, of one address (a class, each with one), of one visitor.
MOST_WAITING, MOST_OF_ADDRESS, MOST_OF_VISITOR = 128, 64, 3
#: Seconds after which a process that nobody needs is ended.
IDLE = 120.0

#: A file's content, the way to read it, the visitor, and who waits.
_Asked = tuple[bytes, str, str, Future[bytes]]
_WORKER = Path(__file__).with_name("upload_worker.py")


class PoolBusyError(CapsvizError):
    """Too many pictures wait already."""


def _busy() -> PoolBusyError:
    return PoolBusyError("many pictures are being read: try again in a few seconds")


class _SlowError(CapsvizError):
    """A picture took longer than it may."""

    def __init__(self) -> None:
        super().__init__("this picture takes too long to read: choose a smaller one")


class Reader:
    """Reads one picture after another in a process that lives while it is needed.

    Parameters
    ----------
    time : seconds one picture may take.
    waiting : pictures that may wait while one is read, see `MOST_WAITING`.
    acquaintance : of visitors; in a crowd behind one address the best known come first.
    """

    def __init__(
        self,
        time: float = TIME,
        waiting: tuple[int, int, int] = (MOST_WAITING, MOST_OF_ADDRESS, MOST_OF_VISITOR),
        acquaintance: Acquaintance | None = None,
    ) -> None:
        self._time, self._most = time, waiting
        self._acquaintance = acquaintance or Acquaintance()
        self._waiting: Turns[_Asked] = Turns(self._acquaintance)
        self._slow_at: dict[str, float] = {}
        self._came = threading.Condition()
        self._wakened = self._closed = False
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._work, name="capsviz-pictures", daemon=True)
        self._thread.start()

    def read(self, data: bytes, way: str = "ink", who: str = "") -> Future[bytes]:
        """Ask for a picture file to be read; returns at once.

        Parameters
        ----------
        way : how, one of `capsviz.data.upload.WAYS`.
        who : the visitor, see `capsviz.turns`; visitors take turns.

        Returns
        -------
        The raster that `capsviz.data.upload.read` finds, row by row. The
        future raises the same errors, and `CapsvizError` for a picture that takes too long.

        Raises
        ------
        PoolBusyError : who comes now comes too late.
        """
        answer: Future[bytes] = Future()
        with self._came:
            waiting = self._waiting
            most, most_of_address, most_of_visitor = self._most
            if waiting.of(who) >= most_of_visitor:
                raise _busy()
            if len(waiting) >= most or waiting.of_address(who) >= most_of_address:
                displaced = waiting.displace(who)
                if displaced is None:
                    raise _busy()
                if displaced[-1].set_running_or_notify_cancel():
                    displaced[-1].set_exception(_busy())
            waiting.put(who, (data, way, who, answer))
            self._came.notify()
        return answer

    def wake(self) -> None:
        """Have the process started, which takes seconds, if a picture may come soon."""
        with self._came:
            self._wakened = True
            self._came.notify()

    def close(self) -> None:
        """End the process once what waits is read."""
        with self._came:
            self._closed = True
            self._came.notify()
        self._thread.join(self._time)

    def _work(self) -> None:
        while True:
            with self._came:
                self._came.wait_for(lambda: self._wakened or self._closed or self._waiting, IDLE)
                request = self._waiting.take()[1] if self._waiting else None
                wakened, self._wakened, closed = self._wakened, False, self._closed
            if request is not None:
                self._settle(*request)
            elif wakened and not closed:
                with contextlib.suppress(CapsvizError):  # told to who brings a picture
                    self._start_worker()
            else:  # closed, or nobody came for a while
                self._end()
                if closed:
                    return

    def _settle(self, data: bytes, way: str, who: str, answer: Future[bytes]) -> None:
        if not answer.set_running_or_notify_cancel():
            return  # whoever asked has gone
        self._acquaintance.serve(who)
        now, address = time.monotonic(), address_of(who)
        self._slow_at = {who: at for who, at in self._slow_at.items() if now - at < CAREFUL}
        try:
            answer.set_result(
                self._read(data, way, LITTLE if address in self._slow_at else PROCESSOR)
            )
        except Exception as error:  # the thread must outlive whatever a file brings
            if isinstance(error, _SlowError):
                self._slow_at[address] = time.monotonic()
            answer.set_exception(error)

    def _read(self, data: bytes, way: str, processor: float) -> bytes:
        process = self._start_worker()
        request = struct.pack("<BfI", WAYS.index(way), processor, len(data)) + data
        kind, content = self._answer(process, self._time, request)
        if kind == SLOW:
            raise _SlowError
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

    def _answer(
        self, process: subprocess.Popen[bytes], limit: float, request: bytes = b""
    ) -> tuple[int, bytes]:
        """Its answer to what is asked; one that does not take it and answer in time is ended."""
        assert process.stdin is not None
        assert process.stdout is not None
        alarm = threading.Timer(limit, process.kill)
        alarm.start()
        try:
            process.stdin.write(request)
            process.stdin.flush()
            head = process.stdout.read(5)
            kind, length = struct.unpack("<BI", head) if len(head) == 5 else (1, 0)
            content = process.stdout.read(length)
        except OSError:  # it ended while it was written to
            head = content = b""
            kind = length = 1
        finally:
            alarm.cancel()
        if len(head) < 5 or len(content) < length:
            self._end()
            raise _SlowError
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
