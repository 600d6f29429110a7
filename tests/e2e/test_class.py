"""A lecturer and two phones: a whole lesson, following, questions, drawing together, a reload."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from on_draw import wait_settled
from on_page import ALL_DETAILS, close, come_to_rest, until
from playwright.sync_api import expect
from touch import PHONE, Finger

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

#: Milliseconds: two cores carry the server and three browsers.
PATIENCE = 60_000
#: Milliseconds that a press lasts.
HOLD = 300
#: Notes what is seen first of the page that the class turns to, its frame or itself.
SEEN_FIRST = """() => {
  const look = () => {
    const frame = document.querySelector(".cv-class-frame");
    window.seenFirst = frame?.hidden === false ? "frame"
      : document.querySelector(".cv-learn") ? "page" : "";
    if (!window.seenFirst) requestAnimationFrame(look);
  };
  look();
}"""


#: Whether words leave the window or the sheet of a question.
CUT = """() => [...document.querySelectorAll("dialog[open], .cv-class-sheet:not([hidden])")]
  .some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)"""


@pytest.fixture(scope="module")
def pockets(browser: Browser) -> Iterator[list[BrowserContext]]:
    """Two phones' browsers, which load the app's scripts once."""
    contexts = [browser.new_context(**PHONE) for _ in range(2)]
    for context in contexts:
        context.add_init_script(ALL_DETAILS)
    yield contexts
    for context in contexts:
        context.close()


@pytest.fixture
def phones(pockets: list[BrowserContext]) -> Iterator[list[Page]]:
    """Two phones; a script error on one fails the test."""
    errors: list[str] = []
    opened = [context.new_page() for context in pockets]
    for phone in opened:
        phone.on("pageerror", lambda error: errors.append(str(error)))
    yield opened
    for phone in opened:
        close(phone)
    assert not errors


def start(page: Page, app: str) -> str:
    """Start a session on the lecturer's page; the address to join it."""
    page.goto(app)
    page.locator(".cv-draw").wait_for(timeout=60_000)
    page.get_by_test_id("tool-class").click()
    page.get_by_test_id("class-start").click()
    expect(page.get_by_test_id("class-code")).to_have_text(re.compile(r"^\w{3} \w{4}$"))
    link = page.get_by_test_id("class-link").text_content()
    page.keyboard.press("Escape")
    assert link
    return link


def turn(page: Page, title: str) -> None:
    page.locator(".cv-pages a", has_text=title).click()


def wait_until_asked(phone: Page) -> None:
    """Before the class is asked, an answer is the phone's own; of a vote before, it is too late."""
    for n in range(2):
        answer = phone.get_by_test_id(f"answer-{n}")
        expect(answer).to_have_attribute("aria-pressed", "false", timeout=PATIENCE)


