"""The network in space: every stop of the walk, by software rendering, and the way back."""

from __future__ import annotations

import io
import itertools
import shutil
from typing import TYPE_CHECKING

import numpy as np
import pytest
from on_page import PAGES, PATIENCE, no_errors, settle, show, until
from PIL import Image
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

FLAGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
STILL = "Number(document.querySelector('.cv-n-stage').dataset.still ?? 0)"
STOP = "document.querySelector('.cv-n-space').dataset.stop"


@pytest.fixture(scope="module")
def rendering(browser: Browser) -> Iterator[Browser]:
    """A browser that draws WebGL without a graphics card."""
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    started = browser.browser_type.launch(executable_path=program, args=FLAGS)
    yield started
    started.close()


def picture(page: Page) -> np.ndarray:
    """The scene as it is on the screen, in grey levels."""
    shot = page.locator(".cv-n-stage").screenshot()
    return np.asarray(Image.open(io.BytesIO(shot)).convert("L")).astype(int)


@pytest.mark.journey
def test_the_walk_leads_through_all_stops_and_back_to_the_map(rendering: Browser, app: str) -> None:
    context = rendering.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    with no_errors(page):
        show(page, app, "network")
        page.get_by_test_id("in-space").click()
        until(page, f"() => {STILL} > 0")
        assert not page.get_by_test_id("block-conv1").is_visible()
        count = page.locator(".cv-n-dot").count()
        assert count == 12
        seen, words = [], set()
        for step in range(count):
            settle(page)
            seen.append(picture(page))
            words.add(page.get_by_test_id("stop-words").inner_text())
            if step < count - 1:
                before = page.evaluate(STOP)
                page.get_by_test_id("space").press("ArrowRight")
                until(page, f"(before) => {STOP} !== before", before)
        assert len(words) == count
        for shot in seen:
            assert shot.max() - shot.min() > 100
        for one, other in itertools.pairwise(seen):
            assert (abs(one - other) > 40).mean() > 0.001, "each stop shows something else"
        # A link leads to the stop; the lit capsule of that stop has its sentence.
        page.get_by_test_id("stop-capsule").click()
        expect(page.get_by_test_id("lit")).to_contain_text("% of its vote")
        page.reload()
        page.wait_for_selector(PAGES["network"])
        until(page, f"() => {STOP} === 'capsule' && {STILL} > 0")
        expect(page.get_by_test_id("lit")).to_contain_text("% of its vote")
        # Escape leads out, level by level.
        for level in ("capsules", "whole"):
            page.get_by_test_id("space").press("Escape")
            until(page, f"(level) => {STOP} === level", level)
        # The pen reaches the scene, and the switch leads back.
        drawn = picture(page)
        page.get_by_test_id("clear").click()
        until(
            page, "() => document.querySelector('[data-testid=say]').innerText.includes('no ink')"
        )
        settle(page)
        assert (picture(page) != drawn).any()
        page.get_by_test_id("in-space").click()
        expect(page.get_by_test_id("block-conv1")).to_be_visible()
        expect(page.get_by_test_id("walk")).to_be_hidden()
    context.close()


def test_a_browser_without_webgl_gets_one_sentence_and_the_map(browser: Browser, app: str) -> None:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    context.add_init_script(
        "HTMLCanvasElement.prototype.getContext = new Proxy("
        "HTMLCanvasElement.prototype.getContext, { apply: (f, canvas, [kind, ...more]) =>"
        " kind.startsWith('webgl') ? null : f.call(canvas, kind, ...more) })"
    )
    page = context.new_page()
    with no_errors(page):
        show(page, app, "network")
        page.get_by_test_id("in-space").click()
        expect(page.get_by_test_id("trouble")).to_contain_text("flat map")
        expect(page.get_by_test_id("block-conv1")).to_be_visible()
        expect(page.get_by_test_id("in-space")).to_be_hidden()
    context.close()
