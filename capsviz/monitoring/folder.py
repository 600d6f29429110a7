"""Files of a run's folder, written so that they stay readable after a crash."""

from __future__ import annotations

import json
import math
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from jaxtyping import UInt8
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from capsviz import untrusted
from capsviz.config import PictureFormat
from capsviz.errors import CapsvizError
from capsviz.files import hold_lock, replacing, stamp, write_file
from capsviz.monitoring.settings import PartsSettings, RunSettings
from capsviz.untrusted import is_number

if TYPE_CHECKING:
    from capsviz.training.state import End  # imports torch, which queued runs do not need


#: Maximum length of a line of numbers, in bytes.
_MAX_LINE = 10_000
#: Bytes per read from the end of the lines.
_PIECE = 1 << 16
#: Maximum size of a snapshot, in bytes; usual ones have a hundred thousand.
_MAX_SNAPSHOT = 16 << 20


@dataclass(frozen=True, slots=True)
class RunFolder:
    """The files of one run."""

    path: Path

    @property
    def name(self) -> str:
        """Name of the run."""
        return self.path.name

    @property
    def weights(self) -> Path:
        """Checkpoint that the training writes."""
        return self.path / "weights.safetensors"

    @property
    def state(self) -> Path:
        """State from which the training can be resumed."""
        return self.path / "weights.resume.safetensors"

    @property
    def marks(self) -> Path:
        """Folder of earlier states, from which the run can be forked."""
        return self.path / "marks"

    @property
    def lock(self) -> Path:
        """Locked by the process that trains this run."""
        return self.path / "lock"

    @property
    def _lines(self) -> Path:
        return self.path / "metrics.jsonl"

    # --- files that are written once, and replaced as a whole

    def write(self, kind: str, content: Mapping[str, Any]) -> None:
        """Replace "settings", "wanted" or "status"; raises `CapsvizError` if the run is gone."""
        if not self.path.is_dir():  # otherwise a trainer's last message would recreate it
            raise CapsvizError(f"there is no run {self.name!r} any more")
        write_file(self.path / f"{kind}.json", json.dumps(content))

    def read(self, kind: str) -> dict[str, Any]:
        """Read one of them; empty if it is missing or damaged."""
        try:
            content = untrusted.read_file(self.path / f"{kind}.json")
        except (OSError, ValueError):
            return {}
        return content if isinstance(content, dict) else {}

    def text(self, kind: str, name: str) -> str:
        """Return an entry of one of them; "" if it is not text."""
        value = self.read(kind).get(name)
        return value if isinstance(value, str) else ""

    def settings(self) -> RunSettings:
        """Settings of the run; raises `CapsvizError` if it has none, or is a run of parts."""
        settings = self.any_settings()
        if isinstance(settings, PartsSettings):
            raise CapsvizError(
                f"{self.name} learns parts without labels: it cannot be forked, nor follow a "
                "picture"
            )
        return settings

    def any_settings(self) -> RunSettings | PartsSettings:
        """Settings of any kind of run."""
        content = self.read("settings")
        if not content:
            raise CapsvizError(f"{self.name} is not a run: it has no settings")
        of_parts = content.get("network") == PartsSettings.network
        return (PartsSettings if of_parts else RunSettings).from_plain(content)

    def tell(self, state: str, sentence: str = "") -> None:
        """Record the state, "waiting", "running", "finished" and so on, and the reason."""
        status: dict[str, Any] = {"state": state, "at": time.time(), "pid": os.getpid()}
        self.write("status", status | ({"sentence": sentence} if sentence else {}))

    def follow(self, training: Callable[[], End]) -> End:
        """Run a training and record its start and end.

        `training` returns how it ended; its exceptions are recorded and raised again.
        """
        self.tell("starting")
        try:
            end = training()
        except CapsvizError as error:
            self.tell("failed", str(error))
            raise
        except Exception:
            self.tell("failed", "the training broke off by a fault of the program")
            raise
        self.tell("finished" if end else "interrupted")
        return end

    # --- a visitor's picture, which replaces the usual pinned one

    @property
    def pin(self) -> Path:
        """Path of the picture, if there is one."""
        return self.path / "pinned.safetensors"

    def follow_picture(self, picture: UInt8[np.ndarray, "*c side side"] | None) -> None:
        """Pin a picture from the next snapshot on; None restores the usual one."""
        if picture is None:
            self.pin.unlink(missing_ok=True)
            return
        write_file(self.pin, save({"picture": np.ascontiguousarray(picture)}))

    def read_pinned_picture(
        self, format: PictureFormat
    ) -> UInt8[np.ndarray, "*c side side"] | None:
        """Load the picture; None if there is none of this format."""
        try:
            with safe_open(self.pin, "np") as file:
                pixels = file.get_tensor("picture")
        except (*untrusted.DAMAGED_FILE_ERRORS, SafetensorError):
            return None
        return pixels if pixels.shape == format.shape and pixels.dtype == np.uint8 else None

    # --- lines of numbers

    def append(self, line: Mapping[str, Any]) -> None:
        """Append the numbers of a step."""
        with self._lines.open("ab") as file:
            file.write(json.dumps(_replace_non_finite(line)).encode() + b"\n")

    def lines(self, since: int = 0) -> list[dict[str, Any]]:
        """Return the numbers of the steps after `since`, in order, as far as lines are complete."""
        return [*takewhile(lambda line: line["step"] > since, self._newest_first())][::-1]

    def last_step(self) -> int:
        """Last step with numbers; 0 if there are none."""
        return next((line["step"] for line in self._newest_first()), 0)

    def _newest_first(self) -> Iterator[dict[str, Any]]:
        """Yield the complete lines from the last one, reading only as far as needed."""
        for line in _backwards(self._lines):
            try:
                values = untrusted.read(line) if len(line) <= _MAX_LINE else None
            except ValueError:
                continue
            if isinstance(values, dict) and type(values.get("step")) is int:
                yield values

    def mend(self) -> None:
        """Remove an incomplete last line before lines are appended."""
        try:
            text = self._lines.read_bytes()
        except OSError:
            return
        complete = text[: text.rfind(b"\n") + 1]
        if complete != text:
            os.truncate(self._lines, len(complete))

    # --- snapshots

    def snapshots(self) -> list[int]:
        """Return the steps that have a snapshot, in order."""
        return _steps(self.path / "snapshots", ".safetensors")

    def keep_snapshot(
        self, step: int, arrays: Mapping[str, np.ndarray], numbers: Mapping[str, Any]
    ) -> None:
        """Save a snapshot atomically."""
        contiguous = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
        text = json.dumps(_replace_non_finite(numbers), allow_nan=False)
        write_file(self._snapshot(step), save(contiguous, {"numbers": text}))

    def snapshot(self, step: int) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Load arrays and numbers of a snapshot; raises `CapsvizError`."""
        path = self._snapshot(step)
        try:
            if path.stat().st_size > _MAX_SNAPSHOT:
                raise ValueError("it is too large")
            with safe_open(path, "np") as file:
                arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
                numbers = untrusted.read((file.metadata() or {}).get("numbers", "{}"))
            if not (isinstance(numbers, dict) and numbers.get("step") == step):
                raise ValueError("it is of another step")
        except (*untrusted.DAMAGED_FILE_ERRORS, SafetensorError) as error:
            raise CapsvizError(f"{self.name} has no whole snapshot of step {step}") from error
        return arrays, numbers

    def _snapshot(self, step: int) -> Path:
        return self.path / "snapshots" / f"{step:08}.safetensors"

    # --- a training that writes elsewhere

    def adopt(self, state: Path) -> None:
        """Link or copy the present files of a training that writes elsewhere."""
        weights = state.with_name(state.name.replace(".resume.", "."))
        for source, target in ((state, self.state), (weights, self.weights)):
            if source.exists():
                with replacing(target) as partial:
                    partial.unlink(missing_ok=True)
                    try:
                        os.link(source, partial)  # the source is replaced, never modified
                    except OSError:  # on another disk
                        shutil.copyfile(source, partial)

    # --- states to fork from

    def mark(self, step: int, maximum: int) -> None:
        """Keep the present state when later ones are saved, as a second link to the same file.

        Beyond `maximum` states every second one is removed.
        """
        self.marks.mkdir(exist_ok=True)
        target = self._mark(step)
        if not target.exists():
            os.link(self.state, target)
        steps = self.list_state_steps()
        if len(steps) > maximum:
            for superseded in steps[1:-1:2]:
                self._mark(superseded).unlink(missing_ok=True)

    def list_state_steps(self) -> list[int]:
        """Return the steps of the kept states, in order."""
        return _steps(self.marks, ".resume.safetensors")

    def mark_at(self, step: int) -> tuple[int, Path] | None:
        """Return the last state at or before a step."""
        earlier = [x for x in self.list_state_steps() if x <= step]
        return (earlier[-1], self._mark(earlier[-1])) if earlier else None

    def _mark(self, step: int) -> Path:
        return self.marks / f"{step:08}.resume.safetensors"

    # --- the whole run

    def make_room(self) -> None:
        """Remove the largest files: snapshots and the states for forks."""
        for folder in (self.path / "snapshots", self.marks):
            shutil.rmtree(folder, ignore_errors=True)

    def begin_anew(self) -> None:
        """Reset to the state before the first step: remove all but the settings."""
        self.make_room()
        for file in (self._lines, self.weights, *self.path.glob("*.resume.safetensors")):
            file.unlink(missing_ok=True)

    def copy_to(self, other: RunFolder, step: int) -> None:
        """Copy lines and snapshots up to a step, for a fork."""
        (other.path / "snapshots").mkdir(parents=True, exist_ok=True)
        for snapshot in self.snapshots():
            if snapshot <= step:
                os.link(self._snapshot(snapshot), other._snapshot(snapshot))
        for line in self.lines():
            if line["step"] <= step:
                other.append(line)

    def size(self) -> int:
        """Bytes on disk; files with two links count once."""
        sizes = {}
        for path in self.path.rglob("*"):
            try:
                status = path.stat()
            except OSError:
                continue  # just replaced
            if path.is_file():
                sizes[status.st_ino] = status.st_size
        return sum(sizes.values())

    def exists(self) -> bool:
        """Whether this is a run: it has settings."""
        return (self.path / "settings.json").is_file()

    def busy(self) -> bool:
        """Whether a process trains this run or waits in the queue."""
        return is_locked(self.lock)

    def begins(self, seconds: float) -> bool:
        """Whether a process was started for it in the last seconds and has not reported yet."""
        status = self.read("status")
        started = status.get("at")
        return (
            status.get("state") == ""
            and is_number(started)
            and 0 <= time.time() - started < seconds
        )


def runs_folder() -> Path:
    """Return the path of the folder of all runs, which may not exist."""
    custom = os.environ.get("CAPSVIZ_RUNS")
    return Path(custom) if custom else Path.home() / ".local" / "share" / "capsviz" / "runs"


def root() -> Path:
    """Return the folder of all runs, created if missing."""
    folder = runs_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CapsvizError(f"{folder} cannot be made: {error.strerror}") from error
    return folder


def all_runs() -> list[RunFolder]:
    """Return all runs, the newest first."""
    candidates = (RunFolder(path) for path in root().iterdir() if not path.name.startswith("."))
    folders = [run for run in candidates if run.exists()]
    # some may just have been deleted
    stamps = [(stamp(run.path) or ("", 0), run) for run in folders]
    return [run for _, run in sorted(stamps, key=lambda pair: pair[0][1], reverse=True)]


def _replace_non_finite(value: Any) -> Any:
    """Replace non-finite numbers by None, since JSON cannot express them."""
    if isinstance(value, Mapping):
        return {key: _replace_non_finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_replace_non_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def is_locked(path: Path) -> bool:
    """Return whether a process holds a lock."""
    try:
        with hold_lock(path):
            return False
    except BlockingIOError:
        return True
    except OSError:
        return False  # the run is gone


def _backwards(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file from its end, read in chunks; nothing for a missing file."""
    try:
        file = path.open("rb")
    except OSError:
        return
    with file:
        position, remainder = file.seek(0, os.SEEK_END), b""
        while position:
            size = min(_PIECE, position)
            position -= size
            file.seek(position)
            first, *lines = (file.read(size) + remainder).split(b"\n")
            yield from reversed(lines)
            remainder = first[: _MAX_LINE + 1]  # keep enough of an overlong line to recognise it
        yield remainder


def _steps(folder: Path, suffix: str) -> list[int]:
    try:
        names = [path.name.removesuffix(suffix) for path in folder.iterdir()]
    except OSError:
        return []
    return sorted(int(name) for name in names if name.isascii() and name.isdecimal())
