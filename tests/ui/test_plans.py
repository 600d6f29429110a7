"""Lectures ready to give: their minutes, their places, and what they claim of the network."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

ENGLISH = Path(__file__).parents[2] / "capsviz/ui/languages/en/lessons"


@pytest.fixture(scope="module")
def course():
    from capsviz.ui.lessons import loader

    return loader.load()


@pytest.fixture(scope="module")
def found():
    from capsviz.ui.lessons.plans import plans

    return plans()


def test_plans_are_lectures_of_45_and_90_minutes(found):
    assert [(plan.name, plan.minutes) for plan in found] == [("45", 45), ("90", 90)]
    for plan in found:
        assert sum(section.minutes for section in plan.sections) == plan.minutes


def test_each_plan_follows_the_lesson_order_and_asks_before_it_explains(found, course):
    from capsviz.ui.lessons.tips import tips

    main = [lesson.name for lesson in course.lessons if not lesson.elective]
    for plan in found:
        sections = [section for section in plan.sections if section.lesson]
        shown = [section.lesson for section in sections]
        assert shown == (main if plan.name == "90" else [each for each in main if each in shown])
        for section in sections:
            lesson = next(one for one in course.lessons if one.name == section.lesson)
            asks = next(n for n, step in enumerate(lesson.steps, 1) if step.question)
            assert asks in section.steps, f"{plan.name}: {section.title}"
            assert section.minutes <= tips()[lesson.name].minutes


def test_a_class_has_time_to_join_and_for_the_hardest_lessons(found):
    for plan in found:
        minutes = {section.lesson or section.title: section.minutes for section in plan.sections}
        assert minutes["Come in"] >= 4
        assert minutes["routing"] >= 10
        assert minutes["votes"] >= 5
        assert minutes["overlap"] >= 5


def test_the_longer_plan_gives_every_step_the_time_that_a_class_needs(found, course):
    from capsviz.ui.lessons.tips import tips

    for section in found[1].sections:
        lesson = next((one for one in course.lessons if one.name == section.lesson), None)
        if lesson:
            assert section.steps == tuple(range(1, len(lesson.steps) + 1))
            assert lesson.minutes <= section.minutes <= tips()[lesson.name].minutes


def test_each_plan_has_the_misleading_votes_and_their_frequency(found, course):
    lesson = next(one for one in course.lessons if one.name == "routing")
    best = {
        n for n, step in enumerate(lesson.steps, 1)
        if step.figure == "decided" or step.options.get("preset") == "misled"
    }  # fmt: skip
    assert len(best) >= 3
    for plan in found:
        (shown,) = (section.steps for section in plan.sections if section.lesson == "routing")
        assert best <= set(shown), plan.name


def test_each_plan_asks_the_quiz_twice_and_has_the_class_draw(found):
    for plan in found:
        assert [section.quiz for section in plan.sections if section.quiz] == ["start", "end"]
        assert any(section.draw == "7" for section in plan.sections)


def test_every_stop_leads_to_a_place_that_there_is(found, course, tiny_checkpoint):
    from capsviz.ui.classroom.presenter.stops import plain_plan
    from capsviz.ui.lessons import links
    from capsviz.ui.lessons.course import locate_step

    for plan in found:
        plain = plain_plan(plan, course, questions=10)
        assert [len(section["stops"]) > 0 for section in plain["sections"]]
        for section in plain["sections"]:
            for stop in section["stops"]:
                to = stop["to"]
                if "page" in to:
                    assert to["page"] in links.page_names(), stop
                view = to.get("things", {}).get("view.learn")
                if view:
                    assert locate_step(course, view["lesson"], str(view["step"] + 1))


# --- what is claimed


def long_or_short(lengths) -> str:
    length = float(lengths[-1].max())
    assert 0.35 < float(lengths[0].max()) < 0.45, "so the question says"
    if length < 0.3:
        return "below 0.3"
    return "above 0.9" if length > 0.9 else "still about 0.4"


#: How the answer is found, by the name that a question's file gives.
MEASURED = {"length of the seven": long_or_short}


def test_a_question_that_claims_to_be_measured_is_answered_by_the_shipped_network(found):
    import capsviz
    from capsviz.data.drawing import render
    from capsviz.data.normalisation import normalise
    from capsviz.data.samples import samples

    network = capsviz.load()
    asked = set()
    for section in (section for plan in found for section in plan.sections):
        if not (section.question and section.question.measured):
            continue
        assert section.open is not None, "the class sees what it is asked about"
        asked.add(section.question.measured)
        sample = next(s for s in samples() if s.digit == section.open.digit)
        image = normalise(render(sample.drawing))
        lengths = capsviz.trace(network, image, section.open.iterations).lengths[0]
        answer = MEASURED[section.question.measured](lengths)
        assert section.question.answers[section.question.right] == answer, section.title
    assert asked == set(MEASURED)


# --- what a teacher gets wrong


SPOILT = [
    ("minutes = 45", "minutes = 44", "sections make 45"),
    ("steps = [4, 5, 7, 9]", "steps = [4, 99]", "has steps 1 to"),
    ("steps = [4, 5, 7, 9]", "steps = [4, 1]", "forwards"),
    ('lesson = "pooling"\n', "", "belong together"),
    ('lesson = "pooling"', 'lesson = "poling"', "'poling'"),
    ('quiz = "start"', 'quiz = "often"', "start or at the end"),
    ('quiz = "start"', 'quiz = "start"\ndraw = "7"', "one of"),
    ('draw = "7"', 'open = { label = "x", page = "drawing" }', "'drawing'"),
    ('draw = "7"', 'question = { text = "x", answers = ["9"], right = 0 }', "2 to 6 answers"),
    ('title = "Come in"', 'titel = "Come in"', "'titel'"),
    ("minutes = 45", "minutes = ", "not valid TOML"),
]


@pytest.mark.parametrize(("before", "after", "said"), SPOILT, ids=[s[2] for s in SPOILT])
def test_an_error_in_a_plan_names_its_place(tmp_path, before, after, said):
    from capsviz.errors import CapsvizError
    from capsviz.ui.lessons.plans import plans

    shutil.copytree(ENGLISH.parent, tmp_path / "en")
    path = tmp_path / "en/lessons/plan-45.toml"
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), "utf-8")
    with pytest.raises(CapsvizError, match=said) as wrong:
        plans("en", tmp_path)
    assert "plan-45.toml" in str(wrong.value)
