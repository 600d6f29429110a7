"""All runs of this machine: created, started, forked, renamed, deleted."""

from __future__ import annotations

import itertools
import re
import secrets
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from capsviz.errors import CapsvizError
from capsviz.model.networks import build
from capsviz.monitoring import prewarm
from capsviz.monitoring.controlled_recorder import ControlledRecorder, RunControl
from capsviz.monitoring.folder import RunFolder, all_runs, hold_lock, root
from capsviz.monitoring.parts_recorder import PartsRecorder
from capsviz.monitoring.pictures import Material
from capsviz.monitoring.run_queue import somebody_trains
from capsviz.monitoring.settings import PartsSettings, RunSettings
from capsviz.monitoring.tensorboard import open_board
from capsviz.training import checkpoint
from capsviz.training.state import End

#: Total bytes of all runs at which no new one is created.
MAX_TOTAL_BYTES = 4_000_000_000
#: Maximum number of runs that train or wait: each is a process.
MAX_RUNS = 32
#: Maximum seconds until a trainer's process holds its run.
_START_TIMEOUT = 10.0
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,59}")

_starting = threading.Lock()
#: Lock of each run, which serialises changes to it.
_changing: dict[str, threading.Lock] = {}


def find(name: str) -> RunFolder:
    """Return a run by the name of its folder; raises `CapsvizError` if there is none."""
    # A copied folder may have a name that is not allowed for new runs.
    folder = next((run for run in all_runs() if run.name == name), None)
    if folder is None:
        raise CapsvizError(f"there is no run {clean_name(name)!r} here")
    return folder


def make(settings: RunSettings | PartsSettings, name: str = "", stem: str = "") -> RunFolder:
    """Create a new run; raises `CapsvizError`.

    It is named `name`, or by default `stem`, or the network's name, and the first free number.
    """
    total_size = sum(run.size() for run in all_runs())
    if total_size > MAX_TOTAL_BYTES:
        raise CapsvizError(
            f"the runs take {total_size / 1e9:.1f} GB, more than {MAX_TOTAL_BYTES / 1e9:.0f}: "
            "delete some first"
        )
    stem = (stem or _stem(settings))[:54]
    names = [clean_name(name)] if name else (f"{stem} {n}" for n in itertools.count(1))
    free = next((x for x in names if _create_once(x)), None)
    if free is None:
        raise CapsvizError(f"there is a run {name!r} already: choose another name")
    folder = RunFolder(root() / free)
    with _remove_on_failure(folder):
        folder.write("settings", settings.to_plain())
        folder.write("wanted", {})
    return folder


def _create_once(name: str) -> bool:
    """Create a folder; returns whether this caller was the one to create it."""
    try:
        (root() / name).mkdir()
    except FileExistsError:
        return False
    except OSError as error:
        raise CapsvizError(f"the run {name!r} cannot be made: {error.strerror}") from error
    return True


@contextmanager
def _remove_on_failure(folder: RunFolder) -> Iterator[None]:
    try:
        yield
    except BaseException:
        shutil.rmtree(folder.path, ignore_errors=True)
        raise


def recording(
    name: str,
    settings: RunSettings | PartsSettings,
    material: Material,
    *,
    resume: bool,
    board: Path | None = None,
    new_name: str = "",
) -> Any:
    """Create a recorder for a training that is run elsewhere; raises `CapsvizError`.

    Parameters
    ----------
    name : name of the run; "" for a new one.
    board : folder of TensorBoard, which receives the same numbers.
    new_name : name of a new run there.
    """
    writer = open_board(board, settings.to_plain(), run=name, new_name=new_name, resume=resume)
    settings = replace(settings, elsewhere=True)
    recorder_class: Any = (
        PartsRecorder if isinstance(settings, PartsSettings) else ControlledRecorder
    )
    recorder = recorder_class(open_folder(name, settings, resume=resume), settings, material)
    recorder.board = writer
    return recorder


def open_folder(name: str, settings: RunSettings | PartsSettings, *, resume: bool) -> RunFolder:
    """Return the folder of a training that is run elsewhere; parameters as for `recording`."""
    if not resume:
        return make(settings, name)
    folder = find(name)
    if folder.any_settings() != settings:
        raise CapsvizError(f"the run {name!r} has other settings: give it another --run")
    want(folder, until=None, end=False)
    return folder


