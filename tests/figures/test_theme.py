from __future__ import annotations

import re

import pytest


def _rgb(colour: str) -> tuple[float, float, float]:
    assert re.fullmatch("#[0-9a-f]{6}", colour), colour
    return tuple(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))  # type: ignore[return-value]


def _luminance(colour: str) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _rgb(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_text_can_be_read(mode):
    from capsviz.figures.theme import palette

    colours = palette(mode)
    for background in (colours.paper, colours.panel):
        assert _contrast(colours.ink, background) >= 7
        assert _contrast(colours.muted, background) >= 4.5
        assert _contrast(colours.accent, background) >= 4.5
        assert _contrast(colours.second, background) >= 4.5


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_diverging_scales_move_away_from_neutral_on_both_sides(mode):
    from capsviz.figures.theme import palette

    colours = palette(mode)
    sign = 1 if mode == "dark" else -1
    for side in (colours.below, colours.above, colours.less, colours.more):
        steps = [sign * _luminance(colour) for colour in side]
        assert steps == sorted(steps)
        assert len(set(steps)) == len(steps)
    assert colours.below[0] == colours.above[0] == colours.less[0] == colours.more[0]


# Viénot, Brettel and Mollon (1999): colours for a protanope and a deuteranope, in linear RGB.
_BLINDNESS = {
    "protan": [[0.11238, 0.88762, 0.0], [0.11238, 0.88762, 0.0], [0.00401, -0.00401, 1.0]],
    "deutan": [[0.29275, 0.70725, 0.0], [0.29275, 0.70725, 0.0], [-0.02234, 0.02234, 1.0]],
}


# Oklab (Ottosson 2020), in which distances follow how different colours look.
_LMS = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
]
_LAB = [
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
]


@pytest.mark.parametrize("blindness", sorted(_BLINDNESS))
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_two_sides_of_a_scale_stay_apart_for_colour_blind_eyes(mode, blindness):
    import numpy as np

    from capsviz.figures.theme import palette

    def seen(colour: str) -> np.ndarray:
        linear = np.array(
            [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _rgb(colour)]
        )
        mixed = np.clip(np.array(_BLINDNESS[blindness]) @ linear, 0, 1)
        return np.where(mixed <= 0.0031308, 12.92 * mixed, 1.055 * mixed ** (1 / 2.4) - 0.055)

    colours = palette(mode)
    for low, high in ((colours.below, colours.above), (colours.less, colours.more)):
        for one, other in zip(low[2:4], high[2:4], strict=True):
            assert np.linalg.norm(seen(one) - seen(other)) > 0.14


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_symbols_have_legible_and_distinct_colours(mode):
    import numpy as np

    from capsviz.figures.theme import palette
    from capsviz.ui import browser

    css = (browser.HERE / "theme.css").read_text("utf-8")
    light, dark = (
        re.search(rf"^\{name} {{(.*?)^}}", css, re.S | re.M)[1] for name in (".cv", ".cv-dark")
    )
    found = dict(re.findall(r"--cv-sym-(\w+): ([^;]+);", light))
    colours = palette(mode)
    if mode == "dark":
        found |= dict(re.findall(r"--cv-sym-(\w+): ([^;]+);", dark))
    assert found.pop("v") == "var(--cv-accent)"
    found["v"] = colours.accent
    symbols = ["u", "uhat", "b", "c", "s", "v", "a"]
    inks = [found[name] for name in symbols]
    for ink in inks:
        assert min(_contrast(ink, place) for place in (colours.paper, colours.panel)) >= 4.5

    def lab(colour: str, view: list[list[float]]) -> np.ndarray:
        linear = np.array(
            [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _rgb(colour)]
        )
        return np.array(_LAB) @ np.cbrt(np.array(_LMS) @ np.clip(np.array(view) @ linear, 0, 1))

    for kind, view in {"all": np.eye(3).tolist(), **_BLINDNESS}.items():
        for at, one in enumerate(inks):
            for other in range(at):
                apart = np.linalg.norm(lab(one, view) - lab(inks[other], view))
                assert apart > 0.05, (kind, symbols[at], symbols[other], apart)


def test_symbols_are_coloured_in_one_place():
    from capsviz.ui import browser

    for sheet in browser.HERE.parent.rglob("*.css"):
        if "node_modules" in sheet.parts or sheet == browser.HERE / "theme.css":
            continue
        text = sheet.read_text("utf-8")
        assert not re.search(r"--cv-sym-\w+:", text), f"{sheet} colours a symbol"
        for rule in re.findall(r"[^{}]*\.cv-sym(?![\w-])[^{}]*{([^}]*)}", text):
            assert not re.search(r"(^|[;\s])color:", rule), f"{sheet} colours symbols"


def test_figures_and_components_share_their_colours():
    from capsviz.figures.theme import DARK, LIGHT
    from capsviz.ui import browser

    css = (browser.HERE / "theme.css").read_text("utf-8").lower()
    for colours in (LIGHT, DARK):
        for side in (colours.below, colours.above, colours.less, colours.more):
            for colour in side:
                assert colour in css, f"theme.css does not know {colour}"


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_saved_pictures_have_the_colours_of_the_mode_that_is_chosen(mode):
    from capsviz.figures.theme import palette
    from capsviz.ui import browser

    css = (browser.HERE / "export.css").read_text("utf-8")
    (rule,) = re.findall(rf"\.cv-on-{mode} {{(.*?)}}", css, re.S)
    colours = palette(mode)
    assert dict(re.findall(r"--st-([\w-]+): (#\w+);", rule)) == {
        "primary-color": colours.accent,
        "background-color": colours.paper,
        "secondary-background-color": colours.panel,
        "text-color": colours.ink,
        "border-color": colours.line,
    }


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_template_is_a_plotly_template(mode):
    import plotly.graph_objects as go

    from capsviz.figures.theme import diverging_scale, template

    figure = go.Figure(go.Heatmap(z=[[0, 1]], colorscale=diverging_scale(mode)))
    figure.update_layout(template=template(mode))
    assert figure.layout.template.layout.paper_bgcolor == "rgba(0,0,0,0)"
