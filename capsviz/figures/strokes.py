"""A picture decomposed into parts, and the objects' predictions."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float
from plotly.subplots import make_subplots

from capsviz.analysis.parts_reading import PartsReading
from capsviz.figures.bars import rank_colours
from capsviz.figures.elements import as_picture, draw_above, ink_scale, mosaic, picture
from capsviz.figures.theme import Mode, literal, palette, print_template, rgb

#: Templates per row of the alphabet.
ROW = 16


def part_colour(m: int, count: int) -> tuple[float, float, float]:
    """Return a part's colour as on the page, 0..1: neighbours in the alphabet differ strongly."""
    return colorsys.hls_to_rgb((m * 7 % count) / count, 0.42 if m % 2 else 0.52, 0.75)


def draw_parts(info: PartsReading, mode: Mode) -> go.Figure:
    """The picture, its parts in colours, and their reconstruction; below, all templates."""
    ink = ink_scale(mode)
    coloured = go.Image(z=_overlay_parts(info, mode), hoverinfo="skip")
    panels = [picture(info.image, ink), coloured, picture(info.reconstruction, ink)]
    rows = -(-len(info.ink) // ROW)
    blank = np.full((rows * ROW - len(info.ink), *info.ink.shape[1:]), np.nan)
    tiles = np.concatenate([info.ink, blank]).reshape(rows, ROW, *info.ink.shape[1:])
    grid, _, middles = mosaic(tiles)
    titles = ["input", "its parts", "painted by them"]
    figure = draw_above(titles, panels, picture(grid, ink), mode)
    if rows == 1:
        texts = [f"{m + 1}<br>{d:.2f}" for m, d in enumerate(info.presences)]
        figure.update_xaxes(
            row=2, col=1, showticklabels=True, tickvals=middles[: len(texts)], ticktext=texts
        )
    return figure


def _overlay_parts(info: PartsReading, mode: Mode) -> Float[np.ndarray, "side side 3"]:
    """Overlay the parts as the page does: each covers earlier ones by its ink."""
    paper = np.array(rgb(palette(mode).paper), float)
    canvas = np.ones((*info.image.shape, 1)) * paper
    for m, (d, part) in enumerate(zip(info.presences, info.painted, strict=True)):
        share = (d * part)[..., None]
        canvas = (1 - share) * canvas + share * 255 * np.array(part_colour(m, len(info.presences)))
    return canvas


def draw_objects(info: PartsReading, names: Sequence[str], mode: Mode) -> go.Figure:
    """Posterior of each object, and of none; below, the parts that each predicts."""
    colours, count = palette(mode), len(info.expected)
    figure = make_subplots(2, 1, row_heights=[0.62, 0.38], vertical_spacing=0.16)
    labels = [f"{literal(names[j])}<br>{k + 1}" for k, j in enumerate(info.classes)]
    figure.add_bar(
        x=list(range(count + 1)),
        y=info.posterior.tolist(),
        marker={"color": rank_colours(info.posterior, colours)},
        customdata=[*(f"object {k + 1}" for k in range(count)), "none of the objects"],
        hovertemplate="%{customdata}: %{y:.4f}<extra></extra>",
        row=1,
        col=1,
    )
    grid, _, middles = mosaic(info.expected[None])
    figure.add_trace(picture(grid, ink_scale(mode)), 2, 1)
    figure.update_layout(
        template=print_template(mode), showlegend=False, height=430, margin={"t": 12, "b": 20}
    )
    figure.update_xaxes(
        tickvals=list(range(count + 1)), ticktext=[*labels, "none"], showgrid=False, row=1, col=1
    )
    figure.update_yaxes(title="posterior", range=[0, 1], row=1, col=1)
    as_picture(figure, framed=False, row=2, col=1)
    figure.update_xaxes(row=2, col=1, showticklabels=True, tickvals=middles, ticktext=labels)
    return figure
