"""The worksheets' figures, drawn from the live network's results for the bundled samples."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
from jaxtyping import Float32

from capsviz.analysis import overlap
from capsviz.analysis.decoding import decode_together
from capsviz.analysis.routing import RoutingInfo, routing_info
from capsviz.config import DIGITS, MAX_SHOWN_ITERATIONS
from capsviz.data.drawing import render
from capsviz.data.normalisation import normalise
from capsviz.data.samples import Sample, sample_of, samples
from capsviz.engine import engine
from capsviz.errors import CapsvizError
from capsviz.tracing import trace, votes
from capsviz.ui.languages.messages import join
from capsviz.ui.lessons.figure_data import load_record
from capsviz.ui.lessons.worksheets.paper import (
    Figure,
    Words,
    bars,
    histogram,
    picture,
    row,
    squared_paper,
    table,
    table_pair,
)
from capsviz.ui.lessons.worksheets.parts import taken_apart
from capsviz.ui.networks import cache
from capsviz.ui.networks.defaults import default_model

#: Index of the third iteration, the paper's last one.
_LAST_ITERATION = 2
_OVERLAP = "overlap"
#: Distance of a pair's two digits from the middle, in pixels.
_MOVES = ((-2, -3), (2, 3))


def _routing(sample: Sample, model: str | None = None) -> RoutingInfo:
    """Ten iterations of a sample's routing, or one without iterations."""
    loaded = engine().checkpoint(model or default_model(DIGITS))
    network = loaded.capsnet
    record = trace(network, loaded.draw(sample.drawing), MAX_SHOWN_ITERATIONS)
    return routing_info(record, votes(network, record.primary), network)


def _rivals() -> list[Sample]:
    return [sample for sample in samples() if sample.rival is not None]


def pooling_map(words: Words) -> Figure:
    """Contribution of each of the 6 x 6 positions to the winner's input, to be pooled by hand."""
    info = _routing(sample_of(3))
    winner, grid = int(info.summary.lengths[_LAST_ITERATION].argmax()), info.geometry.grid
    feed = (
        info.place_feed[_LAST_ITERATION, :, winner].reshape(grid, grid).round(2) + 0.0
    )  # no -0.00
    half = grid // 2
    maxima = feed[: 2 * half, : 2 * half].reshape(half, 2, half, 2).max((1, 3))
    pooled = words("pooled")
    printed, solution = (
        table(caption, [[words.number(value) for value in line] for line in cells], grid=True)
        for caption, cells in ((words("contribution"), feed), (pooled, maxima))
    )
    return Figure(
        row(
            picture(info.image, words("network-input")),
            printed,
            table(pooled, [[None] * half] * half, grid=True),
        ),
        {"winner": str(winner), "largest": words.number(float(feed.max()))},
        row(printed, solution),
    )


def lengths_of_a_seven(words: Words) -> Figure:
    """A clear seven and a doubtful one, with their ten lengths."""
    clear, doubtful = (_routing(sample) for sample in (sample_of(7), _rivals()[0]))
    facts: dict[str, str] = {}
    for name, info in (("clear", clear), ("doubtful", doubtful)):
        lengths = info.summary.lengths[_LAST_ITERATION]
        first, second = (int(k) for k in lengths.argsort()[::-1][:2])
        facts |= {
            f"{name}_first": str(first),
            f"{name}_second": str(second),
            f"{name}_length": words.number(lengths[first]),
            f"{name}_next": words.number(lengths[second]),
        }
    figures = (
        part
        for name, info in (("A", clear), ("B", doubtful))
        for part in (picture(info.image, name), bars(info.summary.lengths[_LAST_ITERATION], words))
    )
    return Figure(row(*figures), facts)


def squash_table(words: Words) -> Figure:
    """Lengths of s, to be squashed by hand."""
    info = _routing(sample_of(5))
    totals = np.linalg.norm(info.totals[_LAST_ITERATION], axis=-1)
    order = totals.argsort()[::-1]
    rows = [(str(k), round(float(totals[k]), 2)) for k in (order[0], order[1], order[-1])]
    head = (words("capsule"), "‖s‖", "‖s‖²", "‖v‖ = ‖s‖² / (1 + ‖s‖²)")
    solved = [
        [name, words.number(n), *(words.number(x, 3) for x in (n * n, n * n / (1 + n * n)))]
        for name, n in rows
    ]
    sheet, key = table_pair(words("three-inputs"), solved, head, (2, 3))
    return Figure(sheet, {"longest": rows[0][0]}, key)


