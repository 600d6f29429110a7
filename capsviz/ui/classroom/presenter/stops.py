"""A lecture for the presenter view: its sections, and the target of each stop."""

from __future__ import annotations

from typing import Any, TypedDict, Unpack

from capsviz.ui.catalogue.navigation import ENTRIES
from capsviz.ui.languages import ENGLISH, messages
from capsviz.ui.lessons import links, loader, markup
from capsviz.ui.lessons.course import Course
from capsviz.ui.lessons.plans import Plan, Section, lesson_of, plans
from capsviz.ui.lessons.quiz import quiz


class StopQuestion(TypedDict):
    """A question of the lecturer, as ``StopQuestion`` of ``presenter_requests.js``."""

    name: str
    text: str
    answers: list[str]
    right: int


class StopTarget(TypedDict, total=False):
    """Target of a stop, as ``StopTarget`` of ``presenter_requests.js``.

    An empty target changes nothing.

    Attributes
    ----------
    page, things : a page, and the values that the projector's tab stores, by name.
    quiz, at : the time of the quiz, "start" or "end", and a question of it, counted from 0.
    ask : a question of the lecturer.
    draw : a subject to draw; "" for anything that fools the network.
    closing : the slide with the results of the quiz.
    reveal : whether to reveal the question of the page.
    """

    page: str
    things: dict[str, Any]
    quiz: str
    at: int
    ask: StopQuestion
    draw: str
    closing: bool
    reveal: bool


class PlainStop(TypedDict):
    """A stop of a lecture, as ``PlainStop`` of ``presenter/stops.js``."""

    title: str
    to: StopTarget


class PlainSection(TypedDict):
    """A part of a lecture, as ``PlainSection`` of ``presenter/stops.js``; ``notes`` is HTML."""

    title: str
    minutes: int
    notes: str
    stops: list[PlainStop]


class PlainPlan(TypedDict):
    """A lecture, as ``PlainPlan`` of ``presenter/stops.js``."""

    name: str
    title: str
    sections: list[PlainSection]


class Titles(TypedDict):
    """Titles by name, as ``Titles`` of ``presenter/sequence.js``."""

    pages: dict[str, str]
    lessons: dict[str, str]


def plain_plans(language: str = ENGLISH) -> list[PlainPlan]:
    """All lectures of a language, as plain values."""
    course = loader.load(language)
    questions = len(quiz(language))
    return [plain_plan(plan, course, questions) for plan in plans(language)]


def titles(language: str = ENGLISH) -> Titles:
    """Titles of pages and lessons, for the lecturer's own stops."""
    course = loader.load(language)
    return {
        "pages": {each.name: each.title_in(language) for each in ENTRIES},
        "lessons": {each.name: each.title for each in (*course.lessons, course.mistakes)},
    }


def plain_plan(plan: Plan, course: Course, questions: int) -> PlainPlan:
    """A lecture as plain values; `questions` is their number in the quiz."""
    sections: list[PlainSection] = [
        {
            "title": section.title,
            "minutes": section.minutes,
            "notes": markup.text_html(section.notes, course.terms, course.symbols),
            "stops": _stops(section, f"{plan.name} {n}", course, questions),
        }
        for n, section in enumerate(plan.sections)
    ]
    return {"name": plan.name, "title": plan.title, "sections": sections}


def _stops(section: Section, name: str, course: Course, questions: int) -> list[PlainStop]:
    stops: list[PlainStop]
    if section.lesson:
        lesson = lesson_of(section, course)
        stops = [
            _stop(lesson.steps[step - 1].title, page="learn", things=_place(lesson.name, step - 1))
            for step in section.steps
        ]
    elif section.quiz:
        stops = [
            _stop(
                messages.fill(
                    course.language,
                    course.words["presenter"]["quiz-stop"],
                    title=section.title,
                    number=index + 1,
                ),
                quiz=section.quiz,
                at=index,
            )
            for index in range(questions)
        ]
        if section.quiz == "end":
            stops.append(_stop(course.words["classroom"]["closing"], closing=True))
    elif section.draw is not None:
        stops = [_stop(section.title, draw=section.draw)]
    elif section.open and (opened := links.things(section.open)):
        stops = [_stop(section.title, page=opened[0], things=opened[1])]
    else:
        stops = [_stop(section.title)]
    if question := section.question:
        poll: StopQuestion = {
            "name": f"plan {name}",
            "text": question.text,
            "answers": list(question.answers),
            "right": question.right,
        }
        stops.insert(0, _stop(question.text, ask=poll))
    return stops


def _stop(title: str, **to: Unpack[StopTarget]) -> PlainStop:
    return {"title": title, "to": to}


def _place(lesson: str, step: int) -> dict[str, Any]:
    return {"view.learn": {"lesson": lesson, "step": step, "answered": None, "figure": None}}
