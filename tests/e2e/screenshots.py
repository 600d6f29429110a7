"""Photograph the running app: ``python tests/e2e/screenshots.py [FOLDER [PAGE ...]]``.

Every page of the navigation is photographed wide, on a large screen, on a phone and on a projector
in class mode, light and dark. The pictures go to the folder named, by default ``.github/images``,
which holds those of the README. ``pages`` in it gets a small picture of each page and of the
network in space, and ``draw.webp`` shows a digit drawn while the page follows, and one dimension
moved.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

from PIL import Image

from capsviz.development.bench.live import chromium, running_app
from capsviz.ui.catalogue.navigation import ENTRIES, path

CLONE = Path(__file__).parents[2]
#: Each with what a visitor's screen and settings are, and the query that opens it so.
SCREENS: dict[str, tuple[int, int, str, str]] = {
    "wide-light": (1440, 900, "light", ""),
    "wide-dark": (1440, 900, "dark", ""),
    "large-light": (2560, 1440, "light", ""),
    "large-dark": (2560, 1440, "dark", ""),
    "phone-light": (390, 844, "light", ""),
    "phone-dark": (390, 844, "dark", ""),
    "class-light": (1280, 720, "light", "?class=1"),
    "class-dark": (1280, 720, "dark", "?class=1"),
}
AT_REST = 2500  # ms: charts and pictures have come, and what fades in has done so


#: Width in pixels of the small pictures.
SMALL = 720


def shrink(picture: Path, target: Path) -> None:
    """Write a small copy of a picture."""
    with Image.open(picture) as image:
        small = image.convert("RGB")
        small.thumbnail((SMALL, SMALL), Image.Resampling.LANCZOS)
        small.save(target, quality=75)


def main(folder: Path, only: list[str]) -> None:
    """Photograph every page; `only` names some of them."""
    (folder / "pages").mkdir(parents=True, exist_ok=True)
    names = [entry.name for entry in ENTRIES if not only or entry.name in only]
    with running_app() as address, chromium() as browser:
        for screen, (width, height, scheme, query) in SCREENS.items():
            size: Any = {"width": width, "height": height}
            context = browser.new_context(viewport=size, color_scheme=scheme)
            page = context.new_page()
            for name in names:
                page.goto(f"{address}/{path(name)}{query}")
                page.wait_for_selector(".cv:not(.cv-tools-root)", state="attached", timeout=60_000)
                page.wait_for_load_state("networkidle")
                page.wait_for_timeout(AT_REST)
                page.screenshot(path=folder / f"{name}-{screen}.png")
            context.close()
    for name in names:
        shrink(folder / f"{name}-wide-light.png", folder / "pages" / f"{name}.webp")


def photograph_space(folder: Path) -> None:
    """Photograph the walk through the network in space, at the last iteration of routing."""
    with running_app() as address, chromium() as browser:
        page = browser.new_page(viewport=MOVING, color_scheme="light")
        page.goto(f"{address}/{path('network')}")
        page.get_by_test_id("in-space").click()
        page.get_by_test_id("stop-routing-3").click()
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(2 * AT_REST)  # the camera has arrived
        page.screenshot(path=folder / "network-space.png")
    shrink(folder / "network-space.png", folder / "pages" / "network-space.webp")


#: A 5 on the canvas, corner by corner, as shares of its side.
FIVE = [(0.66, 0.2), (0.36, 0.2), (0.34, 0.46), (0.52, 0.42), (0.66, 0.55), (0.62, 0.74),
        (0.46, 0.8), (0.3, 0.74)]  # fmt: skip
#: Milliseconds from one picture to the next, and its size in pixels.
FRAME, MOVING = 90, {"width": 1440, "height": 900}


def record(folder: Path) -> None:
    """Draw a digit and move a dimension, and keep what the page shows meanwhile."""
    frames: list[Image.Image] = []
    with running_app() as address, chromium() as browser:
        page = browser.new_page(viewport=MOVING, color_scheme="light")

        def look(times: int = 1) -> None:
            page.wait_for_timeout(FRAME)
            seen = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            frames.extend(times * [seen.resize((1008, 630))])

        page.goto(address)
        page.wait_for_selector('[data-testid="lengths"][data-seq]', timeout=60_000)
        page.get_by_test_id("clear").click()
        page.wait_for_timeout(AT_REST)
        look(4)
        box = page.get_by_test_id("canvas").bounding_box()
        assert box
        at = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in FIVE]
        page.mouse.move(*at[0])
        page.mouse.down()
        for corner in at[1:]:
            page.mouse.move(*corner, steps=6)
            look()
        page.mouse.up()
        look(8)
        page.locator(".cv-slider-strong input").first.focus()
        for key in 6 * ["PageUp"] + 12 * ["PageDown"] + 6 * ["PageUp"]:
            page.keyboard.press(key)
            look()
        look(6)
    first, *others = frames
    first.save(
        folder / "draw.webp",
        save_all=True,
        append_images=others,
        duration=FRAME,
        loop=0,
        quality=70,
    )


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else CLONE / ".github/images"
    main(target, sys.argv[2:])
    photograph_space(target)
    record(target)
