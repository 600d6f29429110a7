"""The concept inventory: a data file that is tested, and asked twice."""

from __future__ import annotations

import dataclasses
import shutil

import pytest

QUESTION = {"text": "Which?", "answers": ["a", "b", "c"], "right": 1}


WHOLE = """[[question]]
concept = "length"
lesson = "loss"
text = "a"
answers = ["b", "c"]
right = 0
remarks = ["d", "e"]
"""


def test_the_quiz_asks_about_every_lesson_of_the_lectures_and_can_be_asked_of_a_class() -> None:
    from capsviz.ui.classroom.poll import Poll
    from capsviz.ui.lessons.plans import plans
    from capsviz.ui.lessons.quiz import quiz

    found = quiz()
    lessons = {section.lesson for plan in plans() for section in plan.sections if section.lesson}
    assert len(found) == 12
    assert {question.lesson for question in found} == lessons
    assert len({question.concept for question in found}) == len({q.text for q in found}) == 12
    # Always choosing the same place gives at most a third of them.
    places = [question.right for question in found]
    assert max(map(places.count, places)) <= 4
    for question in found:
        plain = {**dataclasses.asdict(question), "answers": list(question.answers)}
        assert Poll.from_plain({**plain, "name": "quiz"}).right == question.right
        assert all(len(remark.split()) <= 25 for remark in question.remarks)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[question]]\nlesson = 'pooling'", "question 1 lacks the field 'concept'"),
        (WHOLE.replace("loss", "x"), "'x'"),
        (WHOLE.replace("right = 0", "right = 2"), "no right answer"),
        (WHOLE.replace("right = 0", "right = -1"), "no right answer"),
        (WHOLE.replace(', "e"', ""), "a remark for each answer"),
        ("question = [", "not valid TOML"),
        ("", "has no"),
    ],
    ids=["lacks", "lesson", "right", "none", "remark", "toml", "empty"],
)
def test_an_error_in_a_quiz_names_its_question(tmp_path, text, said) -> None:
    from capsviz.errors import CapsvizError
    from capsviz.ui.languages import FOLDER
    from capsviz.ui.lessons.quiz import quiz

    shutil.copytree(FOLDER / "en", tmp_path / "en")
    (tmp_path / "en/lessons/quiz.toml").write_text(text, "utf-8")
    with pytest.raises(CapsvizError, match=said):
        quiz("en", tmp_path)


def test_the_first_answers_are_shown_beside_the_last(play) -> None:
    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        code = (await lecturer.wait_for("started"))["code"]
        phones = [await sit("join", code=code) for _ in range(3)]
        await lecturer.until(lambda h: h["people"]["here"] == 3)

        async def asked(name: str, votes: tuple, **more) -> None:
            await lecturer.say("ask", name=name, **QUESTION, **more)
            for phone, vote in zip(phones, votes, strict=True):
                await phone.until(lambda h: (h["question"]["question"] or {}).get("name") == name)
                await phone.say("vote", name=name, answer=vote)
            await lecturer.until(
                lambda h: h["votes"]["name"] == name and h["votes"]["answered"] == 3
            )

        await asked("start 1", (0, 0, 1), when="at the start")
        await lecturer.say("close")  # never revealed: nobody is told what is right
        assert "right" not in (phones[0].heard["question"]["question"] or {})
        await asked("end 1", (1, 1, 0), when="at the end", before="start 1")
        assert "earlier" not in lecturer.heard["question"]["question"]
        await lecturer.say("reveal")
        await lecturer.until(lambda h: h["question"]["question"]["revealed"])
        found = lecturer.heard["question"]["question"]
        assert (found["earlier"], found["counts"]) == ([2, 1, 0], [1, 2, 0])
        await lecturer.say("ask", **found)  # as by a browser that was lost and came back
        await lecturer.say("counts")
        notes = (await lecturer.wait_for("counts"))["notes"]
        assert notes["poll start 1"][1] == ["Which?", "b", "right", 1]
        assert notes["poll end 1"][1] == ["Which?", "b", "right", 2]

        assert "trouble" not in lecturer.heard

        # Counts alone are in the lecturer's browser: a server that restarts is told them.
        kept = lecturer.heard["tally"]["notes"]
        assert list(kept) == ["poll start 1", "poll end 1"]
        served.stop()
        served.start()
        back = await sit("start", key=lecturer.heard["started"]["key"])
        await back.wait_for("started")
        await back.say("recall", notes=kept)
        await back.until(lambda h: h["tally"]["notes"] == kept)
        again = {**QUESTION, "name": "end 1", "before": "start 1", "revealed": True}
        await back.say("ask", **again)
        found = await back.until(lambda h: h["question"]["question"])
        assert found["earlier"] == [2, 1, 0]

    play(scene)


@pytest.mark.parametrize(
    "notes",
    [
        None,
        [],
        {"a": None},
        {"a": [["asked", "answer", "right"]]},
        {"a": [["asked", "answer", "maybe", 1]]},
        {"a": [["asked", "answer", "", True]]},
        {"a": [["asked", "answer", "", -1]]},
        {"a": [["x" * 701, "answer", "", 1]]},
        {"a" * 61: []},
        {str(n): [] for n in range(201)},
    ],
)
def test_invalid_counts_are_not_recalled(notes) -> None:
    from capsviz.errors import CapsvizError
    from capsviz.ui.classroom.tally import Tally

    tally = Tally()
    with pytest.raises(CapsvizError, match="no counts"):
        tally.recall(notes)
    assert tally.to_plain() == {}
