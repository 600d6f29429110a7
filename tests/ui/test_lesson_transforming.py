"""The lesson's transforming auto-encoder: its places follow a shift, and browsers run it alike."""

from __future__ import annotations

import numpy as np
import pytest
import torch

MODEL = "pages/learn/models/transforming.js"
RUN = """({ arrays, shapes, unit, image, shift }) => {
  const typed = Object.fromEntries(
    Object.entries(arrays).map(([name, values]) => [name, Float32Array.from(values)]),
  );
  const network = new TransformingNetwork({ arrays: typed, shapes }, unit);
  const found = network.recognise(image);
  const moved = network.recognise(shiftImage(image, shift));
  return {
    p: found.map(({ p }) => p), place: found.map(({ place }) => place),
    painted: Array.from(network.generate(found, shift)), mean: meanMove(found, moved),
  };
}"""


@pytest.fixture(scope="module")
def network():
    from safetensors import safe_open

    from capsviz.model.transforming import TransformingAutoencoder, TransformingConfig
    from capsviz.ui.lessons.figure_data import TRANSFORMING

    made = TransformingAutoencoder(TransformingConfig())
    with safe_open(TRANSFORMING, framework="pt") as file:
        state = {name: file.get_tensor(name).float() for name in made.state_dict()}
    made.load_state_dict(state)
    return made.requires_grad_(False)


def test_the_browsers_network_is_the_one_in_torch(script, network):
    from capsviz.data.augment import shift_images
    from capsviz.ui.lessons.figure_data import load_transforming

    described, _ = load_transforming()
    assert described is not None
    torch.manual_seed(0)
    image, shift = torch.rand(1, 28, 28), torch.tensor([[2, -3]])
    state = network.state_dict()
    given = {
        "arrays": {name: value.flatten().tolist() for name, value in state.items()},
        "shapes": {name: list(value.shape) for name, value in state.items()},
        "unit": described["unit"],
        "image": image.flatten().tolist(),
        "shift": shift[0].tolist(),
    }
    found = script(MODEL, RUN, given)
    before = network.recognise(image)
    after = network.recognise(shift_images(image, shift.flip(1), 3))
    weights = before.p[0, :, None] / before.p.sum()
    for name, expected in {
        "p": before.p[0],
        "place": before.place[0],
        "painted": network(image, shift.float()).flatten(),
        "mean": (weights * (after.place - before.place)[0]).sum(0),
    }.items():
        assert np.allclose(found[name], expected, atol=1e-3), name


def test_the_places_follow_a_shift_that_nobody_tells_them(network):
    """The record's numbers are those of the file, on validation digits."""
    from machine import lacking

    from capsviz.data.sets import open_set
    from capsviz.development.lesson_records.transforming import measure
    from capsviz.errors import CapsvizError
    from capsviz.ui.lessons.figure_data import load_transforming

    try:
        held = open_set("mnist").learning().validation
    except CapsvizError as error:
        lacking(str(error))
    described, _ = load_transforming()
    assert described is not None
    assert held is not None
    measured = measure(network, held.images)
    for name, value in described["measured"].items():
        assert measured[name] == pytest.approx(value, abs=0.02), name
    low, high = measured["interval"]
    assert 0.8 < low < high < 1
    assert measured["explained"] > 0.85
    assert measured["error"] < measured["unmoved"] / 4
