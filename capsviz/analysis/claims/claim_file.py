"""The file of claims as dataclasses, with every entry checked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from capsviz import untrusted
from capsviz.errors import CapsvizError
from capsviz.files import write_file

FORMAT = 1
FILE = Path(__file__).with_name("claims.json")
#: The unit of counts of the objects that the row's condition names, such as "parameters".
COUNT = "count"
#: Units of a number. Shares are shown in percent, others unchanged.
UNITS = (
    *("share", COUNT, "R²", "output", "activation", "dot product", "squared grey levels"),
    *("output capsules", "MB", "× the CNN's time", "× one iteration's time"),
)

Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True)
class Row:
    """One measured number.

    Attributes
    ----------
    series, condition : the network and the condition it was measured under; the latter may be "".
    value : the number.
    low, high : its 95 % interval; None if it is exact or none was measured.
    """

    series: str
    condition: str
    value: float
    low: float | None = None
    high: float | None = None

    @property
    def lower(self) -> float:
        """Lower bound, or the number itself."""
        return self.value if self.low is None else self.low

    @property
    def upper(self) -> float:
        """Upper bound, or the number itself."""
        return self.value if self.high is None else self.high


@dataclass(frozen=True, slots=True)
class Measure:
    """Numbers that one command prints.

    Attributes
    ----------
    name : name for ``capsviz claims --measure``.
    title : title of the measure.
    unit : one of `UNITS`.
    of : pictures it was measured on, and the source of variation of its intervals.
    series, condition : titles of the two parts of a row; the second is "" if there is only one.
    command : command that prints the numbers.
    rows : the numbers; empty if it was not measured.
    """

    name: str
    title: str
    unit: str
    of: str
    series: str
    condition: str
    command: str
    rows: tuple[Row, ...]

    def row(self, series: str, condition: str) -> Row:
        """Return the row of this name; raises `CapsvizError`."""
        for row in self.rows:
            if (row.series, row.condition) == (series, condition):
                return row
        raise CapsvizError(f"{self.name} has no row {series!r}, {condition!r}: measure it again")

    def unit_of(self, row: Row) -> str:
        """Return the unit of a row: its condition for a count, else the measure's unit."""
        return row.condition if self.unit == COUNT else self.unit


@dataclass(frozen=True, slots=True)
class Test:
    """A comparison that would support a claim.

    Attributes
    ----------
    says : the comparison in words.
    measure : name of the measure of both numbers.
    larger, smaller : series and condition of the two numbers, as claimed; a constant may replace
        the second.
    """

    says: str
    measure: str
    larger: tuple[str, str]
    smaller: tuple[str, str] | float


@dataclass(frozen=True, slots=True)
class Link:
    """A link to the page where the reader can try a claim.

    Attributes
    ----------
    label : text of the link.
    page : name of the page.
    settings, view : settings and view state to open it with; plain values.
    lesson : name of a lesson of Learn, as in its address.
    """

    label: str
    page: str
    settings: Mapping[str, Any]
    view: Mapping[str, Any]
    lesson: str


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim.

    Attributes
    ----------
    name : name in addresses.
    says : the claim.
    by : its source: paper, year, section.
    tests : comparisons that would support it.
    measures : names of the measures shown with it.
    result : result in a sentence or two.
    confounders : alternative explanations, and results that would change the verdict.
    missing : experiments that were not done.
    question : question for a class.
    links : links to pages where the reader can try it.
    """

    name: str
    says: str
    by: str
    tests: tuple[Test, ...]
    measures: tuple[str, ...]
    result: str
    confounders: tuple[str, ...]
    missing: tuple[str, ...]
    question: str
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """A later paper, and its result in a sentence."""

    by: str
    says: str


@dataclass(frozen=True, slots=True)
class Claims:
    """Contents of the file.

    Attributes
    ----------
    claims : the claims in display order.
    measures : the measures by name.
    papers : later papers.
    """

    claims: tuple[Claim, ...]
    measures: Mapping[str, Measure]
    papers: tuple[Paper, ...]

    def claim(self, name: str) -> Claim:
        """Return the claim of this name; raises `CapsvizError`."""
        for claim in self.claims:
            if claim.name == name:
                return claim
        raise CapsvizError(
            f"there is no claim {name!r}: choose one of {', '.join(c.name for c in self.claims)}"
        )

    def pairs(self, claim: Claim) -> list[tuple[Test, Row, Row]]:
        """Return a claim's comparisons with the rows of their numbers."""
        return [
            (test, measure.row(*test.larger), _other_row(measure, test))
            for test in claim.tests
            if (measure := self.measures[test.measure]).rows
        ]


def _other_row(measure: Measure, test: Test) -> Row:
    if isinstance(test.smaller, tuple):
        return measure.row(*test.smaller)
    return Row("", "", test.smaller)


