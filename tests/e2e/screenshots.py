"""Take the README's screenshots from the running app: ``python tests/e2e/screenshots.py``.

Every page of the navigation is photographed wide and phone-narrow, light and dark; the
pictures go to the folder named on the command line, by default ``.github/images``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from capsviz.bench.live import chromium, running_app

CLONE = Path(__file__).parents[2]
PAGES = {
    "draw": "",
    **{
        path.stem: path.stem
        for path in sorted((CLONE / "capsviz/ui/pages").glob("*.py"))
        if path.stem not in ("draw", "__init__")
    },
}
SIZES = {"wide": (1440, 900), "phone": (390, 844)}


def main(folder: Path, only: list[str]) -> None:
    """Photograph every page; `only` names some of them."""
    folder.mkdir(parents=True, exist_ok=True)
    with running_app() as address, chromium() as browser:
        for scheme in ("light", "dark"):
            for size, (width, height) in SIZES.items():
                context = browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme=scheme
                )
                page = context.new_page()
                for name, path in PAGES.items():
                    if only and name not in only:
                        continue
                    page.goto(f"{address}/{path}")
                    page.wait_for_selector("[data-seq]", timeout=60_000)
                    page.wait_for_timeout(2500)
                    page.screenshot(path=folder / f"{name}-{size}-{scheme}.png")
                context.close()


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else CLONE / ".github/images"
    main(target, sys.argv[2:])
