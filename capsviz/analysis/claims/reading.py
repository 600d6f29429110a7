"""The file of claims as dataclasses, each entry checked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from capsviz import untrusted
from capsviz.errors import CapsvizError
from capsviz.files import replacing

FORMAT = 1
FILE = Path(__file__).with_name("claims.json")
#: In which a number is shown: shares as percent, all else as it is.
UNITS = ("share", "number")

Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True)
class Row:
    """One number.

    Attributes
    ----------
    series, at : what it is of: a network, and under which condition; the latter may be "".
    value : the number.
    low, high : its 95 % interval; None where it is exact, or none was measured.
    """

    series: str
    at: str
    value: float
    low: float | None = None
    high: float | None = None

    @property
    def least(self) -> float:
        """The lower bound, or the number itself."""
        return self.value if self.low is None else self.low

    @property
    def most(self) -> float:
        """The upper bound, or the number itself."""
        return self.value if self.high is None else self.high


@dataclass(frozen=True, slots=True)
class Measure:
    """Numbers that one command prints.

    Attributes
    ----------
    name : by which ``capsviz claims --measure`` knows it.
    title : what is measured.
    unit : one of `UNITS`.
    of : what it was measured on, and what an interval is over.
    series, at : what the two parts of a row are called; "" for `at` where there is one alone.
    command : that prints the numbers.
    rows : the numbers; none where it was not measured here.
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
        """The number of this name; raises `CapsvizError`."""
        for row in self.rows:
            if (row.series, row.at) == (series, at):
                return row
        raise CapsvizError(f"{self.name} has no row {series!r}, {at!r}: measure it again")


@dataclass(frozen=True, slots=True)
class Test:
    """A comparison that would speak for a claim.

    Attributes
    ----------
    says : the comparison in words.
    measure : name of what both numbers are of.
    more, than : series and condition of what is said to be larger, and than what; or a fixed
        number in place of the latter.
    """

    says: str
    measure: str
    more: tuple[str, str]
    than: tuple[str, str] | float


@dataclass(frozen=True, slots=True)
class Way:
    """A way to where one can look for oneself.

    Attributes
    ----------
    label : what it leads to.
    page : its name.
    settings, view : in which state it opens, of what the visitor carries; plain values.
    lesson : of Learn, the lesson's name in the address.
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
    name : in addresses.
    says : the claim.
    by : who made it: paper, year, section.
    tests : what would speak for it.
    measures : names of what is shown with it.
    found : what was found, in a sentence or two.
    confounders : what could be the reason besides, or would change the verdict.
    missing : what was not tried here.
    question : for a class.
    ways : to where one can look for oneself.
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
    """What came after: a paper, and what it says in a sentence."""

    by: str
    says: str


@dataclass(frozen=True, slots=True)
class Claims:
    """All of the file.

    Attributes
    ----------
    claims : in the order in which they are shown.
    measures : by their names.
    papers : what happened since.
    """

    claims: tuple[Claim, ...]
    measures: Mapping[str, Measure]
    papers: tuple[Paper, ...]

    def claim(self, name: str) -> Claim:
        """The claim of this name; raises `CapsvizError`."""
        for claim in self.claims:
            if claim.name == name:
                return claim
        raise CapsvizError(
            f"there is no claim {name!r}: choose one of {', '.join(c.name for c in self.claims)}"
        )

    def pairs(self, claim: Claim) -> list[tuple[Test, Row, Row]]:
        """A claim's comparisons of what is measured, with their numbers."""
        return [
            (test, measure.row(*test.more), _other(measure, test))
            for test in claim.tests
            if (measure := self.measures[test.measure]).rows
        ]


def _other(measure: Measure, test: Test) -> Row:
    if isinstance(test.than, tuple):
        return measure.row(*test.than)
    return Row("", "", test.than)


def load(path: Path = FILE) -> Claims:
    """Read the file; raises `CapsvizError` with what is wrong in it."""
    try:
        plain = untrusted.read_file(path)
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
                    raise ValueError(f"{claim.name} names {name!r}, which is no measure")
            claims.pairs(claim)
    except FileNotFoundError as error:
        raise CapsvizError(f"{path} is not there: install capsviz again") from error
    except untrusted.DAMAGED as error:
        raise CapsvizError(f"{path.name} is damaged ({error}): install capsviz again") from error
    return claims


def save_measure(measure: Measure, path: Path = FILE) -> None:
    """Put a measure's rows in place of those that the file holds."""
    plain = untrusted.read_file(path)
    plain["measures"][measure.name]["rows"] = [
        [row.series, row.at, *(_short(n) for n in (row.value, row.low, row.high) if n is not None)]
        for row in measure.rows
    ]
    with replacing(path) as partial:
        partial.write_text(_lines(plain), "utf-8")


def _lines(plain: Mapping[str, Any]) -> str:
    """JSON with one row of numbers on a line."""
    rows = {name: one["rows"] for name, one in plain["measures"].items()}
    kept = {name: one | {"rows": f"@{name}@"} for name, one in plain["measures"].items()}
    text = json.dumps({**plain, "measures": kept}, indent=1, ensure_ascii=False)
    for name, listed in rows.items():
        lines = ",\n".join(f"    {json.dumps(row, ensure_ascii=False)}" for row in listed)
        text = text.replace(f'"@{name}@"', f"[\n{lines}\n   ]" if listed else "[]")
    return text + "\n"


def _short(number: float) -> float:
    """Six figures: more than any of them means."""
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
        raise ValueError(f"{plain!r} has what is no number")
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
    other = float(than) if untrusted.is_number(than) else _two(than)
    return Test(_text(plain, "says"), _text(plain, "measure"), _two(plain["more"]), other)


def _two(plain: Any) -> tuple[str, str]:
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
        raise ValueError(f"{plain!r} is no list of texts")
    return tuple(plain)


def _all(read: Callable[[Any], Entry], plain: Iterable[Any]) -> tuple[Entry, ...]:
    return tuple(map(read, plain))
