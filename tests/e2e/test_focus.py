"""The tab key goes through a page as the eye does: from left to right, from top to bottom."""

from __future__ import annotations

from itertools import pairwise

import pytest

PATIENCE = 120_000
READY = {
    "routing": '[data-testid="summaries"][data-seq]',
    "dimensions": "[data-testid=reconstruction][data-seq]",
    "learn": '[data-testid="lesson-title"]',
}
#: What has the focus and where it lies on the page; null outside the page, or in a drawing, whose
#: parts lie where the visitor has put them.
HERE = """(page) => {
  const root = document.querySelector(`.cv-${page}`);
  const now = document.activeElement;
  if (!root.contains(now)) return null;
  if (now.ownerSVGElement) return {};
  const box = now.getBoundingClientRect();
  const above = root.getBoundingClientRect().top;
  const name = now.dataset.testid ?? now.getAttribute("aria-label") ?? now.textContent.trim();
  return {
    name, left: box.left, right: box.right, top: box.top - above, bottom: box.bottom - above,
  };
}"""
#: Pixels by which neighbours may overlap.
SLACK = 3


def goes_back(one: dict, other: dict) -> bool:
    """Whether something lies before what had the focus before it, in reading order."""
    above = other["bottom"] <= one["top"] + SLACK and other["left"] < one["right"] - SLACK
    beside = other["top"] < one["bottom"] - SLACK and one["top"] < other["bottom"] - SLACK
    return above or (beside and other["right"] <= one["left"] + SLACK)


@pytest.mark.parametrize(
    ("page", "width", "height"),
    [
        ("routing", 1440, 900), ("routing", 390, 844), ("dimensions", 1440, 900),
        ("dimensions", 390, 844), ("learn", 1440, 900),
    ],
)  # fmt: skip
def test_the_focus_follows_the_eye(browser, app, page: str, width: int, height: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": height})
    tab = context.new_page()
    tab.goto(f"{app}/{page}")
    tab.wait_for_selector(READY[page], timeout=PATIENCE)
    tab.wait_for_load_state("networkidle")
    # A place just before the page's first stop.
    tab.evaluate(
        """(page) => {
          const before = document.createElement("span");
          before.tabIndex = -1;
          document.querySelector(`.cv-${page}`).before(before);
          before.focus();
          before.remove();
        }""",
        page,
    )
    seen: list[dict] = []
    for _ in range(150):
        tab.keyboard.press("Tab")
        found = tab.evaluate(HERE, page)
        if found is None:
            break
        seen.append(found)
    context.close()
    assert len(seen) > 10
    stops = [stop for stop in seen if stop]
    back = [(a["name"], b["name"]) for a, b in pairwise(stops) if goes_back(a, b)]
    assert not back