def test_a_class_follows_a_whole_lesson_and_answers(app, page, phones) -> None:
    link = start(page, app)
    followers = page.get_by_test_id("class-followers")
    for phone in phones:
        phone.goto(link)
        phone.get_by_test_id("look-around").wait_for(timeout=60_000)
    expect(followers).to_have_text("2 of 2 follow", timeout=PATIENCE)

    for seen in (page, *phones):
        seen.evaluate(SEEN_FIRST)
    turn(page, "Learn")
    for phone in phones:
        phone.locator(".cv-learn").wait_for(timeout=PATIENCE)
        assert phone.evaluate("() => window.seenFirst") == "frame"
        expect(phone.locator(".cv-class-frame")).to_be_hidden()
    assert page.evaluate("() => window.seenFirst") == "frame"
    page.get_by_test_id("lesson-pooling").click()
    title = page.get_by_test_id("step-title")
    title.wait_for(timeout=PATIENCE)
    asked = 0
    lesson = page.locator('[data-part="title"]').first.text_content()
    while page.locator('[data-part="title"]').first.text_content() == lesson:
        for phone in phones:
            expect(phone.get_by_test_id("step-title")).to_have_text(
                title.text_content() or "", timeout=PATIENCE
            )
        if page.get_by_test_id("question").count():
            asked += 1
            for phone in phones:
                wait_until_asked(phone)
            phones[0].get_by_test_id("answer-0").click()
            phones[1].get_by_test_id("answer-1").dblclick()
            expect(page.get_by_test_id("votes")).to_have_text(
                "2 of 2 have answered", timeout=PATIENCE
            )
            page.get_by_test_id("reveal").hover()
            page.mouse.down()
            phones[1].get_by_test_id("answer-1").click()  # a vote that comes while one presses
            page.wait_for_timeout(HOLD)
            page.mouse.up()
            for seen in (page, *phones):
                expect(seen.get_by_test_id("reveal-text")).to_be_visible(timeout=PATIENCE)
            expect(page.locator(".cv-hands")).to_have_count(2)
        skip = page.get_by_test_id("skip")
        (skip if skip.count() else page.get_by_test_id("next")).click()
    assert asked

    present(page, phones)

    # Capabilities that a phone has, and those that it lacks.
    away, here = phones
    away.get_by_test_id("look-around").click()
    expect(followers).to_have_text("1 of 2 follow", timeout=PATIENCE)
    away.get_by_test_id("follow").click()
    expect(followers).to_have_text("2 of 2 follow", timeout=PATIENCE)
    away.get_by_test_id("look-around").click()
    # In the lesson alone, past the question that the lecture has come back to.
    away.get_by_test_id("skip").click()
    expect(followers).to_have_text("1 of 2 follow", timeout=PATIENCE)
    turn(page, "Draw")
    here.locator(".cv-draw").wait_for(timeout=PATIENCE)
    assert away.locator(".cv-learn").count() == 1
    away.get_by_test_id("follow").click()
    away.locator(".cv-draw").wait_for(timeout=PATIENCE)
    slider = page.get_by_test_id("dimension-0")
    page.wait_for_selector('[data-testid="lengths"][data-seq]', timeout=PATIENCE)
    wait_settled(page)  # the sliders are the reading's
    slider.focus()
    for _ in range(5):
        slider.press("ArrowRight")
    for phone in phones:
        expect(phone.get_by_test_id("dimension-0")).to_have_value(
            slider.input_value(), timeout=PATIENCE
        )
        assert phone.get_by_test_id("class-end").count() == 0
        assert phone.evaluate("() => localStorage.getItem('capsviz.class.key')") is None

    ask_and_reveal(page, phones)
    draw_together(page, phones)

    # The lecturer's reload costs nothing.
    page.reload()
    expect(followers).to_have_text("2 of 2 follow", timeout=60_000)
    expect(page.get_by_test_id("draw-together")).to_have_text("Board: 1", timeout=PATIENCE)
    page.get_by_test_id("class-end").click()
    page.get_by_test_id("end-sure").click()
    expect(here.get_by_text("The class is over")).to_be_visible(timeout=PATIENCE)


