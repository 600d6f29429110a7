"""ES modules as one classic script, for a file that must work without a server."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping

_IMPORT = re.compile(r'^import\s*(\{[^}]*\})\s*from\s*"([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?=(?:(?:async )?function\*?|class|const) ([A-Za-z_$][\w$]*))", re.MULTILINE
)
#: The last line of a module that esbuild has joined, as in ``browser/vendor``.
_LIST = re.compile(r"\bexport\{([^{}]*)\};\s*\Z")
#: Matches what the patterns above must not leave behind.
_LEFTOVER = re.compile(r"^(?:import|export)\b", re.MULTILINE)


def flatten(entry: str, scripts: Mapping[str, bytes]) -> str:
    """A module and all that it imports as one expression: the object of what it exports.

    Each module is a function of its own, called after those of the modules that it imports.

    `scripts` holds every module by its place, such as "report/index.js". A cycle, another import
    than by names, and another export than of declarations or of one list at the end raise
    `ValueError`.
    """
    modules: dict[str, str] = {}
    opened: set[str] = set()

    def add(module: str) -> None:
        if module in modules:
            return
        if module in opened:
            raise ValueError(f"modules import each other in a circle: {module}")
        opened.add(module)

        def bind(match: re.Match[str]) -> str:
            names, path = match.groups()
            target = posixpath.normpath(posixpath.join(posixpath.dirname(module), path))
            add(target)
            return f"const {names.replace(' as ', ': ')} = $modules[{json.dumps(target)}];\n"

        text = _IMPORT.sub(bind, scripts[module].decode("utf-8"))
        exported = _EXPORT.findall(text)
        text = _EXPORT.sub("", text)
        if listed := _LIST.search(text):
            pairs = (name.split(" as ") for name in listed[1].split(","))
            exported += [f"{pair[-1]}: {pair[0]}" for pair in pairs]
            text = text[: listed.start()] + "\n"
        names = ", ".join(exported)
        if match := _LEFTOVER.search(text):
            raise ValueError(f"{module} holds an {match.group()} that cannot be flattened")
        modules[module] = (
            f"$modules[{json.dumps(module)}] = (() => {{\n{text}return {{ {names} }};\n}})();"
        )

    add(entry)
    # Strict like a module, and nothing of it a global of the page.
    lines = ['(() => {\n"use strict";\nconst $modules = {};', *modules.values()]
    return "\n".join([*lines, f"return $modules[{json.dumps(entry)}];\n}})()"])
