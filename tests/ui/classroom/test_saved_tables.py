"""Tables that a lecturer and a learner save, as Python's csv reads them."""

from __future__ import annotations

import csv
import dataclasses
import io

from capsviz.ui.lessons import loader

#: A question that a lecturer may type, or open from another's file.
HOSTILE = {
    "text": 'Which, "then",\nor none? ‖v‖ é',
    "answers": ['=HYPERLINK("http://x.test","a, b")', "+1", "-1", "@SUM(A1)", 'a "b", c\r\nd', "7"],
}


def read(text: str) -> list[list[str]]:
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True))


def test_a_class_s_counts_hold_every_vote_without_names_and_no_formula(play, script) -> None:
    kept = {}

    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        code = (await lecturer.wait_for("started"))["code"]
        phones = [await sit("join", code=code) for _ in range(3)]
        await lecturer.until(lambda h: h["people"]["here"] == 3)

        async def vote(number: int, *votes: int) -> None:
            for phone, answer in zip(phones, votes, strict=True):
                await phone.until(lambda h: h["question"]["question"]["round"] == number)
                await phone.say("vote", name="own", round=number, answer=answer)
            await lecturer.until(
                lambda h: (
                    h["question"]["question"]["round"] == number
                    and h["votes"]["answered"] == len(votes)
                )
            )

        await lecturer.say("ask", name="own", right=5, **HOSTILE)
        await vote(1, 0, 0, 4)
        await lecturer.say("again")
        await lecturer.until(lambda h: h["votes"]["answered"] == 0)
        await vote(2, 0, 5, 5)
        await lecturer.say("reveal")
        await lecturer.until(lambda h: h["question"]["question"]["revealed"])
        await lecturer.say("counts")
        kept.update((await lecturer.wait_for("counts"))["notes"])

    play(scene)
    words = loader.load().words["classroom"]
    text = script(
        ["classroom/counts.js", "browser/export.js"],
        """([notes, words]) =>
          tableText([words.columns.split(","), ...countTable(notes, words)])""",
        [kept, words],
    )
    head, *rows = read(text)
    assert head == ["asked", "answer", "right or wrong", "count"]
    question, (link, *answers) = HOSTILE["text"], HOSTILE["answers"]
    safe = [f"'{link}", "'+1", "'-1", "'@SUM(A1)", *answers[3:]]
    marks = ["wrong"] * 5 + ["right"]
    assert rows == [
        [asked, answer, mark, str(count)]
        for asked, counts in (
            (f"{question} (first vote)", (2, 0, 0, 0, 1, 0)),
            (question, (1, 0, 0, 0, 0, 2)),
        )
        for answer, mark, count in zip(safe, marks, counts, strict=True)
    ]


def test_the_inventory_s_table_has_a_row_for_each_concept(script) -> None:
    from capsviz.ui.lessons.quiz import quiz

    asked = [dataclasses.asdict(question) for question in quiz()]
    last = [len(question["answers"]) - 1 for question in asked]
    columns = ["concept", "question", "start", "end", "answer"]
    words = loader.load().words["page"]
    text = script(
        ["pages/learn/quiz.js", "browser/export.js"],
        "([quiz, answers, head]) => tableText(answerRows(quiz, answers, head))",
        [asked, {"start": [0] * 12, "end": last}, [words[f"quiz-{name}"] for name in columns]],
    )
    head, *rows = read(text)
    assert head == [
        "Concept",
        "Question",
        "Before the lessons",
        "After the lessons",
        "Right answer",
    ]
    assert rows == [
        [one["concept"], one["text"], *(one["answers"][n] for n in (0, end, one["right"]))]
        for one, end in zip(asked, last, strict=True)
    ]
