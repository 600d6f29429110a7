"""Test digits on which networks disagree, with their answers."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from capsviz.analysis.compare import Results, rank_disputes
from capsviz.ui.catalogue.sections import Part
from capsviz.ui.networks import cache
from capsviz.ui.sections import note

#: Maximum number of disputed digits on display.
SHOWN = 24


def disputed_parts(
    results: Results, names: Sequence[str], called: dict[str, str], chosen: Sequence[str] | None
) -> Iterator[Part]:
    """The choice of networks, and the digits on which the chosen ones disagree most.

    Parameters
    ----------
    names : of the networks to choose from.
    chosen : of those; None for all.
    """
    chosen = [*names] if chosen is None else [name for name in names if name in chosen]
    yield {
        "kind": "networks",
        "networks": [
            {"name": name, "title": called[name], "chosen": name in chosen} for name in names
        ],
    }
    if len(chosen) < 2:
        yield note("Choose two networks or more.")
        return
    disputes = rank_disputes(results, chosen)
    if not disputes:
        yield note("They give the same answer to every test digit.")
        return
    yield note(
        f"{len(disputes):,} of {len(results.labels):,}, the most disputed first. "
        + ("Choose one to compare it above." if cache.has_mnist() else "")
    )
    if not cache.has_mnist():
        yield (
            "MNIST is not on this machine, so the digits cannot be shown: name the folder that "
            "holds it in CAPSVIZ_DATA."
        )
        return
    images = cache.mnist_test().images
    yield {
        "kind": "disputed",
        "digits": [
            {
                "index": index,
                "image": base64.b64encode(images[index].numpy().tobytes()).decode(),
                "label": int(results.labels[index]),
                "answers": _votes(
                    {name: int(results.answers[name][index]) for name in chosen}, called
                ),
            }
            for index in disputes[:SHOWN]
        ],
    }


def _votes(answers: dict[str, int], called: dict[str, str]) -> list[dict[str, Any]]:
    """The predictions, the most frequent first; networks are named where one or two give it."""
    votes = []
    for answer, times in Counter(answers.values()).most_common():
        who = [called[name] for name, given in answers.items() if given == answer]
        votes.append({"answer": answer, "count": times, "networks": who if times <= 2 else []})
    return votes
