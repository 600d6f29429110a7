"""HTML elements of printed figures: tables with blanks, bars, pixels, points."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

import numpy as np
from jaxtyping import Float, Float32
from PIL import Image

from capsviz.data.drawing import to_bytes
from capsviz.ui.languages.messages import decimal, text

#: In drawing units: a bar of length 1, and a histogram's width; and its number of bins.
_BAR, _WIDE, _BINS = 70, 80, 32


@dataclass(frozen=True, slots=True)
class Words:
    """Messages of ``worksheets.ftl`` and numbers, in one language."""

    language: str

    def __call__(self, message: str, **values: Any) -> str:
        """A message with its values."""
        return text(self.language, "worksheets", message, **values)

    def number(self, value: int | float | np.floating, digits: int = 2) -> str:
        """A number with `digits` after the point."""
        return self("number", value=decimal(float(value), digits))

    def point(self, position: Float[np.ndarray, " 2"]) -> str:
        """A point of the plane, with at most two digits after the point."""
        x, y = (float(value) for value in np.round(position, 2) + 0.0)
        return self("point", x=x, y=y)

    def label(self, label: str) -> str:
        """A dimension's label, as ``labelWords`` of ``browser/sliders.js``."""

        def say_name(match: re.Match[str]) -> str:
            return self("dimension-name", key=match[0].replace(" ", "-"), name=match[0])

        name = label.removeprefix("loosely ")
        result = re.sub(r"\b([xy]|[a-z]{2,}([ -][a-z]+)*)\b", say_name, name)
        result = re.sub(r"\d+\.\d+", lambda match: self.number(float(match[0])), result)
        return result if name == label else self("dimension-loose", name=result)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure on paper.

    Attributes
    ----------
    sheet : HTML with blanks.
    facts : numbers for names in braces in texts and answers.
    key : HTML with the blanks filled in; "" if the answers are enough.
    """

    sheet: str
    facts: dict[str, str] = field(default_factory=dict)
    key: str = ""


def table(
    caption: str,
    rows: Sequence[Sequence[str | None]],
    head: Sequence[str] = (),
    *,
    grid: bool = False,
) -> str:
    """A table; None is a blank to write in. A `grid` is a map, with cells of one size."""
    top = f"<tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr>" if head else ""
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    title = f"<caption>{escape(caption)}</caption>"
    return f'<table class="{"grid" if grid else "table"}">{title}{top}{body}</table>'


def table_pair(
    caption: str, rows: Sequence[Sequence[str]], head: Sequence[str], blank: Collection[int]
) -> tuple[str, str]:
    """A table with blanks in some columns, counted from 0, and the complete table."""
    gaps = [[None if n in blank else cell for n, cell in enumerate(cells)] for cells in rows]
    return table(caption, gaps, head), table(caption, rows, head)


def _cell(text: str | None) -> str:
    return '<td class="blank"></td>' if text is None else f"<td>{escape(text)}</td>"


def bars(lengths: Float[np.ndarray, " J"], words: Words) -> str:
    """Lengths of capsules as bars on a scale from 0 to 1."""
    rows = []
    for digit, length in enumerate(lengths):
        rows.append(
            f'<text x="1" y="{digit * 7 + 6}">{digit}</text>'
            f'<rect x="6" y="{digit * 7 + 2}" width="{_BAR * float(length):.2f}" height="5"/>'
        )
    ticks = "".join(
        f'<path d="M{6 + _BAR * k / 10:.1f} 0v72"/>'
        f'<text x="{6 + _BAR * k / 10:.1f}" y="77" text-anchor="middle">'
        f"{words.number(k / 10, 1)}</text>"
        for k in range(0, 11, 2)
    )
    return f'<svg class="bars" viewBox="0 0 {_BAR + 20} 80">{ticks}{"".join(rows)}</svg>'


def picture(pixels: Float32[np.ndarray, "side side"], caption: str = "") -> str:
    """Pixels in 0..1 as ink on paper."""
    ink = 255 - to_bytes(pixels)
    out = io.BytesIO()
    Image.fromarray(ink).save(out, "png")
    data = base64.b64encode(out.getvalue()).decode()
    label = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f'<figure><img alt="" src="data:image/png;base64,{data}">{label}</figure>'


def histogram(values: Float[np.ndarray, " n"], reach: float, caption: str, words: Words) -> str:
    """A histogram, with the mean as a dashed line and 0 as a solid one.

    It ends at `reach` on both sides; larger values are clipped.
    """
    counts, _ = np.histogram(np.clip(values, -reach, reach), _BINS, (-reach, reach))
    width = _WIDE / _BINS
    rects = "".join(
        f'<rect x="{n * width:.2f}" y="{44 - 40 * count / counts.max():.2f}" '
        f'width="{width - 0.4:.2f}" height="{40 * count / counts.max():.2f}"/>'
        for n, count in enumerate(counts)
    )
    mean = _WIDE * (0.5 + float(values.mean()) / 2 / reach)
    marks = "".join(
        f'<text x="{_WIDE * (0.5 + x / 2):.1f}" y="49" text-anchor="{anchor}">'
        f"{words.number(x * reach)}</text>"
        for x, anchor in ((-1, "start"), (0, "middle"), (1, "end"))
    )
    lines = f'<path d="M{_WIDE / 2} 0v45M0 44h{_WIDE}"/>'
    dashed = f'<path class="mean" d="M{mean:.2f} 0v44"/>'
    svg = f'<svg class="spread" viewBox="0 0 {_WIDE} 50">{rects}{lines}{dashed}{marks}</svg>'
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def squared_paper(
    votes: Float[np.ndarray, "n 2"], caption: str, extra: Sequence[tuple[str, np.ndarray]] = ()
) -> str:
    """Squared paper with a scale and numbered arrows from the origin, to be added by hand.

    Votes are in squares, to the right and up; `extra` are further arrows for the solution.
    """
    square, (columns, rows) = 10, (8, 8)
    width, height, middle = columns * square, rows * square, (3 * square, 4 * square)
    lines = "".join(
        [f"M{k * square} 0V{height}" for k in range(columns + 1)]
        + [f"M0 {k * square}H{width}" for k in range(rows + 1)]
    )
    axes = f"M{middle[0]} 0V{height}M0 {middle[1]}H{width}"
    right, up = (range(-2, columns - 3, 2), range(-2, 3, 2))
    scale = [(middle[0] + k * square, middle[1] + 4.5, k) for k in right if k]
    scale += [(middle[0] - 3, middle[1] - k * square + 1.3, k) for k in up if k]
    marks = "".join(
        f'<text class="scale" x="{x}" y="{y}" text-anchor="middle">'
        f"{str(k).replace('-', '−')}</text>"
        for x, y, k in scale
    )
    labelled = [(str(n), end, "vote") for n, end in enumerate(votes, 1)]
    labelled += [(name, end, "drawn") for name, end in extra]
    arrows = "".join(_arrow(name, end, middle, square, kind) for name, end, kind in labelled)
    svg = (
        f'<svg class="squared" viewBox="-0.5 -0.5 {width + 1} {height + 1}">'
        f'<path class="lines" d="{lines}"/><path class="axes" d="{axes}"/>{marks}{arrows}</svg>'
    )
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def _arrow(name: str, end: np.ndarray, middle: tuple[int, int], square: int, kind: str) -> str:
    direction = np.array([end[0], -end[1]]) * square
    tip = np.array(middle) + direction
    unit = direction / max(float(np.hypot(*direction)), 1e-9)
    normal = np.array([-unit[1], unit[0]])
    head = [tip - 3 * unit + side * 1.4 * normal for side in (1, -1)]
    points = " ".join(f"{x:.2f},{y:.2f}" for x, y in (tip, *head))
    x, y = tip + 3.5 * unit + 2.5 * normal * (kind == "drawn")
    return (
        f'<g class="{kind}"><path d="M{middle[0]} {middle[1]}L{tip[0]:.2f} {tip[1]:.2f}"/>'
        f'<polygon points="{points}"/>'
        f'<text x="{x:.2f}" y="{y + 1.6:.2f}" text-anchor="middle">{escape(name)}</text></g>'
    )


def row(*parts: str) -> str:
    """Figures side by side."""
    return f'<div class="row">{"".join(parts)}</div>'
