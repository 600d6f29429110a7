"""Figures of decoded capsules: each alone, swept, interpolated, or two overlaid."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float32, UInt8
from plotly.subplots import make_subplots

from capsviz.analysis.decoding import Decoding, Sweep, Way
from capsviz.analysis.overlap import Split
from capsviz.figures.elements import as_picture, draw_above, ink_scale, mosaic, picture
from capsviz.figures.theme import Mode, diverging_scale, literal, palette, print_template, rgb


def draw_reconstructions(info: Decoding, names: Sequence[str], mode: Mode) -> go.Figure:
    """Input, the winner's reconstruction and their difference; below, each capsule alone."""
    colours, count = palette(mode), len(info.decoded)
    less, more = _tint("less", colours.less[3]), _tint("more", colours.more[3])
    titles = ["input", f"{literal(names[info.winner])} remembers"]
    titles.append(f"difference: {less} and {more} ink")
    ink = ink_scale(mode)
    panels = [picture(info.image, ink), picture(info.decoded[info.winner], ink)]
    panels.append(picture(info.difference, diverging_scale(mode), -1))
    grid, _, middles = mosaic(info.decoded[None])
    figure = draw_above(titles, panels, picture(grid, ink), mode)
    figure.update_xaxes(
        row=2,
        col=1,
        showticklabels=True,
        tickvals=middles,
        ticktext=[f"{literal(names[j])}<br>{info.lengths[j]:.2f}" for j in range(count)],
    )
    return figure


def draw_sweep(info: Sweep, name: str, mode: Mode) -> go.Figure:
    """A row per dimension and a column per offset; the middle column is the pose itself."""
    grid, rows, columns = mosaic(info.images)
    figure = go.Figure(picture(grid, ink_scale(mode)))
    dimensions, steps = info.images.shape[:2]
    figure.update_layout(
        template=print_template(mode),
        height=90 + 44 * dimensions,
        width=90 + 44 * steps,
        margin={"t": 40},
        title=f"dimensions of {literal(name)}",
    )
    as_picture(figure, framed=False)
    figure.update_xaxes(
        title="added to the dimension",
        showticklabels=True,
        tickvals=columns,
        ticktext=[f"{offset:+.2f}" if offset else "0" for offset in info.offsets],
    )
    figure.update_yaxes(
        title="dimension",
        showticklabels=True,
        tickvals=rows,
        ticktext=[str(d) for d in range(dimensions)],
    )
    return figure


def draw_interpolation(info: Way, names: Sequence[str], mode: Mode) -> go.Figure:
    """Pictures along the line between two poses, by their share of the second."""
    grid, _, columns = mosaic(info.images[None])
    figure = go.Figure(picture(grid, ink_scale(mode)))
    first, second = (literal(names[j]) for j in info.capsules)
    figure.update_layout(
        template=print_template(mode),
        height=150,
        width=60 + 70 * len(columns),
        margin={"t": 36},
        title=f"from {first} to {second}",
    )
    as_picture(figure, framed=False)
    figure.update_xaxes(
        showticklabels=True,
        tickvals=columns,
        ticktext=[f"{share:.1f}" for share in info.shares],
    )
    return figure


def draw_overlap(info: Split, names: Sequence[str], mode: Mode) -> go.Figure:
    """The picture, reconstructions from two capsules, and both overlaid in colours."""
    colours = palette(mode)
    two = info.decoded[list(info.shown)]
    first, second = (literal(names[j]) for j in info.shown)
    figure = make_subplots(
        1,
        4,
        horizontal_spacing=0.02,
        subplot_titles=["input", f"{first} paints", f"{second} paints", "both"],
    )
    figure.add_trace(picture(info.image, ink_scale(mode)), 1, 1)
    none = np.zeros_like(two[0])
    for column, (a, b) in enumerate(((two[0], none), (none, two[1]), (two[0], two[1])), 2):
        figure.add_trace(go.Image(z=two_inks(a, b, mode), hoverinfo="skip"), 1, column)
    figure.update_layout(template=print_template(mode), height=270, margin={"t": 32})
    figure.update_annotations(font_size=14)
    for column in (1, 2, 3, 4):
        as_picture(figure, row=1, col=column)
    for title, colour in zip(figure.layout.annotations[1:3], _inks(mode), strict=True):
        title.font.color = colour
    figure.layout.annotations[0].font.color = colours.ink
    return figure


def two_inks(
    first: Float32[np.ndarray, "height width"],
    second: Float32[np.ndarray, "height width"],
    mode: Mode,
) -> UInt8[np.ndarray, "height width 3"]:
    """Overlay two pictures as inks on paper, or as lights in the dark mode, as on the page."""
    dark = mode == "dark"
    paper = np.array(rgb(palette(mode).paper), np.float32)
    base = 255 - paper if dark else paper
    factor = np.ones((*first.shape, 3), np.float32)
    for amount, colour in zip((first, second), _inks(mode), strict=True):
        ink = np.array(rgb(colour), np.float32)
        rest = np.minimum(1, (255 - ink if dark else ink) / base)
        factor *= 1 - amount[..., None] * (1 - rest)
    return np.rint(255 - base * factor if dark else base * factor).astype(np.uint8)


def _tint(word: str, colour: str) -> str:
    return f'<b style="color:{colour}">{word}</b>'


def _inks(mode: Mode) -> tuple[str, str]:
    colours = palette(mode)
    return colours.accent, colours.second
