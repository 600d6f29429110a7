"""What node says of the pages' scripts: their types, their form, their own tests."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from machine import lacking
from scripts import ROOT


def checked(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]


@pytest.fixture(scope="module")
def installed(node: str) -> Path:
    """Where npm put the checkers."""
    found = ROOT / "node_modules" / ".bin"
    if not found.is_dir():
        lacking("the script checkers are not installed: run `npm ci` in capsviz/ui")
    return found


def test_scripts_pass_their_own_tests(node):
    checked(node, "--test")


@pytest.mark.parametrize("project", [".", "browser"])
def test_scripts_have_no_type_error(installed, project):
    checked(str(installed / "tsc"), "-p", project)


def test_scripts_are_in_form(installed):
    checked(str(installed / "biome"), "check", ".")


def test_a_script_that_throws_is_told(script):
    from scripts import ScriptError

    assert script("browser/view.js", "(x) => x", [1, float("inf"), {"a": None}]) == [
        1,
        float("inf"),
        {"a": None},
    ]
    with pytest.raises(ScriptError, match="nothing here"):
        script("browser/view.js", "() => { throw new Error('nothing here'); }")
