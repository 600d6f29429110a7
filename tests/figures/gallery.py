"""Draw the README's gallery of figures: ``python tests/figures/gallery.py``.

Of drawings that ship with the package alone.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

CLONE = Path(__file__).parents[2]
FOLDER = CLONE / ".github/images/figures"
SEVEN, FOUR = "sample:7-continental", "sample:4-upright"
#: What comes after ``capsviz figure`` for each.
COMMANDS = {
    "lengths": [SEVEN],
    "reconstructions": [SEVEN],
    "couplings": [SEVEN],
    "flow": [SEVEN],
    "votes": [SEVEN],
    "entropy": [SEVEN],
    "sweep": [SEVEN],
    "dimensions": [],
    "interpolation": [SEVEN, FOUR],
    "viewpoint": [SEVEN],
    "overlap": [SEVEN, FOUR, "--checkpoint", "overlap"],
    "comparison": [SEVEN],
}
#: Dark, so that both are seen.
DARK = ("votes", "comparison")


def main() -> None:
    """Write all of them, small enough for a page."""
    for name, rest in COMMANDS.items():
        out = FOLDER / f"{name}.png"
        dark = ["--dark"] if name in DARK else []
        command = [sys.executable, "-m", "capsviz", "figure", name, *rest, *dark]
        subprocess.run([*command, "--out", str(out)], cwd=CLONE, check=True)
        _shrink(out)


def _shrink(path: Path) -> None:
    """Few colours are enough for charts; a page of twelve stays light."""
    from PIL import Image

    with Image.open(path) as image:
        small = image.convert("RGB").resize(
            (image.width // 2, image.height // 2), Image.Resampling.LANCZOS
        )
    small.quantize(128).save(path, optimize=True)


if __name__ == "__main__":
    if shutil.which("chromium") is None and shutil.which("google-chrome") is None:
        sys.exit("there is no Chromium on this machine: install it first")
    main()