def votes_along(words: Words) -> Figure:
    """Projections of the votes for two digits on the direction of their capsule."""
    info = _routing(sample_of(6))
    lengths = info.summary.lengths[_LAST_ITERATION]
    winner, other = int(lengths.argmax()), int(lengths.argmin())
    projections = {
        k: info.votes[:, k] @ (info.capsules[_LAST_ITERATION, k] / max(float(lengths[k]), 1e-9))
        for k in (other, winner)
    }
    reach = float(np.quantile(np.abs(np.stack(list(projections.values()))), 0.98))
    figures = [
        histogram(votes, reach, words("votes-for", name=str(k)), words)
        for k, votes in projections.items()
    ]
    return Figure(
        row(picture(info.image, words("network-input")), *figures),
        {
            "winner": str(winner),
            "other": str(other),
            "length": words.number(lengths[winner]),
            "least": words.number(lengths[other]),
            "mean": words.number(projections[winner].mean(), 3),
            "none": words.number(projections[other].mean() + 0.0, 3),
        },
    )


#: Votes of three parts for two parents, [part, parent, 2], small enough to route by hand.
_VOTES = np.array([[[2, 0], [0, 2]], [[2, 2], [2, 0]], [[2, -2], [-2, 0]]], np.float32)


def route_by_hand(words: Words) -> Figure:
    """Three arrows on squared paper, to be routed once by hand, and the network's own routing."""
    import torch

    from capsviz.model.routing.dynamic import dynamic_routing

    first, second = dynamic_routing(torch.from_numpy(_VOTES)[None], 2)
    s, v = first.s[0].numpy(), first.v[0].numpy()
    agreement = np.einsum("ijd,jd->ij", _VOTES, v)
    shares_of_a = second.c[0, :, 0].numpy()
    planes, solved = [], []
    for parent, name in enumerate("AB"):
        votes = _VOTES[:, parent]
        planes.append(squared_paper(votes, words("votes-for", name=name)))
        arrows = (("s", s[parent]), ("v", v[parent]))
        solved.append(squared_paper(votes, words("votes-summed", name=name), arrows))
    agreements = (words("agreement-with", name=name) for name in "AB")
    head = (words("part"), *agreements, "A − B", words("coupling-of-part"))
    rows = [
        [str(n), *(words.number(x, 1) for x in (*pair, pair[0] - pair[1])), words.number(share)]
        for n, (pair, share) in enumerate(zip(agreement, shares_of_a, strict=True), 1)
    ]
    steps = sorted({round(float(pair[0] - pair[1]), 1) for pair in agreement} | {0.0, 1.0})
    lengths = [[str(n), words.number(n * n / (1 + n * n))] for n in (1, 2, 3)]
    squashed = table(words("squash"), lengths, ("‖s‖", "‖v‖"))
    couplings = [[words.number(d, 1), words.number(1 / (1 + np.exp(-d)))] for d in steps]
    softmax = table(words("softmax"), couplings, ("A − B", words("coupling-to-a")))
    blank, filled = table_pair(words("after-one"), rows, head, range(1, 5))
    network = shares(words)
    return Figure(
        row(*planes, f"<div>{squashed}{softmax}</div>") + blank + network.sheet,
        network.facts
        | {
            f"{name}_{parent}": words.point(ends[k])
            for name, ends in (("s", s), ("v", v)) for k, parent in enumerate("ab")
        },
        row(*solved) + filled + network.key,
    )  # fmt: skip


def shares(words: Words) -> Figure:
    """One part's coupling coefficients, one left blank, and the resulting lengths."""
    info = _routing(sample_of(3))
    winner = int(info.summary.lengths[_LAST_ITERATION].argmax())
    couplings = info.couplings[_LAST_ITERATION]
    part = int(couplings[:, winner].argmax())
    shares = [round(float(share), 3) for share in couplings[part]]
    missing = 1 - sum(share for n, share in enumerate(shares) if n != winner)
    cells = [words.number(share, 3) for share in shares]
    gap = [None if n == winner else cell for n, cell in enumerate(cells)]
    filled = [words.number(missing, 3) if n == winner else cell for n, cell in enumerate(cells)]
    digits = [str(n) for n in range(len(cells))]
    winner_lengths = info.summary.lengths[: _LAST_ITERATION + 1, winner]
    grown = table(
        words("capsule-length", name=str(winner)),
        [[words.number(value) for value in winner_lengths]],
        [words("iteration", number=n) for n in (1, 2, 3)],
    )
    caption = words("couplings-of-part")
    return Figure(
        table(caption, [gap], digits) + grown,
        {
            "winner": str(winner),
            "missing": words.number(missing, 3),
            "first": words.number(winner_lengths[0]),
        },
        table(caption, [filled], digits),
    )


