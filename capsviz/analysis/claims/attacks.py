"""Attacks on every network, their detection, and the effect of adversarial training."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from capsviz.analysis.attack_success import resistance
from capsviz.analysis.claims.claim_file import Row
from capsviz.analysis.claims.material import Material, readers
from capsviz.analysis.claims.records import mean, share
from capsviz.analysis.verdict import Thresholds
from capsviz.data.pictures import Pictures
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network

#: Number of attacked validation digits, the attacks, and epsilon.
DIGITS, METHODS, EPSILON = 100, ("fgsm", "pgd"), 0.1
#: False-alarm rates: shares of clean digits that the detector may reject.
ALARMS = (0.01, 0.05, 0.1, 0.2, 0.5)
#: Training options of adversarial training, and the names of the resulting networks.
TRAININGS = {"adversarial=0": "as usual", "adversarial=0.1": "with attacked digits"}


def attacks(material: Material) -> Iterator[Row]:
    """Accuracy of every network under attack."""
    for name, result in _all_resistances(material):
        yield from _resistance_rows(name, result)


def detector(material: Material) -> Iterator[Row]:
    """Share of PGD's successes that the reconstruction error detects, by false-alarm rate."""
    for name, result in _all_resistances(material):
        successes = round(result["n"] * (1 - result["accuracy"]["pgd"][1]))
        if result["roc"] and successes:
            for alarms, detected in zip(ALARMS, result["roc"]["hits"]["pgd"][1], strict=True):
                yield share(name, f"{alarms:.0%}", detected, successes)


def trainings(material: Material) -> Iterator[Row]:
    """The same as `attacks`, for small builds trained with and without attacked digits."""
    digits = material.validation().shuffle(DIGITS)
    for setting, name in TRAININGS.items():
        networks = material.load_networks("attacked", setting)
        seeds = [list(_resistance_rows(name, _resistance(network, digits))) for network in networks]
        for rows in zip(*seeds, strict=True):
            values = [row.value for row in rows]
            yield rows[0] if len(rows) == 1 else mean(name, rows[0].condition, values)


@functools.lru_cache(maxsize=1)
def _all_resistances(material: Material) -> list[tuple[str, dict]]:
    digits = material.validation().shuffle(DIGITS)
    return [(name, _resistance(model, digits)) for name, model in readers()]


def _resistance(model: Network, digits: Pictures) -> dict:
    reconstructs = isinstance(model, CapsNet) and model.decoder.exists
    # The detector's limits follow from its false-alarm rates here, not from the app's own limit.
    limits = Thresholds() if reconstructs else None
    return resistance(
        model, digits, limits, attacks=METHODS, epsilons=(0.0, EPSILON), alarms=ALARMS
    )


def _resistance_rows(name: str, result: dict) -> Iterator[Row]:
    yield share(name, "untouched", result["accuracy"]["fgsm"][0], result["n"])
    for method in METHODS:
        yield share(name, method.upper(), result["accuracy"][method][1], result["n"])
