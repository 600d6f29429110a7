"""Selection of checkpoints and pictures for a command, and the log of test-set use."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import torch

from capsviz.analysis import normalisation
from capsviz.cli.options import network_name
from capsviz.config import OWN_SET, ModelConfig
from capsviz.data import expanded, folder_samples, overlap
from capsviz.data.folder import Folder
from capsviz.data.normalisation import INPUT
from capsviz.data.pictures import DataSet, Pictures
from capsviz.data.sets import FILE, FOLDER, HUB, SETS, TORCHVISION, name_of, open_set
from capsviz.errors import CapsvizError
from capsviz.model.adapter import AdaptedNetwork
from capsviz.model.networks import read_many
from capsviz.tracing import as_images
from capsviz.training import checkpoint, results, test_set_log
from capsviz.training.checkpoint import precision_agreement

#: Margin of a canvas around single pictures, by task and side.
_MARGINS = {
    ("overlap", overlap.SIDE): overlap.SHIFT,
    ("expanded", expanded.SIDE): expanded.SHIFT,
}
#: Number of pictures for detecting that a user's own network needs normalised ones.
_TRIED_PICTURES = 1000


def names(options: argparse.Namespace, side: int, default: str) -> list[str]:
    """Return the checkpoints to process: with ``--all``, those that take these pictures."""
    if not options.all:
        # A network for another set has the set's name by default.
        name = options.data_set if options.data_set in SETS else None
        return [network_name(options, name if name not in (None, "mnist") else default)]
    data_set = name_of(options.data_set or "mnist")
    # Only digits have networks for a larger canvas as well.
    sized = data_set in SETS and SETS[data_set](None, False).side == INPUT
    size = side if sized else None
    offers = list(checkpoint.list_offers(size, capsules=False, data_set=data_set))
    if not offers:
        raise CapsvizError(f"no checkpoint here takes {data_set!r} in this form: train one first")
    return offers


def load(names: Iterable[str], device: torch.device) -> list[checkpoint.Checkpoint]:
    """Load checkpoints for a command on thousands of pictures; raises `CapsvizError`."""
    networks = [checkpoint.load(name, device) for name in names]
    for loaded in networks:
        read_many(loaded.model, device)
        tell_mistakes(loaded)
    return networks


def tell_mistakes(loaded: checkpoint.Checkpoint) -> None:
    """Print the mistakes of a network that was loaded anyway."""
    for mistake in loaded.model.mistakes:
        print(f"capsviz: {loaded.name}: {mistake}", file=sys.stderr)


def ask_for_normalization(loaded: checkpoint.Checkpoint, pictures: Pictures) -> None:
    """Print a hint if a user's own network needs normalised pictures and does not declare it."""
    model = loaded.model
    if not isinstance(model, AdaptedNetwork):
        return
    device = next(model.parameters()).device
    images = as_images(pictures.images[:_TRIED_PICTURES], model.config.format).to(device)
    labels = pictures.labels[:_TRIED_PICTURES].to(device)
    if advice := normalisation.advise(loaded.name, model, images, labels):
        print(f"capsviz: {advice}", file=sys.stderr)


def data_set_for(options: argparse.Namespace, loaded: checkpoint.Checkpoint) -> DataSet:
    """Return the named data set, or the network's own; its classes must match."""
    subject = loaded.subject
    if not options.data_set and subject.data_set == OWN_SET:
        raise CapsvizError(
            f"{loaded.name} does not say what it learnt from: name the pictures with --data-set "
            f"SET or {FOLDER}PATH"
        )
    public = subject.data_set in SETS or subject.data_set.startswith((TORCHVISION, HUB))
    if not options.data_set and not public:
        raise CapsvizError(
            f"{loaded.name} learnt from {subject.data_set!r}: say where that is with "
            f"--data-set {FILE if subject.data_set.startswith(FILE) else FOLDER}PATH"
        )
    config = loaded.model.config
    data_set = open_set(
        options.data_set or subject.data_set,
        options.data,
        side=side_of_singles(config, _task(loaded)),
        channels=config.channels,
    )
    numbered = subject.classes == tuple(map(str, range(len(data_set.classes))))
    is_own = subject.data_set == OWN_SET
    if data_set.classes == subject.classes or (is_own and numbered):
        return data_set
    raise CapsvizError(
        f"{loaded.name} says that its classes are {_list(subject.classes)}, those of "
        f"{data_set.name!r} are {_list(data_set.classes)}: name these, in this order, or choose "
        "another --data-set"
        if is_own
        else f"the classes of {loaded.name} are those of {subject.data_set!r}, not of "
        f"{data_set.name!r}: choose another checkpoint or another --data-set"
    )


