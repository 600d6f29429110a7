"""A link brings back everything that a visitor sees, on every page, to the last bit.

On each page the whole declared view is set to something other than it opens with. The page's
own script then says what it shows, by the link under Share: the same values, exactly.
"""

from __future__ import annotations

import base64
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from on_page import PATIENCE, load_sections, pauses, settle, show, until
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: Strokes of a four; no sample.
DRAWN = {"s": [[92, 0, 300, 200, 280, 520, 700, 530], [92, 0, 620, 260, 610, 880]], "b": None}
SETTINGS = {"model": "dynamic", "iterations": 5, "center": False, "capsule": 4, "routing": ""}
#: No numbers that a few decimals hold; in the precision in which the network has them.
POSE = np.sin(7.3 * np.arange(1, 17), dtype=np.float32).tolist()
TEN = bytes(range(256)) * 3 + bytes(16)

VIEWS: dict[str, dict[str, Any]] = {
    "draw": {"pose": POSE},
    "routing": {"rounds": 12, "iteration": 2, "digit": 7, "capsule": 613, "scale": "weighted",
                "overlay": "couplings", "flow_from": "places", "flow_of": "votes", "child": 5,
                "grandchild": 6},
    "dimensions": {"capsule": 6, "start": "mean", "pose": POSE, "dimension": 11, "range": "data",
                   "order": "number", "way": "morph", "ends": ["mean-2", "sample-9"],
                   "place": 1 / 3},
    "overlap": {"digits": [{"drawing": DRAWN, "pixels": None, "label": 4, "move": [3, -2]},
                           {"drawing": None, "pixels": base64.b64encode(TEN).decode(),
                            "label": None, "move": [-4, 1]}],
                "forced": [3, 8], "iterations": 4, "map": "feeds", "map_iteration": 2},
    "network": {"block": "conv1", "unit": 41, "digit": 3, "at": 4,
                "off": {"maps": {"conv1": [3, 7]}, "types": [5], "places": [], "hidden": {"1": [9]},
                        "squash": "none", "axis": "inputs"},
                "second": "cnn", "under": True, "shown": "overlap", "instead_of": "em",
                "space": True, "stop": "votes",
                "walk": {"notes": {"votes": "Look <b>here</b>: why?"}, "hidden": ["input"]},
                "second_off": {"maps": {"conv2": [4]}, "types": [], "places": [], "hidden": {},
                               "squash": "bare", "axis": "outputs"}},
    "viewpoint": {"transform": {"rotation": 100 / 7, "shift_x": -10 / 7, "shift_y": 1.1,
                                "scale": 1.07, "shear": 0.13, "thickness": 0.3},
                  "kind": "scale", "digit": 2, "method": "pgd", "epsilon": 0.07, "law": "own"},
    "train": {"run": "dynamic from noise", "against": "dynamic from noise", "step": 105,
              "question": 1, "guess": 0},
    "compare": {"test_digit": 321},
    "learn": {"lesson": "routing", "step": 6, "answered": None, "figure": None},
}  # fmt: skip


def declared(page: str) -> list[dict[str, Any]]:
    """The table of a page's view."""
    from importlib import import_module

    return import_module(f"capsviz.ui.pages.{page}.view").View.table()


@pytest.mark.parametrize("name", VIEWS)
def test_the_views_change_every_property_of_every_page(name):
    table = {row["name"]: row["default"] for row in declared(name)}
    assert VIEWS[name].keys() == table.keys()
    if name != "learn":  # its figure is dragged by hand below
        assert all(VIEWS[name][key] != table[key] for key in table)


def opened(page: Page, app: str, name: str, query: str) -> Page:
    """A page by its link, at rest, with a script that says what its own link holds."""
    page.emulate_media(reduced_motion="reduce")
    show(page, app, "" if name == "draw" else name, query)
    page.wait_for_load_state("networkidle")
    if name != "compare":  # it has no script: its session says it
        until(page, "() => [...document.querySelectorAll('.cv')].some((root) => root.linkPlain)")
    load_sections(page)
    settle(page)
    return page


def shared(page: Page) -> str:
    """The link that the page itself gives."""
    page.get_by_test_id("tool-share").click()
    field = page.get_by_test_id("share-link")
    until(page, "() => document.querySelector('[data-testid=share-link]').value.includes('?v=')")
    address = field.input_value()
    page.keyboard.press("Escape")
    return address


def query_of(address: str) -> str:
    return f"?{urlsplit(address).query}"


def brought(address: str) -> dict[str, Any]:
    from capsviz.ui.session import permalink

    (token,) = parse_qs(urlsplit(address).query)["v"]
    return permalink.decode(token).to_plain()