def record_training(recorder: RunControl | None, training: Callable[[], End]) -> End:
    """Run that training and record its state, if there is a recorder.

    Raises `CapsvizError` if another process trains this run, or the training fails.
    """
    if recorder is None:
        return training()
    folder = recorder.folder
    try:
        with hold_lock(folder.lock):
            return folder.follow(training)
    except BlockingIOError:
        raise CapsvizError(f"the run {folder.name!r} is being trained already") from None


def start(folder: RunFolder) -> None:
    """Start a process that trains a run or waits for its turn; raises `CapsvizError`.

    Paused runs yield: their state is saved, and they continue on request.
    """
    with _starting:
        others = [other for other in all_runs() if other != folder and _active(other)]
        paused = [other for other in others if other.read("status").get("state") == "paused"]
        for other in paused:
            want(other, end=True)
        if _active(folder):
            return
        _require_local(folder)
        if len(others) - len(paused) >= MAX_RUNS:
            raise CapsvizError(f"{MAX_RUNS} trainings wait already: begin when some have ended")
        want(folder, end=False)
        folder.write("status", {"state": "", "at": time.time()})
        if not somebody_trains() and prewarm.hand_over(folder.path):
            return
        with (folder.path / "log.txt").open("ab") as log:
            prewarm.spawn(str(folder.path), stdin=subprocess.DEVNULL, out=log.fileno())


def _active(folder: RunFolder) -> bool:
    """Return whether a process trains a run, waits for it, or was just started."""
    return folder.busy() or folder.begins(_START_TIMEOUT)


def _require_local(folder: RunFolder) -> None:
    """Raise `CapsvizError` if only the command that started a run knows its pictures."""
    if folder.any_settings().elsewhere:
        raise CapsvizError(
            f"{folder.name} was begun by capsviz train: the same command with --resume goes on"
        )


def want(folder: RunFolder, **values: Any) -> None:
    """Write the control file: "until" a step or None, "rate", "slow", "end"."""
    _require_run(folder)
    folder.write("wanted", {**folder.read("wanted"), **values})


def pause(folder: RunFolder) -> None:
    """Pause a run; one that waits for its turn leaves the queue."""
    waiting = folder.read("status").get("state") == "waiting"
    want(folder, until=0, **({"end": True} if waiting else {}))


def _require_run(folder: RunFolder) -> None:
    if not folder.exists():
        raise CapsvizError(f"there is no run {folder.name!r} here")


@contextmanager
def alone(folder: RunFolder) -> Iterator[None]:
    """Lock a run for a change; raises `CapsvizError`."""
    with _changing.setdefault(folder.name, threading.Lock()):
        _require_run(folder)  # it may have been deleted before the lock
        yield


def end_and_wait(folder: RunFolder, patience: float = 20.0) -> None:
    """End the process that trains a run, and wait for it; raises `CapsvizError`."""
    deadline = time.monotonic() + patience
    while folder.busy():
        if not folder.read("wanted").get("end"):
            want(folder, end=True)
        if time.monotonic() > deadline:
            raise CapsvizError(f"the run {folder.name!r} does not end: try again in a moment")
        time.sleep(0.05)


def rewind(folder: RunFolder) -> None:
    """Reset a run to its paused start; the same seed gives the same numbers."""
    _require_local(folder)
    with alone(folder):
        begun = folder.last_step() or folder.state.exists()
        if not begun and folder.read("wanted").get("until") == 0:
            return  # another visitor has just done so
        end_and_wait(folder)
        folder.begin_anew()
        folder.write("status", {})
        folder.write("wanted", {"until": 0})


