"""Effect of the routing iterations on two overlapping digits.

Run it by ``python -m capsviz.development.lesson_records.pair``. The network for pairs classifies
pairs of validation digits, and two overlapping sample drawings; no test digit is used.
``pair.json`` holds the capsule lengths of absent digits after one, three and five iterations, their
mean and maximum per picture, and the own pair: its picture, its lengths, and the reconstructions
from its two capsules.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from capsviz.analysis.overlap import overlay, place, split_picture
from capsviz.data.overlap import SIDE, draw_pairs, pictures
from capsviz.data.samples import digit_pictures
from capsviz.data.sets import open_set
from capsviz.model.capsnet import CapsNet
from capsviz.tracing import trace
from capsviz.training import checkpoint
from capsviz.ui.lessons.figure_data import encode, path_of, write_record

FILE = path_of("pair")
NETWORK = "overlap"
ROUNDS = (1, 3, 5)
PAIRS = 2000
#: The own pair, and the shift of each digit: rows down and columns right.
DIGITS, MOVES = (5, 3), ((-2, -3), (2, 3))
_BATCH = 50


def main() -> None:
    """Measure, and write the file."""
    loaded = checkpoint.load(NETWORK, torch.device("cpu"))
    record = {
        "network": NETWORK,
        "sha256": loaded.digest,
        "rounds": list(ROUNDS),
        "pairs": PAIRS,
        **measure_absent(loaded.capsnet),
        **_read_own(loaded.capsnet),
    }
    write_record(FILE, record)
    print({name: dict(zip(ROUNDS, record[name], strict=True)) for name in ("absent", "longest")})


def measure_absent(network: CapsNet, n: int = PAIRS) -> dict[str, list[float]]:
    """Measure the capsule lengths of absent digits, after each of `ROUNDS`.

    Raises `CapsvizError` if MNIST is missing.

    Means over pairs: "absent" of their mean, "longest" of their maximum.
    """
    held_out = open_set("mnist").held_out()
    random = torch.Generator().manual_seed(0)
    first = torch.randperm(len(held_out), generator=random)[:n]
    pairs = draw_pairs(held_out.labels, first, random)
    means, longest = [], []
    for start in range(0, n, _BATCH):
        images, _, classes = pictures(held_out, pairs[start : start + _BATCH])
        lengths = trace(network, images, max(ROUNDS)).lengths[:, [r - 1 for r in ROUNDS]]
        absent = np.array(lengths)
        np.put_along_axis(absent, classes.numpy()[:, None], 0, 2)
        means.append(absent.sum(2) / (absent.shape[2] - classes.shape[1]))
        longest.append(absent.max(2))
    return {
        name: np.concatenate(values).mean(0).astype(float).round(4).tolist()
        for name, values in (("absent", means), ("longest", longest))
    }


def _read_own(network: CapsNet) -> dict[str, Any]:
    """Evaluate the own pair after each of `ROUNDS`."""
    digits = digit_pictures()[list(DIGITS)]
    parts = np.stack([place(*item, SIDE) for item in zip(digits, MOVES, strict=True)])
    splits = [
        split_picture(network, overlay(parts), parts, DIGITS, iterations=rounds)
        for rounds in ROUNDS
    ]
    return {
        "digits": list(DIGITS),
        "image": encode(splits[0].image),
        "painted": [[encode(split.decoded[k]) for k in DIGITS] for split in splits],
        "lengths": [
            np.round(split.lengths[split.iterations - 1].astype(float), 4).tolist()
            for split in splits
        ],
    }


if __name__ == "__main__":
    main()
