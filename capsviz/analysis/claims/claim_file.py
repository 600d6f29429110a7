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
#: The unit of numbers that count what the condition of their row names, such as "parameters".
COUNT = "count"
#: Units of a number. A share is shown as percent, and others as they are.
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
    series, at : the network and the condition it was measured under; the latter may be "".
    value : the number.
    low, high : its 95 % interval; None if it is exact or none was measured.
    """

    series: str
    at: str
    value: float
    low: float | None = None
    high: float | None = None

    @property
    def least(self) -> float:
        """Lower bound, or the number itself."""
        return self.value if self.low is None else self.low

    @property
    def most(self) -> float:
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
    series, at : titles of the two parts of a row; `at` is "" if there is only one.
    command : command that prints the numbers.
    rows : the numbers; empty if it was not measured.
    """

    name: str
    title: str
    unit: str
    of: str
    series: str
    at: str
    command: str
    rows: tuple[Row, ...]

    def row(self, series: str, at: str) -> Row:
        """Return the row of this name; raises `CapsvizError`."""
        for row in self.rows:
            if (row.series, row.at) == (series, at):
                return row
        raise CapsvizError(f"{self.name} has no row {series!r}, {at!r}: measure it again")

    def unit_of(self, row: Row) -> str:
        """The unit of a row: what it counts, or the unit of all."""
        return row.at if self.unit == COUNT else self.unit


@dataclass(frozen=True, slots=True)
class Test:
    """A comparison that would support a claim.

    Attributes
    ----------
    says : the comparison in words.
    measure : name of the measure of both numbers.
    more, than : series and condition of the two numbers, the one claimed to be larger first; a
        constant may replace the second.
    """

    says: str
    measure: str
    more: tuple[str, str]
    than: tuple[str, str] | float


@dataclass(frozen=True, slots=True)
class Way:
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
    found : result in a sentence or two.
    confounders : alternative explanations, and results that would change the verdict.
    missing : experiments that were not done.
    question : question for a class.
    ways : links to pages where the reader can try it.
    """

    name: str
    says: str
    by: str
    tests: tuple[Test, ...]
    measures: tuple[str, ...]
    found: str
    confounders: tuple[str, ...]
    missing: tuple[str, ...]
    question: str
    ways: tuple[Way, ...]


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
            (test, measure.row(*test.more), _other_row(measure, test))
            for test in claim.tests
            if (measure := self.measures[test.measure]).rows
        ]


def _other_row(measure: Measure, test: Test) -> Row:
    if isinstance(test.than, tuple):
        return measure.row(*test.than)
    return Row("", "", test.than)


def load(path: Path = FILE, lay: Callable[[Any], Any] = lambda plain: plain) -> Claims:
    """Load the file; raises `CapsvizError` if it is damaged.

    `lay` lays a translation over the file's plain values, and returns new ones.
    """
    try:
        plain = lay(untrusted.read_file(path))
        if plain["format"] != FORMAT:
            raise ValueError("another format")
        claims = Claims(
            _all(_claim, plain["claims"]),
            {name: _measure(name, one) for name, one in plain["measures"].items()},
            _all(lambda one: Paper(_text(one, "by"), _text(one, "says")), plain["papers"]),
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
        [row.series, row.at, *(_round(n) for n in (row.value, row.low, row.high) if n is not None)]
        for row in measure.rows
    ]
    write_file(path, _lines(plain))


def _lines(plain: Mapping[str, Any]) -> str:
    """Format as JSON with one row of numbers per line."""
    rows = {name: one["rows"] for name, one in plain["measures"].items()}
    kept = {name: one | {"rows": f"@{name}@"} for name, one in plain["measures"].items()}
    text = json.dumps({**plain, "measures": kept}, indent=1, ensure_ascii=False)
    for name, listed in rows.items():
        lines = ",\n".join(f"    {json.dumps(row, ensure_ascii=False)}" for row in listed)
        text = text.replace(f'"@{name}@"', f"[\n{lines}\n   ]" if listed else "[]")
    return text + "\n"


def _round(number: float) -> float:
    """Round to six significant digits, more than the precision of any measurement."""
    return float(f"{number:.6g}")


def _measure(name: str, plain: Any) -> Measure:
    if plain["unit"] not in UNITS:
        raise ValueError(f"{name}: {plain['unit']!r} is no unit")
    words = ("title", "unit", "of", "series", "command")
    return Measure(
        name=name,
        at=_text(plain, "at", empty=True),
        rows=_all(_row, plain["rows"]),
        **{word: _text(plain, word) for word in words},
    )


def _row(plain: Any) -> Row:
    series, at, *numbers = plain
    if not (isinstance(series, str) and isinstance(at, str) and len(numbers) in (1, 3)):
        raise ValueError(f"{plain!r} is no row")
    if not all(map(untrusted.is_number, numbers)):
        raise ValueError(f"{plain!r} has a value that is not a number")
    row = Row(series, at, *map(float, numbers))
    if not row.least <= row.value <= row.most:
        raise ValueError(f"{plain!r} lies outside of its interval")
    return row


def _claim(plain: Any) -> Claim:
    texts = {word: _text(plain, word) for word in ("name", "says", "by", "found", "question")}
    return Claim(
        **texts,
        tests=_all(_test, plain["tests"]),
        measures=_texts(plain["measures"]),
        confounders=_texts(plain["confounders"]),
        missing=_texts(plain["missing"]),
        ways=_all(_way, plain["ways"]),
    )


def _test(plain: Any) -> Test:
    than = plain["than"]
    other = float(than) if untrusted.is_number(than) else _read_pair(than)
    return Test(_text(plain, "says"), _text(plain, "measure"), _read_pair(plain["more"]), other)


def _read_pair(plain: Any) -> tuple[str, str]:
    series, at = _texts(plain)
    return series, at


def _way(plain: Any) -> Way:
    return Way(
        label=_text(plain, "label"),
        page=_text(plain, "page"),
        settings=dict(plain.get("settings", {})),
        view=dict(plain.get("view", {})),
        lesson=_text(plain, "lesson") if "lesson" in plain else "",
    )


def _text(plain: Any, word: str, *, empty: bool = False) -> str:
    value = plain[word]
    if not isinstance(value, str) or not (value or empty):
        raise ValueError(f"{word} must be text, not {value!r}")
    return value


def _texts(plain: Sequence[Any]) -> tuple[str, ...]:
    if not isinstance(plain, list) or not all(isinstance(one, str) for one in plain):
        raise ValueError(f"{plain!r} is not a list of texts")
    return tuple(plain)


def _all(read: Callable[[Any], Entry], plain: Iterable[Any]) -> tuple[Entry, ...]:
    return tuple(map(read, plain))
