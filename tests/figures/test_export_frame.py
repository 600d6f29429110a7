"""Layout of saved figures."""

from __future__ import annotations

import plotly.graph_objects as go
import pytest


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_a_saved_figure_grows_by_margins_a_title_and_the_network_s_name(mode):
    from capsviz.figures.export_frame import MARGIN, on_sheet
    from capsviz.figures.theme import palette, print_template

    figure = go.Figure(go.Scatter(y=[1, 2]))
    figure.update_layout(template=print_template(mode), height=200, margin={"t": 8})
    figure.update_yaxes(title="length")
    on_sheet(figure, "Lengths", "mine <b>", mode)
    layout = figure.layout
    assert layout.title.text == "Lengths"
    assert layout.title.subtitle.text == "network mine &lt;b&gt; · capsviz"
    assert min(layout.margin[side] for side in "lrtb") >= MARGIN
    assert layout.height - layout.margin.t - layout.margin.b >= 200 - 8 - 8 - 32
    assert layout.yaxis.title.text.endswith("<br>length")
    assert layout.template.layout.paper_bgcolor == palette(mode).paper
    assert layout.paper_bgcolor is None


def test_a_figure_keeps_its_own_title_and_may_have_a_transparent_background():
    from capsviz.figures.export_frame import on_sheet
    from capsviz.figures.theme import print_template

    figure = go.Figure(go.Scatter(y=[1, 2]), {"title": {"text": "couplings to 7"}})
    figure.update_layout(template=print_template("light"))
    on_sheet(figure, "Couplings", "", "light", paper=False)
    assert figure.layout.title.text == "couplings to 7"
    assert figure.layout.title.subtitle.text == "capsviz"
    assert figure.layout.paper_bgcolor == figure.layout.plot_bgcolor == "rgba(0,0,0,0)"
