"""Test digits on which networks disagree, with their answers."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from capsviz.analysis.compare import Results, rank_disputes
from capsviz.ui.catalogue.sections import Item, Say
from capsviz.ui.networks import cache
from capsviz.ui.sections import note

#: Maximum number of disputed digits on display.
MAX_SHOWN = 24


def disputed_items(
    results: Results,
    names: Sequence[str],
    called: dict[str, str],
    chosen: Sequence[str] | None,
    say: Say,
) -> Iterator[Item]:
    """The choice of networks, and the digits on which the chosen ones, or all, disagree most."""
    chosen = [*names] if chosen is None else [name for name in names if name in chosen]
    yield {
        "kind": "networks",
        "networks": [
            {"name": name, "title": called[name], "chosen": name in chosen} for name in names
        ],
    }
    if len(chosen) < 2:
        yield note(say("disputed-choose"))
        return
    disputes = rank_disputes(results, chosen)
    if not disputes:
        yield note(say("disputed-none"))
        return
    counted = say("disputed-count", count=len(disputes), all=len(results.labels))
    if not cache.has_mnist():
        yield note(counted)
        yield say("disputed-no-pictures")
        return
    press = say("disputed-press")
    yield note(say("list-sentences", before=counted, next=press))
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
            for index in disputes[:MAX_SHOWN]
        ],
    }


def _votes(answers: dict[str, int], called: dict[str, str]) -> list[dict[str, Any]]:
    """The predictions, the most frequent first; networks are named where one or two give it."""
    votes = []
    for answer, times in Counter(answers.values()).most_common():
        who = [called[name] for name, given in answers.items() if given == answer]
        votes.append({"answer": answer, "count": times, "networks": who if times <= 2 else []})
    return votes
