"""Convergence of routing over many more iterations than networks are trained with."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from capsviz.analysis.claims.claim_file import Row
from capsviz.analysis.claims.material import TRACED_PICTURES, Material, capsules, trace_pictures
from capsviz.analysis.claims.records import mean, share
from capsviz.analysis.couplings import ITERATIONS, kept_couplings

#: Networks that route in iterations.
NETWORKS = ("dynamic", "em")


def settling(material: Material) -> Iterator[Row]:
    """Couplings kept from one iteration to the next, and predictions kept to the last."""
    digits = material.validation().shuffle(TRACED_PICTURES)
    last = max(ITERATIONS)
    for name in NETWORKS:
        shares, answers = [], []
        for trace in trace_pictures(capsules(name), digits, last):
            shares.append(kept_couplings(trace.couplings))
            answers.append(trace.lengths.argmax(2))
        kept_share, answer = np.concatenate(shares), np.concatenate(answers)
        for r in ITERATIONS:
            if r > 1:
                yield mean(f"{name}: couplings kept", str(r), kept_share[:, r - 2].tolist())
        for r in ITERATIONS[:-1]:
            same = float((answer[:, r - 1] == answer[:, -1]).mean())
            yield share(f"{name}: answer of iteration {last}", str(r), same, len(digits))
