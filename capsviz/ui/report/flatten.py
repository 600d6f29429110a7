"""Converts ES modules to one classic script, for files that work without a server."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping

_IMPORT = re.compile(r'^import\s*(\{[^}]*\})\s*from\s*"([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?=(?:(?:async )?function\*?|class|const) ([A-Za-z_$][\w$]*))", re.MULTILINE
)
#: The last line of a module joined by esbuild, as in ``browser/vendor``.
_LIST = re.compile(r"\bexport\{([^{}]*)\};\s*\Z")
#: Matches statements that the patterns above must have replaced.
_LEFTOVER = re.compile(r"^(?:import|export)\b", re.MULTILINE)


def flatten(entry: str, scripts: Mapping[str, bytes]) -> str:
    """Convert a module and its imports to one expression, the object of its exports.

    Each module is a function, called after the functions of its imports.

    `scripts` contains all modules by place, such as "report/index.js". Raises `ValueError` for a
    cycle, for imports other than by names, and for exports other than of declarations or of one
    list at the end.
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
    # Strict like a module, and without globals.
    lines = ['(() => {\n"use strict";\nconst $modules = {};', *modules.values()]
    return "\n".join([*lines, f"return $modules[{json.dumps(entry)}];\n}})()"])
