"""Languages: English beneath, translations over it, and what refuses or outdates them."""

from __future__ import annotations

import re
import shutil
import tomllib

import pytest

from capsviz.development import languages as translators
from capsviz.errors import CapsvizError
from capsviz.ui.languages import FOLDER, languages, messages
from capsviz.ui.languages.overlay import read_claims, read_lesson_file, texts

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


def read_anew() -> None:
    """Forget what was read of the files of messages."""
    for read in (messages.messages, messages.parse_messages):
        read.cache_clear()


def test_a_new_language_has_each_text_as_a_comment(root):
    for path in (root / "en/lessons").iterdir():
        assert read_lesson_file("xx", path.name, root) == read_lesson_file("en", path.name, root)
    assert read_claims("xx", root) == read_claims("en", root)
    english = translators.collect("en", root)
    assert len(translators.report("xx", root)) == sum(len(texts) for texts in english.values())
    assert '# title = "Draw a digit"' in (root / "xx/lessons/tour.toml").read_text("utf-8")
    for path in (root / "xx").rglob("*.*"):
        text = path.read_text("utf-8")
        path.write_text(re.sub("^# (?=[\\w-]+ =|[ }])", "", text, flags=re.MULTILINE), "utf-8")
    read_anew()
    assert translators.report("xx", root) == [
        f"not stamped: {file} {place}" for file, texts in english.items() for place in texts
    ]


@pytest.mark.parametrize("language", languages())
def test_words_with_values_can_be_read(language):
    for group, words in read_lesson_file(language, "words.toml").items():
        for name, text in words.items():
            if isinstance(text, str) and "{" in text:
                values = dict.fromkeys(re.findall(r"\$([\w-]+)", text), "x")
                assert messages.fill(language, text, **values).count("x") >= len(values), (
                    f"{group}, {name}"
                )


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


def test_of_a_figures_options_the_title_alone_is_text(root):
    options = [
        (file.name, place)
        for file in (root / "en/lessons").glob("*.toml")
        for place, _ in texts(file.name, tomllib.loads(file.read_text("utf-8")))
        if ".options." in place
    ]
    assert options
    assert all(place.endswith(".options.title") for _, place in options), options


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


def test_claims_are_those_of_a_language_where_it_has_them(root):
    english = read_claims("en", root)
    others = "[[claims]]\n" * (len(english.claims) - 1)
    measure = english.claims[0].measures[0]
    path = root / "xx/measured_claims.toml"
    path.write_text(
        f'[[claims]]\nsays = "Zerlegt"\n{others}[measures.{measure}]\ntitle = "Teile"\n', "utf-8"
    )
    found = read_claims("xx", root)
    assert found.claims[0].says == "Zerlegt"
    assert found.claims[0].by == english.claims[0].by
    assert found.claims[1:] == english.claims[1:]
    assert found.measures[measure].title == "Teile"
    assert found.measures[measure].rows == english.measures[measure].rows
    assert "missing: measured_claims.toml claims.1.by" in translators.report("xx", root)
    path.write_text('[measures.none]\ntitle = "x"\n', "utf-8")
    with pytest.raises(CapsvizError, match="'none' that the English file lacks"):
        read_claims("xx", root)


@pytest.mark.parametrize("language", languages())
def test_each_language_has_whole_lessons_whose_origin_is_recorded(language):
    from capsviz.ui.lessons import loader, plans, quiz, tips, worksheets

    assert loader.load(language).lessons
    assert read_claims(language).claims
    for read in (plans.plans, quiz.quiz, tips.tips, worksheets.sheets):
        assert read(language)
    lines = [] if language == "en" else translators.report(language)
    assert not [line for line in lines if line.startswith(("unknown", "not stamped"))]


# --- messages

ENGLISH = """\
clear = clear
undo = undo
    .title = undo <it>
lead = A <b>capsule</b> is here.
answers = { $count ->
    [one] { $count } answer
   *[other] { $count } answers
}
"""


@pytest.fixture
def words(root):
    """Messages in English, and those of another language as they are given."""
    (root / "en/hello.ftl").write_text(ENGLISH)

    def read(translated: str) -> dict[str, str]:
        (root / "xx/hello.ftl").write_text(translated)
        read_anew()
        return messages.messages("xx", "hello", root)

    yield read
    read_anew()


def test_a_message_without_translation_is_english(words):
    found = words("clear = leeren\n")
    assert found["clear"] == "clear = leeren\n"
    assert found["undo"].startswith("undo = undo\n")
    assert list(found) == ["clear", "undo", "lead", "answers"]


@pytest.mark.parametrize(
    ("translated", "said"),
    [
        ("cleer = leeren", "xx/hello.ftl, cleer: the English file lacks a message of this name"),
        ("clear = { $what } leeren", "the values must be those of the English: none"),
        ("undo = zurück", "the attributes must be those of the English: a text, title"),
        ("lead = Eine Kapsel", "the elements must be those of the English: </b>, <b>"),
        ("clear = leeren\n???", "xx/hello.ftl, line 2 is no message"),
        ("clear = a\nclear = b", "xx/hello.ftl has two messages 'clear'"),
    ],
)
def test_a_message_that_does_not_fit_is_refused_with_its_place(words, translated, said):
    with pytest.raises(CapsvizError) as refused:
        words(translated)
    assert said in str(refused.value)


def test_a_message_whose_english_has_changed_is_english_again(root, words):
    words("clear = leeren\n")
    translators.stamp("xx", root)
    (root / "en/hello.ftl").write_text(ENGLISH.replace("clear = clear", "clear = wipe"))
    assert words("clear = leeren\n")["clear"] == "clear = wipe\n"
    assert "changed in English: hello.ftl clear" in translators.report("xx", root)


def test_markup_is_filled_with_the_messages_that_it_names(root, words):
    words("")
    shown = messages.fill_markup(
        '<b class="x" data-text="undo"><svg a="b"></svg></b><p data-text="lead"></p>',
        "hello", root=root,
    )  # fmt: skip
    assert shown == (
        '<b class="x" data-text="undo" title="undo &lt;it&gt;"><svg a="b"></svg>undo</b>'
        '<p data-text="lead">A <b>capsule</b> is here.</p>'
    )
    with pytest.raises(CapsvizError, match="no message 'none' in hello"):
        messages.fill_markup('<b data-text="none"></b>', "hello", root=root)


def test_a_message_counts_as_its_language_does(root, words):
    words("")
    assert messages.text("en", "hello", "answers", count=1, root=root) == "1 answer"
    assert messages.text("en", "hello", "answers", count=1200, root=root) == "1,200 answers"
