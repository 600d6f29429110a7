"""What CONTRIBUTING says suffices to add something, added in a copy of the program."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

PAGE = '''"""A page that says hello."""

import streamlit as st

st.header("hello from a page")
'''
ROUTES = '''"""Its route."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route


def hello(_request: Request) -> PlainTextResponse:
    """Say it."""
    return PlainTextResponse("hello from a route")


def routes() -> list[Route]:
    """The one."""
    return [Route("/capsviz/hello", hello)]
'''
#: Opens the page as the app does, and asks its route.
VISIT = """
from starlette.applications import Starlette
from starlette.testclient import TestClient
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash
from capsviz.ui import pages
from capsviz.ui.server.icons import Icons
from capsviz.ui.shell.navigation import ENTRIES
app = AppTest.from_file("capsviz/ui/main.py", default_timeout=60)
app._page_hash = calc_hash("hello")
app.run()
assert not app.exception, app.exception
assert [each.value for each in app.header] == ["hello from a page"]
client = TestClient(Starlette(routes=list(pages.routes())))
assert client.get("/capsviz/hello").text == "hello from a route"
assert not Icons(None, [entry.icon for entry in ENTRIES])._suffices  # Streamlit's own has it
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    ignored = shutil.ignore_patterns("node_modules", "__pycache__", "test", "*.film")
    shutil.copytree(ROOT / "capsviz", tmp_path / "capsviz", ignore=ignored)
    shutil.copytree(ROOT / ".streamlit", tmp_path / ".streamlit")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "checkpoints").symlink_to(ROOT / "checkpoints")
    return tmp_path


def run(copy: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    return subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def test_a_page_is_a_folder_and_one_line(copy):
    folder = copy / "capsviz/ui/pages/hello"
    folder.mkdir()
    (folder / "__init__.py").write_text('"""A page for a test."""\n')
    (folder / "index.html").write_text("<p>What a phone shows until the page is there.</p>\n")
    (folder / "index.css").write_text("")
    (folder / "page.py").write_text(PAGE)
    (folder / "routes.py").write_text(ROUTES)
    line = '    Entry("learn", "Learn", "school"),\n'
    added = line + '    Entry("hello", "Hello", "waving_hand"),\n'
    replace(copy / "capsviz/ui/shell/navigation.py", line, added)
    visit = run(copy, sys.executable, "-c", VISIT)
    assert visit.returncode == 0, visit.stderr
    # The linter's contract holds for it without being told.
    (folder / "page.py").write_text("import capsviz.ui.pages.draw.view\n")
    lint = Path(sys.executable).with_name("lint-imports")
    linted = run(copy, str(lint))
    assert "no page knows another BROKEN" in linted.stdout, linted.stdout + linted.stderr
