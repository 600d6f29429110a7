"""Every word of a class session is in the words file, and no other."""

from __future__ import annotations

import re
from pathlib import Path


def test_words_of_the_scripts_are_those_of_the_file() -> None:
    from capsviz.ui import classroom
    from capsviz.ui.lessons import loader

    used: set[str] = set()
    for path in Path(classroom.__file__).parent.glob("*.js"):
        text = path.read_text("utf-8")
        found = re.findall(r'\bwords(?:\.([a-z]+)\b|\["([\w-]+)"\])', text)
        used |= {a or b for a, b in found}
    assert used == set(loader.load().words["classroom"])
