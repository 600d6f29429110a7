"""Claims: the browser scrambles as the measurement does, and one route reads by every network."""

from __future__ import annotations

import base64
import json

import numpy as np
import pytest
import torch

SCRAMBLING = "pages/claims/scrambling.js"
FIGURES = "pages/claims/figures.js"


@pytest.mark.parametrize(
    ("way", "order", "flip"),
    [("quadrants swapped", "3210", False), ("quadrants flipped", "0123", True)],
)
def test_the_browsers_quarters_are_those_that_were_measured(script, way, order, flip):
    from capsviz.analysis.scrambled import WAYS

    image = torch.from_numpy(np.random.default_rng(0).integers(0, 256, (28, 28)).astype(np.uint8))
    found = script(
        SCRAMBLING,
        "([image, order, flip]) => Array.from(scramble(Uint8Array.from(image), order, flip))",
        [image.flatten().tolist(), order, flip],
    )
    assert found == WAYS[way](image[None])[0].flatten().tolist()


def test_a_quarter_that_is_dragged_lies_over_the_others_and_falls_into_the_nearest_place(script):
    image = np.zeros((28, 28), np.uint8)
    image[2, 3], image[20, 20] = 200, 90
    picture, places, order = script(
        SCRAMBLING,
        """(image) => [
          Array.from(
            scramble(Uint8Array.from(image), "0123", false, { position: 0, dx: 5, dy: 4 }),
          ),
          [[0, 4, 3], [0, 9, 2], [0, 10, 12], [3, -9, 0]].map((drag) => nearestPosition(...drag)),
          exchange("0123", 0, 3),
        ]""",
        image.flatten().tolist(),
    )
    made = np.array(picture).reshape(28, 28)
    assert made[6, 8] == 200
    assert made[20, 20] == 90
    assert made.sum() == 290
    assert places == [0, 1, 3, 2]
    assert order == "3120"


@pytest.mark.parametrize("degrees", [0, 37, -120, 180])
def test_the_browser_turns_a_digit_as_viewpoint_does(script, degrees):
    from capsviz.data.affine import linear, map_image

    image = np.random.default_rng(0).integers(0, 256, (28, 28)).astype(np.uint8)
    found = script(
        SCRAMBLING,
        "([image, degrees]) => Array.from(turnAround(Uint8Array.from(image), degrees))",
        [image.flatten().tolist(), degrees],
    )
    expected = map_image(image.astype(np.float32), linear(float(degrees), 1.0, 1.0, 0.0))
    assert np.abs(np.array(found).reshape(28, 28) - expected).max() <= 0.51


def test_a_rank_lies_between_the_quantiles(script):
    ranks = script(
        SCRAMBLING,
        "(values) => values.map((value) => rankAmong(value, [0.2, 0.6, 0.8]))",
        [0.1, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9],
    )
    assert ranks == pytest.approx([0, 0, 0.25, 0.5, 0.75, 1, 1])


def test_numbers_are_written_with_their_significant_figures(script):
    said = script(
        FIGURES,
        """() => [
          numberText(0.0914, "share"), numberText(0, "share"), numberText(201609216, "count"),
          numberText(0.00393, "R²"), intervalText(["a", "", 0.5, 0.4, 0.6], "share"),
        ]""",
        None,
    )
    assert said == [
        "9.1 %",
        "0 %",
        "201,609,216",
        "0.00393",
        "50.0 % (40.0 % to 60.0 %)",
    ]


def test_counts_lie_on_a_scale_of_powers_of_ten_each_thing_for_itself(script):
    """Parameters beside multiply-adds would all lie at 0."""
    rows = [
        [name, thing, value, None, None]
        for name, values in (("a", (1e4, 1e8)), ("b", (1e6, 1e7)))
        for thing, value in zip(("parameters", "multiply-adds"), values, strict=True)
    ]
    drawn = script(
        FIGURES,
        """(rows) => {
          const found = { dots: [], words: [] };
          const g = new Proxy({
            measureText: (words) => ({ width: 6 * words.length }),
            arc: (x) => found.dots.push(x),
            fillText: (words, x) => found.words.push([words, x]),
          }, { get: (known, name) => known[name] ?? (() => {}), set: () => true });
          drawIntervals(g, 900, rows, "count", { font: () => "" });
          return found;
        }""",
        rows,
    )
    most, ten, least, one = drawn["dots"]
    assert most - one == pytest.approx(2 * (most - ten))
    assert one - least == pytest.approx(most - one)
    assert "1 million" in [words for words, _ in drawn["words"]]
    assert [words for words, x in drawn["words"] if x == 0] == [
        *("a, multiply-adds", "b, multiply-adds", "a, parameters", "b, parameters")
    ]