def fork(folder: RunFolder, step: int, changes: dict[str, Any]) -> tuple[RunFolder, int]:
    """Create a run that continues from an earlier step with changed settings.

    Raises `CapsvizError` if no state of so early a step is kept, or the changes are invalid.

    It returns the new run, and the step that it starts at.

    Parameters
    ----------
    step : the fork starts at the last kept state at or before this step.
    changes : new values of "peak_rate", "reconstruction_weight", "routing", "iterations" and
        "clip".
    """
    _require_local(folder)
    saved = folder.mark_at(step)
    if saved is None:
        raise CapsvizError(
            f"{folder.name} kept no state at or before step {step}: choose a later moment"
        )
    start, path = saved
    settings = folder.settings()
    model = replace(settings.model, **_pick(changes, "routing", "iterations"))
    train = replace(settings.train, **_pick(changes, "peak_rate", "reconstruction_weight", "clip"))
    train = _same_decay(settings, train)
    # The CNN baseline's state is only kept for the latest step.
    origin = {"run": folder.name, "step": start, "weights": _weights_until(settings, start)}
    new_settings = replace(settings, model=model, train=train, plain=False, fork=origin)
    tensors = checkpoint.read(path)
    weights = _fitting(new_settings, tensors.weights)
    record = {**tensors.training, "config": train.to_dict()}
    new_folder = make(new_settings, stem=f"{folder.name} fork")
    with _remove_on_failure(new_folder):
        checkpoint.save(new_folder.state, weights, model, record, subject=tensors.subject)
        folder.copy_to(new_folder, start)
        new_folder.write("classes", folder.read("classes"))
        new_folder.follow_picture(folder.read_pinned_picture(model.format))
    return new_folder, start


def _weights_until(settings: RunSettings, step: int) -> list[list[int | float]]:
    """Return the reconstruction weights and their last steps, the last one `step`."""
    earlier = [pair for pair in (settings.fork or {}).get("weights", []) if pair[0] < step]
    return [*earlier, [step, settings.train.reconstruction_weight]]


def _same_decay(settings: RunSettings, train: Any) -> Any:
    """Scale the final rate with the peak rate, if that is changed."""
    ratio = train.peak_rate / settings.train.peak_rate
    return replace(train, final_rate=min(1.0, settings.train.final_rate * ratio))


def _fitting(settings: RunSettings, tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Adapt a state to the changed network; missing tensors are initialised."""
    torch.manual_seed(settings.train.seed)
    state = build(settings.model).state_dict()
    fitting = {name: value for name, value in tensors.items() if name.partition(".")[2] in state}
    for name, value in state.items():
        if f"model.{name}" not in tensors:
            # Separate tensors, since a weights file cannot hold a tensor twice.
            fitting |= {f"{kind}.{name}": value.clone() for kind in ("model", "average")}
            fitting |= {f"{kind}.{name}": torch.zeros_like(value) for kind in ("first", "second")}
    return fitting


def _pick(changes: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: changes[name] for name in names if name in changes}


def rename(folder: RunFolder, name: str) -> RunFolder:
    """Rename a run, after ending its process if it is paused; raises `CapsvizError`."""
    other = RunFolder(root() / clean_name(name))
    with alone(folder):
        if not other.path.exists():
            if _active(folder):
                if folder.read("status").get("state") != "paused":
                    raise CapsvizError(f"{folder.name} is being trained: pause it first")
                end_and_wait(folder)
            with suppress(OSError):  # another run has just taken the name
                folder.path.rename(other.path)
                return other
    raise CapsvizError(f"there is a run {other.name!r} already: choose another name")


def delete(folder: RunFolder) -> None:
    """Delete a run and its files, after ending its process."""
    with alone(folder):
        folder.make_room()  # a full disk cannot take the request to end
        end_and_wait(folder)
        # Rename first: a trainer that starts now does not find the run.
        trash = folder.path.with_name(f".deleted-{secrets.token_hex(8)}")
        try:
            folder.path.rename(trash)
            shutil.rmtree(trash)
        except OSError as error:
            raise CapsvizError(f"{folder.name} cannot be deleted: {error.strerror}") from error


def describe(folder: RunFolder) -> dict[str, Any]:
    """Describe a run for a list, as plain values."""
    return {
        "name": folder.name,
        "size": folder.size(),
        "busy": folder.busy(),
        "step": folder.last_step(),
        "data_set": folder.text("settings", "data_set"),
        "state": folder.text("status", "state"),
    }


def clean_name(name: str) -> str:
    """Return a valid name of a run or a network; raises `CapsvizError`."""
    if not _NAME.fullmatch(name) or name.endswith((".", " ")):
        raise CapsvizError(
            f"a run cannot be called {name[:60]!r}: use up to 60 letters, digits, spaces, "
            "full stops, dashes and underscores"
        )
    return name


def _stem(settings: RunSettings | PartsSettings) -> str:
    data_set = settings.data_set.rpartition("/")[2].rpartition(":")[2]
    stem = re.sub(r"[^A-Za-z0-9_-]", "", data_set)[:30].lstrip("_-") or "run"
    return f"{stem} {settings.network}"
