"""Colours of every figure, equal to those of ``ui/browser/theme.css``.

The accent colour means "the winner". Couplings have one diverging scale, neutral at the uniform
value 1/J; lengths one sequential scale; signed differences one diverging scale. All were chosen to
stay distinguishable with the common kinds of colour blindness.
"""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import Literal

import plotly.graph_objects as go

from capsviz.errors import CapsvizError

Mode = Literal["light", "dark"]
Scale = tuple[str, ...]

FONT = '"Source Sans", "Source Sans 3", "Source Sans Pro", system-ui, sans-serif'


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of one mode, as ``#rrggbb``.

    Attributes
    ----------
    accent : the winner, and nothing else.
    second : the runner-up, or the second digit of two.
    ink, muted, line, panel, paper : text, quiet text, hairlines, raised and plain background.
    below, above : couplings less and more than uniform, from neutral outwards.
    less, more : signed differences, from neutral outwards.
    lengths : sequential, from 0 to 1.
    """

    accent: str
    second: str
    ink: str
    muted: str
    line: str
    panel: str
    paper: str
    below: Scale
    above: Scale
    less: Scale
    more: Scale
    lengths: Scale


_LENGTHS = ("#00224e", "#233e6c", "#575d6d", "#7c7b78", "#a59c74", "#d3c164", "#fee838")

LIGHT = Palette(
    accent="#b8430a",
    second="#2367a8",
    ink="#1c2126",
    muted="#5c6670",
    line="#d9dde2",
    panel="#f4f5f7",
    paper="#ffffff",
    below=("#f4f4f5", "#d6c4dd", "#a98bbd", "#74489a", "#40004b"),
    above=("#f4f4f5", "#bfe0bf", "#79bd82", "#2c8a4b", "#00441b"),
    less=("#f4f4f5", "#b9d7ea", "#6aaed2", "#2b74b2", "#0b3c74"),
    more=("#f4f4f5", "#f9cbb4", "#ec8d6c", "#c8433f", "#7d0a20"),
    lengths=_LENGTHS,
)
DARK = Palette(
    accent="#ff9a56",
    second="#6fb1f0",
    ink="#e8eaed",
    muted="#9aa4ae",
    line="#363d45",
    panel="#1e2328",
    paper="#14171b",
    below=("#262b31", "#56426a", "#835fa3", "#b08fca", "#e3cdf0"),
    above=("#262b31", "#245238", "#2f8450", "#63b878", "#c4eec7"),
    less=("#262b31", "#1d4a70", "#2b78b4", "#64aadc", "#bfe0f6"),
    more=("#262b31", "#6e2f2c", "#b24a42", "#e88367", "#fbd3bf"),
    lengths=_LENGTHS,
)
PALETTES: dict[Mode, Palette] = {"light": LIGHT, "dark": DARK}


def palette(mode: Mode) -> Palette:
    """Return the colours of one mode; raises `CapsvizError` for an unknown mode."""
    if mode not in PALETTES:
        raise CapsvizError(f"there is no mode {mode!r}: choose one of {', '.join(PALETTES)}")
    return PALETTES[mode]


def diverging_scale(mode: Mode) -> list[str]:
    """Plotly colour scale for differences drawn with ``zmin=-x, zmax=x``: neutral at zero."""
    colours = palette(mode)
    return [*reversed(colours.less), *colours.more[1:]]


def template(mode: Mode, paper: str = "rgba(0,0,0,0)") -> go.layout.Template:
    """Return the fonts, hairlines and margins of all figures; the background is transparent."""
    colours = palette(mode)
    axis = {
        "gridcolor": colours.line,
        "linecolor": colours.line,
        "zerolinecolor": colours.line,
        "tickcolor": colours.line,
        "tickfont": {"color": colours.muted, "size": 12},
        "title": {"font": {"color": colours.muted, "size": 13}, "standoff": 6},
        "automargin": True,
    }
    return go.layout.Template(
        layout={
            "font": {"family": FONT, "color": colours.ink, "size": 13},
            "paper_bgcolor": paper,
            "plot_bgcolor": paper,
            "colorway": [colours.accent, colours.second, colours.muted],
            "margin": {"l": 8, "r": 8, "t": 32, "b": 8},
            "title": {"font": {"size": 14}, "x": 0, "xref": "paper"},
            "hoverlabel": {"font": {"family": FONT}},
            "modebar": {
                "bgcolor": "rgba(0,0,0,0)",
                "color": colours.muted,
                "activecolor": colours.ink,
            },
            "xaxis": axis,
            "yaxis": axis,
        }
    )


def print_template(mode: Mode) -> go.layout.Template:
    """The same with a background, for figures in a notebook or a file."""
    return template(mode, palette(mode).paper)


#: Place of a legend beneath a plot.
LEGEND_BELOW = {"orientation": "h", "y": -0.24, "yanchor": "top", "x": 0}
#: Plotly's default size in pixels.
DEFAULT_HEIGHT, DEFAULT_WIDTH = 450, 700


def literal(text: str) -> str:
    """Escape a text, since Plotly interprets links and markup."""
    return html.escape(text, quote=False)


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, 0..255, of a colour as ``#rrggbb``."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return red, green, blue


def mix(colour: str, paper: str) -> str:
    """Mix 3 parts of a colour with 2 of the paper."""
    parts = zip(rgb(colour), rgb(paper), strict=True)
    return "#" + "".join(f"{round(0.6 * a + 0.4 * b):02x}" for a, b in parts)


def fade(colour: str, share: float) -> str:
    """Make a colour partly transparent."""
    return "rgba({}, {}, {}, {:g})".format(*rgb(colour), share)