def margins(words: Words) -> Figure:
    """The margin loss of an ambiguous drawing."""
    sample = next(each for each in _rivals() if each.digit == 3)
    info = _routing(sample)
    lengths = info.summary.lengths[_LAST_ITERATION].round(2)
    true, rival = sample.digit, int(sample.rival or 0)
    head = tuple(map(words, ("digit", "is-there", "length", "term")))
    rows = []
    for k in (true, rival, 1):
        answer = words("there", there="yes" if k == true else "no")
        term = _margin_term(float(lengths[k]), present=k == true)
        rows.append([str(k), answer, words.number(lengths[k]), words.number(term, 4)])
    sheet, key = table_pair(words("terms"), rows, head, (3,))
    return Figure(
        row(picture(info.image, words("network-input")), bars(lengths, words)) + sheet,
        {"true": str(true), "rival": str(rival)},
        key,
    )


def _margin_term(length: float, *, present: bool) -> float:
    return max(0.0, 0.9 - length) ** 2 if present else 0.5 * max(0.0, length - 0.1) ** 2


def learning(words: Words) -> Figure:
    """A recorded training: number of new shapes that two networks classify correctly, by step."""
    record = load_record("learning")
    if record is None:
        raise CapsvizError("no training was recorded for this copy of capsviz")
    counted, batch = record["counted"], record["batch"]
    moments = [moment for moment in record["moments"] if moment["step"] >= 10][::2]
    columns = ("steps", "pictures-seen", "capsules-right", "cnn-right", "cnn-wrong")
    head = tuple(map(words, columns))
    rows = [
        [
            str(moment["step"]),
            words.number(moment["step"] * batch, 0),
            *(str(round(moment[name] * counted)) for name in ("accuracy", "plain")),
            str(counted - round(moment["plain"] * counted)),
        ]
        for moment in moments
    ]
    facts = {"batch": str(batch), "counted": str(counted), "early": str(moments[1]["step"])}
    caption = words("classified", count=counted)
    sheet, key = table_pair(caption, rows, head, (1, 4))
    return Figure(sheet, facts, key)


def sweep(words: Words) -> Figure:
    """One dimension of a capsule moved through the values of real digits."""
    model = default_model(DIGITS)
    sample, stored = sample_of(2), cache.slider_poses(model)
    info = _routing(sample)
    pose = info.capsules[_LAST_ITERATION]
    statistics = json.loads(stored[1]) if stored else {}
    label, dimension = _label(statistics, sample.digit, words)
    spread = float(statistics["std"][sample.digit][dimension]) if statistics else 0.1
    steps = (-2, -1, 0, 1, 2)
    poses = np.zeros((len(steps), *pose.shape), np.float32)
    poses[:, sample.digit] = pose[sample.digit]
    poses[:, sample.digit, dimension] += np.float32(spread) * np.array(steps, np.float32)
    network = engine().checkpoint(model).capsnet
    network.decoder.require()
    images = engine().run(lambda: decode_together(network, poses)).result()
    figures = [
        picture(image, f"{step:+d}" if step else words("as-read"))
        for image, step in zip(images, steps, strict=True)
    ]
    return Figure(row(*figures), {"dimension": str(dimension), "label": label})


def _label(statistics: dict, digit: int, words: Words) -> tuple[str, int]:
    """Label of the dimension with the clearest factor, and its index."""
    labels = statistics.get("labels")
    if not labels:
        return words("unmeasured"), 0
    ranked = sorted(
        range(len(labels[digit])),
        key=lambda d: (labels[digit][d]["kind"] != "clear", -(labels[digit][d]["r"] or 0)),
    )
    return words.label(labels[digit][ranked[0]]["text"]), ranked[0]


def pair(words: Words) -> Figure:
    """Two overlapping digits, and the reconstruction of each of the two longest capsules."""
    digits = [normalise(render(sample_of(digit).drawing)) for digit in (5, 3)]
    split = engine().run(lambda: _split(digits)).result()
    lengths = split.lengths[_LAST_ITERATION]
    first, second = sorted(split.winners)
    figures = [picture(split.decoded[k], words("painted", name=str(k))) for k in (first, second)]
    values = {"first": words.number(lengths[first]), "second": words.number(lengths[second])}
    return Figure(
        row(picture(split.image, words("network-input")), bars(lengths, words)),
        {"first": str(first), "second": str(second), "lengths": words("both", **values)},
        row(*figures),
    )


