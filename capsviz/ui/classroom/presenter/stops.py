"""A lecture for the presenter view: its sections, and the target of each stop."""

from __future__ import annotations

from typing import Any

from capsviz.ui.lessons import links, loader, markup
from capsviz.ui.lessons.course import Course
from capsviz.ui.lessons.plans import Plan, Section, lesson_of, plans
from capsviz.ui.lessons.quiz import quiz


def plain_plans(language: str = loader.LANGUAGE) -> list[dict[str, Any]]:
    """All lectures of a language, as plain values."""
    course = loader.load(language)
    questions = len(quiz(language))
    return [plain_plan(plan, course, questions) for plan in plans(language)]


def plain_plan(plan: Plan, course: Course, questions: int) -> dict[str, Any]:
    """A lecture as plain values.

    Parameters
    ----------
    questions : of the quiz.

    Returns
    -------
    ``name``, ``title`` and ``sections``, each with its ``title``, ``minutes``, ``notes`` as HTML
    and ``stops``. A stop has a ``title`` and ``to``, which the projector's tab understands: a
    ``page`` and the ``things`` that it keeps then, a subject to ``draw``, a question to ``ask``, or
    a question of the quiz; an empty one changes nothing.
    """
    sections = [
        {
            "title": section.title,
            "minutes": section.minutes,
            "notes": markup.text_html(section.notes, course.terms, course.symbols),
            "stops": _stops(section, f"{plan.name} {n}", course, questions),
        }
        for n, section in enumerate(plan.sections)
    ]
    return {"name": plan.name, "title": plan.title, "sections": sections}


def _stops(section: Section, name: str, course: Course, questions: int) -> list[dict[str, Any]]:
    stops: list[dict[str, Any]]
    if section.lesson:
        lesson = lesson_of(section, course)
        stops = [
            _stop(lesson.steps[step - 1].title, page="learn", things=_place(lesson.name, step - 1))
            for step in section.steps
        ]
    elif section.quiz:
        stops = [
            _stop(f"{section.title}: {at + 1}", quiz=section.quiz, at=at) for at in range(questions)
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
        poll = {"name": f"plan {name}", "text": question.text, "right": question.right}
        stops.insert(0, _stop(question.text, ask={**poll, "answers": list(question.answers)}))
    return stops


def _stop(title: str, **to: Any) -> dict[str, Any]:
    return {"title": title, "to": to}


def _place(lesson: str, step: int) -> dict[str, Any]:
    return {"view.learn": {"lesson": lesson, "step": step, "answered": None, "figure": None}}
