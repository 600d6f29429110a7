"""Checks of the pages' scripts by node: types, form, and their own tests."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from scripts import ROOT


def checked(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]


@pytest.fixture(scope="module")
def installed(node: str, packages: Path) -> Path:
    """Folder with the checkers that npm installed."""
    return packages / ".bin"


def test_scripts_pass_their_own_tests(node):
    checked(node, "--test")


@pytest.mark.parametrize("project", [".", "browser"])
def test_scripts_have_no_type_error(installed, project):
    checked(str(installed / "tsc"), "-p", project)


def test_scripts_pass_biomes_checks(installed):
    checked(str(installed / "biome"), "check", ".")


def test_a_pages_index_script_has_at_most_250_lines():
    scripts = [*ROOT.glob("pages/*/index.js"), *ROOT.glob("s*/index.js")]
    assert len(scripts) > 10
    lines = {str(path): len(path.read_text("utf-8").splitlines()) for path in scripts}
    assert {path: count for path, count in lines.items() if count > 250} == {}


def test_a_page_cannot_import_from_another(installed, tmp_path):
    """Broken on purpose for every two pages, and from what they share, beside the settings."""
    pages = sorted(path.parent.name for path in (ROOT / "pages").glob("*/index.js"))
    shared = ("browser", "shell", "chart")
    (tmp_path / "biome.json").write_bytes((ROOT / "biome.json").read_bytes())
    broken = {
        **{
            f"pages/{one}/bad-{other}.js": f"../{other}/words.js"
            for one in pages
            for other in pages
            if other != one
        },
        **{f"pages/{one}/deep/bad.js": "../../../pages/draw/words.js" for one in pages},
        **{
            f"{one}/bad-{other}.js": f"../pages/{other}/words.js"
            for one in shared
            for other in pages
        },
    }
    good = {f"pages/{one}/good.js": "../../browser/dom.js" for one in pages}
    for place, source in (broken | good).items():
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'import {{ x }} from "{source}";\n\nexport const y = x;\n')
    command = [str(installed / "biome"), "lint", "--reporter=github", "--max-diagnostics=none", "."]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode != 0
    refused = {place for place in broken | good if f"/{place}," in done.stdout}
    assert refused == set(broken), done.stdout[-2000:] + done.stderr[-2000:]
    assert "noRestrictedImports" in done.stdout


def test_a_script_that_throws_raises_its_message(script):
    from scripts import ScriptError

    assert script("browser/view.js", "(x) => x", [1, float("inf"), {"a": None}]) == [
        1,
        float("inf"),
        {"a": None},
    ]
    with pytest.raises(ScriptError, match="nothing here"):
        script("browser/view.js", "() => { throw new Error('nothing here'); }")
