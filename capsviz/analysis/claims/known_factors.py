"""Poses and hidden layers against known factors of solids, several trainings of each."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from capsviz.analysis import factor_report
from capsviz.analysis.claims.claim_file import Row
from capsviz.analysis.claims.material import Material
from capsviz.analysis.claims.poses import DIRECTIONS, principal_directions
from capsviz.analysis.claims.records import mean_r2
from capsviz.analysis.disentanglement import predictable
from capsviz.analysis.factor_report import MOVED_PICTURES, PER_CLASS, READ_SEED, Read
from capsviz.config import ModelConfig
from capsviz.data.factors import SOLIDS, FactorSource
from capsviz.data.pictures import Pictures
from capsviz.model.cnn import CNN
from capsviz.model.networks import Network

#: Data sets by name, the prefix of their sweeps' names.
SETS = {"solids": SOLIDS}
#: Suffixes of the names of the sweeps of capsules, of CNNs and of CNNs without pooling.
_CAPSULES, _CNN, _STRIDED = "_efficient", "_cnn", "_strided_cnn"

#: Scores a code by each factor, for objects of one class.
_Score = Callable[[Read], Sequence[float]]


def by_factor(
    material: Material, prepare: Callable[[FactorSource, int, ModelConfig], _Score]
) -> Iterator[Row]:
    """R² by factor, by `score_laws` or `score_maps`: means over classes."""
    for data_set, source in SETS.items():
        capsules = material.load_networks(data_set + _CAPSULES)
        codes = {
            "capsule's pose": _whole_codes(capsules),
            **_hidden_layers(material, data_set),
        }
        scores = {series: [[] for _ in reads] for series, reads in codes.items()}
        for k in range(len(source.periods)):
            score = prepare(source, k, capsules[0].config)
            for series, reads in codes.items():
                for results, read in zip(scores[series], reads, strict=True):
                    results.append(score(read))
        for series, results in scores.items():
            by_factor = np.mean(results, axis=1).T
            for factor, values in zip(source.names, by_factor, strict=True):
                yield mean_r2(f"{data_set}: {series}", factor, values.tolist())


def _hidden_layers(material: Material, data_set: str) -> dict[str, list[Read]]:
    """Return the hidden layers of each CNN's trainings, whole and projected on few directions."""
    held_out = material.held_out(data_set)
    with_pooling = material.load_networks(data_set + _CNN)
    without = material.load_networks(data_set + _STRIDED)
    return {
        "CNN's hidden layer": _whole_codes(with_pooling),
        f"{DIRECTIONS} directions of it": [
            _short_codes(network, held_out) for network in with_pooling
        ],
        "CNN without pooling, hidden layer": _whole_codes(without),
        f"CNN without pooling, {DIRECTIONS} directions": [
            _short_codes(network, held_out) for network in without
        ],
    }


def _whole_codes(networks: Sequence[Network]) -> list[Read]:
    return [functools.partial(factor_report.read_code, network) for network in networks]


def _short_codes(model: Network, held_out: Pictures) -> Read:
    """Return the hidden layer, projected on as many directions as a pose has numbers."""
    assert isinstance(model, CNN)
    directions = principal_directions(model, held_out).double().numpy()
    return lambda pictures: factor_report.read_code(model, pictures) @ directions


def score_laws(source: FactorSource, k: int, config: ModelConfig) -> _Score:
    """R² of one law for the effect of each factor on a code."""
    moves = factor_report.draw_moves(source, k, MOVED_PICTURES, config)
    return lambda read: [shared for shared, _ in moves.laws(read)]


def score_maps(source: FactorSource, k: int, config: ModelConfig) -> _Score:
    """R² of a linear map from a code to each factor."""
    factors = factor_report.factors_of(source, k, PER_CLASS, READ_SEED)
    pictures = factor_report.draw(source, k, factors, config)
    return lambda read: predictable(read(pictures), factors, source.periods[k]).tolist()
