"""Photograph the running app: ``python tests/e2e/screenshots.py [FOLDER [PAGE ...]]``.

Every page of the navigation is photographed wide and phone-narrow, light and dark, and on a
projector in class mode; the pictures go to the folder named, by default ``.github/images``,
whose the README's are.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from capsviz.bench.live import chromium, running_app
from capsviz.ui.shell.navigation import ENTRIES, path

CLONE = Path(__file__).parents[2]
#: Each with what a visitor's screen and settings are, and the query that opens it so.
SCREENS: dict[str, tuple[int, int, str, str]] = {
    "wide-light": (1440, 900, "light", ""),
    "wide-dark": (1440, 900, "dark", ""),
    "phone-light": (390, 844, "light", ""),
    "phone-dark": (390, 844, "dark", ""),
    "class": (1280, 720, "light", "?class=1"),
}
AT_REST = 2500  # ms: charts and pictures have come, and what fades in has done so


def main(folder: Path, only: list[str]) -> None:
    """Photograph every page; `only` names some of them."""
    folder.mkdir(parents=True, exist_ok=True)
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


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else CLONE / ".github/images"
    main(target, sys.argv[2:])