@pytest.mark.slow
def test_a_phone_follows_a_guess_a_film_and_a_pass_through_the_network(app, page, phones) -> None:
    link = start(page, app)
    phone = phones[0]
    phone.goto(link)
    phone.get_by_test_id("look-around").wait_for(timeout=60_000)
    turn(page, "Train")
    begin = page.get_by_test_id("train-guess-begin")
    guess = phone.get_by_test_id("train-guess-2")
    begin.or_(page.get_by_test_id("train-guess-2")).first.wait_for(timeout=PATIENCE)
    if begin.count():
        begin.click()
    # The class guesses on its own phones; the film goes on where the lecturer lets it.
    guess.click(timeout=PATIENCE)
    expect(guess).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)
    expect(phone.get_by_test_id("train-guess")).not_to_contain_text("you guessed")
    page.get_by_test_id("train-guess-3").click()
    for seen in (page, phone):
        expect(seen.get_by_test_id("train-guess")).to_contain_text(
            "you guessed more than 90", timeout=PATIENCE
        )
        expect(seen.get_by_test_id("train-guess-2")).to_contain_text(": 1", timeout=PATIENCE)
    time = page.get_by_test_id("train-time")
    time.focus()
    time.press("End")
    for _ in range(3):
        time.press("ArrowLeft")
    expect(phone.get_by_test_id("train-time")).to_have_value(time.input_value(), timeout=PATIENCE)

    turn(page, "Network")
    page.locator(".cv-network[data-seq]").wait_for(timeout=60_000)  # there is something to pass
    page.get_by_test_id("step").click()
    page.get_by_test_id("step").click()
    at = "() => JSON.parse(sessionStorage.getItem('capsviz.kept.view.network'))?.value.at === 1"
    for seen in (page, phone):
        until(seen, at, timeout=60_000)
    said = page.get_by_test_id("say").text_content()
    expect(phone.get_by_test_id("say")).to_have_text(said or "", timeout=60_000)


@pytest.mark.slow
def test_states_of_phones_are_overlaid_and_one_is_shown_to_all(app, page, phones) -> None:
    link = start(page, app)
    for phone in phones:
        phone.goto(link)
        phone.get_by_test_id("look-around").wait_for(timeout=60_000)
    turn(page, "Learn")
    page.get_by_test_id("lesson-vector").click(timeout=60_000)
    page.get_by_test_id("gather").click()
    for k, phone in enumerate(phones):
        phone.get_by_test_id("send-mine").click(timeout=60_000)  # nothing is sent unasked
        handle = phone.locator('.cv-stage [role="slider"]').first
        # Working the figure brings it into sight with its task. The drag then scrolls nothing.
        handle.press("Shift")
        come_to_rest(phone, ".cv-stage")
        box = handle.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        Finger(phone).drag((x, y), (x + 30 + 20 * k, y + 10))
        expect(page.get_by_test_id("gather-count")).to_contain_text(f": {k + 1}.", timeout=PATIENCE)
    layers = page.locator(".cv-layers").first.locator("> *")
    expect(layers).to_have_count(2, timeout=PATIENCE)
    page.get_by_test_id("gather-next").click()
    page.get_by_test_id("gather-show").click(timeout=PATIENCE)
    state = "() => JSON.parse(sessionStorage.getItem('capsviz.kept.view.learn')).value.figure"
    shown = page.evaluate(state)
    assert shown
    for phone in phones:
        until(
            phone,
            "(s) => JSON.stringify(JSON.parse(sessionStorage.getItem('capsviz.kept.view.learn'))"
            ".value.figure) === s",
            arg=json.dumps(shown, separators=(",", ":")),
            timeout=PATIENCE,
        )
        expect(phone.get_by_test_id("send-mine")).to_be_hidden()
    expect(page.locator(".cv-layers > *")).to_have_count(0, timeout=PATIENCE)


