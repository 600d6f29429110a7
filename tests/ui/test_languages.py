"""Languages: English beneath, translations over it, and what refuses or outdates them."""

from __future__ import annotations

import shutil

import pytest

from capsviz.development import languages as translators
from capsviz.errors import CapsvizError
from capsviz.ui.languages import FOLDER, languages
from capsviz.ui.languages.overlay import read_lesson_file

TOUR = """
[[step]]
title = "Zeichne eine Ziffer"
"""


@pytest.fixture
def root(tmp_path):
    """English and an empty language."""
    shutil.copytree(FOLDER / "en", tmp_path / "en")
    translators.begin("xx", tmp_path)
    return tmp_path


def tour(root, text: str) -> list:
    steps = len(read_lesson_file("en", "tour.toml", root)["step"])
    path = root / "xx/lessons/tour.toml"
    path.write_text(text + "[[step]]\n" * (steps - 1), "utf-8")
    return read_lesson_file("xx", "tour.toml", root)["step"]


def test_english_comes_first_and_each_language_has_its_own_name(root):
    assert list(languages(root)) == ["en", "xx"]
    assert languages()["en"].name == "English"


def test_english_stands_in_for_what_a_translation_lacks(root):
    english = read_lesson_file("en", "tour.toml", root)["step"]
    steps = tour(root, TOUR)
    assert steps[0] == {**english[0], "title": "Zeichne eine Ziffer"}
    assert steps[1:] == english[1:]
    assert read_lesson_file("xx", "quiz.toml", root) == read_lesson_file("en", "quiz.toml", root)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[step]]\ntitel = "x"\n', "xx/tour.toml, step 1 has a field 'titel' that the English"),
        ('[[step]]\npage = "draw"\n', "xx/tour.toml, step 1, page is no text to translate"),
        ("[[step]]\ntitle = 1\n", "xx/tour.toml, step 1, title must be a text"),
        ("[[step]]\n" * 2, "xx/tour.toml, step needs 16 tables"),
        ('[[step]]\ntext = "{x}"\n', "step 1, text must have no {…} and no link"),
    ],
)
def test_a_translation_that_does_not_fit_is_refused_with_its_place(root, text, said):
    with pytest.raises(CapsvizError) as refused:
        tour(root, text)
    assert said in str(refused.value)


def test_numbers_and_links_are_those_of_the_english(root):
    path = root / "xx/lessons/promises.toml"
    english = read_lesson_file("en", "promises.toml", root)["promise"]
    measured = [text.replace("capsules|100%", "capsules|10%") for text in english[0]["measured"]]
    path.write_text(f"[[promise]]\nmeasured = {measured}\n" + "[[promise]]\n" * (len(english) - 1))
    with pytest.raises(CapsvizError, match=r"measured must have .*\{expanded\|capsules\|100%\}"):
        read_lesson_file("xx", "promises.toml", root)


def test_a_text_whose_english_has_changed_since_is_english_again(root):
    tour(root, TOUR)
    assert translators.stamp("xx", root) == 1
    assert translators.stamp("xx", root) == 0
    path = root / "en/lessons/tour.toml"
    path.write_text(path.read_text("utf-8").replace("Draw a digit", "Draw one digit", 1), "utf-8")
    assert tour(root, TOUR)[0]["title"] == "Draw one digit"
    lines = translators.report("xx", root)
    assert "changed in English: lessons/tour.toml step.1.title" in lines
    assert "missing: lessons/tour.toml step.1.text" in lines
    # Translated anew.
    other = TOUR.replace("Zeichne eine", "Zeichne irgendeine")
    tour(root, other)
    assert translators.stamp("xx", root) == 1
    assert tour(root, other)[0]["title"] == "Zeichne irgendeine Ziffer"


@pytest.mark.parametrize("language", languages())
def test_each_language_has_whole_lessons_whose_origin_is_recorded(language):
    from capsviz.ui.lessons import loader, plans, quiz, tips, worksheets

    assert loader.load(language).lessons
    for read in (plans.plans, quiz.quiz, tips.tips, worksheets.sheets):
        assert read(language)
    lines = [] if language == "en" else translators.report(language)
    assert not [line for line in lines if line.startswith(("unknown", "not stamped"))]
