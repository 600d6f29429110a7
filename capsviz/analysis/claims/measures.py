"""Measures of the claims, computed from saved records, networks or sweeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import torch
from jaxtyping import Float, Float32, Int
from torch import Tensor

from capsviz.analysis import scrambled
from capsviz.analysis.claims import (
    attacks,
    cost,
    known_factors,
    pose_agreement,
    poses,
    records,
    rejection,
    settling,
    solid_views,
    viewpoints,
)
from capsviz.analysis.claims.claim_file import Measure, Row
from capsviz.analysis.claims.material import (
    ROUNDS,
    TRACED_PICTURES,
    Material,
    capsules,
    readers,
    trace_pictures,
)
from capsviz.analysis.claims.records import mean, mean_share, share
from capsviz.data.overlap import Pairs, draw_pairs, pictures
from capsviz.data.pictures import Pictures
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network
from capsviz.model.routing import ROUTINGS
from capsviz.training import checkpoint
from capsviz.training.evaluate import BATCH

#: Number of reference pictures for ranking an output, and the percentiles that are kept.
RANKED_PICTURES, RANKS = 1000, range(0, 101, 5)
#: Networks whose couplings with a class are averaged over its digits, and their iterations.
COUPLED_NETWORKS, TRAINED_ITERATIONS = ("dynamic", "efficient", "matrix"), 3
#: Number of pairs for crowding, and minimum length of a class that counts as present.
CROWDED_PAIRS, PRESENT_LENGTH = 2000, 0.5

Numbers = Callable[[], Iterator[Row]]


@dataclass(frozen=True, slots=True)
class Sweep:
    """How a measure is computed from sweeps.

    Attributes
    ----------
    folders : folder of each sweep, and the name of its networks.
    at : labels of the varied option's values.
    errors : whether to measure reconstruction errors in place of accuracies.
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
_ROUTINGS = {name: name.replace("_", " ") for name in ROUTINGS}
_NETWORKS = {"few_efficient": "Efficient-CapsNet", "few_cnn": "CNN"}

#: Sweeps that each change one setting of the first sweep, and that setting.
_RECIPE = {
    "s_base": "as by default",
    "s_types": "types of primary capsules",
    "s_dim": "dimensions of a primary capsule",
    "s_spread": "spread of W at the start",
    "s_rate": "peak rate",
    "s_lambda": "weight of absent classes",
    "s_margins": "margins",
    "s_entropy": "all gradients, weight of the couplings' entropy",
    "s_norm": "batch normalisation of primary capsules, on a CPU",
    "s_base_cpu": "as by default, on a CPU",
    "s_drop": "dropout of primary capsules",
    "s_decoder_drop": "dropout in the decoder",
    "s_decoder": "widths of the decoder",
}
_SETTINGS = {
    **{value: value for value in ("0", "0.001", "0.01", "0.1", "1", "0.0005", "0.004")},
    **{value: value for value in ("0.25", "0.2", "0.3", "4", "8", "16", "32", "64")},
    **{value: value.replace(" ", " and ") for value in ("0.95 0.05", "0.7 0.3")},
    **{value: value.replace(" ", " and ") for value in ("128 256", "1024 2048")},
    "dynamic": "",
}

SWEEPS = {
    "few": Sweep(_NETWORKS, _SHARES),
    "few_long": Sweep({f"{folder}_long": name for folder, name in _NETWORKS.items()}, _SHARES),
    "few_plain": Sweep({f"{folder}_plain": name for folder, name in _NETWORKS.items()}, _SHARES),
    "rounds_learnt": Sweep(
        {
            "rounds": "small build",
            "rounds_plain": "without reconstruction",
            "rounds_paper": "the paper's network",
        },
        _ROUNDS,
    ),
    "routings_learnt": Sweep({"family": "digits", "family_fashion": "garments"}, _ROUTINGS),
    "weights": Sweep({"recon": "small build"}, _WEIGHTS),
    "weights_error": Sweep({"recon": "small build"}, _WEIGHTS, errors=True),
    "sizes": Sweep({"dims": "small build"}, _SIZES),
    "sizes_error": Sweep({"dims": "small build"}, _SIZES, errors=True),
    "recipe": Sweep(_RECIPE, _SETTINGS),
    "recipe_error": Sweep(_RECIPE, _SETTINGS, errors=True),
}

