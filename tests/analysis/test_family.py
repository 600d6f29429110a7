"""One network's votes under every routing: the rows of `capsviz compare --what-ifs`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from capsviz.analysis.family import MEMBERS, read_family, table
from capsviz.analysis.mcnemar import test_against as held_against
from capsviz.data.pictures import Pictures
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import MODELS, build


@pytest.fixture(scope="module")
def network() -> CapsNet:
    config = replace(MODELS["dynamic"], conv_channels=8, primary_types=2, decoder_hidden=(8, 8))
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        made = build(config).eval()
    assert isinstance(made, CapsNet)
    return made


@pytest.fixture(scope="module")
def pictures() -> Pictures:
    random = torch.Generator().manual_seed(0)
    images = torch.randint(0, 256, (20, 28, 28), generator=random, dtype=torch.uint8)
    return Pictures(images, torch.randint(0, 10, (20,), generator=random))


def test_the_first_row_is_the_network_itself_and_top_k_of_all_equals_it(network, pictures):
    own, most, least = read_family(network, pictures, ("dynamic", "top_k:10", "top_k:1"))
    with torch.no_grad():
        _, lengths = network(pictures.images.float() / 255)
    winner = lengths.max(1)
    assert own.longest == pytest.approx(float(winner.values.mean()), rel=1e-5)
    np.testing.assert_array_equal(own.right, (winner.indices == pictures.labels).numpy())
    assert most.longest == pytest.approx(own.longest, rel=1e-5)
    assert least.longest != pytest.approx(own.longest, rel=1e-3)


def test_every_routing_is_compared_with_the_first_only(network, pictures):
    members = read_family(network, pictures)
    assert [member.routing for member in members] == list(MEMBERS)
    assert len(table(members).splitlines()) == 2 + len(MEMBERS)
    right = {member.routing: member.right for member in members}
    tested = held_against(right, "dynamic")
    assert {pair.first for pair in tested} == {"dynamic"}
    assert len(tested) == len(MEMBERS) - 1


def test_a_network_trained_with_another_routing_gets_one_sentence(pictures):
    config = replace(MODELS["em"], conv_channels=8, primary_types=2, decoder_hidden=(8, 8))
    with pytest.raises(CapsvizError, match="not trained with dynamic routing"):
        read_family(build(config), pictures)
