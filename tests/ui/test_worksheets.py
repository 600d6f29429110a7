"""Worksheets: one for each lesson, drawn from the live network, the key on its own page."""

from __future__ import annotations

import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    from capsviz.ui.lessons.worksheets.paper import Words

ENGLISH = Path(__file__).parents[2] / "capsviz/ui/languages/en/lessons"
VOID = {"meta", "img", "br", "link"}


class Balanced(HTMLParser):
    """Whether every element that opens is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs) -> None:
        pass

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag


@pytest.fixture
def english() -> Words:
    """The words of figures in English."""
    from capsviz.ui.lessons.worksheets.paper import Words

    return Words("en")


def lessons() -> list[str]:
    from capsviz.ui.lessons import loader

    return [lesson.name for lesson in loader.load().lessons]


def parts(page: str) -> tuple[str, str]:
    """The sheet and the key."""
    sheet, key = page.split('<section class="page"')
    return sheet.split("<body>")[1], key


def test_every_lesson_has_a_worksheet_with_tasks_and_room_to_write():
    from capsviz.ui.lessons.worksheets import sheets

    assert list(sheets()) == lessons()
    for sheet in sheets().values():
        assert len(sheet.task) >= 3
        assert any(task.lines for task in sheet.task)


def test_the_quiz_is_a_sheet_with_boxes_and_a_key():
    from capsviz.ui.lessons.quiz import quiz
    from capsviz.ui.lessons.worksheets import names, worksheet

    assert names() == [*lessons(), "quiz"]
    page = worksheet("quiz")
    Balanced().feed(page)
    sheet, key = parts(page)
    for question in quiz():
        assert question.text in sheet
        right = f"{question.answers[question.right]}. {question.remarks[question.right]}"
        assert right in key
        assert right not in sheet
    assert sheet.count("☐") == sum(len(question.answers) for question in quiz())
    assert sheet.count("<br") >= sheet.count("☐")


@pytest.mark.parametrize("lesson", lessons())
def test_a_sheet_is_complete_and_leaves_its_answers_to_the_key(lesson):
    from capsviz.ui.lessons.worksheets import sheets, worksheet

    page = worksheet(lesson)
    assert "{{" not in page
    assert not re.search(r"<script|https?://", page)
    Balanced().feed(page)
    sheet, key = parts(page)
    assert sheet.count("<li>") == key.count("<li>") == len(sheets()[lesson].task)
    for task in sheets()[lesson].task:
        assert max(re.split(r"\{\w+\}", task.answer), key=len).strip() not in sheet
    blank = 'class="blank"'
    assert blank not in key
    assert blank in sheet or '<span class="line">' in sheet


def cells(page: str) -> list[str]:
    return re.findall(r"<td[^>]*>([^<]*)</td>", page)


def test_the_key_s_numbers_are_right(english):
    from capsviz.ui.lessons.worksheets import figures

    shown = [float(cell) for cell in cells(figures.pooling_map(english).key)]
    seen, pooled = [shown[n * 6 : n * 6 + 6] for n in range(6)], shown[36:]
    assert pooled == [
        max(seen[r][c], seen[r][c + 1], seen[r + 1][c], seen[r + 1][c + 1])
        for r in (0, 2, 4) for c in (0, 2, 4)
    ]  # fmt: skip

    rows = cells(figures.squash_table(english).key)
    for n in range(0, len(rows), 4):
        s, square, v = map(float, rows[n + 1 : n + 4])
        assert square == pytest.approx(s * s, abs=5e-4)
        assert v == pytest.approx(s * s / (1 + s * s), abs=5e-4)

    assert sum(map(float, cells(figures.shares(english).key))) == pytest.approx(1, abs=1e-9)

    rows = cells(figures.margins(english).key)
    for n in range(0, len(rows), 4):
        there, length, term = rows[n + 1], float(rows[n + 2]), float(rows[n + 3])
        said = max(0, 0.9 - length) if there == "yes" else 0.5**0.5 * max(0, length - 0.1)
        assert term == pytest.approx(said**2, abs=6e-5)


def test_the_key_of_three_arrows_equals_one_routing_by_hand(english):
    from capsviz.ui.lessons.worksheets import figures

    votes, figure = figures._VOTES, figures.route_by_hand(english)
    s = votes.sum(0) / 2
    norm = np.linalg.norm(s, axis=1, keepdims=True)
    v = s * norm / (1 + norm**2)
    gain = [float(vote[0] @ v[0] - vote[1] @ v[1]) for vote in votes]
    said = cells(figure.key)[: 5 * len(votes)]
    for n, d in enumerate(gain):
        assert [float(cell) for cell in said[5 * n + 3 : 5 * n + 5]] == pytest.approx(
            [d, 1 / (1 + np.exp(-d))], abs=6e-3
        )
    assert figure.facts["s_a"] == "({:g}, {:g})".format(*s[0])
    assert "drawn" not in figure.sheet
    assert figure.key.count('class="drawn"') == 4


def test_the_tasks_numbers_are_those_of_the_live_network(english):
    from capsviz.ui.lessons.worksheets import figures

    facts = figures.lengths_of_a_seven(english).facts
    assert facts["clear_first"] == "7"
    assert {facts["doubtful_first"], facts["doubtful_second"]} == {"1", "7"}
    facts = figures.pair(english).facts
    assert {facts["first"], facts["second"]} == {"3", "5"}
    facts = figures.votes_along(english).facts
    assert facts["winner"] == "6"
    assert float(facts["mean"]) > 2 * abs(float(facts["none"]))


def test_the_digits_that_iterations_decide_are_counted_from_the_record():
    from capsviz.ui.lessons.figure_data import load_record
    from capsviz.ui.lessons.worksheets import worksheet

    record = load_record("decided")
    changed = sum(map(len, record["digits"].values()))
    assert f"On {record['n']:,} test digits it changed for {changed}." in worksheet("contested")
    for text in ENGLISH.glob("*.toml"):
        told = re.findall(r"(\d+) of 10,000 digits differently", text.read_text("utf-8"))
        assert set(told) <= {str(changed)}, text.name


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('figure = "pair"', 'figure = "pear"', "'pear'"),
        ("[overlap]", "[overlay]", "'overlay'|needs a figure"),
        ("lines = 3", "lines = 30", "0 to 8 lines"),
        ("lines = 3\n", "", "lacks the field 'lines'"),
    ],
)
def test_an_error_in_a_worksheet_names_its_lesson(tmp_path, before, after, said):
    from capsviz.errors import CapsvizError
    from capsviz.ui.lessons.worksheets import sheets

    shutil.copytree(ENGLISH.parent, tmp_path / "en")
    path = tmp_path / "en/lessons/worksheets.toml"
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), "utf-8")
    with pytest.raises(CapsvizError, match=said):
        sheets("en", tmp_path)


def test_a_number_missing_from_the_figure_is_named(monkeypatch):
    from capsviz.errors import CapsvizError
    from capsviz.ui.lessons import worksheets
    from capsviz.ui.lessons.worksheets import Sheet, Task, worksheet

    wrong = {"squash": Sheet("squashed", (Task("Which {thing}?", 1, "None."),))}
    monkeypatch.setattr(worksheets, "sheets", lambda language="en": wrong)
    with pytest.raises(CapsvizError, match="'thing'"):
        worksheet("squash")
