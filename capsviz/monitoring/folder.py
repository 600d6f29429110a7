"""A run's folder: what is in it, written so that a crash leaves it readable."""

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
from capsviz.files import hold_lock, replacing, stamp
from capsviz.monitoring.settings import PartsSettings, RunSettings
from capsviz.untrusted import is_number

if TYPE_CHECKING:
    from capsviz.training.state import End  # with torch, which those who wait do not need


#: Longest line of numbers that is read, in bytes.
_LONGEST = 10_000
#: Bytes read at a time from the end of the lines.
_PIECE = 1 << 16
#: Largest snapshot that is read, in bytes: usual ones have a hundred thousand.
_LARGEST = 16 << 20


@dataclass(frozen=True, slots=True)
class RunFolder:
    """The files of one run."""

    path: Path

    @property
    def name(self) -> str:
        """What the run is called."""
        return self.path.name

    @property
    def weights(self) -> Path:
        """The checkpoint that the training writes."""
        return self.path / "weights.safetensors"

    @property
    def state(self) -> Path:
        """What the training needs to go on."""
        return self.path / "weights.resume.safetensors"

    @property
    def marks(self) -> Path:
        """Folder of states at earlier steps, from which the run can be forked."""
        return self.path / "marks"

    @property
    def lock(self) -> Path:
        """Held by whoever trains this run."""
        return self.path / "lock"

    @property
    def _lines(self) -> Path:
        return self.path / "metrics.jsonl"

    # --- what is said once, and replaced as a whole

    def write(self, what: str, plain: Mapping[str, Any]) -> None:
        """Replace "settings", "wanted" or "status"; raises `CapsvizError` where the run is gone."""
        if not self.path.is_dir():  # else what a trainer says last would make it anew
            raise CapsvizError(f"there is no run {self.name!r} any more")
        with replacing(self.path / f"{what}.json") as partial:
            partial.write_text(json.dumps(plain), "utf-8")

    def read(self, what: str) -> dict[str, Any]:
        """One of them; nothing where there is none, or it is damaged."""
        try:
            content = untrusted.read_file(self.path / f"{what}.json")
        except (OSError, ValueError):
            return {}
        return content if isinstance(content, dict) else {}

    def text(self, what: str, name: str) -> str:
        """What one of them says under a name; nothing where that is no text."""
        value = self.read(what).get(name)
        return value if isinstance(value, str) else ""

    def settings(self) -> RunSettings:
        """What is trained; raises `CapsvizError` where this is no run's folder, or one of parts."""
        settings = self.any_settings()
        if isinstance(settings, PartsSettings):
            raise CapsvizError(
                f"{self.name} learns parts without labels: it cannot be forked, nor follow a "
                "picture"
            )
        return settings

    def any_settings(self) -> RunSettings | PartsSettings:
        """The same, whatever is learnt."""
        content = self.read("settings")
        if not content:
            raise CapsvizError(f"{self.name} is no run: it has no settings")
        of_parts = content.get("network") == PartsSettings.network
        return (PartsSettings if of_parts else RunSettings).from_plain(content)

    def tell(self, state: str, sentence: str = "") -> None:
        """Say how it goes: "waiting", "running", "finished" and so on, and why."""
        plain: dict[str, Any] = {"state": state, "at": time.time(), "pid": os.getpid()}
        self.write("status", plain | ({"sentence": sentence} if sentence else {}))

    def follow(self, training: Callable[[], End]) -> End:
        """Do a training of this run, and say here how it begins and ends.

        Parameters
        ----------
        training : gives how it ended; what it raises is told and passed on.
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

    # --- a visitor's picture, to be followed in place of the usual one

    @property
    def pin(self) -> Path:
        """Where it is, where there is one."""
        return self.path / "pinned.safetensors"

    def follow_picture(self, picture: UInt8[np.ndarray, "*c side side"] | None) -> None:
        """Have it followed from the next snapshot on; None is the usual one again."""
        if picture is None:
            self.pin.unlink(missing_ok=True)
            return
        with replacing(self.pin) as partial:
            partial.write_bytes(save({"picture": np.ascontiguousarray(picture)}))

    def read_pinned_picture(
        self, format: PictureFormat
    ) -> UInt8[np.ndarray, "*c side side"] | None:
        """It; None where there is none of this format."""
        try:
            with safe_open(self.pin, "np") as file:
                pixels = file.get_tensor("picture")
        except (*untrusted.DAMAGED, SafetensorError):
            return None
        return pixels if pixels.shape == format.shape and pixels.dtype == np.uint8 else None

    # --- lines of numbers

    def append(self, line: Mapping[str, Any]) -> None:
        """Add the numbers of a step."""
        with self._lines.open("ab") as file:
            file.write(json.dumps(_finite(line)).encode() + b"\n")

    def lines(self, since: int = 0) -> list[dict[str, Any]]:
        """Numbers of the steps after `since`, in order; a line cut off by a crash is left out."""
        return [*takewhile(lambda line: line["step"] > since, self._newest_first())][::-1]

    def last_step(self) -> int:
        """The last step of which there are numbers; 0 where there are none."""
        return next((line["step"] for line in self._newest_first()), 0)

    def _newest_first(self) -> Iterator[dict[str, Any]]:
        """What the whole lines say, read no further back than is asked for."""
        for line in _backwards(self._lines):
            try:
                plain = untrusted.read(line) if len(line) <= _LONGEST else None
            except ValueError:
                continue
            if isinstance(plain, dict) and type(plain.get("step")) is int:
                yield plain

    def mend(self) -> None:
        """Drop what a crash left behind the last whole line, before lines are added."""
        try:
            text = self._lines.read_bytes()
        except OSError:
            return
        whole = text[: text.rfind(b"\n") + 1]
        if whole != text:
            os.truncate(self._lines, len(whole))

    # --- snapshots

    def snapshots(self) -> list[int]:
        """The steps of which there is one, in order."""
        return _steps(self.path / "snapshots", ".safetensors")

    def keep_snapshot(
        self, step: int, arrays: Mapping[str, np.ndarray], numbers: Mapping[str, Any]
    ) -> None:
        """Write one; it appears whole or not at all."""
        whole = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
        with replacing(self._snapshot(step)) as partial:
            text = json.dumps(_finite(numbers), allow_nan=False)
            partial.write_bytes(save(whole, {"numbers": text}))

    def snapshot(self, step: int) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Arrays and numbers of one; raises `CapsvizError`."""
        path = self._snapshot(step)
        try:
            if path.stat().st_size > _LARGEST:
                raise ValueError("it is too large")
            with safe_open(path, "np") as file:
                arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
                numbers = untrusted.read((file.metadata() or {}).get("numbers", "{}"))
            if not (isinstance(numbers, dict) and numbers.get("step") == step):
                raise ValueError("it is of another step")
        except (*untrusted.DAMAGED, SafetensorError) as error:
            raise CapsvizError(f"{self.name} has no whole snapshot of step {step}") from error
        return arrays, numbers

    def _snapshot(self, step: int) -> Path:
        return self.path / "snapshots" / f"{step:08}.safetensors"

    # --- what is trained elsewhere

    def adopt(self, state: Path) -> None:
        """Have the files of a training that writes them elsewhere here too, as they are now."""
        weights = state.with_name(state.name.replace(".resume.", "."))
        for source, place in ((state, self.state), (weights, self.weights)):
            if source.exists():
                with replacing(place) as partial:
                    partial.unlink(missing_ok=True)
                    try:
                        os.link(source, partial)  # the other is replaced, never rewritten
                    except OSError:  # on another disk
                        shutil.copyfile(source, partial)

    # --- states to fork from

    def mark(self, step: int, most: int) -> None:
        """Keep the present state beside later ones: the same file under a second name.

        Parameters
        ----------
        most : states kept; every second one goes when there are more.
        """
        self.marks.mkdir(exist_ok=True)
        place = self._mark(step)
        if not place.exists():
            os.link(self.state, place)
        steps = self.list_state_steps()
        if len(steps) > most:
            for old in steps[1:-1:2]:
                self._mark(old).unlink(missing_ok=True)

    def list_state_steps(self) -> list[int]:
        """Steps whose state is kept, in order."""
        return _steps(self.marks, ".resume.safetensors")

    def mark_at(self, step: int) -> tuple[int, Path] | None:
        """The last state at or before a step."""
        earlier = [each for each in self.list_state_steps() if each <= step]
        return (earlier[-1], self._mark(earlier[-1])) if earlier else None

    def _mark(self, step: int) -> Path:
        return self.marks / f"{step:08}.resume.safetensors"

    # --- as a whole

    def make_room(self) -> None:
        """Remove what takes most of it: what was seen, and the states to fork from."""
        for folder in (self.path / "snapshots", self.marks):
            shutil.rmtree(folder, ignore_errors=True)

    def begin_anew(self) -> None:
        """Back to before the first step: settings stay, all that came of them goes."""
        self.make_room()
        for file in (self._lines, self.weights, *self.path.glob("*.resume.safetensors")):
            file.unlink(missing_ok=True)

    def copy_to(self, other: RunFolder, step: int) -> None:
        """Lines and snapshots up to a step, for a run that goes on from there."""
        (other.path / "snapshots").mkdir(parents=True, exist_ok=True)
        for each in self.snapshots():
            if each <= step:
                os.link(self._snapshot(each), other._snapshot(each))
        for line in self.lines():
            if line["step"] <= step:
                other.append(line)

    def size(self) -> int:
        """Bytes on the disk, of files with two names once."""
        seen = {}
        for path in self.path.rglob("*"):
            try:
                status = path.stat()
            except OSError:
                continue  # just replaced
            if path.is_file():
                seen[status.st_ino] = status.st_size
        return sum(seen.values())

    def there(self) -> bool:
        """Whether it is one: it has settings."""
        return (self.path / "settings.json").is_file()

    def busy(self) -> bool:
        """Whether a process trains this run, or stands in line to."""
        return is_locked(self.lock)

    def begins(self, within: float) -> bool:
        """Whether one was begun to in the last seconds, and has said nothing yet."""
        status = self.read("status")
        at = status.get("at")
        return status.get("state") == "" and is_number(at) and 0 <= time.time() - at < within


