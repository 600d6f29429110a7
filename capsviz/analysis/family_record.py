"""Results of the routing family: networks trained by one recipe over several seeds.

`capsviz.analysis.family` applies every routing to the votes of one network. Here each routing, each
form of the transformation matrices and each depth has separate networks, from sweeps of small
trainings (`capsviz sweep --vary routing=…`, `matrices=…` or `network=…`). All results are from
validation pictures; the test pictures are not used.
"""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from capsviz import untrusted
from capsviz.analysis.family_times import Times, measure_times
from capsviz.analysis.scrambled import measure_scrambled
from capsviz.analysis.store import RowFile
from capsviz.data.affine import affine_set
from capsviz.data.pictures import Pictures
from capsviz.data.sets import open_set
from capsviz.errors import CapsvizError
from capsviz.model.networks import MODELS
from capsviz.model.plan import plan
from capsviz.model.routing import ROUTINGS
from capsviz.model.vote_matrices import FORMS
from capsviz.training import checkpoint
from capsviz.training.evaluate import evaluate
from capsviz.training.provenance import commit, describe_hardware
from capsviz.training.sweep import is_done

#: Number of validation pictures, from the first, that are transformed and scrambled.
COUNT = 1000
#: File name in the folder of checkpoints.
FILE = "family.json"
#: Training options in which members differ, their values, and the name of a member.
OPTIONS = {"routing": (ROUTINGS, "{}"), "matrices": (FORMS, "W {}"), "network": (MODELS, "{}")}
#: Entries of a row with one value per seed.
LISTS = ("seeds", "accuracy", "error", "affine", "auc", "digests")
#: Entries of a row with one value per turn of `measure_times`.
TIMES = ("learn", "read")
#: Entries that do not depend on the seed.
COUNTS = ("parameters", "multiply_adds")


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the family, trained with several seeds.

    Attributes
    ----------
    option : the option of `OPTIONS` in which it differs.
    value : value of that option.
    data_set : data set of its training.
    paths : checkpoints of its completed trainings, by seed.
    """

    option: str
    value: str
    data_set: str
    paths: tuple[Path, ...]

    @property
    def name(self) -> str:
        """Name in the table."""
        return OPTIONS[self.option][1].format(self.value)


def find_members(folder: Path) -> list[Member]:
    """Find the members in a sweep's folder, or in the sweeps within a folder.

    Raises `CapsvizError` if there are none.
    """
    candidates = [folder, *sorted(folder.iterdir())] if folder.is_dir() else []
    members = [member for path in candidates for member in _members(path)]
    if not members:
        raise CapsvizError(
            f"{folder} holds no sweep of routings: make one with `capsviz sweep {folder}/NAME "
            "--vary routing=dynamic,uniform --seeds 5`"
        )
    return members


def _members(folder: Path) -> Iterator[Member]:
    trained: dict[tuple[str, str], list[Path]] = {}
    for path in folder.glob("*=*,seed=*.safetensors"):
        option, _, value = path.stem.rpartition(",")[0].partition("=")
        is_member = option in OPTIONS and value.partition(":")[0] in OPTIONS[option][0]
        # An interrupted training leaves its state in "….resume.safetensors".
        if is_member and not path.stem.endswith(".resume") and is_done(path):
            trained.setdefault((option, value), []).append(path)
    for (option, value), paths in trained.items():
        data_set = checkpoint.read(paths[0]).subject.data_set
        yield Member(option, value, data_set, tuple(sorted(paths, key=_seed)))


def _seed(path: Path) -> int:
    return int(path.stem.rpartition("=")[2])


def measure_members(
    members: Sequence[Member], root: Path | None = None
) -> Iterator[dict[str, Any]]:
    """Yield a row for each member, as `capsviz compare --family --save` keeps them.

    Raises `CapsvizError` if the pictures cannot be read, or the set has no validation pictures.

    `root` is the folder of the pictures, by default the usual place.
    """
    for name in sorted({member.data_set for member in members}):
        validation = open_set(name, root).held_out()
        pictures = validation.at(torch.arange(min(COUNT, len(validation))))
        transformed = affine_set(pictures, 1.0)
        group = [member for member in members if member.data_set == name]
        loaded = [_load(member.paths[0]) for member in group]
        timed = [(network.model, network.training["config"]) for network in loaded]
        for member, times in zip(group, measure_times(timed, pictures), strict=True):
            yield _measure_member(member, times, pictures, transformed)


def _load(path: Path) -> checkpoint.Checkpoint:
    return checkpoint.load(str(path), torch.device("cpu"))


def _measure_member(
    member: Member, times: Times, pictures: Pictures, transformed: Pictures
) -> dict[str, Any]:
    networks = [_load(path) for path in member.paths]
    records = [network.training for network in networks]
    last = [record["history"][-1] for record in records]
    layers = plan(networks[0].model)
    scrambled = [
        measure_scrambled(network.model, pictures, network.name, network.digest)
        for network in networks
    ]
    digests = [network.digest for network in networks]
    return {
        "checkpoint": f"{member.name} on {member.data_set}",
        "data_set": member.data_set,
        "option": member.option,
        "value": member.value,
        "iterations": layers.rounds,
        "recipe": _recipe(records[0]),
        "trained": {key: records[0][key] for key in ("torch", "hardware")},
        "measured": {
            "commit": commit(),
            "torch": torch.__version__,
            "hardware": describe_hardware(torch.device("cpu")).rpartition(",")[0],
        },
        "validation": records[0]["validation"]["n"],
        "n": len(pictures),
        "parameters": layers.total("parameters"),
        "multiply_adds": layers.total("multiply_adds"),
        "ways": scrambled[0]["ways"][1:],
        "seeds": [_seed(path) for path in member.paths],
        "accuracy": [round(epoch["accuracy"], 4) for epoch in last],
        "error": [epoch["reconstruction_sse"] for epoch in last],
        "affine": [round(evaluate(network.model, transformed).accuracy, 4) for network in networks],
        "auc": [[round(area, 4) for area in row["auc"][1:]] for row in scrambled],
        "learn": times.learn,
        "read": times.read,
        "digests": digests,
        "sha256": hashlib.sha256("".join(digests).encode()).hexdigest(),
    }


def _recipe(record: dict[str, Any]) -> str:
    """Return the options of a training, without those in which members differ."""
    arguments = shlex.split(record["command"])[3:]
    for option in ("--vary", "--seeds"):
        if option in arguments:
            index = arguments.index(option)
            del arguments[index : index + 2]
    return shlex.join(arguments)


def _check(row: dict[str, Any]) -> None:
    single = [row[key] for key in ("iterations", "validation", *COUNTS)]
    shares = [*row["accuracy"], *row["affine"], *(area for areas in row["auc"] for area in areas)]
    errors = [error for error in row["error"] if error is not None]
    times = [*row["learn"], *row["read"]]
    numbers = [*single, *shares, *errors, *row["seeds"], *times]
    if not all(untrusted.is_number(number) and number >= 0 for number in numbers):
        raise ValueError("no numbers")
    texts = [row["data_set"], row["value"], row["recipe"], *row["digests"]]
    if not (row["seeds"] and all(isinstance(text, str) for text in texts)):
        raise ValueError("no texts")
    if len(errors) not in (0, len(row["seeds"])) or not all([*row["auc"], *map(row.get, TIMES)]):
        raise ValueError("values are missing")
    if row["value"].partition(":")[0] not in OPTIONS[row["option"]][0]:
        raise ValueError("not a member of the family")
    if not row["measured"]["hardware"]:
        raise ValueError("no machine")


#: Rows of `measure_members`.
ROWS = RowFile(
    "what routings come to is not recorded",
    "capsviz compare --family --sweeps FOLDER --save",
    LISTS,
    _check,
)