def load(path: Path = FILE, translate: Callable[[Any], Any] = lambda plain: plain) -> Claims:
    """Load the file; raises `CapsvizError` if it is damaged.

    `translate` maps the file's plain values to new, translated ones.
    """
    try:
        plain = translate(untrusted.read_file(path))
        if plain["format"] != FORMAT:
            raise ValueError("another format")
        claims = Claims(
            _all(_claim, plain["claims"]),
            {name: _measure(name, entry) for name, entry in plain["measures"].items()},
            _all(lambda paper: Paper(_text(paper, "by"), _text(paper, "says")), plain["papers"]),
        )
        for claim in claims.claims:
            for name in (*claim.measures, *(test.measure for test in claim.tests)):
                if name not in claims.measures:
                    raise ValueError(f"{claim.name} names {name!r}, which is not a measure")
            claims.pairs(claim)
    except FileNotFoundError as error:
        raise CapsvizError(f"{path} is not there: install capsviz again") from error
    except untrusted.DAMAGED_FILE_ERRORS as error:
        raise CapsvizError(f"{path.name} is damaged ({error}): install capsviz again") from error
    return claims


def save_measure(measure: Measure, path: Path = FILE) -> None:
    """Replace a measure's rows in the file."""
    plain = untrusted.read_file(path)
    plain["measures"][measure.name]["rows"] = [
        [
            row.series,
            row.condition,
            *(_round(n) for n in (row.value, row.low, row.high) if n is not None),
        ]
        for row in measure.rows
    ]
    write_file(path, _lines(plain))


def _lines(plain: Mapping[str, Any]) -> str:
    """Format as JSON with one row of numbers per line."""
    rows = {name: entry["rows"] for name, entry in plain["measures"].items()}
    measures = {name: entry | {"rows": f"@{name}@"} for name, entry in plain["measures"].items()}
    text = json.dumps({**plain, "measures": measures}, indent=1, ensure_ascii=False)
    for name, entries in rows.items():
        lines = ",\n".join(f"    {json.dumps(row, ensure_ascii=False)}" for row in entries)
        text = text.replace(f'"@{name}@"', f"[\n{lines}\n   ]" if entries else "[]")
    return text + "\n"


def _round(number: float) -> float:
    """Round to six significant digits, more than the precision of any measurement."""
    return float(f"{number:.6g}")


def _measure(name: str, values: Any) -> Measure:
    if values["unit"] not in UNITS:
        raise ValueError(f"{name}: {values['unit']!r} is no unit")
    keys = ("title", "unit", "of", "series", "command")
    return Measure(
        name=name,
        condition=_text(values, "at", empty=True),
        rows=_all(_row, values["rows"]),
        **{word: _text(values, word) for word in keys},
    )


def _row(values: Any) -> Row:
    series, condition, *numbers = values
    if not (isinstance(series, str) and isinstance(condition, str) and len(numbers) in (1, 3)):
        raise ValueError(f"{values!r} is no row")
    if not all(map(untrusted.is_number, numbers)):
        raise ValueError(f"{values!r} has a value that is not a number")
    row = Row(series, condition, *map(float, numbers))
    if not row.lower <= row.value <= row.upper:
        raise ValueError(f"{values!r} lies outside of its interval")
    return row


def _claim(values: Any) -> Claim:
    texts = {key: _text(values, key) for key in ("name", "says", "by", "question")}
    return Claim(
        **texts,
        result=_text(values, "found"),
        tests=_all(_test, values["tests"]),
        measures=_texts(values["measures"]),
        confounders=_texts(values["confounders"]),
        missing=_texts(values["missing"]),
        links=_all(_link, values["ways"]),
    )


def _test(values: Any) -> Test:
    than = values["than"]
    smaller = float(than) if untrusted.is_number(than) else _read_pair(than)
    return Test(
        _text(values, "says"), _text(values, "measure"), _read_pair(values["more"]), smaller
    )


def _read_pair(values: Any) -> tuple[str, str]:
    series, condition = _texts(values)
    return series, condition


def _link(values: Any) -> Link:
    return Link(
        label=_text(values, "label"),
        page=_text(values, "page"),
        settings=dict(values.get("settings", {})),
        view=dict(values.get("view", {})),
        lesson=_text(values, "lesson") if "lesson" in values else "",
    )


def _text(values: Any, key: str, *, empty: bool = False) -> str:
    value = values[key]
    if not isinstance(value, str) or not (value or empty):
        raise ValueError(f"{key} must be text, not {value!r}")
    return value


def _texts(values: Sequence[Any]) -> tuple[str, ...]:
    if not isinstance(values, list) or not all(isinstance(text, str) for text in values):
        raise ValueError(f"{values!r} is not a list of texts")
    return tuple(values)


def _all(read: Callable[[Any], Entry], entries: Iterable[Any]) -> tuple[Entry, ...]:
    return tuple(map(read, entries))