@pytest.mark.parametrize(
    ("difference", "unit", "language", "words"),
    [
        ((0.0098, 0.0038, 0.0158), "share", "en", "+0.98 points (+0.38 to +1.58)"),
        ((-0.1, -0.1, -0.1), "share", "en", "−10 points"),
        ((0.3254, 0.1936, 0.4572), "R²", "en", "+33 points of R² (+19 to +46)"),
        ((15.105, 14.424, 15.816), "× the CNN's time", "de", "+15,11 × Zeit des CNN"),
        ((188_268_600.0,) * 3, "multiply-adds", "en", "+188 million multiply-adds"),
        ((188_268_600.0,) * 3, "multiply-adds", "zh", "+1.88亿"),
        ((-8_571_120.0,) * 3, "parameters", "de", "−8,57 Millionen Parameter"),
        ((0.0, 0.0, 0.0), "MB", "en", "0 MB"),
    ],
)
def test_a_difference_is_told_with_its_unit(difference, unit, language, words):
    from capsviz.analysis.claims import Difference
    from capsviz.ui.pages.claims.effects import effect_words

    assert effect_words(Difference(*difference), unit, language).startswith(words)


def test_every_effect_on_the_page_has_a_unit():
    from capsviz.ui.languages import native_names
    from capsviz.ui.pages.claims.data import _claims

    for language in native_names():
        effects = [
            test["effect"] for claim in _claims(language)["claims"] for test in claim["tests"]
        ]
        assert effects
        assert all(any(letter.isalpha() for letter in each.partition("(")[0]) for each in effects)


def test_differences_of_shares_have_one_scale_that_separates_small_ones(script):
    from capsviz.ui.catalogue.page_settings import PageSettings
    from capsviz.ui.pages.claims.data import page_data

    claims = page_data(PageSettings())["claims"]
    known = [
        value
        for claim in claims
        for test in claim["tests"]
        if test["unit"] in ("share", "R²")
        for value in test["difference"]
    ]
    asked = [*sorted(known), 0, 0.01, -0.01]
    *places, zero, more, less = script(
        "pages/claims/effects.js",
        "([claims, values]) => values.map(scaleOf(claims))",
        [claims, asked],
    )
    assert places == sorted(places)
    assert (places[0], places[-1]) == pytest.approx((0, 1))
    assert more - zero == pytest.approx(zero - less)
    assert more - zero > 0.05, "a point is seen beside fifty"


def test_every_claim_has_an_experiment_or_a_reason_for_none(script):
    from capsviz.analysis import claims

    names = [claim.name for claim in claims.load().claims]
    here = {"networks": [{"name": "dynamic", "capsules": True}], "asks": ["overlap", "parts"]}
    site = {"networks": [{"name": "cnn", "capsules": False}], "asks": [], "fewer": True}
    tried, why, elsewhere = script(
        "pages/claims/experiments/index.js",
        """([names, here, site]) => [
          Object.keys(EXPERIMENTS),
          names.filter((name) => unavailableReason(name, here)),
          names.map((name) => unavailableReason(name, site)).filter((why) => why.endsWith(".")),
        ]""",
        [names, here, site],
    )
    assert set(tried) < set(names)
    without = {"few", "reconstruction", "starvation", "recipe", "solids"}
    assert set(names) - set(tried) == {*why} == without
    assert len(elsewhere) == len(names)


def test_the_types_that_differ_most_from_a_class_come_first(script):
    couplings = [0.1, 0.5, 0.3, 0.2, 0.1, 0.9, 0.5, 0.2]  # two places of four types
    found = script(
        "pages/claims/experiments/capsules.js",
        "([couplings, usual]) => findUnusualTypes(couplings, usual)",
        [couplings, [0.1, 0.1, 0.4, 0.5]],
    )
    assert [one["type"] for one in found] == [1, 3, 0]
    assert [one["mean"] for one in found] == pytest.approx([0.7, 0.2, 0.1])
    assert [one["usual"] for one in found] == [0.1, 0.5, 0.1]


