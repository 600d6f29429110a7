"""What routings come to that were each taught anew by one recipe, over several seeds.

`capsviz.analysis.family` has the votes of one network read by every routing; here each routing
learnt its own votes, in a sweep of small trainings (`capsviz sweep --vary routing=…`). Everything
is read from validation pictures: their test pictures stay unread.
"""

from __future__ import annotations

import csv
import hashlib
import io
import timeit
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import scipy
import torch

from capsviz import markdown, untrusted
from capsviz.analysis.mcnemar import LEVEL, holm
from capsviz.analysis.scrambled import measure_scrambled
from capsviz.analysis.store import load_rows, save_rows
from capsviz.data.affine import affine_set
from capsviz.data.pictures import Pictures
from capsviz.data.sets import open_set, title
from capsviz.errors import CapsvizError
from capsviz.model.networks import Network
from capsviz.model.plan import plan
from capsviz.model.routing import ROUTINGS, TAUGHT
from capsviz.training import checkpoint
from capsviz.training.evaluate import evaluate
from capsviz.training.provenance import commit, describe_hardware
from capsviz.training.sweep import is_done, mean_interval

#: Validation pictures that are moved and scrambled, the first of them, for every network.
COUNT = 500
#: Times that one picture is read; the shortest counts, for others may use the machine.
TURNS = 30
#: The file beside the checkpoints.
FILE = "family.json"
COMMAND = "capsviz compare --family --sweeps FOLDER --save"
#: Entries of a row that have one value for each seed.
LISTS = ("seeds", "accuracy", "error", "learn", "read", "affine", "auc", "digests")


def find_sweeps(folder: Path) -> list[Path]:
    """The folder where it is of a sweep of routings, and those of such sweeps within it.

    Raises
    ------
    CapsvizError : there is none.
    """
    candidates = [folder, *sorted(folder.iterdir())] if folder.is_dir() else []
    sweeps = [each for each in candidates if _trainings(each)]
    if not sweeps:
        raise CapsvizError(
            f"{folder} holds no sweep of routings: make one with `capsviz sweep {folder}/NAME "
            "--vary routing=dynamic,uniform --seeds 5`"
        )
    return sweeps


def _trainings(folder: Path) -> dict[str, list[Path]]:
    """The trainings of each routing that came to their end, by seed."""
    trained: dict[str, list[Path]] = {}
    for routing in ROUTINGS:
        every = folder.glob(f"routing={routing},seed=*.safetensors")
        paths = [path for path in every if path.stem.count("=") == 2 and is_done(path)]
        if paths:
            trained[routing] = sorted(paths, key=_seed)
    return trained


def _seed(path: Path) -> int:
    return int(path.stem.rpartition("=")[2])


def measure_sweep(folder: Path, root: Path | None = None) -> Iterator[dict[str, Any]]:
    """A row for each routing of a sweep, as `capsviz compare --family --save` keeps them.

    Parameters
    ----------
    folder : of the sweep.
    root : where its pictures lie; by default the usual place.

    Raises
    ------
    CapsvizError : the pictures cannot be read, or none of them are held out.
    """
    trained = _trainings(folder)
    data_set = open_set(checkpoint.read(next(iter(trained.values()))[0]).subject.data_set, root)
    validation = data_set.learning().validation
    if validation is None:
        raise CapsvizError(f"of {data_set.title} no pictures are held out to measure with")
    chosen = validation.at(torch.arange(min(COUNT, len(validation))))
    moved = affine_set(chosen, 1.0)
    for routing, paths in trained.items():
        yield _measure_routing(routing, paths, chosen, moved, data_set.name)