#: Measures taken from the records of other commands.
RECORDS: Mapping[str, Numbers] = {
    "digits": records.digits,
    "affine": records.affine,
    "expanded": records.affine_on_canvases,
    "overlap": records.overlap,
    "attacks": records.attacks,
    "detected": records.detection,
    "laws": partial(records.by_factor, "shared"),
    "factors": partial(records.by_factor, "linear"),
    "labels": records.labels,
    "strangers": rejection.auc_by_stranger,
    "strangers_accepted": rejection.acceptance,
    "strangers_error": rejection.auc_by_error,
    "strangers_rounds": rejection.auc_by_iteration,
    "strangers_shipped": rejection.shipped_networks,
    "couplings_differ": rejection.differing_couplings,
    "couplings_parents": rejection.parents,
    "silent": partial(rejection.by_layer, "silent"),
    "activations": partial(rejection.by_layer, "norm"),
    "couplings_epochs": rejection.differing_by_epoch,
    "silent_epochs": partial(rejection.by_epoch, "silent"),
    "activations_epochs": partial(rejection.by_epoch, "norm"),
    "settling_learnt": rejection.unchanged_couplings,
    "settling_right": partial(rejection.by_iteration, "right"),
}


def measure(entry: Measure, material: Material) -> Measure:
    """Compute the rows of a measure; raises `CapsvizError` if its inputs are missing."""
    name = entry.name
    if name in SWEEPS:
        rows = list(_sweep_rows(SWEEPS[name], entry, material))
    elif name in RECORDS:
        rows = list(records.require_rows(list(RECORDS[name]()), name))
    else:
        rows = list(NETWORKS[name](material))
    return replace(entry, rows=tuple(rows))


# --- trainings ---------------------------------------------------------------------------


def _sweep_rows(sweep: Sweep, entry: Measure, material: Material) -> Iterator[Row]:
    summarize = mean_share if entry.unit == "share" else mean
    for name, series in sweep.folders.items():
        with material.sweep_results(name, entry.command) as results:
            for result in results:
                (_, value), *_ = result["setting"]
                if value in sweep.at:
                    values = result["errors" if sweep.errors else "accuracies"]
                    yield summarize(series, sweep.at[value], values)


# --- networks ----------------------------------------------------------------------------


def _measure_scrambled(material: Material) -> Iterator[Row]:
    """Share of scrambled digits on which a network is as sure as on intact ones."""
    return _scrambled(material.validation(), "mnist")


def _scrambled_others(material: Material) -> Iterator[Row]:
    """The same for shapes and garments."""
    for data_set in ("sprites", "fashion"):
        yield from _scrambled(material.held_out(data_set), data_set)


def _scrambled(pictures: Pictures, data_set: str) -> Iterator[Row]:
    for name, model in readers(data_set):
        result = scrambled.measure_scrambled(model, pictures, name, "")
        for kind, sure, bounds in zip(
            result["ways"], result["sure"], result["interval"], strict=True
        ):
            if kind != "whole":
                yield Row(name, kind, sure, *bounds)


def _output_quantiles(material: Material) -> Iterator[Row]:
    """Quantiles of the largest output over intact digits, for ranking a new output."""
    digits = material.validation().shuffle(RANKED_PICTURES)
    for name, model in readers():
        largest = np.concatenate([lengths.amax(1).numpy() for lengths in _lengths(model, digits)])
        for rank in RANKS:
            yield Row(name, f"{rank}%", float(np.quantile(largest, rank / 100)))


def _usual_couplings(material: Material) -> Iterator[Row]:
    """Mean coupling of each type of input capsules with a digit's class, by class."""
    digits = material.validation().shuffle(TRACED_PICTURES)
    labels = digits.labels.numpy()
    for name in COUPLED_NETWORKS:
        model = capsules(name)
        traces = trace_pictures(model, digits, TRAINED_ITERATIONS)
        couplings = np.concatenate([trace.couplings[:, -1] for trace in traces])
        class_couplings = couplings[np.arange(len(labels)), :, labels]
        by_type = class_couplings.reshape(len(labels), -1, model.config.primary_types).mean(1)
        for k in range(model.config.classes):
            for t, coupling in enumerate(by_type[labels == k].mean(0)):
                yield Row(f"{name}: {k}", f"type {t}", float(coupling))


def _rounds_read(material: Material) -> Iterator[Row]:
    """Accuracy by routing iterations at inference, with weights trained with three."""
    digits = material.validation().shuffle(TRACED_PICTURES)
    for name in ("dynamic", "em"):
        answers = torch.cat(
            [
                torch.from_numpy(trace.lengths.argmax(2))
                for trace in trace_pictures(capsules(name), digits, max(settling.ITERATIONS))
            ]
        )
        for rounds in settling.ITERATIONS:
            right = float((answers[:, rounds - 1] == digits.labels).float().mean())
            yield share(name, str(rounds), right, len(digits))


def _energy(material: Material) -> Iterator[Row]:
    """Agreement of votes and capsules by routing iterations at inference."""
    digits = material.validation().shuffle(TRACED_PICTURES)
    by_round = _agreement(capsules("dynamic"), digits, max(settling.ITERATIONS))
    for rounds in settling.ITERATIONS:
        yield mean("dynamic", str(rounds), by_round[:, rounds - 1].tolist())


