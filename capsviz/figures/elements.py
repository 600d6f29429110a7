"""Common elements of figures: grids of pictures, and controls for iterations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float
from numpy.typing import ArrayLike
from plotly.subplots import make_subplots

from capsviz.data.drawing import shown_planes
from capsviz.figures.theme import Mode, mix, palette, print_template

#: Empty pixels between the pictures of a grid.
GAP = 2


def mosaic(
    pictures: Float[np.ndarray, "rows columns *c side side"], gap: int = GAP
) -> tuple[Float[np.ndarray, "*c height width"], list[float], list[float]]:
    """Arrange pictures in one array with NaN between; returns also centres of rows and columns."""
    rows, columns, *channels, side, _ = pictures.shape
    sizes = (count * (side + gap) - gap for count in (rows, columns))
    grid = np.full((*channels, *sizes), np.nan)
    for i in range(rows):
        for j in range(columns):
            top, left = i * (side + gap), j * (side + gap)
            grid[..., top : top + side, left : left + side] = pictures[i, j]
    middle = (side - 1) / 2
    return (
        grid,
        [middle + i * (side + gap) for i in range(rows)],
        [middle + j * (side + gap) for j in range(columns)],
    )


def picture(
    pixels: Float[np.ndarray, "*c height width"], scale: Any, minimum: int = 0
) -> go.Heatmap | go.Image:
    """Draw crisp pixels, the first row on top once `as_picture` has flipped the axis.

    Pictures of several channels are shown in colour, without a scale; signed ones are averaged over
    the channels.
    """
    if pixels.ndim == 3 and minimum == 0:
        return _colour_image(pixels)
    pixels = pixels.mean(0) if pixels.ndim == 3 else pixels
    return go.Heatmap(
        z=pixels,
        colorscale=scale,
        zmin=minimum,
        zmax=1,
        zsmooth=False,
        showscale=False,
        hoverongaps=False,
        hovertemplate="row %{y}, column %{x}: %{z:.2f}<extra></extra>",
    )


def _colour_image(pixels: Float[np.ndarray, "c height width"]) -> go.Image:
    """Convert channels in 0..1 to an image in colour; NaN is transparent."""
    pixels = shown_planes(pixels)
    alpha = np.where(np.isfinite(pixels).all(0), 255, 0).astype(np.uint8)
    colours = np.rint(255 * np.clip(np.nan_to_num(pixels), 0, 1)).astype(np.uint8)
    return go.Image(
        z=np.concatenate([np.moveaxis(colours, 0, -1), alpha[..., None]], -1),
        colormodel="rgba256",
        hovertemplate="row %{y}, column %{x}: %{z}<extra></extra>",
    )


def draw_above(
    titles: Sequence[str],
    panels: Sequence[go.Heatmap | go.Image],
    below: go.Heatmap | go.Image,
    mode: Mode,
) -> go.Figure:
    """Three pictures side by side, with titles, and a wide one below them."""
    figure = make_subplots(
        2,
        3,
        specs=[[{}, {}, {}], [{"colspan": 3}, None, None]],
        row_heights=[0.68, 0.32],
        vertical_spacing=0.12,
        horizontal_spacing=0.03,
        subplot_titles=[*titles, ""],
    )
    figure.update_layout(template=print_template(mode), height=460, margin={"t": 32, "b": 30})
    figure.update_annotations(font_size=14)
    for column, panel in enumerate(panels, 1):
        figure.add_trace(panel, 1, column)
        as_picture(figure, row=1, col=column)
    figure.add_trace(below, 2, 1)
    as_picture(figure, framed=False, row=2, col=1)
    return figure


def shaded_cells(z: ArrayLike, mode: Mode, colour: str | None = None, **trace: Any) -> go.Heatmap:
    """Cells with numbers or words in them, shaded from the panel's colour to another.

    The strongest shade is lighter than the colour (by default the second), so that texts stay
    readable.
    """
    colours = palette(mode)
    return go.Heatmap(
        z=z,
        textfont_color=colours.ink,
        colorscale=[colours.panel, mix(colour or colours.second, colours.paper)],
        zmin=0,
        xgap=2,
        ygap=2,
        **trace,
    )


def interval_bars(
    mean: Float[np.ndarray, " n"],
    low: Float[np.ndarray, " n"],
    high: Float[np.ndarray, " n"],
    **style: Any,
) -> dict[str, Any]:
    """Error bars from the lower to the upper bound of each mean."""
    ends = {"array": high - mean, "arrayminus": mean - low}
    return {"type": "data", "symmetric": False, **ends, **style}


def ink_scale(mode: Mode) -> list[str]:
    """Colour scale from no ink, the paper, to ink, as on the pages."""
    return [palette(mode).paper, palette(mode).ink]


def as_picture(figure: go.Figure, row: int = 1, col: int = 1, *, framed: bool = True) -> None:
    """Show an axis as a picture: square pixels, no ticks, the first row on top, a hairline frame.

    The figure must have its template; several axes must come from `make_subplots`.
    """
    cell: dict[str, Any] = {"row": row, "col": col} if figure._has_subplots() else {}
    line = figure.layout.template.layout.xaxis.linecolor  # pyright: ignore
    style = {
        **{"showgrid": False, "zeroline": False, "showticklabels": False, "ticks": ""},
        **{"showline": framed, "mirror": framed, "linecolor": line, "linewidth": 1},
        "constrain": "domain",
    }
    figure.update_xaxes(**style, **cell)
    anchor = next(figure.select_xaxes(**cell)).plotly_name.replace("axis", "")
    figure.update_yaxes(**style, autorange="reversed", scaleanchor=anchor, **cell)


def iteration_controls(count: int, mode: Mode) -> dict[str, Any]:
    """Return a slider over the frames "0", "1", ... and a play button; nothing for one frame."""
    if count == 1:
        return {}
    colours = palette(mode)

    def show(duration: int) -> dict[str, Any]:
        return {
            "frame": {"duration": duration, "redraw": True},
            "mode": "immediate",
            "transition": {"duration": 0},
        }

    steps = [
        {"label": str(i + 1), "method": "animate", "args": [[str(i)], show(0)]}
        for i in range(count)
    ]
    return {
        "sliders": [
            {
                "active": count - 1,
                "steps": steps,
                "currentvalue": {"prefix": "iteration ", "font": {"color": colours.muted}},
                "pad": {"t": 36},
                "x": 0.12,
                "len": 0.88,
                "bgcolor": colours.line,
                "bordercolor": colours.line,
                "font": {"color": colours.muted},
            }
        ],
        "updatemenus": [
            {
                "type": "buttons",
                "showactive": False,
                "x": 0,
                "y": 0,
                "xanchor": "left",
                "yanchor": "top",
                "pad": {"t": 44},
                "bgcolor": colours.panel,
                "bordercolor": colours.line,
                "font": {"color": colours.ink},
                "buttons": [{"label": "▶", "method": "animate", "args": [None, show(900)]}],
            }
        ],
    }