def present(page: Page, phones: list[Page]) -> None:
    """The lecturer's own screen: it steers, counts votes and who is lost, and outlasts a reload.

    The class also outlasts an end that is taken back.
    """
    with page.expect_popup() as opened:
        page.get_by_test_id("class-present").click()
    desk = opened.value
    title, step = desk.get_by_test_id("desk-title"), desk.get_by_test_id("desk-step")
    desk.locator(".cv-desk-outline button", has_text="A capsule is a vector").click()
    desk.keyboard.press("PageDown")
    expect(step).to_have_text("Before you look")
    expect(desk.get_by_test_id("desk-notes")).not_to_be_empty()
    expect(desk.get_by_test_id("desk-next-title")).to_have_text("Then: Length is presence")
    for phone, answer in zip(phones, (0, 1), strict=True):
        expect(phone.get_by_test_id("step-title")).to_have_text("Before you look", timeout=PATIENCE)
        wait_until_asked(phone)
        vote = phone.get_by_test_id(f"answer-{answer}")
        vote.click(timeout=PATIENCE)
        expect(vote).to_have_attribute("aria-pressed", "true")
        # A vote that still counts does not look like a wrong answer.
        expect(vote.locator("span").first).to_have_css("text-decoration-line", "none")
    expect(desk.get_by_test_id("desk-votes")).to_have_text("2 of 2 have answered")
    desk.get_by_test_id("desk-reveal").click()
    expect(desk.get_by_test_id("count-1")).to_have_text("1")
    for seen in (page, *phones):
        expect(seen.get_by_test_id("reveal-text")).to_be_visible(timeout=PATIENCE)

    # Going back by the browser's button is looking around, and ends when all are called back.
    lost = phones[0]
    lost.go_back()
    expect(lost.get_by_test_id("follow")).to_be_visible(timeout=PATIENCE)
    # A clock that jumps would cut the connection, which is heard every second.
    for _ in range(2):
        page.get_by_test_id("class-end").click()
        page.get_by_test_id("end-sure").click()
        page.wait_for_timeout(1_000)
        page.get_by_test_id("end-undo").click()
    undone = time.monotonic()
    expect(desk.get_by_test_id("desk-lost")).to_have_text("Lost: 1", timeout=PATIENCE)
    # Ten seconds would have ended the class; a phone counts as lost after twenty.
    page.wait_for_timeout(max(0, 11_000 - 1_000 * (time.monotonic() - undone)))
    desk.get_by_test_id("desk-call").click()
    expect(lost.get_by_test_id("reveal-text")).to_be_visible(timeout=PATIENCE)

    go_through_own_lecture(desk, page)

    desk.get_by_test_id("desk-start").click()
    desk.reload()
    expect(title).to_have_text("A capsule is a vector")
    expect(step).to_have_text("Before you look")
    expect(desk.get_by_test_id("desk-clock")).not_to_have_text("0:00")
    desk.close()


def go_through_own_lecture(desk: Page, page: Page) -> None:
    """A lecturer keeps the projector's page and a question, saves them, and opens the file."""
    desk.get_by_test_id("desk-own").locator("summary").click()
    desk.get_by_test_id("own-add").click()
    rows = desk.locator(".cv-desk-own li")
    expect(rows).to_have_count(1)
    desk.get_by_test_id("desk-compose").locator("summary").click()
    desk.get_by_test_id("ask-text").fill("Mine?")
    for n, answer in enumerate(("yes", "no")):
        desk.get_by_test_id(f"ask-answer-{n}").fill(answer)
    desk.get_by_test_id("ask-keep").click()
    expect(rows).to_have_count(2)
    with desk.expect_download() as saved:
        desk.get_by_test_id("own-save").click()
    path = saved.value.path()
    for _ in range(2):
        desk.get_by_test_id("own-remove-0").click()
    expect(desk.get_by_test_id("own-save")).to_be_disabled()
    desk.get_by_test_id("own-file").set_input_files({
        "name": "other.json", "mimeType": "application/json", "buffer": b"[]"
    })  # fmt: skip
    expect(desk.get_by_test_id("desk-own").get_by_role("alert")).to_contain_text("other.json")
    desk.get_by_test_id("own-file").set_input_files(path)
    expect(rows).to_have_count(2)
    plan = desk.get_by_test_id("desk-plan")
    plan.select_option("own")
    desk.locator(".cv-desk-outline button", has_text="Mine?").click()
    expect(page.locator("dialog[open] h2")).to_have_text("Mine?", timeout=PATIENCE)
    desk.get_by_test_id("desk-close").click()
    plan.select_option("45")
    desk.locator(".cv-desk-outline button", has_text="A capsule is a vector").click()
    desk.keyboard.press("PageDown")
    expect(desk.get_by_test_id("desk-step")).to_have_text("Before you look")


