"""The whole network in one figure: the output of each block for a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float
from plotly.subplots import make_subplots

from capsviz.analysis import decoding
from capsviz.analysis.activations import Activations, activations
from capsviz.figures.elements import as_picture, ink_scale, mosaic, picture
from capsviz.figures.named import Names, document, names_of
from capsviz.figures.theme import Mode, literal, palette, print_template
from capsviz.model.capsnet import CapsNet
from capsviz.model.plan import Block, blocks, plan
from capsviz.trace_arrays import Trace

#: Side of the square of a block's feature maps, the strongest ones.
_MAPS_PER_ROW = 4
#: Hidden units per row.
_UNITS = 32


@document
def network(
    model: CapsNet, trace: Trace, index: int = 0, *, classes: Names = None, mode: Mode = "light"
) -> go.Figure:
    """The whole network, block by block, from the picture to the reconstruction.

    Convolutions show their strongest maps; input capsules, by type and place, their coupled votes
    for the winner; votes and routing, types by classes, before and after routing; the decoder, its
    hidden units, one row of panels per layer.

    Numbers: `capsviz.analysis.activations.activations`.
    """
    picture = decoding.select_picture(model, trace, index)
    layers = plan(model)
    outputs = activations(model, layers, picture.images[0], picture.lengths.shape[1])
    types, names = model.config.primary_types, names_of(model, classes)
    return draw_network(blocks(layers), outputs, types, names, mode)


def draw_network(
    blocks: Sequence[Block], outputs: Activations, types: int, names: Sequence[str], mode: Mode
) -> go.Figure:
    """A row of pictures, one for each block that has one."""
    pictures = panels(blocks, outputs, types)
    winner = names[int(outputs.lengths[-1].argmax())]
    figure = make_subplots(
        1,
        len(pictures),
        horizontal_spacing=0.012,
        subplot_titles=["<br>".join(map(literal, _words(block, winner))) for block, _ in pictures],
    )
    ink = ink_scale(mode)
    for column, (_, values) in enumerate(pictures, 1):
        figure.add_trace(picture(values, ink), 1, column)
        as_picture(figure, framed=column in (1, len(pictures)), row=1, col=column)
    answer = f"{literal(winner)}, {outputs.lengths[-1].max():.2f}"
    figure.update_layout(
        template=print_template(mode),
        width=170 * len(pictures),
        height=260,
        margin={"t": 84, "b": 16, "l": 12, "r": 12},
        title={"text": f"the network says {answer}", "y": 0.97},
    )
    figure.update_annotations(font_size=12, font_color=palette(mode).muted)
    return figure


def panels(
    blocks: Sequence[Block], outputs: Activations, types: int
) -> list[tuple[Block | Literal["input", "picture"], Float[np.ndarray, "*c _ _"]]]:
    """Return each block that has a picture, and its numbers as a picture of at most 1.

    The "input" is first, the decoded "picture" of the winner last. NaN separates the parts of a
    picture.
    """
    pictures: list[tuple[Block | Literal["input", "picture"], Float[np.ndarray, "*c _ _"]]]
    pictures = [("input", outputs.image)]
    candidates = ((block, _values(block, outputs, types)) for block in blocks)
    pictures += [(block, values) for block, values in candidates if values is not None]
    if outputs.picture is not None:
        pictures.append(("picture", outputs.picture))
    return [(block, values / (np.nanmax(values, initial=0) or 1)) for block, values in pictures]


def _words(block: Block | Literal["input", "picture"], winner: str) -> tuple[str, ...]:
    if isinstance(block, str):
        return ("picture" if block == "input" else f"{winner} painted",)
    shape = " × ".join(f"{size:,}" for size in block.output)
    weights = block.total("parameters")
    return block.name, shape, f"{weights:,} weights" if weights else " "


def _values(block: Block, outputs: Activations, types: int) -> Float[np.ndarray, "*c _ _"] | None:
    """Return a block's numbers as one picture: maps, types by classes, or hidden units."""
    if block.part == "features":
        maps = outputs.maps.get(block.name)
        return None if maps is None else _square(maps, maps.mean((1, 2)))
    if block.part == "capsules":
        # Most capsules have a presence near 1, so the vote for the winner is more informative.
        winner = outputs.lengths[-1].argmax()
        sent = outputs.couplings[-1, :, winner] * outputs.vote_lengths[:, winner]
        side = round((len(sent) // types) ** 0.5)
        by_type = sent.reshape(side, side, types).transpose(2, 0, 1)
        return _square(by_type, by_type.mean((1, 2)))
    if block.part == "votes":
        return outputs.flow(types)[0]
    if block.part == "routing":
        return outputs.flow(types)[-1]
    return _rows(np.concatenate(outputs.hidden)) if outputs.hidden else None


def _square(
    maps: Float[np.ndarray, "n *c side side"], order: Float[np.ndarray, " n"]
) -> Float[np.ndarray, "*c _ _"]:
    """Arrange the strongest maps in a square, sorted by index."""
    side = min(_MAPS_PER_ROW, int(len(maps) ** 0.5))
    best = np.sort(np.argsort(-order)[: side * side])
    return mosaic(maps[best].reshape(side, side, *maps.shape[1:]), 1)[0]


def _rows(units: Float[np.ndarray, " _"]) -> Float[np.ndarray, "*c _ _"]:
    return np.pad(units, (0, -len(units) % _UNITS)).reshape(-1, _UNITS)
