"""Options of a page's address: the names that each page declares, and the visible rest."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from capsviz.ui.browser import markup, picker
from capsviz.ui.catalogue.navigation import ENTRIES, FOLDER, entry

CLONE = Path(__file__).parents[2]


def test_every_page_declares_names_and_usage_lists_them():
    text = (CLONE / ".github/USAGE.md").read_text("utf-8")
    for page in ENTRIES:
        assert page.regions, page.name
        assert page.locks, page.name
        columns = [
            page.title,
            *(", ".join(each.name for each in few) for few in (page.regions, page.locks)),
        ]
        assert f"| {' | '.join(columns)} |" in text
        for names in ([each.name for each in page.regions], [each.name for each in page.locks]):
            assert len(names) == len(set(names)), page.name
            assert all(re.fullmatch("[a-z]+", name) for name in names)


@pytest.mark.browser
def test_every_region_and_lock_matches_an_element_of_its_page(tab):
    for page in ENTRIES:
        tab.set_content(picker() + markup(FOLDER / page.name))
        selectors = [each.selector for each in page.regions]
        selectors += [one for lock in page.locks for one in (lock.hidden, lock.still) if one]
        missing = tab.evaluate(
            "(selectors) => selectors.filter((one) => !document.querySelector(one))", selectors
        )
        assert not missing, page.name


def test_an_excerpt_survives_writing_and_reading_its_address(script):
    search = "?embed=1&show=canvas,%20lengths,canvas,&lock=network&task=%20Draw%20a%20%3Cb%3E7.%20"
    asked = script("browser/excerpt.js", "(search) => readExcerpt({ search })", search)
    assert asked == {
        "embed": True,
        "show": ["canvas", "lengths"],
        "lock": ["network"],
        "task": "Draw a <b>7.",
    }
    again = script(
        "browser/excerpt.js",
        "(asked) => { const address = new URL('http://x/?show=a&lock=b&v=3'); "
        "writeExcerpt(address, asked); return readExcerpt(address) }",
        asked,
    )
    assert again == asked


def test_an_address_without_parameters_shows_the_whole_page(script):
    search = "?embed=yes&show=&lock=,%20,&task=%20"
    asked = script("browser/excerpt.js", "(search) => readExcerpt({ search })", search)
    assert asked == {"embed": False, "show": [], "lock": [], "task": ""}


@pytest.mark.parametrize(
    ("key", "names", "said"),
    [
        ("show", [], ""),
        ("show", ["canvas"], ""),
        ("lock", ["network"], ""),
        (
            "show",
            ["canvas", "<b>"],
            "This page knows no “<b>” to show: choose of canvas, samples, lengths,",
        ),
        ("show", ["x" * 99], f"This page knows no “{'x' * 30}” to show"),
        ("lock", ["canvas"], "This page knows no “canvas” to lock: choose of network,"),
    ],
)
def test_an_unknown_name_is_one_sentence(script, key, names, said):
    known = entry("draw").excerpt[{"show": "regions", "lock": "locks"}[key]]
    found = script(
        "browser/excerpt.js",
        "({ key, names, known }) => complain(key, names, known)",
        {"key": key, "names": names, "known": known},
    )
    assert found.startswith(said)
    assert bool(found) == bool(said)
    assert found.count(". ") == 0


def test_a_frame_s_markup_holds_address_and_title_and_nothing_else(script):
    from html.parser import HTMLParser

    told: list[tuple[str, dict[str, str | None]]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            told.append((tag, dict(attrs)))

    given = ['https://x/?task="><script>&lock=a', 'A "title" <b>']
    Reader().feed(script("shell/preset.js", "(given) => frameMarkup(...given)", given))
    (tag, attributes), fit = told
    assert (tag, attributes["src"], attributes["title"]) == ("iframe", *given)
    assert fit == ("script", {})  # which makes it as high as its page
