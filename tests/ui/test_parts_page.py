"""Parts: the browser's network is the one in PyTorch, and drawings come to it in one form."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from oddities import oddities

NETWORK = "browser/parts_network/network.js"
RUN = """({ file, image, poses, wasm }) => {
  const arrays = {};
  const shapes = {};
  for (const [name, { values, shape }] of Object.entries(file)) {
    arrays[name] = Float32Array.from(values);
    shapes[name] = shape;
  }
  const network = new PartsNetwork({ arrays, shapes }, wasm);
  const parts = network.read(Float32Array.from(image));
  const said = network.explain(parts);
  return {
    x: parts.map((part) => part.x), d: parts.map((part) => part.d), z: said.z, mu: said.mu,
    picture: Array.from(network.paint(parts, 28)), a: posterior(said.terms, poses),
  };
}"""


@pytest.mark.parametrize("wasm", [True, False])
@pytest.mark.parametrize("poses", [True, False])
def test_the_browsers_network_is_the_one_in_torch(script, poses, wasm):
    from dataclasses import replace

    from capsviz.config import PartsConfig
    from capsviz.model.parts import PartsNetwork

    torch.manual_seed(0)
    network = PartsNetwork(PartsConfig(parts=5, template=7, objects=3, hidden=8))
    for weights in network.parameters():
        weights.data += 0.1 * torch.randn_like(weights)
    network.requires_grad_(False)
    images = torch.rand(20, 28, 28)
    parts = network.parts(images)
    network.objects.standardise(parts.x, parts.d)
    parts, objects = network(images[:1])
    network.objects.config = replace(network.config, poses=poses)
    judged = network.objects(parts.x, parts.d)
    file = {
        name: {"values": value.flatten().tolist(), "shape": list(value.shape)}
        for name, value in network.state_dict().items()
    }
    given = {"file": file, "image": images[0].flatten().tolist(), "poses": poses, "wasm": wasm}
    found = script(NETWORK, RUN, given)
    for name, expected in {
        "x": parts.x.flatten(2)[0],
        "d": parts.d[0],
        "z": objects.z[0],
        "mu": objects.mu[0].flatten(2),
        "picture": network.paint(parts)[0],
        "a": network.read(parts, judged)[0],
    }.items():
        assert np.allclose(found[name], expected, atol=2e-5, rtol=1e-3), name


def test_handles_move_turn_and_shear(script):
    found = script(
        ["pages/parts/stage.js", "browser/parts_network/affine.js"],
        """() => {
          const pose = { width: 0.5, height: 0.4, turn: 0.3, shear: 0.2, x: 0.1, y: -0.2 };
          const x = affine(pose);
          return [
            poseOf(x),
            poseOf(dragPose("move", x, [0.4, 0.3])),
            poseOf(dragPose("turn", x, apply(x, 0, -0.9))),
            poseOf(dragPose("shear", x, handleAt("shear", x))),
          ];
        }""",
    )
    same, moved, turned, held = found
    assert same == pytest.approx(
        {"width": 0.5, "height": 0.4, "turn": 0.3, "shear": 0.2, "x": 0.1, "y": -0.2}
    )
    assert (moved["x"], moved["y"], moved["turn"]) == pytest.approx((0.4, 0.3, 0.3))
    assert turned["turn"] < same["turn"] - 1
    assert turned["shear"] == pytest.approx(same["shear"])
    assert held == pytest.approx(same)


def test_parts_set_by_hand_are_of_one_drawing(script):
    from capsviz.errors import CapsvizError
    from capsviz.ui.pages.parts.view import View

    hand, back = script(
        "pages/parts/manual_parts.js",
        """() => {
          const found = [{ x: [1, 0, 0, 0, 1, 0], d: 1 }, { x: [1, 0, 0, 0, 1, 0], d: 0.001 }];
          const made = [{ x: [0.5, 0, 0.2, 0, 1, 0], d: 1 }, { x: [2, 0, 0, 0, 1, 0], d: 0.001 }];
          const hand = handOf(drawingHash(Uint8Array.of(1, 2)), found, made);
          return [hand, applyHand(found, hand), handOf(1, found, found.slice())];
        }""",
    )[:2]
    assert hand["parts"] == [[0, 0.5, 0, 0.2, 0, 1, 0, 1]]
    assert back[0]["x"] == [0.5, 0, 0.2, 0, 1, 0]
    assert back[1]["x"][0] == 1  # of a part that is not there nothing is kept
    assert View.from_plain({"hand": hand}).to_plain()["hand"] == hand
    for bad in ([], {"of": -1, "parts": []}, {"of": 1, "parts": [[0]]}, {"of": 1, "parts": 3}):
        with pytest.raises(CapsvizError, match="by hand"):
            View.from_plain({"hand": bad})


def test_another_network_brings_pictures_of_its_own(script):
    from capsviz.config.read_settings import ReadSettings
    from capsviz.data.drawing import render
    from capsviz.data.normalisation import resize
    from capsviz.ui.catalogue.page_settings import PageSettings
    from capsviz.ui.networks import cache
    from capsviz.ui.pages.parts.data import page_data
    from capsviz.ui.pages.parts.view import View

    digits = page_data(PageSettings(view=View()))
    assert (digits["name"], digits["digits"]) == ("parts", True)
    chosen = page_data(PageSettings(view=View(network="parts_sprites")))
    # Which is also what stands there for who looked at sprites on other pages.
    assert page_data(PageSettings(ReadSettings("sprites"), view=View())) == chosen
    assert (chosen["name"], chosen["digits"]) == ("parts_sprites", False)
    assert chosen["samples"] == cache.samples_json("sprites")[0] != digits["samples"]
    # They are read as they are, at the size that the network reads.
    raster = render(cache.samples("parts_sprites")[0].drawing)
    for side in (28, 36, 40):
        run = """([raster, side]) => Array.from(
          formOf(Uint8Array.from(raster), side, { digits: false, center: true }).image)"""
        pixels = script("browser/digit_form.js", run, [raster.ravel().tolist(), side])
        assert np.allclose(np.reshape(pixels, (side, side)), resize(raster, side), atol=1e-5)


COLUMN = """async ({ file, column, rasters }) => {
  const engine = { partsNetwork: async () => unpackArrays(base64ToBytes(file)) };
  const read = (raster) => partsColumn(engine, column, base64ToBytes(raster), true);
  return Promise.all(rasters.map(read));
}"""


@pytest.mark.parametrize("name", ["parts", "parts_24", "parts_sprites"])
def test_a_published_site_compares_it_as_the_app_does(script, name):
    import base64

    from capsviz.data.drawing import Drawing, render
    from capsviz.ui.networks import cache
    from capsviz.ui.networks.parts import encode, load_network
    from capsviz.ui.pages.compare import data, publication

    loaded = load_network(name)
    drawings = [*(each.drawing for each in cache.samples(name)[::8]), *oddities()]
    rasters = [render(each) for each in (*drawings, Drawing.from_plain({"s": [], "b": None}))]
    shown = [data._Picture(raster, True, "drawing") for raster in rasters]
    expected = [data._parts_column(loaded, each) for each in shown]
    given = {
        "file": base64.b64encode(encode(loaded)).decode(),
        "column": {**expected[0], "parts": publication._parts()[loaded.name]},
        "rasters": [base64.b64encode(each).decode() for each in rasters],
    }
    modules = ["site/parts_column.js", "browser/arrays.js", "browser/raster.js"]
    for found, column in zip(script(modules, COLUMN, given), expected, strict=True):
        assert found.keys() <= column.keys()
        assert found["winner"] == column["winner"]
        assert found["none"] == pytest.approx(column["none"], abs=2e-4)
        assert found["lengths"] == pytest.approx(column["lengths"], abs=2e-4)
        pictures = [
            np.frombuffer(base64.b64decode(each["reconstruction"]), np.uint8).astype(int)
            for each in (found, column)
        ]
        assert np.abs(pictures[0] - pictures[1]).max() <= 2
