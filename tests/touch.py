"""A finger on a page: touch events of the debugging protocol, which scroll as a finger does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import Page

Place = tuple[float, float]
#: Screens that are touched: a phone's and a laptop's.
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}, "has_touch": True}
#: Pixels of each movement.
STRIDE = 12

#: Records the touch events of a page, where no handler can stop them, and its scrolling, except for
#: earlier scrolling that the next frame reports.
_LISTEN = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const heard = { down: 0, moves: [], up: 0, cancels: 0, scrolled: [] };
  window.capsvizFinger?.stop.abort();
  const stop = new AbortController();
  const listen = (type, act) =>
    window.addEventListener(type, act, { capture: true, passive: true, signal: stop.signal });
  listen("pointerdown", () => (heard.down += 1));
  listen("pointermove", ({ clientX, clientY }) => heard.moves.push([clientX, clientY]));
  listen("pointerup", () => (heard.up += 1));
  listen("pointercancel", () => (heard.cancels += 1));
  listen("scroll", ({ target }) =>
    heard.scrolled.push([target.dataset?.testid ?? target.className, target.scrollTop]));
  window.capsvizFinger = { heard, stop };
}"""
#: Waits until nothing has scrolled for some frames: a page scrolls on after the finger.
_HEARD = """async () => {
  const { heard } = window.capsvizFinger;
  const { scrolled } = heard;
  for (let [before, still] = [-1, 0]; still < 4; before = scrolled.length) {
    await new Promise(requestAnimationFrame);
    still = scrolled.length === before ? still + 1 : 0;
  }
  return { ...heard, scrolls: scrolled.length };
}"""

#: Places within a finger of a handle or a slider, but for buttons and what holds no handle, at
#: which a touch would not take it: 21 pixels each way from its middle.
MISSED = """(within) => {
  const nodes = document.querySelectorAll(["input[type=range]", ".cv-drag", ".cv-claims-grip",
    ".cv-knob"].map((name) => `${within} ${name}`).join());
  return [...nodes].flatMap((node) => {
    if (!node.checkVisibility() || node.closest("[inert], :disabled")) return [];
    node.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = node.getBoundingClientRect();
    if (!width || !height) return [];
    return [[-1, 0], [1, 0], [0, -1], [0, 1]].flatMap(([right, down]) => {
      const clientX = x + width / 2 + 21 * right;
      const clientY = y + height / 2 + 21 * down;
      const target = document.elementFromPoint(clientX, clientY);
      const name = node.dataset.testid ?? node.className;
      const miss = [`${name} ${[right, down]}: ${target?.className}`];
      if (node.type === "range") return target === node ? [] : miss;
      if (!target || target.closest(".cv-press")) return [];
      const touch = new Touch({ identifier: 1, target, clientX, clientY });
      const event = new TouchEvent("touchstart",
        { bubbles: true, cancelable: true, changedTouches: [touch], touches: [touch] });
      return target.dispatchEvent(event) ? miss : [];
    });
  });
}"""


def path(start: Place, end: Place) -> list[Place]:
    """Places on the way from one to another, without the first."""
    (x, y), (to_x, to_y) = start, end
    count = max(1, round(max(abs(to_x - x), abs(to_y - y)) / STRIDE))
    return [(x + (to_x - x) * k / count, y + (to_y - y) * k / count) for k in range(1, count + 1)]


class Finger:
    """One finger on a tab's screen."""

    def __init__(self, tab: Page) -> None:
        self.tab = tab
        self.device = tab.context.new_cdp_session(tab)

    def down(self, x: float, y: float) -> None:
        self._send("touchStart", [(x, y)])

    def move(self, places: Iterable[Place]) -> None:
        for place in places:
            self._send("touchMove", [place])

    def up(self) -> None:
        self._send("touchEnd", [])

    def swipe(self, start: Place, end: Place) -> dict[str, Any]:
        """Move from one place to another; returns the events that the page got."""
        self.tab.evaluate(_LISTEN)
        self.down(*start)
        self.move(path(start, end))
        self.up()
        return self.tab.evaluate(_HEARD)

    def drag(self, start: Place, end: Place) -> None:
        """Move from one place to another; the page must get all events, and not scroll."""
        heard = self.swipe(start, end)
        assert heard["cancels"] == heard["scrolls"] == 0, f"the page scrolled: {heard}"
        assert heard["down"] == heard["up"] == 1
        assert len(heard["moves"]) == len(path(start, end))

    def _send(self, kind: str, places: list[Place]) -> None:
        at = [{"x": x, "y": y} for x, y in places]
        self.device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
