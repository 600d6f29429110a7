"""Lessons, class mode, sharing and the tour in the running app."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack

import pytest
from on_draw import prediction, wait_live, wait_settled
from on_page import close, come_to_rest, first_tab, no_errors, until
from playwright.sync_api import expect

PATIENCE = 60_000


@pytest.fixture
def visit(visitor, app):
    """Open pages, the first in the visitor's tab; script errors fail the test."""
    with ExitStack() as opened:
        tabs = []

        def open_page(path: str = "", width: int = 1440, height: int = 900):
            if tabs:
                page = visitor.new_page()
                opened.callback(close, page)
            else:
                page = opened.enter_context(first_tab(visitor))
            tabs.append(page)
            opened.enter_context(no_errors(page))
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{app}/{path}")
            page.get_by_test_id("tool-tour").wait_for()
            return page

        yield open_page


def drawn(page):
    page.wait_for_selector('[data-testid="lengths"][data-seq]')
    return page.evaluate("JSON.stringify(document.querySelector('.cv-draw').page.pad.drawing)")


@pytest.mark.journey
def test_a_lesson_ends_on_the_live_page_in_the_state_it_speaks_of(visit):
    page = visit("learn?lesson=contested&step=9")
    expect(page.get_by_test_id("step-title")).to_contain_text("Test one yourself")
    page.get_by_test_id("answer-1").click()
    assert page.get_by_test_id("reveal-text").count() == 0
    page.get_by_test_id("open-page").click()
    page.wait_for_selector('[data-testid="lengths"][data-seq]')
    expect(page.get_by_test_id("iterations")).to_have_text("1")
    # After one iteration no capsule is long yet.
    expect(page.get_by_test_id("prediction")).to_contain_text("the longest is 9 with 0.4")
    # The question came along, and is answered here.
    card = page.get_by_test_id("lesson-card")
    assert "The length alone." in card.get_by_test_id("card-guess").inner_text()
    card.get_by_test_id("card-show").click()
    assert card.get_by_test_id("card-truth").inner_text().startswith("Right.")
    card.get_by_test_id("card-back").click()
    page.get_by_test_id("later").wait_for()
    assert "lesson=contested&step=9" in page.url


def test_a_broken_lesson_link_opens_the_page_with_one_sentence(visit):
    page = visit("learn?lesson=sqash&step=3")
    page.locator(".cv-chapters").wait_for()
    assert "no such lesson" in page.locator(".cv-told").inner_text()


def test_the_small_map_follows_the_lesson_and_leads_into_its_block(visit):
    page = visit("learn?lesson=votes&step=8")
    lit = "() => document.querySelectorAll('.cv-where-lit').length"
    until(page, f"() => ({lit})() === 1")
    page.get_by_test_id("contents").click()
    until(page, f"() => ({lit})() !== 1")
    page.get_by_test_id("lesson-dimensions").click()
    until(page, f"() => ({lit})() === 3")
    page = visit("learn?lesson=squash&step=5")
    page.get_by_test_id("open-block").click()
    page.get_by_test_id("inside").wait_for()
    until(
        page,
        """() => document.querySelector('[data-testid="block-primary"]')
      ?.getAttribute('aria-expanded') === 'true'""",
    )


#: Marked words and symbols in the texts and formulas of all steps, answered, which light no part of
#: their figure, or are not lit by it; and how many there are.
UNLIT = """async () => {
  const page = document.querySelector(".cv-learn").page;
  const frame = () => new Promise(requestAnimationFrame);
  const unlit = [];
  let count = 0;
  for (const lesson of page.course.lessons)
    for (const step of lesson.steps.keys()) {
      page.go(lesson.name, step);
      while (page.figure?.controls.hidden) await frame(); // its file has to come
      if (page.content.question) page.current.reveal(-1);
      const marked = ".cv-words :is(.cv-term, .cv-sym), .cv-formulas .cv-sym";
      const over = (node) => node.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      for (const word of document.querySelectorAll(marked)) {
        over(word);
        // The part may be one that a press of Step draws.
        const part = document.querySelector(".cv-figure-box .cv-part-lit");
        if (part) over(part);
        if (!part || !word.classList.contains("cv-sym-on"))
          unlit.push(`${lesson.name} ${step + 1}: ${word.dataset.symbol ?? word.textContent}`);
        count += 1;
      }
    }
  return { unlit, count };
}"""


