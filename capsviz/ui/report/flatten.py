"""ES modules as one classic script, for a file that must work without a server."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

_IMPORT = re.compile(r'^import\s*\{[^}]*\}\s*from\s*"([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function\b|class\b|const\b|let\b)", re.MULTILINE)
#: What the two above must leave nothing of.
_LEFT = re.compile(r"^(?:import|export)\b", re.MULTILINE)
_TOP = re.compile(
    r"^(?:export )?(?:(?:async )?function\*?|class|const|let) ([A-Za-z_$][\w$]*)", re.MULTILINE
)


def flatten(entry: str, scripts: Mapping[str, bytes], gives: str = "") -> str:
    """A module and all that it imports as one text, each module after those it needs.

    Our modules export declarations and import them by their own names, nothing else; then
    leaving out the words ``import`` and ``export`` is all it takes.

    Parameters
    ----------
    entry : the module's place, such as "report/index.js".
    scripts : every module by its place.
    gives : what the text as an expression is, such as the name of a function in it.

    Raises
    ------
    ValueError : a cycle, a top-level name declared twice, or another form of import or export.
    """
    parts: list[str] = []
    owners: dict[str, str] = {}
    for place in _in_order(entry, scripts):
        text = scripts[place].decode("utf-8")
        for name in _TOP.findall(text):
            if name in owners:
                raise ValueError(f"{place} and {owners[name]} both declare {name}")
            owners[name] = place
        text = _EXPORT.sub("", _IMPORT.sub("", text))
        if match := _LEFT.search(text):
            raise ValueError(f"{place} holds an {match.group()} that cannot be flattened")
        parts.append(text)
    # Strict like a module, and nothing of it a global of the page.
    return '(() => {\n"use strict";\n' + "\n".join(parts) + _stub(gives) + "})();\n"


def _stub(what: str) -> str:
    return f"return {what};\n" if what else ""


def _in_order(entry: str, scripts: Mapping[str, bytes]) -> list[str]:
    done: list[str] = []
    opened: list[str] = []

    def visit(place: str) -> None:
        if place in done:
            return
        if place in opened:
            raise ValueError(f"modules import each other in a circle: {place}")
        opened.append(place)
        for path in _IMPORT.findall(scripts[place].decode("utf-8")):
            visit(posixpath.normpath(posixpath.join(posixpath.dirname(place), path)))
        opened.pop()
        done.append(place)

    visit(entry)
    return done
