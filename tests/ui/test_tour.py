"""The tour's card: it points, it waits, it goes where it covers nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from modules import expose
from on_page import come_to_rest, until

pytestmark = pytest.mark.browser

STEPS = [
    {
        "page": page,
        "target": name.lower(),
        "title": name,
        "text": "",
        "until": until,
        "seen": "",
    }
    for page, name, until in (
        ("draw", "One", "look"),
        ("draw", "Two", "click"),
        ("draw", "Three", "input"),
        ("routing", "Four", "page"),
        ("routing", "One more", "look"),
    )
]
BODY = """
<style>body { margin: 0; height: 2400px; } #card { position: fixed; width: 300px; height: 180px; }
  #ring { position: fixed; pointer-events: none; } .t { position: absolute; }
  .t2 { left: 900px; top: 500px; width: 200px; height: 60px; }</style>
<nav class="cv-pages"><a href="/">Draw</a> <a href="/routing">Routing</a></nav>
<div class="t" data-testid="one" style="left:100px;top:100px;width:300px;height:200px">one</div>
<button class="t t2" data-testid="two">two</button>
<input class="t" type="range" data-testid="three" style="left:20px;top:1800px;width:400px">
<div id="ring" hidden></div><div id="card" hidden></div>
"""


@pytest.fixture
def tour(tab):
    from capsviz.ui.lessons import loader

    tab.route("http://tour.test/**", lambda route: route.fulfill(body="<!doctype html>"))

    def start(page="draw"):
        tab.goto("http://tour.test/" + ("" if page == "draw" else page))
        tab.evaluate("(html) => { document.body.innerHTML = html; }", BODY)
        expose(tab, "shell/tour.js")
        words = json.dumps(loader.load().words["tour"])
        tab.evaluate(
            f"""() => {{
              const [card, ring] = ["card", "ring"].map((id) => document.getElementById(id));
              window.tour = new Tour(card, ring,
                {{ steps: {json.dumps(STEPS)}, words: {words}, base: "", page: "{page}" }});
            }}"""
        )

    return start


def title(tab):
    return tab.get_by_test_id("tour-title").inner_text()


def boxes(tab, name):
    return tab.evaluate(
        """(name) => [document.getElementById("card"),
            document.querySelector(`[data-testid="${name}"]`)].map((node) => {
          const { left, top, width, height } = node.getBoundingClientRect();
          return { left, top, width, height };
        })""",
        name,
    )


def apart(a, b):
    return (
        a["left"] >= b["left"] + b["width"]
        or b["left"] >= a["left"] + a["width"]
        or a["top"] >= b["top"] + b["height"]
        or b["top"] >= a["top"] + a["height"]
    )


def test_the_tour_waits_until_the_visitor_has_done_the_step(tab, tour):
    tour()
    tab.evaluate("tour.start()")
    assert title(tab) == "One"
    tab.get_by_test_id("tour-next").click()
    assert title(tab) == "Two"
    assert tab.get_by_test_id("tour-next").is_disabled()
    tab.get_by_test_id("one").click()
    assert tab.get_by_test_id("tour-next").is_disabled()  # something else was pressed
    tab.get_by_test_id("two").click()
    tab.get_by_test_id("tour-next").click()
    assert title(tab) == "Three"
    tab.evaluate("document.querySelector('[data-testid=three]').scrollIntoView()")
    tab.get_by_test_id("three").focus()
    tab.keyboard.press("ArrowRight")
    assert tab.get_by_test_id("tour-next").is_enabled()


def test_the_card_never_covers_its_target(tab, tour):
    tour()
    tab.evaluate("tour.start()")
    assert apart(*boxes(tab, "one"))
    tab.mouse.move(*middle(tab, ".cv-card-head"))
    tab.mouse.down()
    tab.mouse.move(260, 180)  # onto what it explains
    tab.mouse.up()
    assert apart(*boxes(tab, "one"))
    tab.locator(".cv-card-head").focus()
    for _ in range(30):
        tab.keyboard.press("ArrowLeft")
        assert apart(*boxes(tab, "one"))


def test_card_and_frame_find_their_places_on_an_enlarged_page(tab, tour):
    tour()
    # As much as a large window enlarges it.
    tab.evaluate("document.body.style.zoom = 1.5; tour.start()")
    card, target = boxes(tab, "one")
    assert card["width"] == 450
    assert apart(card, target)
    ring = tab.locator("#ring").bounding_box()
    assert ring["x"] == pytest.approx(target["left"] - 6, abs=1)
    tab.evaluate("tour.position = { left: 700, top: 0 }; tour.place()")
    card, _ = boxes(tab, "one")
    assert (card["left"], card["top"]) == (700, pytest.approx(60 * 1.5 + 8))


def test_a_target_larger_than_the_window_is_framed_where_the_card_does_not_cover_it(tab, tour):
    tour()
    tab.locator(".t").first.evaluate("(node) => { node.style.inset = '70px 0 0 0'; }")
    tab.evaluate("tour.start()")
    card, ring = tab.evaluate(
        """() => ["card", "ring"].map((id) => {
          const { left, top, width, height } = document.getElementById(id).getBoundingClientRect();
          return { left, top, width, height };
        })"""
    )
    assert ring["height"] > 100
    assert apart(card, ring)


def test_a_target_that_a_growing_page_moves_away_is_brought_back(tab, tour):
    tour()
    tab.evaluate("tour.start()")
    grow = "(node) => { node.style.top = '1900px'; }"
    seen = "(node) => node.getBoundingClientRect().top < innerHeight"
    target = tab.get_by_test_id("one")
    target.evaluate(grow)
    until(
        tab, "() => document.querySelector('[data-testid=one]').getBoundingClientRect().top < 700"
    )
    come_to_rest(tab, "[data-testid=one]")
    # A visitor who has scrolled away is left alone.
    tab.mouse.wheel(0, -2000)
    until(tab, "() => scrollY === 0")
    tab.wait_for_timeout(700)  # two looks of the tour
    assert not target.evaluate(seen)


def test_the_card_leaves_in_sight_what_is_watched_meanwhile(tab, tour):
    tour()
    covered = tab.evaluate("""() => {
      const [card, view] = [{ width: 320, height: 200 }, { width: 1440, height: 900, top: 60 }];
      const row = { left: 1130, top: 380, width: 260, height: 30 };
      const picture = { left: 826, top: 300, width: 170, height: 170 };
      return [null, picture].map((seen) => {
        const at = placeCard(row, card, view, null, seen);
        return boxesMeet({ ...at, ...card }, picture);
      });
    }""")
    assert covered == [True, False]


def middle(tab, selector):
    box = tab.locator(selector).bounding_box()
    return box["x"] + 60, box["y"] + box["height"] / 2


def test_the_card_can_be_dragged_to_a_free_place(tab, tour):
    tour()
    tab.evaluate("tour.start()")
    tab.mouse.move(*middle(tab, ".cv-card-head"))
    tab.mouse.down()
    tab.mouse.move(900, 700)
    tab.mouse.up()
    card, _ = boxes(tab, "one")
    assert card["left"] == pytest.approx(840, abs=3)


def test_the_tour_resumes_at_its_last_step(tab, tour):
    tour()
    tab.evaluate("tour.start()")
    tab.get_by_test_id("tour-next").click()
    tour()  # the page is loaded anew in the middle of the tour
    assert title(tab) == "Two"
    tab.keyboard.press("Tab")
    tab.get_by_test_id("tour-leave").click()
    tour()
    assert not tab.locator("#card").is_visible()
    tab.evaluate("tour.start()")
    assert title(tab) == "Two"


def test_the_tour_on_another_page_links_to_its_page(tab, tour):
    tour("routing")
    tab.evaluate("tour.start()")
    assert "another page" in tab.locator("#card").inner_text()
    with tab.expect_navigation():
        tab.get_by_test_id("tour-next").click()
    assert tab.url == "http://tour.test/"


def test_the_tour_continues_on_the_page_that_it_led_to(tab, tour):
    tour()
    tab.evaluate("tour.store = { step: 3, active: true }; tour.show(true)")
    assert title(tab) == "Four"
    tab.evaluate("tour.setPage('routing')")
    assert title(tab) == "One more"
    focused = "() => document.activeElement.dataset.testid"
    assert tab.evaluate(focused) == "tour-title"
    tab.get_by_test_id("tour-back").click()
    assert title(tab) == "Three", "a step that only leads here is no step back"
    assert tab.evaluate(focused) == "tour-title"


def test_the_last_step_ends_it(tab, tour):
    tour("routing")
    tab.evaluate("localStorage.setItem('capsviz.tour', JSON.stringify({step: 3, active: true}))")
    tour("routing")
    assert title(tab) == "One more"
    tab.get_by_test_id("tour-next").click()
    assert not tab.locator("#card").is_visible()
    assert tab.evaluate("tour.store") == {"step": 0, "active": False}


def test_the_card_finds_a_free_place_if_there_is_room(tab, tour):
    tour()
    found = tab.evaluate("""() => {
      let seed = 7;
      const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
      const bad = [];
      for (let n = 0; n < 20000; n++) {
        const view = { width: 360 + 1200 * random(), height: 500 + 600 * random(), top: 60 };
        const card = { width: 300, height: 120 + 120 * random() };
        const width = 10 + (view.width - 10) * random();
        const height = 10 + (view.height - 70) * random();
        const target = {
          left: (view.width - width) * random(), top: 60 + (view.height - 60 - height) * random(),
          width, height,
        };
        const anywhere = { left: view.width * random(), top: view.height * random() };
        const wanted = random() < 0.5 ? null : anywhere;
        const at = { ...placeCard(target, card, view, wanted), ...card };
        const [right, bottom] = [at.left + card.width, at.top + card.height];
        const inside = at.left >= 8 - 1e-9 && at.top >= 68 - 1e-9 &&
          right <= view.width - 8 + 1e-9 && bottom <= view.height - 8 + 1e-9;
        const room = Math.max(target.left, view.width - target.left - width) >= card.width + 30 ||
          Math.max(target.top - 60, view.height - target.top - height) >= card.height + 30;
        const told = at.free === !boxesMeet(at, target, 4);
        if (!inside || !told || (room && !at.free)) bad.push({ view, card, target, at });
      }
      return bad.slice(0, 3);
    }""")
    assert found == []


def test_the_tour_s_targets_are_in_the_pages(tab):
    from capsviz.ui.lessons import loader

    folder = Path(loader.__file__).parents[1]
    for step in loader.load().tour:
        if step.until == "page":
            continue  # points at the navigation
        slider = step.target.startswith("dimension-")
        path = folder / ("browser/sliders.js" if slider else f"pages/{step.page}/index.html")
        named = 'what = "dimension"' if slider else f'data-testid="{step.target}"'
        assert named in path.read_text("utf-8"), step.target
