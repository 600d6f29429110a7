"""Networks for inference in the browsers of the app's visitors, exported on demand.

Exporting a network takes seconds and much memory, so that a separate process does it, one at a
time: ``python -m capsviz.ui.site.on_demand NAME FOLDER``.
"""

from __future__ import annotations

import asyncio
import atexit
import functools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from pathlib import Path

from streamlit.logger import get_logger

from capsviz import onnx_export
from capsviz.engine import engine, visitor
from capsviz.errors import CapsvizError
from capsviz.files import hold_lock
from capsviz.training import checkpoint
from capsviz.ui.server import endpoints
from capsviz.ui.server.work_slots import WorkSlots
from capsviz.ui.site import exporting, networks, runtime

#: Exit status of its process if the last line of its output is a sentence for visitors.
_REFUSED_STATUS = 2
#: Maximum duration of an export in seconds: the largest network takes a tenth of it on a busy
#: machine.
MAX_DURATION = 300.0
#: Priority below live inference, but high enough to finish.
_NICE_LEVEL = 5
#: Prefix of folders of exports, and name of the process's lock file in it.
_PREFIX, _LOCK = "capsviz-networks-", "lock"

_log = get_logger("capsviz")


class Exports:
    """Networks in the format of published sites, in a folder that is removed with this process."""

    def __init__(self) -> None:
        self._jobs: dict[tuple[str, str], Future[None]] = {}
        self._slot = WorkSlots(1)
        self._held = ExitStack()

    @functools.cached_property
    def _folder(self) -> Path:
        _remove_leftovers()
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        # Held until this process ends in any way; then the folder can be removed.
        self._held.enter_context(hold_lock(folder / _LOCK))
        (folder / "networks").mkdir()
        return folder / "networks"

    async def card(self, name: str) -> bytes:
        """Card of a network for a browser, once its files exist.

        Parameters
        ----------
        name : of a network; the card's "runtime" is the folder of the runtime.

        Raises
        ------
        CapsvizError : there is no such network, it cannot be exported, or the exporter is not
            installed.
        """
        if name not in await endpoints.run_in_thread(checkpoint.names):
            raise CapsvizError("there is no such network here: load the page again")
        runtime.require_files()
        onnx_export.require_exporter()
        loaded = await endpoints.run_in_thread(engine().checkpoint, name)
        key = name, loaded.digest
        job = self._jobs.get(key)
        if job is None:
            job = self._jobs[key] = Future()
            threading.Thread(
                target=self._export, args=(key, job, visitor.get()), daemon=True
            ).start()
        await asyncio.shield(asyncio.wrap_future(job))
        card = json.loads((self._folder / f"{name}.json").read_text("utf-8"))
        return json.dumps({**card, "runtime": f"onnxruntime/{runtime.checksum()}"}).encode()

    def file(self, name: str) -> bytes | None:
        """A file named in a card; None if it does not exist."""
        path = self._folder / name
        # Unlike `Path.is_file`, this does not raise for a name that is too long.
        return path.read_bytes() if path.parent == self._folder and os.path.isfile(path) else None

    def _export(self, key: tuple[str, str], job: Future[None], client: str) -> None:
        """Export a network in its visitor's turn; after a failure, the next request tries again."""
        name = key[0]
        command = [sys.executable, "-m", __name__, name, str(self._folder)]
        limits = {**os.environ, "OMP_NUM_THREADS": "1"}
        try:
            with self._slot.hold(client):
                process = subprocess.run(
                    command,
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    text=True,
                    env=limits,
                    timeout=MAX_DURATION,
                )
        except (subprocess.TimeoutExpired, OSError) as error:
            process = subprocess.CompletedProcess(command, 1, "", str(error))
        if not process.returncode:
            job.set_result(None)
            return
        sentence = process.stderr.strip().rpartition("\n")[2]
        if process.returncode != _REFUSED_STATUS:
            del self._jobs[key]
            _log.error("exporting %s failed: %s", name, process.stderr[-2000:])
            sentence = f"{name} could not be exported: the server's log says why"
        job.set_exception(CapsvizError(sentence))


def _remove_leftovers() -> None:
    """Remove leftover folders of ended processes."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):  # in use, or another user's
            (folder / _LOCK).stat()
            with hold_lock(folder / _LOCK):
                shutil.rmtree(folder)


def main(name: str, folder: str) -> int:
    """Export a network into a folder; returns the exit status."""
    os.nice(_NICE_LEVEL)
    threading.Thread(target=exporting.end_with, args=(os.getppid(),), daemon=True).start()
    try:
        networks.write(name, Path(folder), inside=False)
    except CapsvizError as error:
        print(error, file=sys.stderr)
        return _REFUSED_STATUS
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
