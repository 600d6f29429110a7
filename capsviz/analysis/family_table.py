"""Results of the routing family as a table, as sentences and as CSV.

The input is the rows of `capsviz.analysis.family_record`; no picture is read.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import scipy

from capsviz import markdown
from capsviz.analysis.family_record import COUNTS, LISTS, OPTIONS, TIMES
from capsviz.analysis.mcnemar import LEVEL, holm
from capsviz.data.sets import title
from capsviz.model.networks import MODELS
from capsviz.model.networks import title as title_of_network
from capsviz.model.routing import DYNAMIC, ROUTINGS
from capsviz.model.routing.setting import MARK, read_setting
from capsviz.model.vote_matrices import FORMS
from capsviz.training.sweep import mean_interval

#: Columns with several values: entry of a row, scale, decimals, and whether more is better.
MEASURES: Mapping[str, tuple[str, float, int, bool]] = {
    "accuracy, %": ("accuracy", 100.0, 2, True),
    "reconstruction error": ("error", 1.0, 1, False),
    "affine, %": ("affine", 100.0, 1, True),
    "scrambled (AUC)": ("auc", 1.0, 3, True),
    "seconds to learn": ("learn", 1.0, 1, False),
    "ms to read one": ("read", 1000.0, 2, False),
}


def name_of(row: Mapping[str, Any]) -> str:
    """Return the name of a row's member."""
    return OPTIONS[row["option"]][1].format(row["value"])


def title_of(row: Mapping[str, Any]) -> str:
    """Return its title for a visitor, without the chosen setting of `setting_of`."""
    name = row["value"].partition(MARK)[0]
    if row["option"] == "network":
        return title_of_network(MODELS[name])
    return ROUTINGS[name].title if row["option"] == "routing" else f"W {FORMS[name].title}"


def setting_of(row: Mapping[str, Any]) -> tuple[str, float] | None:
    """Return the symbol and the value of the setting that was chosen for a row's member."""
    name = row["value"].partition(MARK)[0]
    kind = {"routing": ROUTINGS, "matrices": FORMS}.get(row["option"], {}).get(name)
    if kind is None or kind.setting is None:
        return None
    return kind.setting.symbol, read_setting(row["value"], kind.setting)


def interval_of(row: Mapping[str, Any], head: str) -> tuple[float, float, float] | None:
    """Return mean and 95 % interval by Student's t.

    The interval is over seeds, for the two times over turns. A single value has no bounds; a
    missing entry has no interval.

    `head` is a key of `MEASURES`.
    """
    key, scale, _, _ = MEASURES[head]
    if None in row[key]:
        return None
    return mean_interval(
        [scale * (fmean(value) if isinstance(value, list) else value) for value in row[key]]
    )


def order(rows: Sequence[Mapping[str, Any]], head: str) -> list[Mapping[str, Any]]:
    """Sort by one of `MEASURES`, the best first and missing values last."""
    sign = -1 if MEASURES[head][3] else 1
    means = {id(row): interval_of(row, head) for row in rows}
    return sorted(rows, key=lambda row: sign * mean[0] if (mean := means[id(row)]) else math.inf)


def cells(row: Mapping[str, Any]) -> dict[str, str]:
    """Return the cells of a row: means, and the intervals of `interval_of` in brackets."""
    texts = {"network": name_of(row)}
    for head, (_, _, digits, _) in MEASURES.items():
        texts[head] = _text(interval_of(row, head), digits)
    return texts | {key.replace("_", "-"): f"{row[key]:,}" for key in COUNTS}