def _measure_routing(
    routing: str,
    paths: Sequence[Path],
    chosen: Pictures,
    moved: Pictures,
    data_set: str,
) -> dict[str, Any]:
    networks = [checkpoint.load(str(path), torch.device("cpu")) for path in paths]
    records = [network.training for network in networks]
    last = [record["history"][-1] for record in records]
    layers = plan(networks[0].model)
    scrambled = [measure_scrambled(each.model, chosen, each.name, each.digest) for each in networks]
    digests = [network.digest for network in networks]
    return {
        "checkpoint": f"{routing} on {data_set}",
        "data_set": data_set,
        "routing": routing,
        "iterations": layers.rounds,
        "recipe": _recipe(records[0]),
        "trained": {key: records[0][key] for key in ("torch", "hardware")},
        "measured": {
            "commit": commit(),
            "torch": torch.__version__,
            "hardware": describe_hardware(torch.device("cpu")),
        },
        "validation": records[0]["validation"]["n"],
        "n": len(chosen),
        "parameters": layers.total("parameters"),
        "multiply_adds": layers.total("multiply_adds"),
        "ways": scrambled[0]["ways"][1:],
        "seeds": [_seed(path) for path in paths],
        "accuracy": [round(epoch["accuracy"], 4) for epoch in last],
        "error": [epoch["reconstruction_sse"] for epoch in last],
        "learn": [record["seconds"] for record in records],
        "read": [_reading_seconds(network.model, chosen) for network in networks],
        "affine": [round(evaluate(each.model, moved).accuracy, 4) for each in networks],
        "auc": [[round(area, 4) for area in row["auc"][1:]] for row in scrambled],
        "digests": digests,
        "sha256": hashlib.sha256("".join(digests).encode()).hexdigest(),
    }


def _recipe(record: dict[str, Any]) -> str:
    """The options of the training, those aside in which the trainings differ."""
    words = record["command"].split()
    begin = words.index("--seeds") + 2 if "--seeds" in words else 2
    return " ".join(words[begin:])


@torch.inference_mode()
def _reading_seconds(model: Network, pictures: Pictures) -> float:
    """For one picture alone."""
    x = pictures.images[:1].float() / 255
    return round(min(timeit.repeat(lambda: model(x), number=1, repeat=TURNS)), 6)


