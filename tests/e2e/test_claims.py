"""Claims as a visitor uses it: a digit scrambled by hand, a guess, and what was measured."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from on_page import show, until
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

UPDATES = "(least) => Number(document.querySelector('.cv-claims').dataset.updates ?? 0) > least"


#: A list for each claim with a bar: the distances of its zero and of the bar's ends from the axis's
#: zero, and whether its number is negative.
BARS = """() => {
  const left = (node) => node.getBoundingClientRect().left;
  const zero = left(document.querySelector(".cv-claims-axis .cv-claims-zero"));
  return [...document.querySelectorAll(".cv-claims-entry")]
    .filter((entry) => entry.querySelector(".cv-claims-effect"))
    .map((entry) => {
      const bar = entry.querySelector(".cv-claims-effect").getBoundingClientRect();
      const size = entry.querySelector(".cv-claims-size").textContent;
      return [left(entry.querySelector(".cv-claims-zero")) - zero, bar.left - zero,
        bar.right - zero, size.startsWith("−")];
    });
}"""


def test_all_verdicts_are_one_picture_from_which_each_claim_opens(page, app) -> None:
    show(page, app, "claims")
    claims = page.locator(".cv-claims-entry")
    expect(page.get_by_test_id("open")).to_be_hidden()
    assert set(page.locator(".cv-claims-known").all_inner_texts()) <= {
        "holds",
        "holds in part",
        "not found",
        "reversed",
        "not tried",
    }
    with page.expect_popup() as summary:
        page.get_by_test_id("sheet").click()
    expect(summary.value.locator("tbody tr")).to_have_count(claims.count())
    bars = page.evaluate(BARS)
    assert len(bars) >= 10
    for off, left, right, negative in bars:
        assert abs(off) < 1, "all claims have one scale"
        assert right - left >= 3
        assert (right <= 4) if negative else (left >= -4)
    effect = page.get_by_test_id("claim-overlap").locator(".cv-claims-size")
    expect(effect).to_have_text("+0.98 points (+0.38 to +1.58)")
    assert page.get_by_test_id("claim-cost").locator(".cv-claims-sign").count() >= 9
    # By the keyboard a claim opens, and leads back to its line.
    page.get_by_test_id("claim-overlap").press("Enter")
    expect(page.get_by_test_id("open")).to_be_visible()
    expect(page.get_by_test_id("verdict")).to_have_text("As measured here: holds.")
    expect(effect).to_be_hidden()
    page.get_by_test_id("all-claims").press("Enter")
    expect(page.get_by_test_id("open")).to_be_hidden()
    expect(page.get_by_test_id("claim-overlap")).to_be_focused()
    # A guess comes before any effect, where it is wanted.
    page.get_by_test_id("guess").check()
    assert set(page.locator(".cv-claims-known").all_inner_texts()) == {"guess"}
    for claim in claims.all():
        assert not claim.locator(".cv-claims-effect, .cv-claims-size, .cv-claims-sign").count()


@pytest.mark.journey
def test_a_digit_can_be_scrambled_by_hand_and_a_guess_is_compared_with_the_record(
    visitor: BrowserContext, app: str
) -> None:
    page = visitor.new_page()
    page.goto(f"{app}/claims?claim=scrambled")
    until(page, UPDATES, 0)
    page.get_by_test_id("guess").check()
    row = page.get_by_test_id("row-dynamic")
    expect(row).to_have_text(re.compile(r"^Dynamic70\.9\d\d\d %$"))
    # Another digit: nothing is said of empty paper, and the first stroke is read.
    page.get_by_test_id("clear").click()
    expect(row).to_be_hidden()
    paper = page.get_by_test_id("canvas").bounding_box()
    assert paper
    page.mouse.move(paper["x"] + 0.5 * paper["width"], paper["y"] + 0.2 * paper["height"])
    page.mouse.down()
    # The session may answer in the middle of the stroke.
    page.evaluate("document.querySelector('.cv-claims').page.show()")
    page.mouse.move(paper["x"] + 0.5 * paper["width"], paper["y"] + 0.8 * paper["height"], steps=8)
    page.mouse.up()
    expect(row).to_have_text(re.compile(r"^Dynamic10\.\d\d\d+ %$"))
    page.get_by_test_id("undo").click()
    page.get_by_test_id("undo").click()
    expect(row).to_have_text(re.compile(r"^Dynamic70\.9\d\d\d %$"))
    before = int(page.locator(".cv-claims").get_attribute("data-updates") or 0)
    box = page.get_by_test_id("board").bounding_box()
    assert box
    at = lambda share: (box["x"] + share * box["width"], box["y"] + share * box["height"])  # noqa: E731
    page.mouse.move(*at(0.25))
    page.mouse.down()
    page.mouse.move(*at(0.5), steps=4)
    until(page, UPDATES, before)  # read while the quarter is held
    page.mouse.move(*at(0.75), steps=4)
    page.mouse.up()
    expect(page.get_by_test_id("quarter-0")).to_have_attribute(
        "aria-label", "lower right quarter, upper left"
    )
    # By the keyboard the other two, and all lie as in what was measured.
    page.get_by_test_id("quarter-1").press("ArrowDown")
    page.get_by_test_id("quarter-3").press("ArrowLeft")
    page.get_by_test_id("swap").click()
    expect(row).to_have_text(re.compile(r"^Dynamic\d0\.[3-6]\d[0-4] %$"))
    # Nothing is told before the guess, by sight or to a screen reader, and the tab keeps it.
    readable = page.locator("body").aria_snapshot() + page.locator("body").inner_text()
    for told in ("As measured here", "You expected", "speaks for it", "points (", "all numbers"):
        assert told not in readable
    for claim in page.locator(".cv-claims-known").all():
        expect(claim).to_have_text("guess")
    page.get_by_test_id("guess-0").click()
    expect(page.get_by_test_id("verdict")).to_have_text("You expected “holds”: holds in part.")
    expect(page.get_by_test_id("tests").locator("li[data-outcome=against]")).to_have_count(2)
    page.reload()
    until(page, UPDATES, 0)
    expect(page.get_by_test_id("claim-scrambled")).to_contain_text("holds in part")
    expect(page.get_by_test_id("claim-viewpoint")).to_contain_text("guess")
    page.get_by_test_id("claim-viewpoint").click()
    # The whole digit is turned here, and the quarters stay as they were where they are tried.
    expect(page.get_by_test_id("swap")).to_be_hidden()
    expect(row).to_have_text(re.compile(r"^Dynamic70\.9\d\d\d %$"))
    page.get_by_test_id("turn").fill("90")
    expect(row).not_to_have_text(re.compile(r"^Dynamic70\.9"))
    page.get_by_test_id("guess-2").click()
    expect(page.get_by_test_id("verdict")).to_have_text("As you expected: not found.")
    numbers = page.get_by_test_id("measure-expanded").locator("table")
    expect(numbers).to_contain_text("81.8 % (80.8 % to 82.7 %)")
    # Other experiments are in the same frame, and read the same digit.
    page.get_by_test_id("claim-routing").click()
    expect(page.get_by_test_id("row-dynamic-3")).to_have_text(re.compile(r"^3 iterations70\.9"))
    expect(row).to_have_count(0)
    page.get_by_test_id("claim-attacks").click()
    page.get_by_test_id("strength").fill("40")
    expect(page.get_by_test_id("row-capsules-after")).to_have_text(
        re.compile(r"^capsules, after[^7]")
    )
    page.get_by_test_id("claim-few").click()
    expect(page.get_by_test_id("why")).to_contain_text("are not included")
    page.get_by_test_id("claim-viewpoint").click()
    # A saved figure has the page's colours: bars are no black.
    files = page.get_by_test_id("measure-expanded").locator(".cv-head")
    files.locator("summary").click()
    with page.expect_download() as saved:
        files.get_by_test_id("export-svg").click()
    drawn = saved.value.path().read_text("utf-8")
    assert "81.8 %" in drawn
    assert "#000" not in drawn
    # On a projector the open claim has the whole width, and its bars are long enough to compare.
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{app}/claims?claim=viewpoint&class=1")
    bar = row.locator(".cv-claims-bar")
    expect(bar).to_be_visible()
    assert bar.bounding_box()["width"] > 150
    expect(page.get_by_test_id("tests")).to_contain_text("square-root scale")