def _text(interval: tuple[float, float, float] | None, digits: int) -> str:
    if interval is None:
        return "no decoder"
    mean, low, high = interval
    bounds = "" if math.isnan(low) else f" ({low:.{digits}f} to {high:.{digits}f})"
    return f"{mean:.{digits}f}{bounds}"


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return a Markdown table for each data set."""
    parts = []
    for name, group in by_data_set(rows).items():
        lines = [cells(row) for row in group]
        body = markdown.table(list(lines[0]), [list(line.values()) for line in lines])
        parts.append(f"{title(name)}\n\n{body}")
    return "\n\n".join(parts)


def by_data_set(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    """Group rows by data set: routings in the order of `ROUTINGS`, then other members."""
    sets: dict[str, list[Mapping[str, Any]]] = {}
    for row in sorted(rows, key=_place):
        sets.setdefault(row["data_set"], []).append(row)
    return {name: sets[name] for name in sorted(sets, key=lambda name: (name != "mnist", name))}


def _place(row: Mapping[str, Any]) -> tuple[int, int]:
    values = OPTIONS[row["option"]][0]
    return list(OPTIONS).index(row["option"]), list(values).index(row["value"].partition(":")[0])


@dataclass(frozen=True, slots=True)
class Verdict:
    """The members of a data set whose accuracy differs significantly from `DYNAMIC`'s.

    Trainings of the same seed saw the same pictures in the same order, so the test is a paired t
    test, with Holm's correction for all members.

    Attributes
    ----------
    base : row of `DYNAMIC`.
    below, above : rows that are worse, and better.
    undecided : number of other tested rows.
    fewer : rows of fewer seeds, which were not tested.
    """

    base: Mapping[str, Any]
    below: list[Mapping[str, Any]]
    above: list[Mapping[str, Any]]
    undecided: int
    fewer: list[Mapping[str, Any]]


def verdict(rows: Sequence[Mapping[str, Any]]) -> Verdict | None:
    """Test the members of one data set; None if there are not several seeds to compare."""
    base = next((row for row in rows if name_of(row) == DYNAMIC), None)
    others = [row for row in rows if row is not base and base and row["seeds"] == base["seeds"]]
    if base is None or not others or len(base["seeds"]) < 2:
        return None
    p = [float(scipy.stats.ttest_rel(row["accuracy"], base["accuracy"]).pvalue) for row in others]
    significant = [row for row, value in zip(others, holm(p), strict=True) if value < LEVEL]
    return Verdict(
        base,
        below=[row for row in significant if _gain(row, base) < 0],
        above=[row for row in significant if _gain(row, base) > 0],
        undecided=len(others) - len(significant),
        fewer=[row for row in rows if len(row["seeds"]) < len(base["seeds"])],
    )


def describe(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Describe the significant differences in accuracy from `DYNAMIC`, and the method."""
    turns = len(rows[0]["read"])
    return [
        *(_verdict_sentence(name, group) for name, group in by_data_set(rows).items()),
        f"Compact builds but for those named deep, trained with `{recipe(rows)}`, labels and the "
        "picture's error together. "
        f"Accuracy and reconstruction error are of {rows[0]['validation']:,} validation pictures; "
        "affine is the accuracy on "
        f"{_counts(rows)} of them at affNIST's full ranges, scrambled how well the largest output "
        "tells them from the same with quarters swapped, thirds moved or quarters flipped (0.5: "
        "not at all), the mean of the three. Their intervals are over seeds alone: other pictures "
        "would add to them. Times are of one thread of a processor "
        f"({rows[0]['measured']['hardware']}), what it waits left out; their intervals are over "
        f"{turns} turns, in each of which every network read and learnt once.{_runs(rows)}",
    ]


def are_of_several_runs(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether the times of one data set's rows are of several runs, so not comparable."""
    return len({row["measured"].get("commit") for row in rows}) > 1


def _runs(rows: Sequence[Mapping[str, Any]]) -> str:
    sets = by_data_set(rows).items()
    several = [title(name) for name, group in sets if are_of_several_runs(group)]
    if not several:
        return ""
    return f" Those of {' and '.join(several)} are of several runs: compare the times of one alone."


def changed_counts(rows: Sequence[Mapping[str, Any]]) -> list[int]:
    """Return the numbers of transformed and scrambled pictures, in ascending order."""
    return sorted({row["n"] for row in rows})


def _counts(rows: Sequence[Mapping[str, Any]]) -> str:
    """Describe the numbers of transformed and scrambled pictures, by data set if they differ."""
    counts = {
        title(name): " or ".join(f"{n:,}" for n in changed_counts(group))
        for name, group in by_data_set(rows).items()
    }
    if len(set(counts.values())) == 1:
        return next(iter(counts.values()))
    return " and ".join(f"{n} ({name})" for name, n in counts.items())


def _verdict_sentence(name: str, rows: Sequence[Mapping[str, Any]]) -> str:
    result = verdict(rows)
    if result is None:
        return f"{title(name)}: nothing to hold against {DYNAMIC} over several seeds."
    base = name_of(result.base)
    sides = {"below": result.below, "above": result.above}
    texts = [
        f"{side} {base}: {'; '.join(map(name_of, members))}"
        for side, members in sides.items()
        if members
    ]
    differ = ". ".join(texts) or f"shown to differ from {base} of none"
    fewer = [f"{name_of(row)} ({len(row['seeds'])})" for row in result.fewer]
    return (
        f"{title(name)}, accuracy {differ}. Paired t test over {len(result.base['seeds'])} seeds, "
        f"p after Holm below {LEVEL:g}; of the other {result.undecided} so few seeds tell no "
        "difference." + f" Of fewer seeds, and not tested: {'; '.join(fewer)}." * bool(fewer)
    )


def _gain(row: Mapping[str, Any], base: Mapping[str, Any]) -> float:
    return fmean(row["accuracy"]) - fmean(base["accuracy"])


def recipe(rows: Sequence[Mapping[str, Any]]) -> str:
    """Describe the common recipe of all rows, without data set and network."""
    texts = set()
    for row in rows:
        text = row["recipe"].replace(f"--data-set {row['data_set']} ", "")
        texts.add(text.replace("--network compact ", ""))
    return " or ".join(sorted(texts))


def to_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Write every training as a CSV row, with a header.

    Times are means over the turns.
    """
    ways = rows[0]["ways"]
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    single = [key for key in LISTS if key not in ("seeds", "auc", "digests")]
    columns = [f"auc {way}" for way in ways]
    lines.writerow(["data_set", "network", "seed", *single, *columns, *TIMES, *COUNTS, "sha256"])
    for row in (row for group in by_data_set(rows).values() for row in group):
        shared = [*(round(fmean(row[key]), 6) for key in TIMES), *(row[key] for key in COUNTS)]
        for index, seed in enumerate(row["seeds"]):
            measured = [*(row[key][index] for key in single), *row["auc"][index]]
            keys = [row["data_set"], name_of(row), seed]
            lines.writerow([*keys, *measured, *shared, row["digests"][index]])
    return text.getvalue()
