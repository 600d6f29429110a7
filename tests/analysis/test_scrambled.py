"""Networks' confidence in pictures whose parts are in wrong places."""

from __future__ import annotations

import numpy as np
import pytest
import torch


@pytest.mark.parametrize("side", [4, 28, 29])
def test_scrambling_moves_parts_and_preserves_every_pixel(side):
    from capsviz.analysis.scrambled import WAYS

    images = (torch.arange(side * side).view(1, side, side) % 251).to(torch.uint8)
    for way in WAYS.values():
        moved = way(images)
        assert not torch.equal(moved, images)
        assert torch.equal(moved.flatten().sort().values, images.flatten().sort().values)


def test_each_scrambling_does_what_its_name_says():
    from capsviz.analysis.scrambled import flip_quadrants, rotate_thirds, swap_quadrants

    image = torch.tensor([[[0, 1, 2, 3]] * 2 + [[4, 5, 6, 7]] * 2], dtype=torch.uint8)
    assert swap_quadrants(image)[0].tolist() == [[6, 7, 4, 5]] * 2 + [[2, 3, 0, 1]] * 2
    assert flip_quadrants(image)[0].tolist() == [[1, 0, 3, 2]] * 2 + [[5, 4, 7, 6]] * 2
    thirds = torch.tensor([[[0] * 3, [1] * 3, [2] * 3]], dtype=torch.uint8)
    assert rotate_thirds(thirds)[0, :, 0].tolist() == [1, 2, 0]


def test_the_area_counts_pairs():
    from capsviz.analysis.scrambled import area_under_curve

    random = np.random.default_rng(0)
    whole, other = random.integers(0, 9, 40) / 9, random.integers(0, 7, 30) / 9
    pairs = [(a > b) + (a == b) / 2 for a in whole for b in other]
    assert area_under_curve(whole, other) == pytest.approx(np.mean(pairs))


def test_a_result_is_saved_and_ranks_do_not_depend_on_the_scale_of_outputs(tmp_path):
    from capsviz.analysis import scrambled
    from capsviz.data.pictures import Pictures
    from capsviz.model.capsnet import Capsules
    from capsviz.model.cnn import CNN

    class Net(CNN):
        """The first output depends on the ink in the upper left quarter."""

        def __init__(self, scale):
            torch.nn.Module.__init__(self)
            self.scale = scale
            self.weight = torch.nn.Parameter(torch.zeros(1))

        def forward(self, x):
            ink = x[:, :14, :14].mean((1, 2))
            lengths = torch.stack([self.scale(ink), torch.zeros_like(ink)], 1)
            return Capsules(lengths[..., None], lengths)

    random = torch.Generator().manual_seed(0)
    images = torch.randint(0, 100, (60, 28, 28), generator=random)
    images[:, :14, :14] += torch.randint(0, 150, (60, 1, 1), generator=random)
    pictures = Pictures(images.to(torch.uint8), torch.zeros(60, dtype=torch.long))
    plain, squared = (
        scrambled.measure_scrambled(Net(scale), pictures, "net", "0" * 64)
        for scale in (torch.sqrt, torch.square)
    )
    assert plain["median"] != squared["median"]
    for key in ("sure", "auc"):
        assert plain[key] == pytest.approx(squared[key], abs=0.04)
    assert plain["auc"][1] > 0.8  # the ink went elsewhere
    assert plain["auc"][3] == pytest.approx(0.5, abs=0.01)  # and here it stayed in its quarter

    path = tmp_path / "scrambled.json"
    scrambled.ROWS.save(path, [plain])
    scrambled.ROWS.save(path, [squared | {"checkpoint": "other"}])
    assert [row["checkpoint"] for row in scrambled.ROWS.load(path)] == ["net", "other"]
    assert "| net | quadrants swapped |" in scrambled.format_scrambled([plain])
