"""Pages with one digit in pieces, and pages with several digits."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

#: Lines of the pen, each a list of x, y.
ONE = [[0, 0, 0, 80]]
FOUR = [[0, 0, 0, 45, 60, 45], [42, 10, 42, 90]]
FIVE = [[8, 0, 50, 0], [5, 14, 5, 40, 40, 40, 50, 60, 35, 85, 0, 85]]
SEVEN = [[0, 0, 50, 0, 20, 80]]
#: Each page: is there more than one digit on it, and its digits with their places.
PAGES = {
    "a broken 5": (False, [(FIVE, 90, 60)]),
    "a 1 with a dot": (False, [([[0, 22, 0, 90], [0, 0, 0, 2]], 120, 60)]),
    "a 4 of two strokes that do not touch": (
        False,
        [([[0, 0, 0, 50, 30, 50], [44, 0, 44, 90]], 90, 60)],
    ),
    "a 0 of two halves": (False, [([[30, 0, 0, 20, 0, 70, 30, 90]], 90, 60), (ONE, 140, 65)]),
    "an 8 of two rings": (
        False,
        [
            ([[0, 0, 40, 0, 40, 36, 0, 36, 0, 0]], 90, 50),
            ([[0, 0, 40, 0, 40, 40, 0, 40, 0, 0]], 90, 100),
        ],
    ),
    "a 3 of three pieces": (
        False,
        [
            ([[0, 0, 40, 0, 40, 24]], 90, 50),
            ([[10, 0, 40, 0, 42, 20]], 90, 88),
            ([[42, 0, 40, 24, 0, 24]], 90, 120),
        ],
    ),
    "a 7 above small writing": (
        False,
        [(SEVEN, 100, 40), *(([[0, 0, 0, 20]], 60 + 20 * n, 150) for n in range(6))],
    ),
    "a 2 in crumbs that stand on two lines": (
        False,
        [
            ([[0, 0, 0, 30]], 90, 40),
            ([[0, 0, 0, 40]], 130, 40),
            ([[0, 0, 0, 30]], 60, 110),
            ([[0, 0, 0, 24]], 150, 110),
        ],
    ),
    "five digits on a line": (
        True,
        [(d, 20 + 62 * n, 60) for n, d in enumerate((ONE, SEVEN, FOUR, FIVE, ONE))],
    ),
    "three digits, one of them lower and smaller": (
        True,
        [(ONE, 40, 50), (SEVEN, 100, 66), ([[0, 0, 40, 0, 16, 56]], 190, 80)],
    ),
    "two lines of three": (
        True,
        [(d, 40 + 70 * n, y) for y in (10, 105) for n, d in enumerate((SEVEN, ONE, SEVEN))],
    ),
    "three digits in a corner of a large sheet": (
        True,
        [
            ([[x / 2 for x in line] for line in d], 20 + 34 * n, 20)
            for n, d in enumerate((ONE, SEVEN, ONE))
        ],
    ),
}


def draw_page(digits: list, noise: float = 0) -> np.ndarray:
    """Dark ink on paper, 200 pixels high and 340 wide, as red, green and blue."""
    page = Image.new("L", (340, 200), 235)
    pen = ImageDraw.Draw(page)
    for lines, x, y in digits:
        for line in lines:
            points = [(a + x, b + y) for a, b in zip(line[::2], line[1::2], strict=True)]
            pen.line(points, 40, 6, "curve")
    levels = np.asarray(page, float)[..., None].repeat(3, -1)
    return np.clip(levels + np.random.default_rng(0).normal(0, noise, levels.shape), 0, 255).astype(
        np.uint8
    )
