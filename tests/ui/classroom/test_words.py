"""Every word of a class session is in the words file, and no other."""

from __future__ import annotations

import re
from pathlib import Path

#: A word of a session in a script; the first group where it is filled with values at once.
_WORD = re.compile(r'(fillText\(\s*)?\b(?:this\.)?words(?:\.([a-z]+)\b|\["([\w-]+)"\])')
#: Words of which one is chosen before it is filled.
_CHOSEN = {
    *("reading", "doubted", "asked-start", "asked-end"),
    *("caption", "caption-doubted", "caption-misread", "caption-misread-doubted"),
}


def test_words_of_the_scripts_are_those_of_the_file() -> None:
    from capsviz.ui import classroom
    from capsviz.ui.lessons import loader

    words = loader.load().words["classroom"]
    used: set[str] = set()
    for path in Path(classroom.__file__).parent.glob("*.js"):
        for filled, short, long in _WORD.findall(path.read_text("utf-8")):
            name = short or long
            used.add(name)
            if name in words and name not in _CHOSEN:
                assert bool(filled) == ("{ $" in words[name]), f"{path.name}: {name}"
    assert used == set(words)
