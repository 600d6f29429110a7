"""The measures of the claims, each made anew: off records, from networks, or of trainings."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from capsviz import untrusted
from capsviz.analysis import scrambled
from capsviz.analysis.claims import records
from capsviz.analysis.claims.reading import Measure, Row
from capsviz.analysis.claims.records import mean, share
from capsviz.data.overlap import Pairs, draw_pairs, pictures
from capsviz.data.pictures import Pictures
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network
from capsviz.model.plan import plan
from capsviz.tracing import trace
from capsviz.training import checkpoint
from capsviz.training.evaluate import BATCH

#: Rounds of routing that are compared, and pictures that are traced for it.
ROUNDS, TRACED = (1, 2, 3, 5, 7), 1000
#: Pictures whose largest outputs a new one is ranked among, and at which shares of them.
RANKED, RANKS = 1000, range(0, 101, 5)
#: Pairs for crowding, and the length from which a class counts as seen.
CROWDED, SEEN = 2000, 0.5
#: Pictures read together for times, and how often each is timed, in turns.
TIMED, TURNS = 16, 15
_PIECE = 50

Numbers = Callable[[], Iterator[Row]]


@dataclass(frozen=True, slots=True)
class Material:
    """What measures are made of.

    Attributes
    ----------
    held_out : pictures that trainings of a set held out, by the set's name; read when needed.
    sweeps : folder in which sweeps lie, each in a folder of its own; None where none was named.
    """

    held_out: Callable[[str], Pictures]
    sweeps: Path | None = None

    def validation(self) -> Pictures:
        """The digits among them."""
        return self.held_out("mnist")


@dataclass(frozen=True, slots=True)
class Sweep:
    """What is read off sweeps.

    Attributes
    ----------
    folders : of each sweep, and what its networks are called.
    at : what the values of the option that was varied are called.
    errors : whether it is about reconstruction errors, in place of accuracies.
    """

    folders: Mapping[str, str]
    at: Mapping[str, str]
    errors: bool = False


_WEIGHTS = {
    "0": "none",
    "0.000025": "a twentieth",
    "0.0005": "the paper's",
    "0.005": "10 times",
    "0.025": "50 times",
}
_SIZES = {value: value for value in ("2", "4", "8", "16", "32")}
_ROUNDS = {str(rounds): str(rounds) for rounds in ROUNDS}
_SHARES = {
    "0.0018": "10",
    "0.0055": "30",
    "0.0182": "100",
    "0.0546": "300",
    "0.182": "1,000",
    "1": "5,500",
}
_FEW = {"few_efficient": "Efficient-CapsNet", "few_cnn": "CNN"}

SWEEPS = {
    "few": Sweep(_FEW, _SHARES),
    "few_long": Sweep({f"{folder}_long": name for folder, name in _FEW.items()}, _SHARES),
    "few_plain": Sweep({f"{folder}_plain": name for folder, name in _FEW.items()}, _SHARES),
    "rounds_learnt": Sweep(
        {"rounds": "small build", "rounds_plain": "without reconstruction"}, _ROUNDS
    ),
    "weights": Sweep({"recon": "small build"}, _WEIGHTS),
    "weights_error": Sweep({"recon": "small build"}, _WEIGHTS, errors=True),
    "sizes": Sweep({"dims": "small build"}, _SIZES),
    "sizes_error": Sweep({"dims": "small build"}, _SIZES, errors=True),
}

#: Read off what other commands put on record.
RECORDS: Mapping[str, Numbers] = {
    "digits": records.digits,
    "affine": records.affine,
    "expanded": records.affine_on_fields,
    "overlap": records.overlap,
    "attacks": records.attacks,
    "detected": records.detection,
    "laws": records.laws,
    "factors": records.factors,
    "labels": records.labels,
}


def measure(known: Measure, material: Material) -> Measure:
    """A measure with its rows made anew; raises `CapsvizError` where that cannot be done."""
    name = known.name
    if name in SWEEPS:
        rows = list(_sweep_rows(SWEEPS[name], known, material.sweeps))
    elif name in RECORDS:
        rows = list(records.must_have(list(RECORDS[name]()), name))
    else:
        rows = list(NETWORKS[name](material))
    return replace(known, rows=tuple(rows))


# --- trainings ---------------------------------------------------------------------------


def _sweep_rows(sweep: Sweep, known: Measure, folder: Path | None) -> Iterator[Row]:
    if folder is None:
        raise CapsvizError(
            f"{known.name} is of trainings: run `{known.command}`, then name the folder of these "
            "sweeps with --sweeps"
        )
    for name, series in sweep.folders.items():
        path = folder / name / "sweep.json"
        try:
            results = untrusted.read_file(path)["results"]
            for result in results:
                (_, value), *_ = result["setting"]
                if value in sweep.at:
                    values = result["errors" if sweep.errors else "accuracies"]
                    yield mean(series, sweep.at[value], values)
        except FileNotFoundError as error:
            raise CapsvizError(f"{path} is not there: run `{known.command}` first") from error
        except untrusted.DAMAGED as error:
            raise CapsvizError(f"{path} is damaged: run the sweep again") from error


# --- networks ----------------------------------------------------------------------------


def _measure_scrambled(material: Material) -> Iterator[Row]:
    """How often a network is as sure of scrambled digits as of whole ones."""
    return _scrambled(material.validation(), "mnist")


def _scrambled_others(material: Material) -> Iterator[Row]:
    """The same of shapes and garments."""
    for data_set in ("sprites", "fashion"):
        yield from _scrambled(material.held_out(data_set), data_set)


def _scrambled(pictures: Pictures, data_set: str) -> Iterator[Row]:
    for name, model in _readers(data_set):
        found = scrambled.measure_scrambled(model, pictures, name, "")
        for way, sure, bounds in zip(found["ways"], found["sure"], found["interval"], strict=True):
            if way != "whole":
                yield Row(name, way, sure, *bounds)


def _whole(material: Material) -> Iterator[Row]:
    """Quantiles of the largest output over whole digits: what a new one is ranked among."""
    digits = _some(material.validation(), RANKED)
    for name, model in _readers():
        largest = np.concatenate([lengths.amax(1).numpy() for lengths in _lengths(model, digits)])
        for rank in RANKS:
            yield Row(name, f"{rank}%", float(np.quantile(largest, rank / 100)))


def _rounds_read(material: Material) -> Iterator[Row]:
    """Digits read rightly by how many rounds are read, with weights learnt with three."""
    digits = _some(material.validation(), TRACED)
    for name in ("dynamic", "em"):
        answers = torch.cat(
            [torch.from_numpy(seen.lengths.argmax(2)) for seen in _traces(name, digits)]
        )
        for rounds in ROUNDS:
            right = float((answers[:, rounds - 1] == digits.labels).float().mean())
            yield share(name, str(rounds), right, len(digits))


def _energy(material: Material) -> Iterator[Row]:
    """Agreement of votes and capsules, weighted by the couplings, by round.

    The sum of c_ij (û_ij · v_j) over all i and j is the sum of s_j · v_j, here by input capsule.
    """
    digits = _some(material.validation(), TRACED)
    sums = [
        (seen.totals * seen.capsules).sum((2, 3)) / seen.primary.shape[1]
        for seen in _traces("dynamic", digits)
    ]
    by_round = np.concatenate(sums)
    for rounds in ROUNDS:
        yield mean("dynamic", str(rounds), by_round[:, rounds - 1].tolist())


def _crowding(material: Material) -> Iterator[Row]:
    """How often two digits over each other show a class that neither is of."""
    model = checkpoint.load("overlap", torch.device("cpu")).model
    digits = material.validation()
    random = torch.Generator().manual_seed(0)
    first = torch.randperm(len(digits), generator=random)[:CROWDED]
    apart = draw_pairs(digits.labels, first, random)
    kinds = {
        "of two classes": apart,
        "of one class": Pairs(first, _alike(digits.labels, first, random), apart.moves),
    }
    for kind, pairs in kinds.items():
        absent = [
            lengths.scatter(1, classes, 0.0).amax(1) > SEEN
            for lengths, classes in _pairs_read(model, digits, pairs)
        ]
        yield share(
            "a class that is not there", kind, float(torch.cat(absent).float().mean()), len(first)
        )
        there = [
            (lengths.gather(1, classes) > SEEN).all(1)
            for lengths, classes in _pairs_read(model, digits, pairs)
        ]
        yield share("all that are there", kind, float(torch.cat(there).float().mean()), len(first))


def _cost(_: Material) -> Iterator[Row]:
    """Parameters without a decoder, multiply-adds of reading one digit, bytes of its votes."""
    for name, model in _readers():
        layers = [layer for layer in plan(model).layers if layer.part != "decoder"]
        votes = sum(layer.output_bytes for layer in layers if layer.part == "votes")
        yield Row(name, "parameters", sum(layer.parameters for layer in layers))
        yield Row(name, "multiply-adds", sum(layer.multiply_adds for layer in layers))
        if votes:
            yield Row(name, "bytes of votes", votes)


def _time_rounds(material: Material) -> Iterator[Row]:
    """Time by rounds of routing, as a multiple of that of one round."""
    model = _capsules("dynamic")
    x = _some(material.validation(), TIMED).images.float() / 255
    calls = {str(rounds): lambda rounds=rounds: model(x, rounds) for rounds in ROUNDS}
    yield from _time_in_turns("dynamic", calls, "1")


def _time(material: Material) -> Iterator[Row]:
    """Time of every network, as a multiple of the CNN's."""
    x = _some(material.validation(), TIMED).images.float() / 255
    calls = {name: lambda model=model: model(x) for name, model in _readers()}
    for row in _time_in_turns("", calls, "cnn"):
        yield Row(row.at, "", row.value, row.low, row.high)


