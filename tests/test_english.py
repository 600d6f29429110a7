"""Docstrings, comments and prose are plain English: few sentences open with a fragment.

A sentence should open with its subject or its verb. Openings such as "What feeds a capsule ...",
"Of each network ..." or "Where none is ..." put a free relative or a fragment in that place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
#: Folders of other projects, and of generated files.
SKIPPED = frozenset({"node_modules", "vendor", "films", "shipped", "__pycache__"})

#: Opens a free relative or a fronted fragment, unless the sentence is a question.
FRONTED = re.compile(
    r"(?:What(?!-)|Who|Whom|Whose|Where|Whatever|Whoever|Wherever|Of|Those|Such(?! as))\b"
    r"|(?:As|At|By|For|From|In|On|To|With) (?:what|which|who|whom|whose|those)\b"
    r"|That (?:of|which)\b",
    re.IGNORECASE,
)
#: Maximum share of such sentences in a kind of text, since a few read well.
MAX_SHARE = 0.01

#: Strings and comments of Python. A docstring is a string after a colon, or at the start. Python's
#: own tokenizer takes five times as long.
PYTHON = re.compile(
    r'(?P<doc>(?:\A|(?<=:\n))(?:#!.*\n)? *r?"""(?:[^"]|"(?!""))*""")'
    r'|"""(?:[^"\\]|\\.|"(?!""))*"""'
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'(?:[^'\\\n]|\\.)*'"
    r"|(?P<comment>#[^\n]*(?:\n *#[^\n]*)*)",
    re.DOTALL,
)
#: Strings and comments of a script.
SCRIPT = re.compile(
    r'"(?:[^"\\\n]|\\.)*"'
    r"|'(?:[^'\\\n]|\\.)*'"
    r"|`(?:[^`\\]|\\.)*`"
    r"|(?P<block>/\*.*?\*/)"
    r"|(?P<comment>//[^\n]*(?:\n *//[^\n]*)*)",
    re.DOTALL,
)
#: Texts of a TOML file.
TOML = re.compile(r'"""(?P<long>.*?)"""|= *"(?P<short>[^"\n]*)"', re.DOTALL)
#: Code blocks of Markdown.
FENCED = re.compile(r"^```.*?^```|^ {4}.*?$", re.DOTALL | re.MULTILINE)

#: Marks at the start of a line of comment or prose.
MARKS = re.compile(r"^[ \t]*(?:[*>#|:-]+|//+|/\*+|\d+\.)?[ \t]*|\*/$", re.MULTILINE)
#: Ends of a unit: a blank line, a rule, or the start of a list item, of a tag or of a table cell.
UNIT = re.compile(r"\n[ \t]*(?:\n|(?=[-*+] |\d+\. |@\w|\|))|\n[ \t]*-{3,}\n|^-{3,}$", re.MULTILINE)
#: Name and colon of a parameter or an attribute.
ENTRY = re.compile(r"^[ \t]*[\w, *]+ : ", re.MULTILINE)
#: Ends of a sentence.
END = re.compile(r"(?<=[.!?])[\"')]*\s+(?=[A-Z`\"(])")


def comments_of_python(text: str) -> Iterator[str]:
    """Yield docstrings and comments."""
    for found in PYTHON.finditer(text):
        if found["doc"]:
            yield found["doc"].strip().strip('r"')
        elif found["comment"]:
            yield MARKS.sub("", found["comment"])


def comments_of_script(text: str) -> Iterator[str]:
    """Yield comments; each tag of JSDoc is a unit of its own."""
    for found in SCRIPT.finditer(text):
        if found["block"]:
            yield re.sub(r"@\w+(?: \{[^\n]*\})? \S+", "\n\n", MARKS.sub("", found["block"]))
        elif found["comment"]:
            yield MARKS.sub("", found["comment"])


def prose(text: str) -> Iterator[str]:
    """Yield a Markdown text without code."""
    yield FENCED.sub("\n\n", text)


def texts_of_toml(text: str) -> Iterator[str]:
    """Yield the texts of a lesson or a settings file."""
    for found in TOML.finditer(text):
        yield found["long"] or found["short"] or ""


def sentences(text: str) -> Iterator[str]:
    """Split a text into sentences of four words or more."""
    for unit in UNIT.split(ENTRY.sub("\n\n", text)):
        for sentence in END.split(" ".join(MARKS.sub("", unit).split())):
            if sentence.count(" ") > 2:
                yield sentence


def is_fronted(sentence: str) -> bool:
    """Return whether a sentence opens with a fragment."""
    return bool(FRONTED.match(sentence)) and "?" not in sentence[-3:]


class Kind(NamedTuple):
    """A kind of text, and how to read it."""

    patterns: tuple[str, ...]
    read: Callable[[str], Iterator[str]]
    without: tuple[str, ...] = ()


KINDS = {
    "program": Kind(("capsviz/**/*.py", "app.py"), comments_of_python, ("capsviz/ui",)),
    "pages": Kind(("capsviz/ui/**/*.py",), comments_of_python),
    "tests": Kind(("tests/**/*.py",), comments_of_python, ("tests/ui", "tests/e2e")),
    "tests of pages": Kind(("tests/ui/**/*.py", "tests/e2e/**/*.py"), comments_of_python),
    "scripts": Kind(("capsviz/ui/**/*.js", "tests/**/*.js"), comments_of_script),
    "papers": Kind(("*.md", ".github/**/*.md", "capsviz/**/*.md", "checkpoints/*.md"), prose),
    "lessons": Kind(("capsviz/ui/languages/en/**/*.toml",), texts_of_toml),
}
#: Maximum number of such sentences in the kinds that are above `MAX_SHARE`. A number may only fall,
#: and goes when its kind is below.
STILL = {"pages": 132, "tests of pages": 150, "scripts": 385, "papers": 31, "lessons": 18}


def files(kind: Kind) -> list[Path]:
    """List the files of a kind."""
    found = {path for pattern in kind.patterns for path in ROOT.glob(pattern)}
    left_out = [ROOT / folder for folder in kind.without]
    return sorted(
        path
        for path in found
        if not SKIPPED & set(path.relative_to(ROOT).parts)
        and not any(path.is_relative_to(folder) for folder in left_out)
    )


@pytest.mark.parametrize("name", KINDS)
def test_few_sentences_open_with_a_fragment(name):
    total, fronted = 0, []
    for path in files(KINDS[name]):
        for text in KINDS[name].read(path.read_text("utf-8")):
            for sentence in sentences(text):
                total += 1
                if is_fronted(sentence):
                    fronted.append(f"{path.relative_to(ROOT)}: {sentence[:120]}")
    assert total > 100
    limit = max(STILL.get(name, 0), int(MAX_SHARE * total))
    listed = [f"{len(fronted)} of {total}, at most {limit}:", *fronted]
    assert len(fronted) <= limit, "\n".join(listed)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What feeds a digit capsule is told here.", True),
        ("First a sentence. Of each network what it gives.", True),
        ("seed : of the initial weights and the order.", True),
        ("Name\n----\nvalue : where it lies on disk.", True),
        ("By whom the network was trained is unknown.", True),
        ("What does a capsule represent?", False),
        ("The network that classifies a picture.", False),
        ("Whether the network has capsules or not.", False),
        ("value : path of the file on disk, or None.", False),
    ],
)
def test_the_check_separates_fragments_from_sentences(text, expected):
    assert any(map(is_fronted, sentences(text))) == expected


def test_only_comments_and_docstrings_are_read():
    python = '''"""Say what."""
x = "# What is a string."  # What is a comment
def f():
    r"""Return it.

    Of each one."""
    return """
    What is a text."""
'''
    found = list(comments_of_python(python))
    assert found == ["Say what.", "What is a comment", "Return it.\n\n    Of each one."]
    script = '/** Where it is. */ const a = "// what"; // who it is\nconst b = `/* of */`;'
    assert [text.strip() for text in comments_of_script(script)] == ["Where it is.", "who it is"]
