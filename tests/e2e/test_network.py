"""The whole network on one canvas: it follows the pen, opens, is changed, and is played slowly."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from on_draw import pixels
from on_page import PAGES, PATIENCE, no_errors, settle, show, until, until_true
from playwright.sync_api import expect
from staying import Staying

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Page

#: Blocks that show something of a capsule in the light.
LIT = ("input", "conv1", "primary", "votes", "routing", "classes")
NEWER = "(before) => Number(document.querySelector('.cv-network').dataset.seq) > before"
SEQ = "Number(document.querySelector('.cv-network').dataset.seq)"


@pytest.fixture
def network(visitor: BrowserContext, app: str) -> Iterator[Page]:
    """The page with its first digit."""
    with Staying("network", lambda page: page.wait_for_selector(PAGES["network"])).visit(
        visitor, app
    ) as page:
        yield page


def after(page: Page, act) -> None:
    """Do something, and wait until the network has been asked again."""
    before = page.evaluate(SEQ)
    act()
    until(page, NEWER, before)
    settle(page)


def stroke(page: Page, points: list[tuple[float, float]]) -> None:
    box = page.get_by_test_id("canvas").bounding_box()
    assert box is not None
    at = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in points]
    page.mouse.move(*at[0])
    page.mouse.down()
    for place in at[1:]:
        page.mouse.move(*place, steps=6)
    page.mouse.up()


def drawn(page: Page, name: str) -> str:
    """Painting of a block: a screenshot would also hold the elements over and behind it."""
    block = page.get_by_test_id(f"block-{name}").locator("canvas")
    return block.evaluate("(canvas) => canvas.toDataURL()")


def test_the_link_on_draw_opens_the_page_with_the_drawing(tab: Page, app: str) -> None:
    show(tab, app, "")
    stroke(tab, [(0.5, 0.1), (0.5, 0.9)])
    until(tab, "() => document.querySelector('[data-testid=prediction]').innerText.includes(' 1')")
    tab.get_by_test_id("open-network").click()
    tab.wait_for_selector(".cv-network[data-seq]")
    expect(tab.get_by_test_id("say")).to_contain_text(": 1,")


@pytest.mark.journey
def test_every_block_follows_the_pen(network: Page) -> None:
    page = network
    names = ("input", "conv1", "primary", "votes", "routing", "classes", "decoder", "picture")
    shots = {name: drawn(page, name) for name in names}
    assert "7" in page.get_by_test_id("say").inner_text()
    page.get_by_test_id("clear").click()
    until(page, "() => document.querySelector('[data-testid=say]').innerText.includes('no ink')")
    after(page, lambda: stroke(page, [(0.5, 0.1), (0.5, 0.9)]))
    until(page, "() => document.querySelector('[data-testid=say]').innerText.includes(': 1,')")
    for name, shot in shots.items():
        assert drawn(page, name) != shot, name
    page.reload()
    page.wait_for_selector(".cv-network[data-seq]")
    expect(page.get_by_test_id("say"), "the drawing is kept").to_contain_text(": 1,")


@pytest.mark.journey
def test_a_map_is_looked_into_and_switched_off(network: Page) -> None:
    page = network
    inside = page.get_by_test_id("inside")
    page.get_by_test_id("block-conv1").click()
    until(page, "() => document.querySelector('[data-testid=inside]').dataset.seq")
    said = page.get_by_test_id("sum").inner_text().replace("−", "-")
    numbers = [float(n) for n in re.findall(r"-?\d+\.\d+", said)]
    total, bias, both, left = numbers
    assert total + bias == pytest.approx(both, abs=0.0021)
    assert left == pytest.approx(max(0, both), abs=0.0011)
    before = page.get_by_test_id("map-name").inner_text()
    page.get_by_test_id("maps").press("ArrowRight")
    until(page, "(t) => document.querySelector('[data-testid=map-name]').innerText !== t", before)
    whole = drawn(page, "picture")
    after(page, lambda: page.get_by_test_id("off").click())
    assert page.get_by_test_id("block-conv1").inner_text().count("1 off") == 1
    assert drawn(page, "picture") != whole
    after(page, lambda: page.get_by_test_id("restore").click())
    assert drawn(page, "picture") == whole
    assert not page.get_by_test_id("restore").is_visible()
    inside.press("Escape")
    assert not inside.is_visible()
    focus = page.evaluate("document.activeElement.dataset.testid")
    assert focus == "block-conv1", "back where one came from"


@pytest.mark.journey
def test_a_capsule_under_the_pointer_lights_its_way_through_the_network(network: Page) -> None:
    page, says = network, network.get_by_test_id("lit")
    capsules = page.get_by_test_id("block-primary")
    dark = {name: drawn(page, name) for name in LIT}
    hint = says.inner_text()
    capsules.locator("canvas").hover(position={"x": 60, "y": 60})
    expect(says).to_contain_text("% of its vote")
    settle(page)
    assert [name for name in LIT if drawn(page, name) == dark[name]] == []
    page.mouse.move(5, 5)
    expect(says).to_have_text(hint)
    settle(page)
    assert [name for name in LIT if drawn(page, name) != dark[name]] == []
    # By keyboard: the capsule that gives most, then the one beside it; Enter leads inside it.
    capsules.focus()
    page.keyboard.press("ArrowRight")
    expect(says).to_contain_text("% of its vote")
    place = re.match(r"Type (\d+), row (\d+), column (\d+)", says.inner_text())
    assert place is not None
    page.keyboard.press("Enter")
    named = "type {}, row {}, column {}".format(*place.groups())
    expect(page.get_by_test_id("capsule-name")).to_contain_text(named)


def test_a_ribbon_a_class_or_a_link_under_the_pointer_lights_alone(network: Page) -> None:
    page, says = network, network.get_by_test_id("lit")
    hint = says.inner_text()
    flow = ("votes", "routing", "classes")
    dark = {name: drawn(page, name) for name in flow}
    routing = page.get_by_test_id("block-routing")
    page.get_by_test_id("block-classes").locator("canvas").hover()
    expect(says).to_contain_text("gives it most")
    settle(page)
    assert [name for name in flow if drawn(page, name) == dark[name]] == []
    links = page.locator('[data-testid="map"] .cv-n-link:visible')
    links.nth(1).hover(position={"x": 4, "y": 110})
    expect(says).to_contain_text("of the picture's ink")
    page.mouse.move(5, 5)
    expect(says).to_have_text(hint)
    settle(page)
    assert [name for name in flow if drawn(page, name) != dark[name]] == []
    # By keyboard: types go up and down, classes left and right.
    routing.focus()
    page.keyboard.press("ArrowDown")
    expect(says).to_contain_text(re.compile(r"^Type 1 to 7: [\d.]+ %"))
    page.keyboard.press("ArrowRight")
    expect(says).to_contain_text("Type 1 to 8")
    page.keyboard.press("Escape")
    expect(says).to_have_text(hint)


def test_a_first_tap_lights_a_capsule_and_a_second_opens_it(browser: Browser, app: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    with no_errors(page):
        show(page, app, "network")
        canvas = page.get_by_test_id("block-primary").locator("canvas")
        canvas.tap(position={"x": 60, "y": 60})
        expect(page.get_by_test_id("lit")).to_contain_text("% of its vote")
        assert not page.get_by_test_id("inside").is_visible()
        canvas.tap(position={"x": 60, "y": 60})
        expect(page.get_by_test_id("inside")).to_be_visible()
    context.close()


@pytest.mark.parametrize("name", ["primary", "votes", "routing", "decoder"])
def test_every_block_can_be_looked_into_by_keyboard(network: Page, name: str) -> None:
    page = network
    page.get_by_test_id(f"block-{name}").press("Enter")
    until(page, "() => document.querySelector('[data-testid=inside]').dataset.seq")
    tables = {"primary": "numbers", "votes": "vote", "routing": "loop"}
    if name in tables:
        cells = page.get_by_test_id(tables[name]).locator("td").all_inner_texts()
        assert len(cells) >= 9
    else:
        before = pixels(page, "pattern").copy()
        page.get_by_test_id("hidden-1").press("ArrowRight")
        page.get_by_test_id("hidden-0").press("ArrowDown")
        until(page, "() => document.querySelector('[data-testid=unit-name]').innerText.length")
        until_true(page, lambda: (pixels(page, "pattern") != before).any())
    page.keyboard.press("Escape")
    assert not page.get_by_test_id("inside").is_visible()


def test_removing_an_iteration_changes_the_later_blocks(network: Page) -> None:
    page = network
    page.get_by_test_id("block-routing").click()
    until(page, "() => document.querySelectorAll('[data-testid=loop] tbody tr').length === 3")
    shot = drawn(page, "classes")
    after(page, lambda: page.get_by_test_id("iterations-less").click())
    until(page, "() => document.querySelectorAll('[data-testid=loop] tbody tr').length === 2")
    assert drawn(page, "classes") != shot
    page.get_by_test_id("to-routing").click()
    page.wait_for_selector('[data-testid="film-line"][data-seq]')
    assert page.get_by_test_id("iterations").inner_text() == "r = 2", "on every page"


def test_stepping_shows_the_whole_pass_and_the_routing_loop(network: Page) -> None:
    page = network
    said = []
    for _ in range(10):
        page.get_by_test_id("step").click()
        said.append(page.get_by_test_id("say").inner_text())
    assert sum(text.startswith("Routing, iteration") for text in said) == 3
    assert len(set(said)) == 10
    assert page.locator(".cv-n-now").get_attribute("data-testid") == "block-picture"
    page.get_by_test_id("step").click()
    assert page.locator(".cv-n-now").count() == 0
    page.get_by_test_id("play").click()
    assert page.locator(".cv-n-now").count() == 1
    page.get_by_test_id("play").click()
    assert page.get_by_test_id("play").get_attribute("aria-pressed") == "false"


def test_another_network_has_other_blocks(network: Page) -> None:
    page = network
    page.locator(".cv-picker select").select_option("efficient")
    page.get_by_test_id("block-conv4").wait_for()
    until(page, NEWER, page.evaluate(SEQ) - 1)
    page.get_by_test_id("block-conv4").click()
    until(page, "() => document.querySelector('[data-testid=inside]').dataset.seq")
    assert not page.get_by_test_id("sum").is_visible(), "one number is no sum of one patch there"
    page.locator(".cv-picker select").select_option("dynamic")
    page.get_by_test_id("inside").wait_for(state="hidden")
    assert page.get_by_test_id("block-conv4").count() == 0


def test_a_network_without_capsules_or_of_two_digits_is_chosen_for_this_page_alone(
    network: Page,
) -> None:
    page = network
    picker = page.locator(".cv-picker select")
    says = "(words) => document.querySelector('[data-testid=say]').innerText.includes(words)"
    picker.select_option("cnn")
    until(page, says, "probability is the answer: 7")
    assert page.get_by_test_id("block-routing").count() == 0
    picker.select_option("overlap")
    until(page, says, "The two largest")
    page.reload()
    until(page, says, "The two largest")
    assert picker.input_value() == "overlap"
    kept = page.evaluate("() => JSON.parse(sessionStorage['capsviz.kept.settings']).value")
    assert kept["model"] == "dynamic", "other pages go on with what they can show"
    picker.select_option("dynamic")
    until(page, says, "length is the answer: 7")


def test_a_second_network_is_shown_below_with_its_differences_outlined(network: Page) -> None:
    page = network
    page.get_by_test_id("second").select_option("em")
    page.get_by_test_id("second-routing").wait_for()
    until(
        page,
        "() => /the answer: 7/.test(document.querySelector('[data-testid=second-say]').innerText)",
    )
    parts = "(all) => all.map((n) => n.dataset.part)"
    until_true(page, lambda: page.locator(".cv-n-differs").evaluate_all(parts) == ["routing"])
    wide = "(all) => all.filter((n) => n.scrollWidth > n.clientWidth).map((n) => n.dataset.testid)"
    assert page.locator("button.cv-n-block").evaluate_all(wide) == []
    page.get_by_test_id("second").select_option("overlap")
    rows = "(all) => Object.values(Object.groupBy(all, (n) => n.offsetTop)).map((n) => n.length)"
    blocks = page.locator("[data-testid=second-map] .cv-n-block")
    expect(blocks).to_have_count(13)
    page.set_viewport_size({"width": 1180, "height": 820})
    assert blocks.evaluate_all(rows) == [6, 7], "a row with too little room breaks in the middle"
    page.set_viewport_size({"width": 1280, "height": 720})
    page.evaluate("() => document.documentElement.classList.add('cv-class-mode')")
    assert blocks.evaluate_all(rows) == [13]
    page.evaluate("() => document.documentElement.classList.remove('cv-class-mode')")
    page.get_by_test_id("second").select_option("matrix")
    expect(blocks).to_have_count(10)
    settle(page)
    expect(page.get_by_test_id("restore")).to_be_hidden()
    page.get_by_test_id("second").select_option("cnn")
    page.get_by_test_id("second-conv2").click()
    until(page, "() => document.querySelector('[data-testid=inside]').dataset.seq")
    settle(page)
    first, second = drawn(page, "classes"), page.get_by_test_id("second-say")
    page.get_by_test_id("off").click()
    until(
        page,
        "() => document.querySelector('[data-testid=second-conv2]').innerText.includes('1 off')",
    )
    assert drawn(page, "classes") == first, "each network has its own changes"
    assert "probability" in second.inner_text()
    page.keyboard.press("Escape")
    page.get_by_test_id("second").select_option("")
    page.get_by_test_id("second-map").wait_for(state="hidden")


def test_other_squash_and_softmax_are_marked_and_taken_back(network: Page) -> None:
    page = network
    say = "document.querySelector('[data-testid=say]').innerText"
    whole = page.get_by_test_id("say").inner_text()
    page.get_by_test_id("block-primary").click()
    page.get_by_test_id("squash").select_option("bare")
    page.get_by_test_id("off-type").click()
    until(page, f"() => {say}.includes('(NaN)')")
    assert "squash without ε" in page.get_by_test_id("block-primary").inner_text()
    page.get_by_test_id("restore").click()
    until(page, f"(whole) => {say} === whole", whole)
    page.get_by_test_id("block-routing").click()
    page.get_by_test_id("axis").select_option("inputs")
    until(page, f"() => {say}.includes('0.00')")
    page.get_by_test_id("restore").click()
    until(page, f"(whole) => {say} === whole", whole)
