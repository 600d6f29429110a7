"""``capsviz claims``."""

from __future__ import annotations

import argparse
import csv
import datetime
import sys
from pathlib import Path

from capsviz import markdown
from capsviz.analysis import claims
from capsviz.analysis.claims import Claim, Claims, Difference, Measure, measures
from capsviz.cli.parser import add_folder, add_path, add_switch
from capsviz.data.sets import open_set
from capsviz.errors import CapsvizError
from capsviz.files import replacing, writable, write_file


def add_options(command: argparse.ArgumentParser) -> None:
    """Add options for a claim, or a measure to repeat."""
    add_folder(command)
    add_path(command, "--data", "ROOT", "folder that contains MNIST/raw")
    group = command.add_mutually_exclusive_group()
    group.add_argument("name", nargs="?", metavar="CLAIM", help="one claim, with its numbers")
    group.add_argument("--measure", metavar="NAME", help="repeat one of the measurements")
    add_path(group, "--csv", "FILE", "write all numbers")
    add_path(group, "--sheet", "FILE", "write a summary of one printed page, as HTML")
    add_path(command, "--sweeps", "FOLDER", "folder with the sweeps for a measure of trainings")
    add_switch(command, "--save", "with --measure: replace the recorded numbers")


def run(options: argparse.Namespace) -> int:
    """Print claims and measurements, or repeat a measurement."""
    catalogue = claims.load()
    if options.save and not options.measure:
        raise CapsvizError("--save needs --measure: name a measure too")
    if options.measure:
        _measure(options, catalogue)
    elif options.csv:
        _write_csv(writable(options.csv, ".csv"), catalogue)
    elif options.sheet:
        _write_sheet(writable(options.sheet, ".html"))
    elif options.name:
        print(_describe(catalogue, catalogue.claim(options.name)))
    else:
        print(_list(catalogue))
    return 0


def _measure(options: argparse.Namespace, catalogue: Claims) -> None:
    name = options.measure
    if name not in catalogue.measures:
        raise CapsvizError(
            f"there is no measure {name!r}: choose one of {', '.join(catalogue.measures)}"
        )
    material = measures.Material(
        lambda name: open_set(name, options.data).held_out(), options.sweeps
    )
    result = measures.measure(catalogue.measures[name], material)
    print(table(result))
    if options.save:
        claims.save_measure(result)


def _list(catalogue: Claims) -> str:
    rows = [
        [claim.name, claim.says, claims.judge(catalogue.pairs(claim))[0], claim.by]
        for claim in catalogue.claims
    ]
    return markdown.table(
        ["name", "claim", "as measured here", "made by"], rows, text_columns=range(4)
    )


def _describe(catalogue: Claims, claim: Claim) -> str:
    """Describe one claim in Markdown."""
    pairs = catalogue.pairs(claim)
    verdict, differences = claims.judge(pairs)
    lines = [f"# {claim.says}", f"{claim.by}. As measured here: **{verdict}**. {claim.result}"]
    if differences:
        compared = zip(pairs, differences, strict=True)
        rows = [
            [
                test.says,
                difference_text(difference, catalogue.measures[test.measure].unit_of(row)),
                difference.outcome,
            ]
            for (test, row, _), difference in compared
        ]
        heads = ["what would speak for it", "difference", "speaks"]
        lines.append(markdown.table(heads, rows, text_columns=(0, 2)))
    for name in claim.measures:
        measure = catalogue.measures[name]
        text = table(measure) if measure.rows else "not measured here"
        lines += [f"## {measure.title}", f"{measure.of}\n\n    {measure.command}", text]
    for title, items in (
        ("Other explanations", claim.confounders),
        ("Not tried here", claim.missing),
    ):
        lines.append("\n".join([f"## {title}\n", *(f"- {item}" for item in items)]))
    return "\n\n".join(lines)


def table(measure: Measure) -> str:
    """Return a measure's rows as a Markdown table."""
    heads = [
        measure.series,
        *([measure.condition] if measure.condition else []),
        "value",
        "95 % interval",
    ]
    rows = []
    for row in measure.rows:
        bounds = "none"
        if row.low is not None and row.high is not None:
            bounds = (
                f"{number_text(row.low, measure.unit)} to {number_text(row.high, measure.unit)}"
            )
        names = [row.series, *([row.condition] if measure.condition else [])]
        rows.append([*names, number_text(row.value, measure.unit), bounds])
    return markdown.table(heads, rows, text_columns=range(len(heads) - 2))


def number_text(value: float, unit: str) -> str:
    """Format a number with its significant digits."""
    if unit == "share":
        return f"{value:.2%}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def difference_text(difference: Difference, unit: str) -> str:
    """Format a difference and its interval, with signs."""
    scale, ends = (100, " points") if unit == "share" else (1, f" {unit}")
    value, low, high = (
        scale * bound for bound in (difference.value, difference.low, difference.high)
    )
    if abs(value) >= 1000:
        return f"{value:+,.0f}{ends}"
    return f"{value:+.2f} ({low:+.2f} to {high:+.2f}){ends}"


def _write_csv(path: Path, catalogue: Claims) -> None:
    with replacing(path) as partial, partial.open("w", encoding="utf-8", newline="") as file:
        write_rows(csv.writer(file), catalogue)
    print(f"wrote {path}", file=sys.stderr)


def _write_sheet(path: Path) -> None:
    from capsviz.ui.pages.claims.summary import render_summary  # ui is an extra

    write_file(path, render_summary(datetime.date.today()))
    print(f"wrote {path}", file=sys.stderr)


def write_rows(writer, catalogue: Claims) -> None:
    """Write all numbers, one per line."""
    writer.writerow(
        ["measure", "title", "series", "at", "value", "low", "high", "unit", "of", "command"]
    )
    for measure in catalogue.measures.values():
        for row in measure.rows:
            numbers = ["" if n is None else n for n in (row.value, row.low, row.high)]
            writer.writerow(
                [
                    measure.name,
                    measure.title,
                    row.series,
                    row.condition,
                    *numbers,
                    measure.unit,
                    measure.of,
                    measure.command,
                ]
            )
