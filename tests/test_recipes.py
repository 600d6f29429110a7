"""What CONTRIBUTING says suffices to add something, added in a copy of the program."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

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
app = AppTest.from_file("capsviz/ui/main.py", default_timeout=60)
app._page_hash = calc_hash("hello")
app.run()
assert not app.exception, app.exception
assert [each.value for each in app.header] == ["hello from a page"]
client = TestClient(Starlette(routes=list(pages.routes())))
assert client.get("/capsviz/hello").text == "hello from a route"
"""


ROUTING = '''"""Every vote goes to all outputs alike, twice."""

from capsviz.model.routing.uniform import Uniform


class Even(Uniform):
    """The control under another name."""

    title = "Even"
'''
#: Trains a network of it for a step, traces it, and opens every page that shows one.
USE_ROUTING = """
import os, torch
from dataclasses import replace
from pathlib import Path
import capsviz
from capsviz.model.networks import MODELS, build
from capsviz.training import checkpoint
from capsviz.ui.catalogue.navigation import entry
from capsviz.ui.shell.visit import answer
config = replace(MODELS["even"], conv_channels=8, primary_types=2, decoder_hidden=(8, 8))
model = build(config)
model(torch.zeros(2, 28, 28)).lengths.sum().backward()
assert capsviz.trace(model.eval(), torch.zeros(1, 28, 28).numpy()).couplings.shape == (1, 1, 72, 10)
folder = Path("networks")
folder.mkdir()
os.environ["CAPSVIZ_CHECKPOINTS"] = str(folder)
checkpoint.save(folder / "even.safetensors", model.state_dict(), config, {})
assert checkpoint.singles()["even"].title == "Even"
for page in ("draw", "network", "routing", "dimensions", "viewpoint", "compare"):
    found = answer(entry(page), {"settings": {"model": "even"}})
    assert not found["complaints"] and found["data"], page
"""
DATA_SET = '''"""Bright and dark squares."""

import torch

from capsviz.data.pictures import DataSet, Learning, Pictures


class Squares(DataSet):
    """Two classes that a network tells apart at once."""

    name = "squares"
    title = "Squares"
    classes = ("dark", "bright")
    side = 28

    def learning(self) -> Learning:
        """64 pictures, and 16 held out."""
        return Learning(lambda _: _draw(64), _draw(16), "")

    def test(self) -> Pictures:
        """16 more."""
        return _draw(16)


def _draw(count: int) -> Pictures:
    labels = torch.arange(count) % 2
    images = torch.zeros(count, 28, 28, dtype=torch.uint8)
    images[:, 8:20, 8:20] = (60 + 190 * labels).to(torch.uint8)[:, None, None]
    return Pictures(images, labels)
'''
LESSON = '''
name = "greeting"
title = "A thirteenth"
minutes = 1
aim = "See that a lesson is a file."

[[step]]
title = "A figure that there is"
figure = "pool"
text = """
One step with it.
"""

[[step]]
title = "On a page"
text = """
See for yourself.
"""
[step.open]
label = "Open Draw"
page = "draw"
'''
USE_LESSON = """
from capsviz.ui.lessons.loader import load
course = load()
print([lesson.title for lesson in course.lessons])
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    ignored = shutil.ignore_patterns("node_modules", "__pycache__", "test", "*.film")
    shutil.copytree(ROOT / "capsviz", tmp_path / "capsviz", ignore=ignored)
    shutil.copytree(ROOT / ".streamlit", tmp_path / ".streamlit")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "checkpoints").mkdir()  # of its own, for what is trained there
    for path in (ROOT / "checkpoints").iterdir():
        (tmp_path / "checkpoints" / path.name).symlink_to(path)
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
    end = "\n)\n\n\ndef entry("
    added = '\n    Entry("hello", "Hello"),' + end
    replace(copy / "capsviz/ui/catalogue/navigation.py", end, added)
    visit = run(copy, sys.executable, "-c", VISIT)
    assert visit.returncode == 0, visit.stderr
    # The linter's contract holds for it without being told.
    (folder / "page.py").write_text("import capsviz.ui.pages.draw.view\n")
    lint = Path(sys.executable).with_name("lint-imports")
    linted = run(copy, str(lint))
    assert "no page knows another BROKEN" in linted.stdout, linted.stdout + linted.stderr


def test_a_routing_is_a_file_a_line_and_its_words(copy, node):
    routings = copy / "capsviz/model/routing"
    (routings / "even.py").write_text(ROUTING)
    registry = routings / "__init__.py"
    replace(registry, '    "uniform": Uniform,\n', '    "uniform": Uniform,\n    "even": Even,\n')
    imported = "from capsviz.model.routing.dynamic import Dynamic\n"
    replace(registry, imported, f"{imported}from capsviz.model.routing.even import Even\n")
    used = run(copy, sys.executable, "-c", USE_ROUTING)
    assert used.returncode == 0, used.stderr
    # Without words of its own the page says what holds for any routing.
    kinds = copy / "capsviz/ui/pages/routing/kinds/index.js"
    line = "  own: OWN,\n"
    replace(kinds, line, f'{line}  even: {{ ...OWN, heading: "Evenly" }},\n')
    asked = f'import("file://{kinds}").then((m) => console.log(m.ROUTING_KINDS.even.heading))'
    assert run(copy, node, "-e", asked).stdout == "Evenly\n"


def test_a_data_set_is_a_file_and_a_line(copy):
    (copy / "capsviz/data/squares.py").write_text(DATA_SET)
    sets = copy / "capsviz/data/sets.py"
    imported = "from capsviz.data.sprites import SpriteSet\n"
    replace(sets, imported, f"{imported}from capsviz.data.squares import Squares\n")
    line = '    "sprites": lambda root, download: SpriteSet(),\n'
    replace(sets, line, f'{line}    "squares": lambda root, download: Squares(),\n')
    train = "train --data-set squares --network compact --epochs 1 --batch 16 --out squares"
    trained = run(copy, sys.executable, "-m", "capsviz", *train.split())
    assert trained.returncode == 0, trained.stderr
    evaluate = "evaluate --data-set squares --checkpoint squares"
    scored = run(copy, sys.executable, "-m", "capsviz", *evaluate.split())
    assert "| squares |" in scored.stdout, scored.stderr


def test_a_lesson_is_a_file(copy):
    (copy / "capsviz/ui/lessons/en/12-greeting.toml").write_text(LESSON)
    loaded = run(copy, sys.executable, "-c", USE_LESSON)
    assert loaded.returncode == 0, loaded.stderr
    assert "A thirteenth" in loaded.stdout
