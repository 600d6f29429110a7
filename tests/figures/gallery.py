"""Draw the README's gallery of figures: ``python tests/figures/gallery.py [NAME...]``.

It only uses drawings that ship with the package.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

CLONE = Path(__file__).parents[2]
FOLDER = CLONE / ".github/images/figures"
SEVEN, FOUR = "sample:7-continental", "sample:4-upright"
#: Arguments of ``capsviz figure`` for each figure.
COMMANDS = {
    "network": [SEVEN],
    "lengths": [SEVEN],
    "reconstructions": [SEVEN],
    "couplings": [SEVEN],
    "flow": [SEVEN],
    "votes": [SEVEN],
    "entropy": [SEVEN],
    "sweep": [SEVEN],
    "dimensions": [],
    "factors": [],
    "disentanglement": [],
    "interpolation": [SEVEN, FOUR],
    "viewpoint": [SEVEN],
    "overlap": [SEVEN, FOUR, "--checkpoint", "overlap"],
    "comparison": [SEVEN],
    "parts": [SEVEN],
    "objects": [SEVEN],
    "claims": ["scrambled"],
}
#: Figures in dark mode, so that both modes appear.
DARK = ("votes", "comparison")


def main(names: list[str]) -> None:
    """Draw the named figures, or all of them, small enough for a page."""
    import kaleido

    from capsviz.cli import main as capsviz

    kaleido.start_sync_server()  # one browser for all of them
    try:
        for name in names or COMMANDS:
            out = FOLDER / f"{name}.png"
            dark = ["--dark"] if name in DARK else []
            if capsviz(["figure", name, *COMMANDS[name], *dark, "--out", str(out)]):
                sys.exit(1)
            _shrink(out)
    finally:
        kaleido.stop_sync_server()


def _shrink(path: Path) -> None:
    from PIL import Image

    with Image.open(path) as image:
        small = image.convert("RGB").resize(
            (image.width // 2, image.height // 2), Image.Resampling.LANCZOS
        )
    small.save(path, optimize=True)


if __name__ == "__main__":
    if shutil.which("chromium") is None and shutil.which("google-chrome") is None:
        sys.exit("there is no Chromium on this machine: install it first")
    main(sys.argv[1:])
