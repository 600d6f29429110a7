"""The Overlap page as a visitor uses it: real pointer and key events in a real browser."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from on_draw import hears_nothing, wait_newer
from on_page import export, until
from staying import Staying

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

#: Long enough for a loaded machine; nothing here asserts a time.
PATIENCE = 120_000


@pytest.fixture(scope="session")
def address(request, tmp_path_factory) -> Iterator[str]:
    """The app; with small untrained networks where the one for two digits is not there."""
    from capsviz.development.bench.live import running_app
    from capsviz.model.networks import MODELS, build
    from capsviz.training import checkpoint

    if "overlap" in checkpoint.names():
        yield request.getfixturevalue("app")
        return
    folder = tmp_path_factory.mktemp("checkpoints")
    for name in ("dynamic", "overlap"):
        config = replace(MODELS[name], conv_channels=8, primary_types=2, decoder_hidden=(8, 8))
        checkpoint.save(folder / f"{name}.safetensors", build(config).state_dict(), config, {})
    before = os.environ.get("CAPSVIZ_CHECKPOINTS")
    os.environ["CAPSVIZ_CHECKPOINTS"] = str(folder)
    try:
        with running_app() as found:
            yield found
    finally:
        del os.environ["CAPSVIZ_CHECKPOINTS"]
        if before is not None:
            os.environ["CAPSVIZ_CHECKPOINTS"] = before


@pytest.fixture
def overlap(visitor: BrowserContext, address: str) -> Iterator[Page]:
    """The page as it first opens, live."""
    with Staying("overlap", ready).visit(visitor, address) as page:
        yield page


def show(page: Page, address: str) -> None:
    page.goto(address)
    ready(page)


def ready(page: Page) -> None:
    page.wait_for_selector('[data-testid="lengths"][data-seq]', timeout=PATIENCE)
    until(
        page,
        "() => document.querySelector('.cv-overlap').page.link?.state === 'live'",
        timeout=PATIENCE,
    )
    settle(page)


def settle(page: Page) -> None:
    """Wait until every request is answered and drawn."""
    until(
        page,
        """() => {
          const { link, pairCanvas } = document.querySelector(".cv-overlap").page;
          return !link.dirty && !link.inFlight && !pairCanvas.grabbed;
        }""",
        timeout=PATIENCE,
    )


def seq(page: Page) -> int:
    return int(page.get_by_test_id("lengths").get_attribute("data-seq") or 0)


def newer(page: Page, act: Callable[[], Any]) -> None:
    """Act, and wait until a newer result is drawn."""
    before = seq(page)
    act()
    wait_newer(page, before)


def picture(page: Page, name: str) -> str:
    return page.get_by_test_id(name).evaluate("(canvas) => canvas.toDataURL()")


def reply(page: Page) -> dict[str, Any]:
    found = page.evaluate(
        """() => {
          const { shown, winners, labels, forced, iterations, predicted } =
            document.querySelector(".cv-overlap").page.reply;
          return JSON.stringify({ shown, winners, labels, forced, iterations, predicted });
        }"""
    )
    return json.loads(found)


def moves(page: Page) -> list[list[int]]:
    return page.evaluate("() => document.querySelector('.cv-overlap').page.composition.moves")


def plain_link(page: Page) -> dict[str, Any]:
    return page.evaluate("() => document.querySelector('.cv-overlap').linkPlain()")


def box(page: Page, name: str) -> tuple[float, float, float]:
    found = page.get_by_test_id(name).bounding_box()
    return found["x"], found["y"], found["width"]


@pytest.mark.journey
def test_a_digit_is_dragged_and_everything_follows_while_it_moves(overlap):
    page = overlap
    before = moves(page)
    pictures = {name: picture(page, name) for name in ("pair-canvas", "network-input", "alone-0")}
    left, top, width = box(page, "pair-canvas")
    pixel = width / 36
    # The first digit lies below and left of the second: grab it by its lower left end.
    x, y = left + 11 * pixel, top + 27 * pixel
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 4):
        newer(page, lambda step=step: page.mouse.move(x - step * pixel, y, steps=2))
        down, right = before[0]
        assert moves(page) == [[down, right - step], before[1]]
    # The pointer is still down: what is drawn by now was drawn while it moved.
    until(
        page,
        """() => {
          const { link } = document.querySelector(".cv-overlap").page;
          return !link.dirty && !link.inFlight;
        }""",
    )
    for name, old in pictures.items():
        assert picture(page, name) != old, f"{name} did not follow"
    assert "Beyond 4 pixels" in page.get_by_test_id("place").inner_text()
    page.mouse.up()
    settle(page)
    predicted = [str(j) for j in reply(page)["predicted"]]
    assert predicted
    assert page.get_by_test_id("prediction").inner_text().startswith(" and ".join(predicted))

    # The keyboard moves the same digit, Space takes the other.
    newer(page, lambda: page.keyboard.press("ArrowUp"))
    assert moves(page)[0] == [before[0][0] - 1, before[0][1] - 3]
    page.keyboard.press(" ")
    newer(page, lambda: page.keyboard.press("ArrowRight"))
    assert moves(page)[1] == [before[1][0], before[1][1] + 1]
    assert page.url.endswith("/overlap")


def test_any_pair_of_capsules_can_be_looked_at_and_the_winners_again(overlap):
    page = overlap
    winners = reply(page)["winners"]
    absent = [k for k in range(10) if k not in winners][:2]

    def choose(*capsules: int) -> None:
        for k in capsules:
            newer(page, page.get_by_test_id(f"choose-{k}").click)
            settle(page)

    # The first reply came with the page, and may be rounded otherwise than those of the link.
    choose(*absent)
    newer(page, page.get_by_test_id("force-reset").click)
    old = picture(page, "overlaid")
    choose(*absent)
    assert sorted(reply(page)["shown"]) == absent
    assert reply(page)["winners"] == winners
    assert picture(page, "overlaid") != old
    assert page.get_by_test_id("force-0").input_value() in map(str, absent)
    assert f"There is no {absent[0]}" in page.get_by_test_id("truth-note").inner_text()
    newer(page, page.get_by_test_id("force-reset").click)
    assert sorted(reply(page)["shown"]) == sorted(winners)
    assert picture(page, "overlaid") == old

    # The answer after another number of iterations; the maps follow.
    newer(page, page.get_by_test_id("iterations-1").click)
    assert reply(page)["iterations"] == 1
    assert "every coupling is a tenth" in page.get_by_test_id("map-note").inner_text()


def test_drawings_have_no_class_and_one_drawing_of_both_no_truth(overlap):
    page = overlap
    left, top, width = box(page, "pad-0")
    page.mouse.move(left + 0.3 * width, top + 0.3 * width)
    page.mouse.down()
    newer(page, lambda: page.mouse.move(left + 0.6 * width, top + 0.8 * width, steps=6))
    page.mouse.up()
    settle(page)
    assert reply(page)["labels"][0] is None
    assert page.get_by_test_id("label-0").input_value() == ""
    newer(page, lambda: page.get_by_test_id("label-0").select_option("8"))
    assert reply(page)["labels"][0] == 8

    # One canvas for both begins empty: nothing of the pair is left on it, nor in its link.
    pair = picture(page, "pair-canvas")
    newer(page, lambda: page.get_by_test_id("one-canvas").check())
    settle(page)
    assert not page.get_by_test_id("true-0").is_visible()
    assert "no truth to compare with" in page.get_by_test_id("truth-note").inner_text()
    assert page.get_by_test_id("prediction").inner_text() == "no digit: the canvas is empty."
    # The network is sure of something all the same: nothing shows it.
    lengths = page.evaluate("document.querySelector('.cv-overlap').page.reply.lengths.at(-1)")
    assert max(lengths) > 0.5
    assert {
        page.get_by_test_id(f"length-{j}").get_attribute("aria-valuenow") for j in range(10)
    } == {"0.00"}
    for name in ("alone-0", "shares", "map-0"):
        assert not page.get_by_test_id(name).is_visible()
    left, top, width = box(page, "whole")
    for x in (0.3, 0.7):
        page.mouse.move(left + x * width, top + 0.25 * width)
        page.mouse.down()
        newer(
            page,
            lambda x=x: page.mouse.move(left + x * width, top + 0.75 * width, steps=40),
        )
        page.mouse.up()
    settle(page)
    digits = plain_link(page)["view"]["digits"]
    assert [digits[0]["drawing"]["b"], len(digits[0]["drawing"]["s"]), len(digits)] == [None, 2, 1]
    page.get_by_test_id("tool-share").click()
    page.locator("[data-testid=qr] svg").wait_for()
    page.keyboard.press("Escape")
    newer(page, lambda: page.get_by_test_id("one-canvas").uncheck())
    settle(page)
    assert picture(page, "pair-canvas") == pair


def test_a_reload_restores_the_layout(overlap):
    page = overlap
    newer(page, page.get_by_test_id("swap").click)
    newer(page, page.get_by_test_id("iterations-5").click)
    page.get_by_test_id("map-kind").select_option("feeds")
    drawn = picture(page, "pad-0")
    # It may be in view beneath the header, where no pointer reaches it.
    page.get_by_test_id("pad-0").evaluate("(node) => node.scrollIntoView({ block: 'center' })")
    settle(page)
    left, top, width = box(page, "pad-0")
    for x in (0.3, 0.6):
        page.mouse.move(left + x * width, top + 0.3 * width)
        page.mouse.down()
        newer(page, lambda x=x: page.mouse.move(left + x * width, top + 0.8 * width, steps=4))
        page.mouse.up()
        settle(page)
    before = plain_link(page)["view"]
    page.reload()
    ready(page)
    assert plain_link(page)["view"] == before
    assert reply(page)["iterations"] == 5
    # The steps that led there are kept too.
    undo = page.get_by_test_id("digit-0").locator('[data-part="undo"]')
    for _ in range(2):
        newer(page, undo.click)
    assert picture(page, "pad-0") == drawn


def test_old_results_are_dimmed_and_say_so_until_they_catch_up(overlap):
    page = overlap
    hears_nothing(page, "document.querySelector('.cv-overlap').page.link")
    page.get_by_test_id("pair-canvas").press("ArrowRight")
    until(page, "() => document.querySelector('.cv-overlap.cv-old')")
    assert page.get_by_test_id("old").inner_text().startswith("Older than")
    page.evaluate("() => document.querySelector('.cv-overlap').page.link.drop()")
    until(page, "() => !document.querySelector('.cv-overlap.cv-old')")
    assert page.get_by_test_id("old").inner_text() == ""


def test_a_link_brings_the_view_back_and_numbers_can_be_saved(overlap, address, tmp_path):
    from capsviz.ui.session.permalink import Link, encode

    page = overlap
    newer(page, page.get_by_test_id("swap").click)
    newer(page, page.get_by_test_id("choose-9").click)
    settle(page)
    page.get_by_test_id("map-kind").select_option("feeds")
    page.get_by_test_id("map-iteration").fill("2")
    plain = plain_link(page)
    assert plain["page"] == "overlap"
    shown, there = reply(page), moves(page)
    show(page, f"{address}/overlap?v={encode(Link.from_plain(plain))}")
    assert reply(page) == shown
    assert moves(page) == there
    assert plain_link(page) == plain

    with page.expect_download() as download:
        export(page.locator(".cv-alone"), "csv").click()
    download.value.save_as(tmp_path / "alone.csv")
    with open(tmp_path / "alone.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert len(rows) == 1 + 36 * 36
    assert rows[0][:3] == ["row", "column", "ink"]

    # A pixel's claims by keyboard.
    page.get_by_test_id("shares").focus()
    page.keyboard.press("ArrowDown")
    assert page.get_by_test_id("pixel").inner_text().startswith("row 19, column 18")
