"""What node says of the pages' scripts: their types, their form, their own tests."""

from __future__ import annotations

import subprocess

import pytest
from scripts import ROOT


def checked(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]


def test_scripts_pass_their_own_tests(node):
    checked(node, "--test")


def test_a_script_that_throws_is_told(script):
    from scripts import ScriptError

    assert script("browser/view.js", "(x) => x", [1, float("inf"), {"a": None}]) == [
        1,
        float("inf"),
        {"a": None},
    ]
    with pytest.raises(ScriptError, match="nothing here"):
        script("browser/view.js", "() => { throw new Error('nothing here'); }")