#: Made by reading pictures with the networks that there are.
NETWORKS: Mapping[str, Callable[[Material], Iterator[Row]]] = {
    "scrambled": _measure_scrambled,
    "scrambled_others": _scrambled_others,
    "whole": _whole,
    "rounds_read": _rounds_read,
    "energy": _energy,
    "crowding": _crowding,
    "cost": _cost,
    "time_rounds": _time_rounds,
    "time": _time,
}


def _readers(data_set: str = "mnist") -> Iterator[tuple[str, Network]]:
    """All that read one picture of a set."""
    for name in checkpoint.list_offers(28, capsules=False, data_set=data_set):
        yield name, checkpoint.load(name, torch.device("cpu")).model


def _capsules(name: str) -> CapsNet:
    return checkpoint.load(name, torch.device("cpu")).capsnet


def _some(digits: Pictures, n: int) -> Pictures:
    return digits.at(torch.randperm(len(digits), generator=torch.Generator().manual_seed(0))[:n])


@torch.inference_mode()
def _lengths(model: Network, digits: Pictures) -> Iterator[Float[Tensor, "_ J"]]:
    for images in digits.images.split(BATCH):
        yield model(images.float() / 255).lengths


def _traces(name: str, digits: Pictures):
    model = _capsules(name)
    for images in digits.images.split(_PIECE):
        yield trace(model, images, max(ROUNDS))