def _energy_learnt(material: Material) -> Iterator[Row]:
    """The same for small builds, by routing iterations in training, first and last iteration."""
    digits = material.validation().shuffle(TRACED_PICTURES)
    for rounds in ROUNDS:
        networks = material.load_networks("rounds", f"iterations={rounds}")
        by_round = [_agreement(model, digits, rounds).mean(0) for model in networks]
        for series, index in (("after the first round", 0), ("after the last", -1)):
            yield mean(series, str(rounds), [float(row[index]) for row in by_round])


def _agreement(
    model: Network, digits: Pictures, rounds: int = max(ROUNDS)
) -> Float32[np.ndarray, "n rounds"]:
    """Agreement of votes and capsules, weighted by the couplings, for each iteration.

    The sum of c_ij (û_ij · v_j) over all i and j equals the sum of s_j · v_j; the result is per
    input capsule.
    """
    assert isinstance(model, CapsNet)
    agreements = [
        (trace.totals * trace.capsules).sum((2, 3)) / trace.primary.shape[1]
        for trace in trace_pictures(model, digits, rounds)
    ]
    return np.concatenate(agreements)


def _crowding(material: Material) -> Iterator[Row]:
    """Share of digit pairs for which an absent class is detected."""
    model = checkpoint.load("overlap", torch.device("cpu")).model
    digits = material.validation()
    random = torch.Generator().manual_seed(0)
    first = torch.randperm(len(digits), generator=random)[:CROWDED_PAIRS]
    two_classes = draw_pairs(digits.labels, first, random)
    kinds = {
        "of two classes": two_classes,
        "of one class": Pairs(first, _alike(digits.labels, first, random), two_classes.moves),
    }
    for kind, pairs in kinds.items():
        absent = [
            lengths.scatter(1, classes, 0.0).amax(1) > PRESENT_LENGTH
            for lengths, classes in _pairs_read(model, digits, pairs)
        ]
        yield share(
            "a class that is not there", kind, float(torch.cat(absent).float().mean()), len(first)
        )
        detected = [
            (lengths.gather(1, classes) > PRESENT_LENGTH).all(1)
            for lengths, classes in _pairs_read(model, digits, pairs)
        ]
        yield share(
            "all that are there", kind, float(torch.cat(detected).float().mean()), len(first)
        )


#: Measures computed by running the installed networks.
NETWORKS: Mapping[str, Callable[[Material], Iterator[Row]]] = {
    "scrambled": _measure_scrambled,
    "scrambled_others": _scrambled_others,
    "whole": _output_quantiles,
    "usual_couplings": _usual_couplings,
    "rounds_read": _rounds_read,
    "energy": _energy,
    "crowding": _crowding,
    "energy_learnt": _energy_learnt,
    "settling": settling.settling,
    "parts_poses": pose_agreement.agreement,
    "attacks_all": attacks.attacks,
    "detector": attacks.detector,
    "attacked_trainings": attacks.trainings,
    "pose_laws": poses.pose_laws,
    "laws_others": partial(known_factors.by_factor, prepare=known_factors.score_laws),
    "factors_others": partial(known_factors.by_factor, prepare=known_factors.score_maps),
    "turned": viewpoints.read_turned_shapes,
    "few_turned": viewpoints.read_few_shapes,
    "solids": solid_views.equal_accuracy,
    "solids_stereo": partial(
        solid_views.equal_accuracy, prefix="stereo_", folders=solid_views.STEREO
    ),
    "cost": cost.cost,
    "time": cost.time,
    "time_batch": cost.time_batch,
    "time_learnt": cost.time_learnt,
    "time_rounds": cost.time_rounds,
    "memory_rounds": cost.memory_rounds,
}


@torch.inference_mode()
def _lengths(model: Network, digits: Pictures) -> Iterator[Float[Tensor, "_ J"]]:
    for images in digits.images.split(BATCH):
        yield model(images.float() / 255).lengths


@torch.inference_mode()
def _pairs_read(
    model: Network, digits: Pictures, pairs: Pairs
) -> Iterator[tuple[Float[Tensor, "_ J"], Int[Tensor, "_ 2"]]]:
    for start in range(0, len(pairs), BATCH):
        images, _, classes = pictures(digits, pairs[start : start + BATCH])
        yield model(images).lengths, classes


def _alike(
    labels: Int[Tensor, " digits"], first: Int[Tensor, " n"], random: torch.Generator
) -> Int[Tensor, " n"]:
    """Pick another random digit of the same class for each digit."""
    partners = first.clone()
    for i, index in enumerate(first.tolist()):
        candidates = (labels == labels[index]).nonzero().squeeze(1)
        candidates = candidates[candidates != index]
        partners[i] = candidates[int(torch.randint(len(candidates), (1,), generator=random))]
    return partners