def test_every_marked_word_of_every_step_lights_a_part_of_its_figure(visit):
    page = visit("learn?lesson=pooling&step=1")
    page.get_by_test_id("step-title").wait_for()
    found = page.evaluate(UNLIT)
    assert found["unlit"] == []
    assert found["count"] > 380


def test_the_figure_of_the_real_network_decodes(visit):
    page = visit("learn?lesson=dimensions&step=1")
    page.get_by_test_id("lesson-decoded").wait_for()
    picture = "document.querySelector('[data-testid=lesson-decoded]').toDataURL()"
    until(page, "() => document.querySelector('.cv-learn').page.figure.decoder")
    before = page.evaluate(picture)
    page.get_by_test_id("dimension-2").focus()
    page.keyboard.press("PageUp")
    until(page, f"(before) => {picture} !== before", before)
    assert page.get_by_test_id("next").is_enabled()


def test_a_shared_link_opens_the_same_drawing_iterations_and_class_mode(visit):
    teacher = visit()
    drawn(teacher)
    box = teacher.get_by_test_id("canvas").bounding_box()
    teacher.mouse.move(box["x"] + 60, box["y"] + 40)
    teacher.mouse.down()
    teacher.mouse.move(box["x"] + 180, box["y"] + 90)
    teacher.mouse.up()
    teacher.get_by_test_id("iterations-more").click()
    teacher.get_by_test_id("tool-class").click()
    teacher.get_by_test_id("class-on").check()
    teacher.get_by_test_id("tool-share").click()
    link = teacher.get_by_test_id("share-link")
    until(teacher, "document.querySelector('[data-testid=share-link]').value.includes('?v=')")
    address = link.input_value()
    assert "class=1" in address
    teacher.locator('[data-testid="qr"] svg').wait_for()
    # No phone could open it: the server of these tests listens to this machine alone.
    assert "works only on this computer" in teacher.get_by_test_id("share-alone").inner_text()

    pupil = visit(re.sub(r"^https?://[^/]+/", "", address))
    assert drawn(pupil) == drawn(teacher)
    expect(pupil.get_by_test_id("iterations")).to_have_text("4")
    until(pupil, "() => document.documentElement.classList.contains('cv-class-mode')")


@pytest.mark.journey
def test_answers_can_be_hidden_until_they_are_revealed(visit):
    page = visit()
    drawn(page)
    page.get_by_test_id("tool-class").click()
    page.get_by_test_id("class-predict").check()
    page.keyboard.press("Escape")
    assert not page.get_by_test_id("prediction").is_visible()
    assert not page.get_by_test_id("reconstruction").is_visible()
    page.get_by_test_id("tool-reveal").click()
    assert page.get_by_test_id("prediction").is_visible()