@torch.inference_mode()
def _pairs_read(
    model: Network, digits: Pictures, pairs: Pairs
) -> Iterator[tuple[Float[Tensor, "_ J"], Int[Tensor, "_ 2"]]]:
    for at in range(0, len(pairs), BATCH):
        images, _, classes = pictures(digits, pairs[at : at + BATCH])
        yield model(images).lengths, classes


def _alike(
    labels: Int[Tensor, " digits"], first: Int[Tensor, " n"], random: torch.Generator
) -> Int[Tensor, " n"]:
    """For each digit a random other one of its class."""
    found = first.clone()
    for at, one in enumerate(first.tolist()):
        same = (labels == labels[one]).nonzero().squeeze(1)
        same = same[same != one]
        found[at] = same[int(torch.randint(len(same), (1,), generator=random))]
    return found


@torch.inference_mode()
def _time_in_turns(
    series: str, calls: Mapping[str, Callable[[], object]], to: str
) -> Iterator[Row]:
    """Times in turns, each as a multiple of one of them in the same turn: means of the logs."""
    taken: dict[str, list[float]] = {at: [] for at in calls}
    for turn in range(TURNS + 1):
        for at, call in calls.items():
            began = time.perf_counter()
            call()
            if turn:  # the first one warms up
                taken[at].append(time.perf_counter() - began)
    for at, times in taken.items():
        logs = [float(np.log(one / other)) for one, other in zip(times, taken[to], strict=True)]
        row = mean(series, at, logs) if at != to else Row(series, at, 0.0)
        value, low, high = (float(np.exp(n)) for n in (row.value, row.least, row.most))
        yield Row(series, at, value, low, high) if at != to else Row(series, at, 1.0)