def _split(digits: list[Float32[np.ndarray, "small small"]]) -> overlap.Split:
    network = engine().checkpoint(_OVERLAP).capsnet
    side = network.config.image_size
    placed = zip(digits, _MOVES, strict=True)
    parts = np.stack([overlap.place(digit, move, side) for digit, move in placed])
    return overlap.split_picture(network, overlap.overlay(parts), parts, (5, 3))


def once_or_three_times(words: Words) -> Figure:
    """Doubtful drawings, classified after one iteration; students guess the result after three."""
    routings = [(sample, _routing(sample)) for sample in _rivals()]
    rows, solutions, changed = [], [], 0
    for n, (_, info) in enumerate(routings):
        once, three = (int(info.summary.winners[k]) for k in (0, _LAST_ITERATION))
        changed += once != three
        length = words.number(info.summary.lengths[0, once])
        guessed = words("with-value", name=str(once), value=length)
        longest = words.number(info.summary.lengths[_LAST_ITERATION, three])
        rows.append([chr(65 + n), guessed, None])
        solutions.append(
            [chr(65 + n), guessed, words("with-value", name=str(three), value=longest)]
        )
    caption = words("predicted")
    head = tuple(map(words, ("drawing", "after-one-length", "after-three-guess")))
    pictures = [picture(info.image, chr(65 + n)) for n, (_, info) in enumerate(routings)]
    record = load_record("decided") or {"digits": {}, "n": 0}
    return Figure(
        row(*pictures) + table(caption, rows, head),
        {
            "changed": str(changed),
            "drawings": str(len(routings)),
            "tested": str(sum(map(len, record["digits"].values()))),
            "of": words.number(record["n"], 0),
        },
        table(caption, solutions, (*head[:2], words("after-three-length"))),
    )


def activations(words: Words) -> Figure:
    """Activations of the EM network's clusters, iteration by iteration."""
    info = _routing(sample_of(4), "em")
    active = info.summary.lengths[: _LAST_ITERATION + 1]
    order = active[_LAST_ITERATION].argsort()[::-1]
    rows = [[str(k), *(words.number(value) for value in active[:, k])] for k in order[:3]]
    head = (words("digit"), *(words("iteration", number=n) for n in (1, 2, 3)))
    return Figure(
        row(picture(info.image, words("network-input")), table(words("activations"), rows, head)),
        {"winner": str(int(order[0])), "second": str(int(order[1]))},
    )


def networks(words: Words) -> Figure:
    """A doubtful drawing, and the predictions of networks with other routings."""
    sample = next(each for each in _rivals() if {each.digit, each.rival} == {0, 6})
    solutions, answers = [], set()
    for name in _NETWORKS:
        info = _routing(sample, name)
        values = info.summary.lengths[min(_LAST_ITERATION, len(info.summary.lengths) - 1)]
        first, second = (int(k) for k in values.argsort()[::-1][:2])
        answers.add(str(first))
        predictions = (
            words("with-value", name=str(k), value=words.number(values[k])) for k in (first, second)
        )
        solutions.append([words(f"way-{name}"), *predictions])
    head = tuple(map(words, ("shared-out", "predicts", "then")))
    sheet, key = table_pair(words("predicted-by"), solutions, head, (1, 2))
    return Figure(
        row(picture(_routing(sample).image, words("network-input")), sheet),
        {"answers": join(words, sorted(answers), "either"), "count": str(len(solutions))},
        key,
    )


#: Networks that differ in their routing.
_NETWORKS = ("uniform", "self_routing", "attention", "dynamic")

#: Figures by their names in worksheets.toml.
FIGURES: dict[str, Callable[[Words], Figure]] = {
    "pooled-map": pooling_map,
    "lengths-of-a-seven": lengths_of_a_seven,
    "squashed": squash_table,
    "votes-along": votes_along,
    "route-by-hand": route_by_hand,
    "margins": margins,
    "learning": learning,
    "sweep": sweep,
    "pair": pair,
    "once-or-three-times": once_or_three_times,
    "activations": activations,
    "networks": networks,
    "taken-apart": taken_apart,
}
