"""The quiz: a data file that is tested, and asked twice."""

from __future__ import annotations

import pytest

QUESTION = {"text": "Which?", "answers": ["a", "b", "c"], "right": 1}


def test_the_quiz_asks_once_about_every_lesson_of_the_lectures() -> None:
    from capsviz.ui.classroom.quiz import quiz
    from capsviz.ui.lessons.plans import plans

    found = quiz()
    lessons = {section.lesson for plan in plans() for section in plan.sections if section.lesson}
    assert sorted(question["lesson"] for question in found) == sorted(lessons)
    assert len({question["text"] for question in found}) == len(lessons)
    # Who always takes the same place gets no more than half.
    places = [question["right"] for question in found]
    assert max(map(places.count, places)) <= 5


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[question]]\nlesson = 'pooling'", "question 1 must have"),
        ("[[question]]\nlesson = 'x'\ntext = 'a'\nanswers = ['b', 'c']\nright = 0", "'x'"),
        (
            "[[question]]\nlesson = 'loss'\ntext = 'a'\nanswers = ['b', 'c']\nright = 2",
            "right answer",
        ),
        ("[[question]]\nlesson = 'loss'\ntext = 'a'\nanswers = ['b', 'c']\nright = -1", "no right"),
        ("question = [", "cannot be read"),
        ("", "cannot be read"),
    ],
    ids=["lacks", "lesson", "right", "none", "toml", "empty"],
)
def test_what_is_wrong_with_a_quiz_is_told_with_its_question(tmp_path, text, said) -> None:
    from capsviz.errors import CapsvizError
    from capsviz.ui.classroom.quiz import quiz

    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "quiz.toml").write_text(text, "utf-8")
    with pytest.raises(CapsvizError, match=said):
        quiz("en", tmp_path)


def test_what_was_answered_at_the_start_stands_beside_the_end(play) -> None:
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
        rows = (await lecturer.wait_for("counts"))["rows"]
        assert rows[1] == ["Which? (at the start)", "b", "right", 1]
        assert rows[4] == ["Which? (at the end)", "b", "right", 2]

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
def test_what_is_no_count_is_not_recalled(notes) -> None:
    from capsviz.errors import CapsvizError
    from capsviz.ui.classroom.tally import Tally

    tally = Tally()
    with pytest.raises(CapsvizError, match="no counts"):
        tally.recall(notes)
    assert tally.rows() == []
