"""The tab key goes through a page as the eye does: from left to right, from top to bottom."""

from __future__ import annotations

from itertools import groupby, pairwise

import pytest
from on_page import show

#: Where the focus is, and what has it.
#: Region: "header" for the links to the pages, "tools" beside them, "page" below; null on what
#: Streamlit itself adds: a link that skips the header, the area that scrolls.
#: Stop: its name and where it lies on the page; null outside the page, and no place in a drawing,
#: whose parts lie where the visitor has put them.
HERE = """(page) => {
  const root = document.querySelector(`.cv-${page}`);
  const now = document.activeElement;
  const region = now.closest('[data-testid="stHeader"]') ? "header"
    : now.closest(".cv-bar-top") ? "tools" : now.closest(".cv") ? "page" : null;
  if (!root.contains(now)) return { region, stop: null };
  if (now.ownerSVGElement) return { region, stop: {} };
  const box = now.getBoundingClientRect();
  const above = root.getBoundingClientRect().top;
  const name = now.dataset.testid ?? now.getAttribute("aria-label") ?? now.textContent.trim();
  const stop = {
    name, left: box.left, right: box.right, top: box.top - above, bottom: box.bottom - above,
  };
  return { region, stop };
}"""
#: Pixels by which neighbours may overlap.
SLACK = 3


def goes_back(one: dict, other: dict) -> bool:
    """Whether something lies before what had the focus before it, in reading order."""
    above = other["bottom"] <= one["top"] + SLACK and other["left"] < one["right"] - SLACK
    beside = other["top"] < one["bottom"] - SLACK and one["top"] < other["bottom"] - SLACK
    return above or (beside and other["right"] <= one["left"] + SLACK)


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [
        ("draw", 1440, 900), ("draw", 390, 844), ("routing", 1440, 900), ("routing", 390, 844),
        ("dimensions", 1440, 900), ("dimensions", 390, 844), ("overlap", 1440, 900),
        ("viewpoint", 1440, 900), ("learn", 1440, 900),
    ],
)  # fmt: skip
def test_the_focus_follows_the_eye(tab, app, name: str, width: int, height: int) -> None:
    page = tab
    page.set_viewport_size({"width": width, "height": height})
    show(page, app, "" if name == "draw" else name)
    page.wait_for_load_state("networkidle")
    regions: list[str] = []
    seen: list[dict] = []
    for _ in range(200):
        page.keyboard.press("Tab")
        here = page.evaluate(HERE, name)
        if here["stop"] is None and seen:
            break
        regions.append(here["region"])
        if here["stop"] is not None:
            seen.append(here["stop"])
    assert [region for region, _ in groupby(filter(None, regions))] == ["header", "tools", "page"]
    assert len(seen) > 10
    stops = [stop for stop in seen if stop]
    back = [(a["name"], b["name"]) for a, b in pairwise(stops) if goes_back(a, b)]
    assert not back
