"""The pages' modules in node: one process for a whole test run."""

from __future__ import annotations

import json
import math
import subprocess
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
#: Folder that module names are relative to.
ROOT = HERE.parents[1] / "capsviz/ui"


class ScriptError(Exception):
    """An error thrown by a script."""


class Scripts:
    """A node process that runs expressions over the pages' modules.

    Parameters
    ----------
    node : path of the program.
    """

    def __init__(self, node: str) -> None:
        self._process = subprocess.Popen(
            [node, str(HERE / "harness.mjs"), str(ROOT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __call__(self, modules: str | list[str], expression: str, given: Any = None) -> Any:
        """Call a script's function.

        Parameters
        ----------
        modules : places below `capsviz.ui`, such as "browser/raster.js"; what they export is
            in sight of the expression.
        expression : a function of one argument, such as "(x) => squashLength(x)".
        given : the argument, plain values; what comes back is plain too, arrays of numbers
            as lists.

        Raises
        ------
        ScriptError : the script threw.
        """
        asked = [modules] if isinstance(modules, str) else modules
        line = {"modules": asked, "expression": expression, "given": _to_plain(given)}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(line, allow_nan=False) + "\n")
        self._process.stdin.flush()
        reply = json.loads(self._process.stdout.readline(), object_hook=_from_plain)
        if "error" in reply:
            raise ScriptError(reply["error"])
        return reply["value"]

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def _to_plain(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        names = {math.inf: "Infinity", -math.inf: "-Infinity"}
        return {"number": names.get(value, "NaN")}
    if isinstance(value, list | tuple):
        return [_to_plain(each) for each in value]
    if isinstance(value, dict):
        return {name: _to_plain(each) for name, each in value.items()}
    return value


def _from_plain(found: dict[str, Any]) -> Any:
    return float(found["number"]) if list(found) == ["number"] else found