def place_of_all() -> Path:
    """Where the folder of all runs is, or would be."""
    named = os.environ.get("CAPSVIZ_RUNS")
    return Path(named) if named else Path.home() / ".local" / "share" / "capsviz" / "runs"


def root() -> Path:
    """The folder of all runs, made where it is missing."""
    folder = place_of_all()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CapsvizError(f"{folder} cannot be made: {error.strerror}") from error
    return folder


def every() -> list[RunFolder]:
    """All runs, the newest first."""
    found = (RunFolder(path) for path in root().iterdir() if not path.name.startswith("."))
    folders = [run for run in found if run.there()]
    stamps = [(stamp(run.path) or ("", 0), run) for run in folders]  # some may just be deleted
    return [run for _, run in sorted(stamps, key=lambda pair: pair[0][1], reverse=True)]


def _finite(value: Any) -> Any:
    """The same, with nothing where a number is none: JSON has no word for that."""
    if isinstance(value, Mapping):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def is_locked(path: Path) -> bool:
    """Whether some process holds a lock."""
    try:
        with hold_lock(path):
            return False
    except BlockingIOError:
        return True
    except OSError:
        return False  # there is no such run any more


def _backwards(path: Path) -> Iterator[bytes]:
    """Lines of a file from its end, read in pieces; none where there is no file."""
    try:
        file = path.open("rb")
    except OSError:
        return
    with file:
        at, rest = file.seek(0, os.SEEK_END), b""
        while at:
            size = min(_PIECE, at)
            at -= size
            file.seek(at)
            first, *lines = (file.read(size) + rest).split(b"\n")
            yield from reversed(lines)
            rest = first[: _LONGEST + 1]  # of one that is too long, so much that it stays so
        yield rest


def _steps(folder: Path, ending: str) -> list[int]:
    try:
        names = [path.name.removesuffix(ending) for path in folder.iterdir()]
    except OSError:
        return []
    return sorted(int(name) for name in names if name.isascii() and name.isdecimal())