#: A short text for each: what differs is named, not printed.
PICTURES = """async () => {
  const found = {};
  for (const canvas of document.querySelectorAll('.cv canvas')) {
    if (!canvas.checkVisibility() || !canvas.width || !canvas.height) continue;
    const bytes = new TextEncoder().encode(canvas.toDataURL());
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    const name = `${canvas.dataset.testid ?? ''} ${Object.keys(found).length}`;
    found[name] = digest.slice(0, 4).join();
  }
  return found;
}"""


def same_pictures(first: Page, second: Page) -> None:
    """Both pages come to show the same; what arrives later on one is waited for."""
    deadline = time.monotonic() + PATIENCE / 1000
    for pause in pauses():
        found = first.evaluate(PICTURES)
        if found == second.evaluate(PICTURES) or time.monotonic() > deadline:
            break
        second.wait_for_timeout(pause)
    assert second.evaluate(PICTURES) == found


@pytest.mark.parametrize("name", [name for name in VIEWS if name != "learn"])
def test_a_link_brings_back_the_whole_page_exactly(tab, fresh, app, name):
    from capsviz.config.read_settings import ReadSettings
    from capsviz.data.drawing import Drawing
    from capsviz.ui.session import permalink

    link = permalink.Link(
        name, Drawing.from_plain(DRAWN), ReadSettings.from_plain(SETTINGS), VIEWS[name]
    )
    first = opened(tab, app, name, f"?v={permalink.encode(link)}")
    address = shared(first)
    found = brought(address)
    if "pose" in found["view"]:  # as few digits as tell it from its neighbours
        found["view"]["pose"] = np.float32(found["view"]["pose"]).tolist()
    assert found["view"] == VIEWS[name]
    # Overlap's view lists its own two digits; Train's pictures are those of its run.
    if name not in ("overlap", "train"):
        assert found["drawing"] == link.to_plain()["drawing"]
        assert found["settings"] == SETTINGS

    second = opened(fresh, app, name, query_of(address))
    assert len(first.evaluate(PICTURES)) > 1 or name == "compare"
    same_pictures(first, second)


def test_a_link_too_long_for_a_qr_code_gets_one_sentence_without_a_request(page, app):
    """A test picture, as on Routing, is thousands of bytes; a drawing of two strokes is not."""
    from capsviz.data.drawing import Drawing
    from capsviz.ui.session import permalink

    noise = np.random.default_rng(0).integers(0, 256, 112 * 112, np.uint8).tobytes()
    picture = {"s": [], "b": base64.b64encode(noise).decode()}
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    for drawing, is_long in ((DRAWN, False), (picture, True)):
        link = permalink.Link("routing", Drawing.from_plain(drawing))
        opened(page, app, "routing", f"?v={permalink.encode(link)}")
        asked.clear()
        page.get_by_test_id("tool-share").click()
        note, code = page.get_by_test_id("share-note"), page.get_by_test_id("qr")
        if is_long:
            expect(note).to_contain_text("too long for a QR code that a camera can read")
        expect(code).to_be_visible(visible=not is_long)
        assert ("/capsviz/qr" in asked) is not is_long


def test_a_dragged_lesson_figure_comes_back_exactly(tab, fresh, app):
    first = opened(tab, app, "learn", "?lesson=routing&step=7")
    handle = first.locator(".cv-learn [data-testid^=vote-]").first
    box = handle.bounding_box()
    first.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    first.mouse.down()
    first.mouse.move(box["x"] + 31, box["y"] - 17, steps=4)
    first.mouse.up()
    address = shared(first)
    found = brought(address)["view"]
    assert found["figure"]
    second = opened(fresh, app, "learn", query_of(address))
    assert brought(shared(second))["view"] == found


def test_a_lecturers_preset_opens_as_it_was_set_up(tab, fresh, app):
    show(tab, app, "")
    tab.get_by_test_id("tool-share").click()
    tab.locator("[data-testid=preset] > summary").click()
    for name in ("show-canvas", "show-lengths", "lock-network"):
        tab.get_by_test_id(f"preset-{name}").check()
    tab.get_by_test_id("preset-task").fill('Draw "<b>". Why?')
    expect(tab.get_by_test_id("preset-not")).to_contain_text("--allow-embedding")
    live = tab.frame_locator("[data-testid=preset-live]")
    expect(live.get_by_test_id("task")).to_have_text('Draw "<b>". Why?')
    link = tab.get_by_test_id("share-link").input_value()
    tab.keyboard.press("Escape")
    expect(tab.get_by_test_id("preset-live")).to_have_count(0)
    fresh.goto(link)
    expect(fresh.get_by_test_id("task")).to_have_text('Draw "<b>". Why?')
    expect(fresh.get_by_test_id("canvas")).to_be_visible()
    expect(fresh.get_by_test_id("prediction")).to_be_visible()
    hidden = ("stHeader", "tools", "input", "open-routing", "network-input")
    for gone in hidden:
        expect(fresh.get_by_test_id(gone)).to_be_hidden()
    expect(fresh.locator(".cv-picker")).to_be_hidden()