def save_family(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    """Keep rows of `measure_sweep`; others in the file stay."""
    save_rows(path, lambda: load_family(path), rows)


def load_family(path: Path) -> list[dict[str, Any]]:
    """Read what `save_family` wrote; raises `CapsvizError` where that cannot be done."""
    rows = load_rows(path, "what routings come to is not recorded", COMMAND, LISTS)
    try:
        for row in rows:
            single = [row[key] for key in ("iterations", "validation", *_COUNTS)]
            shares = [*row["accuracy"], *row["affine"], *(area for of in row["auc"] for area in of)]
            errors = [error for error in row["error"] if error is not None]
            numbers = [*single, *shares, *errors, *row["seeds"], *row["learn"], *row["read"]]
            if not all(untrusted.is_number(number) and number >= 0 for number in numbers):
                raise ValueError("no numbers")
            texts = [row["data_set"], row["routing"], row["recipe"], *row["digests"]]
            if not (row["seeds"] and all(isinstance(text, str) for text in texts)):
                raise ValueError("no texts")
            if len(errors) not in (0, len(row["seeds"])) or not all(row["auc"]):
                raise ValueError("values are missing")
            if row["routing"] not in ROUTINGS or not row["measured"]["hardware"]:
                raise ValueError("no routing of ours")
    except untrusted.DAMAGED as error:
        raise CapsvizError(f"{path.name} is damaged: run `{COMMAND}` again") from error
    return rows


#: Counted once for a routing, whatever the seed.
_COUNTS = ("parameters", "multiply_adds")
#: Heads of the table whose values differ from seed to seed: what of a row, its scale, its digits.
_MEASURES: Mapping[str, tuple[str, float, int]] = {
    "accuracy, %": ("accuracy", 100.0, 2),
    "reconstruction error": ("error", 1.0, 1),
    "affine, %": ("affine", 100.0, 1),
    "scrambled (AUC)": ("auc", 1.0, 3),
}
#: The same of times: the shortest of the seeds counts, for what else a machine does adds to them.
_TIMES: Mapping[str, tuple[str, float, int]] = {
    "seconds to learn": ("learn", 1.0, 0),
    "ms to read one": ("read", 1000.0, 2),
}


def cells(row: Mapping[str, Any]) -> dict[str, str]:
    """A line of the table: means, and 95 % intervals over seeds by Student's t in brackets."""
    said = {"routing": row["routing"]}
    for head, (key, scale, digits) in _MEASURES.items():
        said[head] = _interval(row[key], scale, digits)
    for head, (key, scale, digits) in _TIMES.items():
        said[head] = f"{scale * min(row[key]):.{digits}f}"
    return said | {key.replace("_", "-"): f"{row[key]:,}" for key in _COUNTS}


def _interval(values: Sequence[Any], scale: float, digits: int) -> str:
    if None in values:
        return "no decoder"
    each = [scale * (fmean(one) if isinstance(one, list) else one) for one in values]
    mean, low, high = mean_interval(each)
    bounds = f" ({low:.{digits}f} to {high:.{digits}f})" if len(each) > 1 else ""
    return f"{mean:.{digits}f}{bounds}"


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Markdown: a table for each data set."""
    parts = []
    for name, of_set in by_data_set(rows).items():
        lines = [cells(row) for row in of_set]
        body = markdown.table(list(lines[0]), [list(line.values()) for line in lines])
        parts.append(f"{title(name)}\n\n{body}")
    return "\n\n".join(parts)


def by_data_set(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    """The rows of each data set, in the order of `ROUTINGS`."""
    sets: dict[str, list[Mapping[str, Any]]] = {}
    for row in sorted(rows, key=lambda row: list(ROUTINGS).index(row["routing"])):
        sets.setdefault(row["data_set"], []).append(row)
    return {name: sets[name] for name in sorted(sets, key=lambda name: (name != "mnist", name))}


def describe(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Which accuracies differ from `TAUGHT`'s by more than seeds explain, and how all is measured.

    A training is held against that of the same seed, which began alike and saw the same pictures
    in the same order: a paired t test, corrected after Holm for all routings of a data set.
    """
    return [
        *(_verdict(name, of_set) for name, of_set in by_data_set(rows).items()),
        f"Trained with `{_common(rows, 'recipe')}`, labels and the picture's error together. "
        f"Accuracy and reconstruction error are of {rows[0]['validation']:,} validation pictures; "
        "affine is the accuracy on "
        f"{rows[0]['n']:,} of them at affNIST's full ranges, scrambled how well the largest output "
        "tells them from the same with quarters swapped, thirds moved or quarters flipped (0.5: "
        "not at all), the mean of the three. Intervals are over seeds alone: other pictures would "
        f"add to them. Times are the shortest of the seeds ({rows[0]['measured']['hardware']}) on "
        "a machine that did other work meanwhile: no more than a size.",
    ]


def _verdict(name: str, rows: Sequence[Mapping[str, Any]]) -> str:
    own = next((row for row in rows if row["routing"] == TAUGHT), None)
    others = [row for row in rows if row is not own and own and row["seeds"] == own["seeds"]]
    if own is None or not others or len(own["seeds"]) < 2:
        return f"{title(name)}: nothing to hold against {TAUGHT} over several seeds."
    p = [float(scipy.stats.ttest_rel(row["accuracy"], own["accuracy"]).pvalue) for row in others]
    real = [row for row, value in zip(others, holm(p), strict=True) if value < LEVEL]
    ways = {
        word: [row["routing"] for row in real if sign * _gain(row, own) > 0]
        for word, sign in (("below", -1), ("above", 1))
    }
    said = [f"{', '.join(names)} {word} {TAUGHT}" for word, names in ways.items() if names]
    return (
        f"{title(name)}, accuracy: {'; '.join(said) or 'none differs from ' + TAUGHT} (paired t "
        f"test over {len(own['seeds'])} seeds, p after Holm below {LEVEL:g}). Of the other "
        f"{len(others) - len(real)} so few seeds tell no difference."
    )


def _gain(row: Mapping[str, Any], over: Mapping[str, Any]) -> float:
    return fmean(row["accuracy"]) - fmean(over["accuracy"])


def _common(rows: Sequence[Mapping[str, Any]], key: str) -> str:
    """What all rows say, the data set's option aside."""
    texts = {row[key].replace(f"--data-set {row['data_set']} ", "") for row in rows}
    return " or ".join(sorted(texts))


def to_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Every training, a line for each, with the names of its columns first."""
    ways = rows[0]["ways"]
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    single = [key for key in LISTS if key not in ("seeds", "auc", "digests")]
    of_auc = [f"auc {way}" for way in ways]
    lines.writerow(["data_set", "routing", "seed", *single, *of_auc, *_COUNTS, "sha256"])
    for row in (row for of_set in by_data_set(rows).values() for row in of_set):
        for at, seed in enumerate(row["seeds"]):
            measured = [row[key][at] for key in single]
            counts = [row[key] for key in _COUNTS]
            named = [row["data_set"], row["routing"], seed]
            lines.writerow([*named, *measured, *row["auc"][at], *counts, row["digests"][at]])
    return text.getvalue()
