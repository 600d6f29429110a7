"""Every entry of every list, menu, select and fold of the app opens something without an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import every_entry
import pytest
from every_entry import (
    COME_ANEW,
    REPLACED,
    SETTLES,
    Faults,
    Walk,
    check_every_entry,
    walk_tour,
)
from on_page import PAGES, show

from capsviz.ui.lessons.loader import load

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", PAGES)
def test_every_entry_of_a_page_opens(newcomer: Page, app: str, name: str):
    check_every_entry(newcomer, app, name)


@pytest.mark.parametrize("name", PAGES)
def test_no_entry_is_replaced_as_the_same_data_come_again(newcomer: Page, app: str, name: str):
    """A press on a replaced entry is lost, and a replaced fold closes."""
    show(newcomer, app, name)
    newcomer.wait_for_load_state("networkidle")
    newcomer.evaluate(COME_ANEW)
    newcomer.wait_for_timeout(SETTLES)
    assert not newcomer.evaluate(REPLACED)


#: Dead entries, with the fault that the walk reports; the first one works.
DEAD = [
    ("<details><summary>more</summary><p>words</p></details>", ""),
    (
        "<details><summary onclick='event.preventDefault()'>more</summary><p>words</p></details>",
        "the fold does not open",
    ),
    ("<details><summary>more</summary></details>", "the fold is empty"),
    (
        "<select onchange='if (value == 2) nothing()'><option>1<option>2</select>",
        "nothing is not defined",
    ),
    ("<label><input type=checkbox onchange='nothing()'>all</label>", "nothing is not defined"),
    ("<button onclick='Promise.reject(new Error(`late`))'>go</button>", "late"),
    ("<button onclick='console.error(`logged`)'>go</button>", "logged"),
    ("<button aria-expanded=false>more</button>", "it opens nothing"),
    (  # it moves away from the first press
        "<button aria-expanded=false onmousemove='this.style.marginTop = `300px`'"
        " onclick='this.ariaExpanded = true'>more</button>",
        "",
    ),
    (
        "<button onmousemove='this.style.marginTop = `${nodes++ % 2 * 300}px`'>go</button>"
        "<script>let nodes = 1;</script>",
        "presses do not reach it",
    ),
    ("<nav><button>one</button></nav><p>words</p>", "it opens nothing"),
    ("<button data-testid=open-draw>draw</button>", "it opens nothing"),
    (
        "<button>go</button><p style='position:fixed;inset:0;margin:0'>over it</p>",
        "lies over it",
    ),
    (
        "<button onclick='later.hidden = false'>go</button>"
        "<button id=later hidden onclick='nothing()'>later</button>",
        "nothing is not defined",
    ),
]


@pytest.mark.parametrize(("body", "said"), DEAD)
def test_a_walk_finds_dead_entries(newcomer: Page, monkeypatch, body: str, said: str):
    monkeypatch.setattr(every_entry, "OPENS_WITHIN", 500)
    newcomer.set_content(f"<!doctype html><body><div class=cv>{body}</div>")
    faults = Faults(newcomer)
    pressed = Walk(newcomer, faults, lambda: None).run()
    newcomer.wait_for_timeout(50)
    assert pressed
    assert (said in "\n".join(faults.found)) if said else not faults.found


def test_the_tour_leads_to_its_end(newcomer: Page, app: str):
    show(newcomer, app, "")
    faults = Faults(newcomer)
    steps = load().tour
    seen = walk_tour(newcomer, faults, len(steps))
    assert seen[-1] == steps[-1].title
    assert seen == [step.title for step in steps]
    assert not faults.found, "\n".join(faults.found)
