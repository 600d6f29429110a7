"""The public figures show the trace's numbers, and each can be drawn."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

#: Stands for a `PictureFormat`; the package is imported later.
GREY = SimpleNamespace(shape=(28, 28), colour=False)

NAMES = tuple(f"<b>class {j}</b>" for j in range(10))


@pytest.fixture
def seen(tiny_model):
    import capsviz

    return capsviz.trace(tiny_model, np.random.default_rng(3).random((2, 28, 28), dtype=np.float32))


@pytest.fixture
def loaded(tiny_checkpoint):
    from capsviz.training import checkpoint

    return checkpoint.load(tiny_checkpoint, "cpu")


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize(
    "name",
    [
        *("lengths", "reconstructions", "couplings", "flow", "votes", "entropy", "sweep"),
        *("network", "interpolation", "viewpoint", "overlap"),
    ],
)
def test_every_figure_of_a_trace_can_be_drawn_on_its_own_paper(tiny_model, seen, name, mode):
    from capsviz import figures
    from capsviz.figures.theme import palette

    figure = getattr(figures, name)(tiny_model, seen, mode=mode)
    assert figure.layout.template.layout.paper_bgcolor == palette(mode).paper
    assert len(figure.to_json()) > 1000
    assert figure.to_html(include_plotlyjs=False).rstrip().endswith("</html>")


def test_lengths_are_the_last_ones_and_the_winner_stands_out(tiny_model, seen):
    from capsviz import figures
    from capsviz.figures.theme import LIGHT

    (bars,) = figures.lengths(tiny_model, seen, 1).data
    np.testing.assert_array_equal(np.float32(bars.x), seen.lengths[1, -1])
    assert bars.marker.color.index(LIGHT.accent) == seen.winners[1]
    assert bars.marker.color.count(LIGHT.second) == 1


def test_couplings_are_types_by_places_in_every_iteration(tiny_model, seen):
    from capsviz import figures

    figure = figures.couplings(tiny_model, seen, 1, capsule=3)
    grid = tiny_model.config.grid
    assert len(figure.frames) == seen.couplings.shape[1]
    for t, frame in enumerate(figure.frames):
        found = np.array(frame.data[0].customdata)
        assert found.shape == (tiny_model.config.primary_types, grid * grid)
        for place in (0, 7, grid * grid - 1):
            for kind in (0, 3):
                capsule = place * tiny_model.config.primary_types + kind
                assert found[kind, place] == seen.couplings[1, t, capsule, 3]
    assert figure.data[0].customdata.tolist() == figure.frames[-1].data[0].customdata.tolist()
    assert [step.label for step in figure.layout.sliders[0].steps] == ["1", "2", "3"]


def test_uniform_couplings_lie_in_the_middle_of_the_pages_scale():
    from capsviz.figures.iterations import coupling_place

    places = coupling_place(np.float32([0.1, 0.5, 0.02, 1, 0]), 0.1)
    np.testing.assert_allclose(places, [0.5, 1, 0, 1, 0], atol=1e-6)


def test_flow_has_a_ribbon_from_each_type_to_each_class(tiny_model, seen):
    from capsviz import figures
    from capsviz.analysis.routing import routing_info
    from capsviz.tracing import votes

    (sankey,) = figures.flow(tiny_model, seen, iteration=2).data
    info = routing_info(seen[:1], votes(tiny_model, np.array(seen.primary[:1])), tiny_model)
    types = tiny_model.config.primary_types
    found = np.zeros((types, 10))
    for source, target, value in zip(
        sankey.link.source, sankey.link.target, sankey.link.value, strict=True
    ):
        found[source, target - types] = value
    np.testing.assert_allclose(found, info.type_flow[1], rtol=1e-6)


def test_votes_and_their_capsule_move_from_frame_to_frame(tiny_model, seen):
    from capsviz import figures

    figure = figures.votes(tiny_model, seen, capsule=2)
    points, arrows = zip(*(frame.data for frame in figure.frames), strict=True)
    assert all(len(votes.x) == seen.couplings.shape[2] for votes in points)
    np.testing.assert_array_equal(points[0].customdata, seen.couplings[0, 0, :, 2])
    assert arrows[0].x[1] != arrows[-1].x[1]


def test_a_cluster_has_its_gaussian_around_its_mean(tiny_model, seen):
    from dataclasses import replace

    from capsviz.analysis.routing import routing_info
    from capsviz.figures.iterations import draw_votes
    from capsviz.tracing import votes

    info = routing_info(seen[:1], votes(tiny_model, np.array(seen.primary[:1])), tiny_model)
    wide = np.broadcast_to(np.float32([[4, 0], [0, 1]]), (*info.cloud.spread.shape, 2, 2))
    figure = draw_votes(replace(info, cloud=replace(info.cloud, gaussian=wide)), 2, "2", "light")
    *_, outline = figure.frames[-1].data
    off = np.stack([outline.x, outline.y], 1) - info.cloud.totals[-1, 2]
    np.testing.assert_allclose((off**2 / [4, 1]).sum(1), 1, rtol=1e-4)


def test_two_inks_show_paper_and_the_colour_of_each_digit_alone():
    from capsviz.figures.decoded import two_inks
    from capsviz.figures.theme import palette, rgb

    first, second = np.float32([[0, 1, 0]]), np.float32([[0, 0, 1]])
    for mode in ("light", "dark"):
        colours = palette(mode)
        (row,) = two_inks(first, second, mode).tolist()
        assert [tuple(pixel) for pixel in row] == [
            rgb(colour) for colour in (colours.paper, colours.accent, colours.second)
        ]


def test_names_of_classes_are_shown_letter_by_letter(tiny_model, seen):
    from capsviz import figures

    for name in ("lengths", "reconstructions", "couplings", "flow", "votes", "viewpoint"):
        shown = getattr(figures, name)(tiny_model, seen, classes=NAMES).to_plotly_json()
        assert "&lt;b&gt;class" in str(shown)
        assert "<b>class" not in str(shown)


@pytest.mark.parametrize(
    "names", [range(10), np.arange(10), list(range(10)), dict(enumerate("abcdefghij"))]
)
def test_names_of_classes_may_be_any_objects(tiny_model, seen, names):
    from capsviz import figures

    texts = [str(name) for name in names]
    assert list(figures.lengths(tiny_model, seen, classes=names).data[0].y) == texts
    for name in ("reconstructions", "couplings", "flow", "votes", "sweep", "viewpoint", "network"):
        getattr(figures, name)(tiny_model, seen, classes=names)


def test_networks_stand_beside_each_other(loaded, seen):
    from capsviz import figures

    figure = figures.comparison([loaded, loaded], seen.images[0])
    bars = [trace for trace in figure.data if trace.type == "bar"]
    assert len(bars) == 2
    np.testing.assert_allclose(bars[0].y, seen.lengths[0, -1], atol=1e-3)


def test_measured_dimensions_have_their_r2_and_words():
    from capsviz import figures
    from capsviz.analysis.labels import labels
    from capsviz.paths import HOME
    from capsviz.training import checkpoint

    shipped = checkpoint.load(HOME / "checkpoints/dynamic.safetensors", "cpu")
    (cells,) = figures.dimensions(str(shipped.path)).data
    from capsviz.analysis import record

    effects = record.load(record.path_beside(shipped.path), shipped.digest).effects
    for k, row in enumerate(labels(effects)):
        for d, label in enumerate(row):
            if label.kind == "clear":
                assert cells.z[k][d] == pytest.approx(effects.r2[k, d, label.measures[0]])
            assert cells.customdata[k][d] == label.text


@pytest.fixture(scope="module")
def of_sprites():
    from capsviz.paths import HOME
    from capsviz.training import checkpoint

    return [
        checkpoint.load(HOME / f"checkpoints/{name}.safetensors", "cpu")
        for name in ("sprites", "sprites_cnn")
    ]


def test_factor_figures_show_the_stored_numbers(of_sprites):
    from capsviz import figures
    from capsviz.analysis import factor_report

    capsules, plain = (
        factor_report.load(factor_report.path_beside(one.path), one.digest) for one in of_sprites
    )
    for one, found in zip(of_sprites, (capsules, plain), strict=True):
        panels = [np.array(cells.z) for cells in figures.factors(one).data]
        np.testing.assert_array_equal(panels, [found.best, found.linear, found.nonlinear])
    (cells,) = figures.factors(capsules, 5).data
    np.testing.assert_array_equal(cells.z[:-2], capsules.single[5])
    np.testing.assert_array_equal(cells.z[-2:], [capsules.linear[5], capsules.nonlinear[5]])
    shown = figures.disentanglement(of_sprites).data
    assert len(shown) == 3 * 2 * 2
    np.testing.assert_array_equal(shown[2].x, plain.disentanglement)
    assert shown[3].x == (pytest.approx(plain.disentanglement.mean()),)
    np.testing.assert_array_equal(shown[8].x, capsules.gap.mean(1))
    for one in (of_sprites[0], of_sprites[0].name):
        alone = figures.disentanglement(one).data
        np.testing.assert_array_equal(alone[0].x, shown[0].x)


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda f, ours, other: f.factors(other), "alone, and .* reads 'mnist'"),
        (lambda f, ours, other: f.factors(ours[0], 8), "no capsule 8: choose 0 to 7"),
        (lambda f, ours, other: f.factors(ours[1], 0), "of a hidden layer were not measured"),
        (lambda f, ours, other: f.disentanglement([]), "nothing to show"),
    ],
)
def test_a_factor_figure_without_known_factors_raises_one_sentence(of_sprites, loaded, ask, says):
    from capsviz import figures
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match=says):
        ask(figures, of_sprites, loaded)


def test_every_transform_has_its_words_and_unit():
    from capsviz.data.affine import KINDS
    from capsviz.figures import curves

    assert tuple(curves._TITLES) == KINDS


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda f, m, s: f.flow(m, s, iteration=4), "no iteration 4"),
        (lambda f, m, s: f.votes(m, s, capsule=10), "no capsule 10"),
        (lambda f, m, s: f.viewpoint(m, s, kind="melting"), "no transform 'melting'"),
        (lambda f, m, s: f.viewpoint(m, s, capsule=-1), "no capsule -1"),
        (lambda f, m, s: f.lengths(m, s, 9), "no picture 9"),
        (lambda f, m, s: f.lengths(m, s, classes=["one"]), "has 10 classes: name as many, not 1"),
        (lambda f, m, s: f.comparison([], s.images[0]), "nothing to compare"),
        (lambda f, m, s: f.comparison("dynamic", s.images[0]), "give a list"),
    ],
)
def test_a_figure_of_missing_data_raises_one_sentence(tiny_model, seen, ask, says):
    from capsviz import figures
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match=says):
        ask(figures, tiny_model, seen)


@pytest.mark.parametrize(
    ("module", "name", "given", "says"),
    [
        ("figures.named", "checkpoint_of", (3,), "int is neither a name nor a checkpoint"),
        ("figures.theme", "palette", ("night",), "no mode 'night': choose one of light, dark"),
        ("analysis.decoding", "select_picture", ("dynamic", 3, 0), "give the network, from"),
        ("analysis.decoding", "check_index", ("capsule", "7", 10), "no capsule '7': choose 0 to 9"),
        (
            "analysis.decoding",
            "check_index",
            ("picture", 0.5, 1),
            "no picture 0.5: choose 0",
        ),
        ("training.checkpoint.folders", "find", (None,), "by its name or its file, not by None"),
        (
            "tracing",
            "as_images",
            ("seven.png", GREY),
            "open a picture file first",
        ),
    ],
)
def test_an_argument_of_another_type_raises_one_sentence(module, name, given, says):
    """Run without the type checks that only tests have."""
    import importlib
    import inspect

    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match=says):
        inspect.unwrap(getattr(importlib.import_module(f"capsviz.{module}"), name))(*given)


def test_the_network_is_drawn_block_by_block(tiny_model, seen):
    from capsviz import figures

    figure = figures.network(tiny_model, seen, 1)
    titles = [note.text.split("<br>")[0] for note in figure.layout.annotations]
    assert titles[:-1] == ["picture", "conv1", "primary", "votes", "routing", "decoder"]
    assert titles[-1].endswith("painted")
    conv1 = next(note.text for note in figure.layout.annotations if note.text.startswith("conv1"))
    assert conv1 == "conv1<br>16 × 20 × 20<br>1,312 weights"
    np.testing.assert_array_equal(
        np.float32(figure.data[0].z), seen.images[1] / seen.images[1].max()
    )
    flow = np.array(figure.data[4].z)
    assert flow.shape == (4, 10)
    assert flow.max() == 1


def test_figures_of_parts_and_objects_show_the_prediction(tmp_path):
    from capsviz import figures
    from capsviz.analysis.parts_reading import read_picture
    from capsviz.config import DIGITS, PartsConfig
    from capsviz.model.parts import PartsNetwork
    from capsviz.training.checkpoint import PartsCheckpoint

    model = PartsNetwork(PartsConfig(parts=5, template=7, objects=3, hidden=8)).eval()
    named = {"naming": [{"labels": 1, "classes": [4, 2, 4], "accuracy": None}]}
    loaded = PartsCheckpoint("some", model, named, "0", DIGITS, tmp_path)
    image = np.random.default_rng(3).random((28, 28), dtype=np.float32)
    info = read_picture(loaded, image)
    np.testing.assert_allclose(info.posterior.sum(), 1, rtol=1e-5)
    np.testing.assert_allclose(info.shares(10)[4], info.posterior[0] + info.posterior[2])
    light = 1 - (info.presences[:, None, None] * info.painted).clip(max=0.999)
    np.testing.assert_allclose(info.reconstruction, 1 - light.prod(0), atol=1e-5)
    assert list(figures.objects(loaded, image).data[0].y) == info.posterior.tolist()
    assert len(figures.parts(loaded, image, mode="dark").data) == 4


def test_a_claim_s_figure_has_its_numbers_and_intervals():
    from capsviz import figures
    from capsviz.analysis import claims
    from capsviz.errors import CapsvizError

    known = claims.load()
    claim = known.claim("overlap")
    (dots,) = figures.claims("overlap").data
    rows = known.measures[claim.measures[0]].rows
    assert dots.x == tuple(row.value for row in rows)
    np.testing.assert_allclose(
        np.subtract(dots.x, dots.error_x.arrayminus), [row.lower for row in rows]
    )
    np.testing.assert_allclose(np.add(dots.x, dots.error_x.array), [row.upper for row in rows])
    assert len(figures.claims("routing", mode="dark").data) >= 5
    with pytest.raises(CapsvizError, match="there is no claim"):
        figures.claims("none")