def ask_and_reveal(page: Page, phones: list[Page]) -> None:
    """A typed question comes on a sheet, and is text, whatever its words are."""
    typed = f"<b>Which?</b> {'W' * 80}"
    page.get_by_test_id("ask").click()
    page.get_by_test_id("ask-text").fill(typed)
    for n, answer in enumerate(("one", "two")):
        page.get_by_test_id(f"ask-answer-{n}").fill(answer)
    page.get_by_test_id("ask-right-1").check()
    page.get_by_test_id("ask-send").click()
    for phone in phones:
        phone.get_by_test_id("answer-1").click(timeout=PATIENCE)
        expect(phone.get_by_text(typed)).to_be_visible()
    for seen in (page, *phones):
        assert not seen.evaluate(CUT)
    expect(page.get_by_test_id("votes")).to_have_text("2 of 2 have answered", timeout=PATIENCE)
    page.get_by_test_id("ask-again").click()
    for phone in phones:
        wait_until_asked(phone)
    phones[0].get_by_test_id("answer-0").click(timeout=PATIENCE)
    phones[1].get_by_test_id("answer-1").click(timeout=PATIENCE)
    expect(page.get_by_test_id("votes")).to_have_text(
        "Second vote: 2 of 2 have answered", timeout=PATIENCE
    )
    page.reload()  # the reveal is seen on a projector that was reloaded
    page.get_by_test_id("reveal").click(timeout=60_000)
    expect(page.get_by_test_id("first-1")).to_have_text("2", timeout=PATIENCE)
    expect(page.get_by_test_id("count-1")).to_have_text("1")
    page.get_by_test_id("ask-close").click()


def draw_seven(phone: Page, far: float) -> None:
    """Two strokes of a finger on an empty canvas, which stays where it is."""
    phone.get_by_test_id("to-draw").wait_for(timeout=PATIENCE)
    expect(phone.get_by_test_id("here")).to_have_text("Draw here.", timeout=PATIENCE)
    come_to_rest(phone, '[data-testid="canvas"]')
    box = phone.get_by_test_id("canvas").bounding_box()
    assert box
    corners = [(0.25, 0.2), (0.7, 0.2), (0.4, far)]
    places = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in corners]
    finger = Finger(phone)
    for start, end in pairwise(places):
        finger.drag(start, end)


def draw_together(page: Page, phones: list[Page]) -> None:
    """Both draw; one drawing is hidden, the other opened in the page of all."""
    page.get_by_test_id("draw-together").click()
    board = page.get_by_test_id("board")
    pictures = board.get_by_test_id("board-open")
    for phone in phones:
        draw_seven(phone, 0.5)
    # Held back until the lecturer shows them.
    expect(board.get_by_text("Drawings: 2")).to_be_visible(timeout=PATIENCE)
    expect(pictures).to_have_count(0)
    board.get_by_test_id("board-release").click()
    expect(pictures).to_have_count(2, timeout=PATIENCE)
    board.get_by_test_id("board-start").click()  # while phones draw: it begins with nothing
    expect(pictures).to_have_count(0, timeout=PATIENCE)
    board.get_by_test_id("board-release").click(timeout=PATIENCE)
    for phone, far in zip(phones, (0.5, 0.8), strict=True):
        draw_seven(phone, far)
    expect(pictures).to_have_count(2, timeout=PATIENCE)
    for k in range(2):
        expect(pictures.nth(k)).to_contain_text(re.compile(r"0\.\d\d"), timeout=PATIENCE)
    board.get_by_test_id("board-hide").first.click()
    expect(pictures).to_have_count(1)
    pictures.click()
    drawn = page.evaluate("() => sessionStorage.getItem('capsviz.kept.drawing')")
    shown = json.loads(drawn)["value"]
    assert shown["s"]
    for phone in phones:
        until(
            phone,
            "(s) => JSON.stringify(JSON.parse(sessionStorage.getItem('capsviz.kept.drawing'))"
            ".value.s) === s",
            arg=json.dumps(shown["s"], separators=(",", ":")),
            timeout=PATIENCE,
        )