def test_the_report_is_downloaded(visit):
    page = visit()
    drawn(page)
    wait_live(page)
    wait_settled(page)  # the sliders are the reading's
    page.get_by_test_id("tool-share").click()
    # Changes made while the link is visible are in the report too.
    page.get_by_test_id("dimension-3").press("PageUp")
    moved = float(page.get_by_test_id("dimension-3").input_value())
    with page.expect_download() as waiting:
        page.get_by_test_id("report").click()
    text = waiting.value.path().read_text("utf-8")
    data = json.loads(re.search(r'id="data"[^>]*>(.*?)</script>', text, re.DOTALL)[1])
    assert f"<title>capsviz: {data['header']['model']}<" in text
    assert data["classes"][data["winner"]] == prediction(page)[0]
    assert data["pose"][3] == pytest.approx(moved, abs=1e-6)


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_the_tour_covers_nothing_it_explains_on_the_draw_page(visit, size):
    page = visit("", *size)
    drawn(page)
    page.get_by_test_id("tool-tour").click()
    steps = [step for step in tour_steps() if step.page == "draw"]
    for step in steps:
        assert page.get_by_test_id("tour-title").inner_text() == step.title
        target_name = most_visible(page) if step.target == "dimension-most" else step.target
        come_to_rest(page, f'[data-testid="tour-card"], [data-testid="{target_name}"]')
        card = page.get_by_test_id("tour-card").bounding_box()
        target = page.get_by_test_id(target_name).bounding_box()
        # A target taller than the room beside the card keeps its upper part free.
        tall = target["height"] > size[1] - 60 - card["height"] - 60
        height = 40 if tall else target["height"]
        apart = (
            card["x"] >= target["x"] + target["width"]
            or target["x"] >= card["x"] + card["width"]
            or card["y"] >= target["y"] + height
            or target["y"] >= card["y"] + card["height"]
        )
        assert apart, step.title
        button = "tour-next" if page.get_by_test_id("tour-next").is_enabled() else "tour-skip"
        page.get_by_test_id(button).click()

    # Escape leaves it from anywhere, but closes what is open over it first.
    page.get_by_test_id("tool-share").click()
    page.keyboard.press("Escape")
    assert page.get_by_test_id("tour-card").is_visible()
    page.get_by_test_id("canvas").press("Escape")
    expect(page.get_by_test_id("tour-card")).to_be_hidden()


def most_visible(page):
    """The confirmed dimension of a unique name whose ends differ most as pictures."""
    paint = """([d, end]) => {
      const slider = document.querySelector(`[data-testid="dimension-${d}"]`);
      slider.value = slider[end];
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      const canvas = document.querySelector('[data-testid="reconstruction"]');
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return [...data].filter((_, i) => i % 4 === 0);
    }"""
    changes = {}
    panel = "document.querySelector('.cv-draw').page.panel"
    until(page, f"() => {panel}.fastDecoder !== null && {panel}.measured")
    for d in range(16):
        label = page.locator(f'.cv-slider[data-dimension="{d}"] .cv-slider-label')
        title = label.get_attribute("title") or ""
        if "real test pictures agree" not in title or title.startswith("entangled"):
            continue
        low, high = (page.evaluate(paint, [d, end]) for end in ("min", "max"))
        changes[d] = sum((a - b) ** 2 for a, b in zip(low, high, strict=True))
        page.get_by_test_id("reset-dimensions").click()
    return f"dimension-{max(changes, key=changes.__getitem__)}"


def test_the_tour_moves_the_dimension_that_is_seen_to_change_most(visit):
    page = visit()
    drawn(page)
    name = most_visible(page)
    page.get_by_test_id("tool-tour").click()
    steps = [step.target for step in tour_steps()]
    for _ in range(steps.index("dimension-most")):
        button = "tour-next" if page.get_by_test_id("tour-next").is_enabled() else "tour-skip"
        page.get_by_test_id(button).click()
    other = "dimension-3" if name != "dimension-3" else "dimension-4"
    page.get_by_test_id(other).press("PageUp")
    assert page.get_by_test_id("tour-next").is_disabled()
    page.get_by_test_id(name).focus()
    page.keyboard.press("Shift")
    assert page.get_by_test_id("tour-next").is_disabled()
    page.keyboard.press("PageUp")
    assert page.get_by_test_id("tour-next").is_enabled()


def test_the_tour_waits_for_a_stroke(visit):
    page = visit()
    drawn(page)
    page.get_by_test_id("tool-tour").click()
    assert page.get_by_test_id("tour-next").is_disabled()
    box = page.get_by_test_id("canvas").bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + 180, box["y"] + 90)
    page.mouse.up()
    page.get_by_test_id("tour-next").click()
    page.reload()  # left in the middle, resumed there
    assert page.get_by_test_id("tour-title").inner_text() == tour_steps()[1].title


def tour_steps():
    from capsviz.ui.lessons import loader

    return loader.load().tour
