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
    network_titles: dict[str, str],
    selected: Sequence[str] | None,
    say: Say,
) -> Iterator[Item]:
    """The choice of networks, and the digits on which the chosen ones, or all, disagree most."""
    selected = [*names] if selected is None else [name for name in names if name in selected]
    yield {
        "kind": "networks",
        "networks": [
            {"name": name, "title": network_titles[name], "chosen": name in selected}
            for name in names
        ],
    }
    if len(selected) < 2:
        yield note(say("disputed-choose"))
        return
    disputes = rank_disputes(results, selected)
    if not disputes:
        yield note(say("disputed-none"))
        return
    count = say("disputed-count", count=len(disputes), all=len(results.labels))
    if not cache.has_mnist():
        yield note(count)
        yield say("disputed-no-pictures")
        return
    press = say("disputed-press")
    yield note(say("list-sentences", before=count, next=press))
    images = cache.mnist_test().images
    yield {
        "kind": "disputed",
        "digits": [
            {
                "index": index,
                "image": base64.b64encode(images[index].numpy().tobytes()).decode(),
                "label": int(results.labels[index]),
                "answers": _votes(
                    {name: int(results.answers[name][index]) for name in selected}, network_titles
                ),
            }
            for index in disputes[:MAX_SHOWN]
        ],
    }


def _votes(answers: dict[str, int], network_titles: dict[str, str]) -> list[dict[str, Any]]:
    """The predictions, the most frequent first; networks are named where one or two give it."""
    votes = []
    for answer, times in Counter(answers.values()).most_common():
        voters = [network_titles[name] for name, vote in answers.items() if vote == answer]
        votes.append({"answer": answer, "count": times, "networks": voters if times <= 2 else []})
    return votes
