"""Attacks on every network, their detector, and what training with attacked pictures changes."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from capsviz.analysis.attack_success import resistance
from capsviz.analysis.claims.material import Material, readers, some
from capsviz.analysis.claims.reading import Row
from capsviz.analysis.claims.records import mean, share
from capsviz.analysis.verdict import Thresholds
from capsviz.data.pictures import Pictures
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network

#: Validation digits that are attacked, by what, and how far a pixel may go.
ATTACKED, METHODS, EPSILON = 100, ("fgsm", "pgd"), 0.1
#: Shares of untouched digits that the detector may reject.
ALARMS = (0.01, 0.05, 0.1, 0.2, 0.5)
#: What a training was told of attacks, as options of it, and what its networks are called.
TRAININGS = {"adversarial=0": "as usual", "adversarial=0.1": "with attacked digits"}


def attacks(material: Material) -> Iterator[Row]:
    """Digits of every network that are still read rightly after an attack."""
    for name, found in _all_resistances(material):
        yield from _resistance_rows(name, found)


def detector(material: Material) -> Iterator[Row]:
    """Of PGD's successes the share that the reconstruction rejects, by its false alarms."""
    for name, found in _all_resistances(material):
        met = round(found["n"] * (1 - found["accuracy"]["pgd"][1]))
        if found["roc"] and met:
            for alarms, given in zip(ALARMS, found["roc"]["hits"]["pgd"][1], strict=True):
                yield share(name, f"{alarms:.0%}", given, met)


def trainings(material: Material) -> Iterator[Row]:
    """The same as `attacks`, of small builds that learnt with attacked digits and without."""
    digits = some(material.validation(), ATTACKED)
    for setting, name in TRAININGS.items():
        networks = material.load_networks("attacked", setting)
        seeds = [list(_resistance_rows(name, _resistance(each, digits))) for each in networks]
        for rows in zip(*seeds, strict=True):
            values = [row.value for row in rows]
            yield rows[0] if len(rows) == 1 else mean(name, rows[0].at, values)


@functools.lru_cache(maxsize=1)
def _all_resistances(material: Material) -> list[tuple[str, dict]]:
    digits = some(material.validation(), ATTACKED)
    return [(name, _resistance(model, digits)) for name, model in readers()]


def _resistance(model: Network, digits: Pictures) -> dict:
    reconstructs = isinstance(model, CapsNet) and model.decoder.there
    # The detector's limits are set by its false alarms here, whatever the app's own is.
    limits = Thresholds() if reconstructs else None
    return resistance(model, digits, limits, tried=METHODS, epsilons=(0.0, EPSILON), alarms=ALARMS)


def _resistance_rows(name: str, found: dict) -> Iterator[Row]:
    yield share(name, "untouched", found["accuracy"]["fgsm"][0], found["n"])
    for method in METHODS:
        yield share(name, method.upper(), found["accuracy"][method][1], found["n"])
