"""One picture under several networks."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
from jaxtyping import Float32
from numpy import ndarray
from plotly.subplots import make_subplots

from capsviz.analysis.compare import TimedReading
from capsviz.figures.bars import rank_colours
from capsviz.figures.elements import as_picture, ink_scale, picture
from capsviz.figures.theme import Mode, literal, palette, print_template


def draw_comparison(
    image: Float32[ndarray, "*c side side"], readings: Sequence[TimedReading], mode: Mode
) -> go.Figure:
    """A column per network: all lengths above the winner's reconstruction."""
    colours, count = palette(mode), len(readings)
    figure = make_subplots(
        2,
        count + 1,
        row_heights=[0.55, 0.45],
        horizontal_spacing=0.3 / (count + 1) / 2,
        vertical_spacing=0.1,
        subplot_titles=["", *(literal(reading.name) for reading in readings), "input"],
    )
    figure.update_layout(
        template=print_template(mode),
        showlegend=False,
        height=430,
        width=170 * (count + 1),
        margin={"t": 32},
    )
    figure.update_annotations(font_size=14)
    figure.add_trace(picture(image, ink_scale(mode)), 2, 1)
    as_picture(figure, row=2, col=1)
    figure.update_xaxes(visible=False, row=1, col=1)
    figure.update_yaxes(visible=False, row=1, col=1)
    for column, reading in enumerate(readings, 2):
        figure.add_bar(
            x=list(range(len(reading.lengths))),
            y=reading.lengths.tolist(),
            marker={"color": rank_colours(reading.lengths, colours)},
            hovertemplate="%{x}: %{y:.4f}<extra></extra>",
            row=1,
            col=column,
        )
        figure.update_xaxes(dtick=1, tickangle=0, showgrid=False, row=1, col=column)
        figure.update_yaxes(range=[0, 1], showticklabels=column == 2, row=1, col=column)
        if reading.reconstruction is not None:
            figure.add_trace(picture(reading.reconstruction, ink_scale(mode)), 2, column)
            as_picture(figure, row=2, col=column)
        else:
            figure.update_xaxes(visible=False, row=2, col=column)
            figure.update_yaxes(visible=False, row=2, col=column)
    return figure