def test_a_line_is_laid_through_numbers_and_parts_trade_places(script):
    line = script(
        "pages/claims/experiments/capsules.js",
        "() => [fitLine([-1, 0, 1], [1, 3, 5]), fitLine([-1, 0, 1], [1, 0, 1]).share]",
        None,
    )
    assert line == [{"slope": 2, "start": 3, "share": 1}, 0]
    parts = [{"x": [at], "d": d} for at, d in enumerate((0.2, 0.9, 0.1, 0.8))]
    traded = script("pages/claims/experiments/overlap_parts_cost.js", "tradePlaces", parts)
    assert [part["x"] for part in traded] == [[0], [3], [2], [1]]
    assert [part["d"] for part in traded] == [0.2, 0.9, 0.1, 0.8]


def test_the_page_has_the_verdicts_that_the_command_prints():
    from capsviz.analysis import claims
    from capsviz.ui.catalogue.page_settings import PageSettings
    from capsviz.ui.pages.claims.data import page_data

    data = page_data(PageSettings())
    known = claims.load()
    for claim, shown in zip(known.claims, data["claims"], strict=True):
        pairs = known.pairs(claim)
        assert shown["verdict"] == claims.judge(pairs)[0]
        assert len(shown["tests"]) == len(pairs)
        assert all(name in data["measures"] for name in shown["measures"])
    assert set(data["whole"]) == {one["name"] for one in data["networks"]}
    assert all(sorted(ranks) == ranks and len(ranks) == 21 for ranks in data["whole"].values())
    types = {name: {len(usual) for usual in of} for name, of in data["usual"].items()}
    assert types == {"dynamic": {32}, "efficient": {16}, "matrix": {16}}
    assert all(len(of) == 10 for of in data["usual"].values())


def test_a_link_opens_each_claim_and_keeps_all_guesses():
    from capsviz.analysis import claims
    from capsviz.ui.pages.claims.view import View

    names = [claim.name for claim in claims.load().claims]
    for name in names:
        view = View.from_plain({**View().to_plain(), "claim": name, "guessed": " ".join(names)})
        assert view.claim == name


@pytest.fixture
def client():
    from starlette.applications import Starlette
    from starlette.testclient import TestClient

    from capsviz.ui.pages.claims.routes import routes

    return TestClient(Starlette(routes=routes()))


def test_networks_that_are_read_first_can_still_be_attacked(client, monkeypatch):
    from capsviz.training import checkpoint
    from capsviz.ui.pages.claims import routes

    class Fresh:
        def fast(self, name):
            self.loaded = checkpoint.load(name, torch.device("cpu"))
            return self.loaded

    fresh = Fresh()
    monkeypatch.setattr(routes, "engine", lambda: fresh)
    asked = {"networks": ["efficient"], "center": True}
    raster = np.zeros((112, 112), np.uint8)
    assert client.post("/capsviz/claims/read", content=question(asked, raster)).status_code == 200
    assert not any(each.is_inference() for each in fresh.loaded.model.parameters())


def question(header: dict, raster: np.ndarray) -> bytes:
    text = json.dumps({"seq": 0, **header}).encode()
    return len(text).to_bytes(4, "little") + text + raster.tobytes()


def test_every_requested_network_reads_the_picture(client):
    from capsviz.data.drawing import render, to_bytes
    from capsviz.data.normalisation import INPUT, network_input
    from capsviz.data.samples import samples

    raster = render(next(one.drawing for one in samples() if one.digit == 7))
    asked = {"networks": ["cnn", "dynamic"], "center": True}
    reply = client.post("/capsviz/claims/read", content=question(asked, raster)).json()
    assert list(reply["outputs"]) == ["dynamic", "cnn"]
    assert {int(np.argmax(each)) for each in reply["outputs"].values()} == {7}
    assert all(ms > 0 for ms in reply["ms"].values())
    expected = to_bytes(network_input(raster, INPUT, digits=True, center=True))
    assert base64.b64decode(reply["input"]) == expected.tobytes()
    for networks in ([], ["overlap"], "dynamic", [["dynamic"]], [{}]):
        refused = client.post(
            "/capsviz/claims/read", content=question({"networks": networks}, raster)
        )
        assert refused.status_code == 400
        assert "the networks must be some of dynamic" in refused.json()["error"]
