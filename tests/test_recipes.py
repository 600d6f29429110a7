"""The recipes of CONTRIBUTING are sufficient, tested in a copy of the program."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect
from published_site import open_pages, serve

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]

DATA = '''"""What the page shows."""


def page_data(_settings):
    """One sentence."""
    return {"says": "hello from a page"}
'''
VIEW = '''"""What a visitor sets there."""

from dataclasses import dataclass

from capsviz.config.schema import Schema


@dataclass(frozen=True, slots=True)
class View(Schema):
    """Nothing."""
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
import json
from starlette.applications import Starlette
from starlette.testclient import TestClient
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash
from capsviz.ui import pages
from capsviz.ui.shell import visit
app = AppTest.from_file("capsviz/ui/startup/main.py", default_timeout=60)
app._page_hash = calc_hash("hello")
app.run()
assert not app.exception, app.exception
names = [json.loads(each.proto.json)[0]["name"] for each in app.get("bidi_component")]
assert names == ["tools", "hello"], names
client = TestClient(Starlette(routes=[*visit.routes(), *pages.routes()]))
found = client.post("/capsviz/page/hello", json={}).json()
assert found["data"] == {"says": "hello from a page"}, found
assert client.get("/capsviz/hello").text == "hello from a route"
"""


ROUTING = '''"""Every vote goes to all outputs alike, by how active its input capsule is."""

import torch

from capsviz.model.routing.activation import InputActivation
from capsviz.model.routing.base import Routing
from capsviz.model.routing.step import RoutingStep


class Gated(Routing):
    """A squash, weights and activations of its own."""

    title = "Gated"
    published = "No published network: gated for a test."
    sharing = "evenly and by how open its gate is: a {thing} cannot close it."
    meaning = "An activation says how far the gates of a {thing} are open."
    activates = True
    begins_uniform = False

    def __init__(self, config):
        super().__init__(config)
        self.activation = InputActivation(config)

    def shrink(self, s):
        return s.tanh()

    def weigh(self, u, c):
        return c * self.activation(u).unsqueeze(2)

    def steps(self, u, u_hat, iterations):
        c = u_hat.new_full(u_hat.shape[:3], 1 / u_hat.shape[2])
        s = torch.einsum("bij,bijd->bjd", self.weigh(u, c), u_hat)
        v = self.shrink(s)
        yield RoutingStep(torch.zeros_like(c), c, s, v, v.square().mean(-1).sqrt())
'''
#: Trains a network of it for a step, traces it, and opens every page that shows one.
USE_ROUTING = """
import torch
from dataclasses import replace
from pathlib import Path
from starlette.applications import Starlette
from starlette.testclient import TestClient
import capsviz
from capsviz.data.samples import samples
from capsviz.model.networks import MODELS, build
from capsviz.training import checkpoint
from capsviz.ui.catalogue.navigation import entry
from capsviz.ui.live.messages import unpack_arrays
from capsviz.ui.server.routes import routes
from capsviz.ui.shell.visit import answer
config = replace(MODELS["gated"], conv_channels=8, primary_types=2, decoder_hidden=(8, 8))
model = build(config)
model(torch.zeros(2, 28, 28)).lengths.sum().backward()
assert capsviz.trace(model.eval(), torch.zeros(1, 28, 28).numpy()).couplings.shape == (1, 1, 72, 10)
checkpoint.save(Path("checkpoints/gated.safetensors"), model.state_dict(), config, {})
assert checkpoint.singles()["gated"].title == "Gated"
for page in ("draw", "network", "routing", "dimensions", "viewpoint", "compare"):
    found = answer(entry(page), {"settings": {"model": "gated"}})
    assert not found["complaints"] and found["data"], page
said = answer(entry("draw"), {"settings": {"model": "gated"}})["data"]["network"]
assert said["measure"] == "activation"
assert said["meaning"] == "An activation says how far the gates of a digit are open."
assert said["sharing"] == "evenly and by how open its gate is: a digit cannot close it."
assert said["published"] == "No published network: gated for a test."
asked = {"model": "gated", "drawing": samples()[0].drawing.to_plain()}
reply = TestClient(Starlette(routes=routes())).post("/capsviz/routing", json=asked)
arrays = unpack_arrays(reply.content)[1]
assert abs(arrays["weights"][0] - arrays["activations"][:, None] / 10).max() < 1e-6
"""
DATA_SET = '''"""Bright and dark squares."""

import torch

from capsviz.data.pictures import DataSet, Learning, Pictures


class Squares(DataSet):
    """Two classes that a network separates at once."""

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
    ignored = shutil.ignore_patterns("node_modules", "test", "*.film")
    shutil.copytree(ROOT / "capsviz", tmp_path / "capsviz", ignore=ignored)
    shutil.copytree(ROOT / ".streamlit", tmp_path / ".streamlit")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "checkpoints").mkdir()  # a folder for trained networks
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
    (folder / "index.js").write_text("export default () => {};\n")
    (folder / "data.py").write_text(DATA)
    (folder / "view.py").write_text(VIEW)
    (folder / "routes.py").write_text(ROUTES)
    end = "\n)\n\n\ndef entry("
    (copy / "capsviz/ui/languages/en/hello.ftl").write_text("title = Hello\n")
    added = '\n    Entry("hello"),' + end
    replace(copy / "capsviz/ui/catalogue/navigation.py", end, added)
    visit = run(copy, sys.executable, "-c", VISIT)
    assert visit.returncode == 0, visit.stderr
    # The linter's contract covers it without a change.
    (folder / "view.py").write_text("import capsviz.ui.pages.draw.view\n")
    lint = Path(sys.executable).with_name("lint-imports")
    linted = run(copy, str(lint))
    assert "no page knows another BROKEN" in linted.stdout, linted.stdout + linted.stderr


def test_a_routing_is_a_file_a_line_and_its_words(copy, node, packages, browser):
    routings = copy / "capsviz/model/routing"
    (routings / "gated.py").write_text(ROUTING)
    registry = routings / "__init__.py"
    replace(registry, '    "uniform": Uniform,\n', '    "uniform": Uniform,\n    "gated": Gated,\n')
    imported = "from capsviz.model.routing.dynamic import Dynamic\n"
    replace(registry, imported, f"{imported}from capsviz.model.routing.gated import Gated\n")
    kinds = copy / "capsviz/ui/pages/routing/kinds/index.js"
    line = "  ...OWN_KINDS,\n"
    replace(kinds, line, f'{line}  gated: {{ ...OWN_KINDS.own, heading: "heading-gated" }},\n')
    with (copy / "capsviz/ui/languages/en/routing.ftl").open("a", encoding="utf-8") as file:
        file.write("heading-gated = Through gates\n")
    used = run(copy, sys.executable, "-c", USE_ROUTING)
    assert used.returncode == 0, used.stderr
    (copy / "capsviz/ui/node_modules").symlink_to(ROOT / "capsviz/ui/node_modules")
    publish = "publish site --networks gated --languages en"
    published = run(copy, sys.executable, "-m", "capsviz", *publish.split())
    assert published.returncode == 0, published.stderr
    assert not open_pages(copy / "site", browser)
    with serve(copy / "site") as address, closing(browser.new_page()) as page:
        page.goto(address)
        words = page.locator('.cv-draw [data-part="routing-words"]')
        expect(words).to_contain_text(
            "ten digits, evenly and by how open its gate is", timeout=60_000
        )
        page.goto(f"{address}routing/")
        page.get_by_text("Through gates").first.wait_for()


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
    (copy / "capsviz/ui/languages/en/lessons/12-greeting.toml").write_text(LESSON)
    loaded = run(copy, sys.executable, "-c", USE_LESSON)
    assert loaded.returncode == 0, loaded.stderr
    assert "A thirteenth" in loaded.stdout
