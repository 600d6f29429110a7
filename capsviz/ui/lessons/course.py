"""The lessons of one language, and positions in them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from capsviz.errors import CapsvizError
from capsviz.ui.catalogue.navigation import PARTS
from capsviz.ui.languages import messages
from capsviz.ui.lessons import markup


@dataclass(frozen=True, slots=True)
class Term:
    """An entry of the glossary; `block` is the network's part that shows it, of `PARTS`, or ""."""

    name: str
    means: str
    block: str = ""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol: TeX, text for screen readers, meaning, and a label with both texts."""

    tex: str
    say: str
    means: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula: TeX with ``@{symbol}``, the function that computes it, text for screen readers."""

    tex: str
    function: str
    say: str


@dataclass(frozen=True, slots=True)
class Open:
    """A live page and its initial state.

    Attributes
    ----------
    page : names of pages; the first that exists is opened.
    digit : class of the sample on the canvas; None for the visitor's own drawing.
    views : views by page; other pages open in their default view.
    """

    label: str
    page: tuple[str, ...]
    digit: int | None = None
    iterations: int = 3
    center: bool = True
    capsule: int = -1
    views: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a lesson.

    Attributes
    ----------
    figure : name of a figure; empty for the previous step's.
    options : state of the figure.
    task, until : an instruction, and the figure's event that completes it.
    hint : shown after two failed tries.
    question, answers, right, reveal : a question to guess, and its explanation.
    remarks : explanation of each wrong answer; "" for the right one.
    later : where the answer is revealed, if not here: "page", the live one, or a lesson.
    keep : the sentence to remember from the lesson.
    telltale : the number that indicates a mistake.
    open : the live page that the step leads to.
    claims : whether the claims are listed.
    """

    title: str
    text: str = ""
    figure: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    formulas: tuple[str, ...] = ()
    task: str = ""
    until: str = ""
    hint: str = ""
    question: str = ""
    answers: tuple[str, ...] = ()
    right: int = -1
    remarks: tuple[str, ...] = ()
    reveal: str = ""
    later: str = ""
    keep: str = ""
    telltale: str = ""
    open: Open | None = None
    claims: bool = False


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: its name in the address, its title, its length in minutes, its steps.

    Attributes
    ----------
    elective : whether it is outside the numbered main line.
    formerly : earlier number of steps; links to removed steps open the last one.
    about : parts of the network that it is about, of `PARTS`; empty for the entire network.
    chapter : heading in the contents; empty for the previous lesson's.
    """

    name: str
    title: str
    minutes: int
    aim: str
    steps: tuple[Step, ...]
    elective: bool = False
    formerly: int = 0
    about: tuple[str, ...] = ()
    chapter: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """A disputed claim, with arguments for and against it, and an experiment."""

    claim: str
    pro: str
    con: str
    trial: str
    open: Open


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper to read after some lessons.

    Attributes
    ----------
    url : of its DOI or of its authors' publication; only https.
    note : one sentence on why to read it.
    lessons : names of the lessons that end with it.
    """

    title: str
    authors: str
    year: int
    url: str
    note: str
    lessons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Promise:
    """A kind of network, with hopes and measured results.

    `measured` are sentences with numbers; otherwise `unmeasured` is the reason why there are none.
    """

    network: str
    hoped: str
    measured: tuple[str, ...] = ()
    unmeasured: str = ""


@dataclass(frozen=True, slots=True)
class TourStep:
    """A step of the tour, with its target and the visitor's task.

    Attributes
    ----------
    page : of the step.
    target : ``data-testid`` of the explained element, or a name resolved by its page.
    until : "look" needs nothing; "draw", "input", "click" and "page" wait for the visitor.
    seen : ``data-testid`` of an element to watch, which the card does not cover.
    """

    page: str
    target: str
    title: str
    text: str
    until: str = "look"
    seen: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """All lessons of a language, with glossary, formulas and texts of the page."""

    language: str
    lessons: tuple[Lesson, ...]
    mistakes: Lesson
    terms: dict[str, Term]
    symbols: dict[str, Symbol]
    formulas: dict[str, Formula]
    claims: tuple[Claim, ...]
    papers: tuple[Paper, ...]
    promises: tuple[Promise, ...]
    tour: tuple[TourStep, ...]
    words: dict[str, dict[str, str]]

    @property
    def labels(self) -> dict[str, str]:
        """Short name of each lesson for texts: its number, or an elective's title."""
        word = self.words["page"]["lesson-in-text"]
        main = [lesson for lesson in self.lessons if not lesson.elective]
        numbers = {
            lesson.name: messages.fill(self.language, word, number=n)
            for n, lesson in enumerate(main, 1)
        }
        return {lesson.name: numbers.get(lesson.name, lesson.title) for lesson in self.lessons}

    def to_plain(self, address: Callable[[Open], str | None]) -> dict[str, Any]:
        """Plain values for the component, with texts as HTML.

        `address` returns the link to a live page, or None if there is no such page.
        """
        everything = (*self.lessons, self.mistakes)
        return {
            "lessons": [self._lesson(lesson, address) for lesson in everything],
            "terms": {name: dataclasses.asdict(term) for name, term in self.terms.items()},
            "symbols": {
                name: {"html": markup.symbol_html(name, self.symbols), "means": symbol.means}
                for name, symbol in self.symbols.items()
            },
            "formulas": {
                name: {
                    "html": markup.formula_html(formula.tex, self.symbols),
                    "say": formula.say,
                    "function": formula.function,
                    # Each once, in order.
                    "symbols": list(dict.fromkeys(markup.symbol_names(formula.tex))),
                }
                for name, formula in self.formulas.items()
            },
            "claims": [
                {
                    "claim": claim.claim,
                    "for": claim.pro,
                    "against": claim.con,
                    "try": claim.trial,
                    "label": claim.open.label,
                    "href": address(claim.open),
                }
                for claim in self.claims
            ],
            "papers": [dataclasses.asdict(paper) for paper in self.papers],
            "words": self.words,
        }

    def _lesson(self, lesson: Lesson, address: Callable[[Open], str | None]) -> dict[str, Any]:
        fields = ("name", "title", "chapter", "minutes", "elective")
        return {
            **{name: getattr(lesson, name) for name in fields},
            "aim": markup.inline_html(lesson.aim),
            "about": list(lesson.about or PARTS),
            "steps": [self._step(step, address) for step in lesson.steps],
        }

    def _step(self, step: Step, address: Callable[[Open], str | None]) -> dict[str, Any]:
        copied = ("title", "figure", "options", "formulas", "until", "right", "claims", "later")
        lines = ("keep", "hint", "question", "task", "telltale")
        values = {
            **{name: getattr(step, name) for name in copied},
            **{name: markup.inline_html(getattr(step, name)) for name in lines},
            "laterLabel": self.labels.get(step.later, ""),
            "answers": list(map(markup.inline_html, step.answers)),
            "remarks": list(map(markup.inline_html, step.remarks)),
            "text": self.html(step.text),
            "reveal": self.html(step.reveal),
        }
        if step.open:
            values["open"] = {"label": step.open.label, "href": address(step.open)}
        return values

    def html(self, text: str) -> str:
        """Convert Markdown with links to the glossary and to lessons to HTML."""
        return markup.text_html(text, self.terms, self.symbols, self.labels)


@dataclass(frozen=True, slots=True)
class StepPlace:
    """Position in the course: a lesson's name ("" for the visitor's last position), and a step.

    Steps count from 0 here and from 1 in addresses.
    """

    lesson: str = ""
    step: int = 0


def locate_step(course: Course, lesson: str | None, step: str | None) -> StepPlace:
    """Parse a position from an address; raises `CapsvizError` if it does not exist."""
    if not lesson:
        return StepPlace()
    if lesson in ("contents", "quiz", "glossary"):
        return StepPlace(lesson)
    match = next((each for each in (*course.lessons, course.mistakes) if each.name == lesson), None)
    if match is None:
        raise CapsvizError("there is no such lesson")
    if step is None:
        return StepPlace(lesson)
    count = len(match.steps)
    exists = step.isascii() and step.isdigit() and 1 <= int(step[:6]) <= max(count, match.formerly)
    if not exists:
        raise CapsvizError(f"the lesson {lesson!r} has steps 1 to {count}")
    return StepPlace(lesson, min(int(step), count) - 1)