def _list(classes: Sequence[str], limit: int = 12) -> str:
    return ", ".join(classes[:limit]) + ", ..." * (len(classes) > limit)


def keep_samples(loaded: checkpoint.Checkpoint, data_set: DataSet) -> None:
    """Record sample pictures of the folder that a user's network is scored on."""
    if loaded.subject.data_set == OWN_SET and isinstance(data_set, Folder):
        # the folder of checkpoints may be read-only
        with contextlib.suppress(CapsvizError, OSError):
            folder_samples.note(checkpoint.sidecar(folder_samples.FILE), data_set)


def name_of_pictures(options: argparse.Namespace, loaded: Any, default: str) -> str:
    """Return the pictures' name for a record: `default` for the network's own set."""
    name = name_of(options.data_set) if options.data_set else default
    return default if name in SETS or name == loaded.subject.data_set else name


def single_pictures_for(options: argparse.Namespace, loaded: checkpoint.Checkpoint) -> DataSet:
    """Return the data set of single pictures; raises `CapsvizError` for a larger canvas."""
    data_set = data_set_for(options, loaded)
    results.require_readable(loaded, data_set.format.side, "digits")
    return data_set


def warn_of_other_parts(loaded: checkpoint.Checkpoint, data_set: DataSet) -> None:
    """Warn if a network's folder was split differently in its training."""
    validation = loaded.training.get("validation") or {}
    same = loaded.subject.data_set == data_set.name
    if same and validation and data_set.how and validation.get("how") != data_set.how:
        print(
            f"capsviz: the folder has other pictures or parts than when {loaded.name} learnt from "
            "it, which may have seen some of these: train it again for a clean number",
            file=sys.stderr,
        )


def side_of_singles(model: ModelConfig, task: str) -> int:
    """Side of a network's single pictures, alone or on a task's larger canvas."""
    return model.image_size - 2 * _MARGINS.get((task, model.image_size), 0)


def _task(loaded: checkpoint.Checkpoint) -> str:
    """Return the task of a network's training; if unknown, derive it from the size."""
    task = loaded.training.get("config", {}).get("task")
    defaults = {overlap.SIDE: "overlap", expanded.SIDE: "expanded"} if loaded.subject.digits else {}
    return task or defaults.get(loaded.model.config.image_size, "digits")


def keep_agreement(
    loaded: checkpoint.Checkpoint, agreement: Mapping[str, Any], *, record: bool
) -> None:
    """Record the agreement of another precision, on which the app bases its choice.

    With `record` it is written beside a shipped network, too.
    """
    if record or not checkpoint.ships(loaded.path):
        with _tell_unwritten("agreement"):
            precision_agreement.keep(loaded.path, loaded.digest, agreement)


def note(
    loaded: checkpoint.Checkpoint | checkpoint.PartsCheckpoint,
    name: str,
    n: int,
    *,
    record: bool = False,
) -> None:
    """Log one evaluation on test pictures.

    With `record` it is written beside a shipped network, too: its log is a file of the clone, with
    the evaluations for its card.
    """
    if record or not checkpoint.ships(loaded.path):
        with _tell_unwritten("reading"):
            test_set_log.note(loaded.path, loaded.digest, name, n)


@contextlib.contextmanager
def _tell_unwritten(noun: str) -> Iterator[None]:
    try:
        yield
    except CapsvizError as error:
        print(f"capsviz: this {noun} is not on record: {error}", file=sys.stderr)
