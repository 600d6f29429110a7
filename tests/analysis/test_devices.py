"""Analyses move their arrays to the network's device and their results back.

`meta` stands for a GPU: mixing it with the CPU is an error there too. Only the results that are
moved back are replaced, by zeros; numpy takes nothing that was not moved back.
"""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch.overrides import TorchFunctionMode

from capsviz.analysis import (
    adversarial,
    attack_success,
    decoding,
    dimensions,
    factor_report,
    laws,
    overlap,
    presence,
    routing,
    viewpoint,
    vote_weights,
)
from capsviz.config import ModelConfig
from capsviz.data.affine import Transform
from capsviz.data.pictures import Pictures
from capsviz.data.sprites import sprites
from capsviz.model.capsnet import CapsNet
from capsviz.model.routing import ROUTINGS
from capsviz.tracing import live, reconstructions, trace, votes, winners
from capsviz.training import evaluate

META = torch.device("meta")
HOME = {torch.Tensor.cpu, torch.Tensor.item, torch.Tensor.tolist} | {
    getattr(torch.Tensor, name) for name in ("__bool__", "__float__", "__int__", "__index__")
}


class BroughtHome(TorchFunctionMode):
    """Results moved back from `meta` are zeros."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        if func in HOME and args[0].device == META:
            zeros = torch.zeros(args[0].shape, dtype=args[0].dtype)
            return zeros if func is torch.Tensor.cpu else func(zeros)
        return func(*args, **(kwargs or {}))


@pytest.fixture
def _brought_home():
    with BroughtHome():
        yield


def network(name: str, side: int = 28) -> CapsNet:
    config = ModelConfig(
        routing=name, conv_channels=8, primary_types=2, decoder_hidden=(16, 32), image_size=side
    )
    with META:
        return CapsNet(config).eval().requires_grad_(False)


def digits(n: int = 40) -> Pictures:
    random = torch.Generator().manual_seed(0)
    images = torch.randint(0, 256, (n, 28, 28), dtype=torch.uint8, generator=random)
    return Pictures(images, torch.arange(n) % 10)


IMAGE = np.random.default_rng(0).random((28, 28), np.float32)


def of_a_trace(model: CapsNet) -> None:
    seen = trace(model, IMAGE)
    assert live(model, IMAGE).lengths.shape == seen.lengths.shape
    u_hat = votes(model, seen.primary)
    reconstructions(model, seen.poses)
    winners(model, seen)
    decoding.decode(model, seen)
    decoding.sweep(model, seen)
    decoding.way(model, trace(model, np.stack([IMAGE, IMAGE])))
    vote_weights.mixing(model, seen, u_hat)
    routing.routing_info(seen, u_hat, model)


def of_attacks(model: CapsNet) -> None:
    for method in adversarial.METHODS:
        adversarial.attack_and_read(model, IMAGE, 3, 0.1, method, reader=model)
    attack_success.resistance(model, digits(20), epsilons=(0.1,))


def of_poses(model: CapsNet) -> None:
    dimensions.read_poses(model, dimensions.Ones(digits()))
    presence.read_presence(model, digits())


class _EnoughError(Exception):
    """Ends a test once the device's part is done."""


def _read_two(read, *_):
    lengths, poses = read(np.stack([IMAGE, IMAGE]))
    assert len(lengths) == len(poses) == 2
    raise _EnoughError


def of_movements(model: CapsNet) -> None:
    viewpoint.curve(model, model, IMAGE, Transform(), "rotation", 3)
    with pytest.MonkeyPatch.context() as instead:
        instead.setattr(laws, "fit_laws", _read_two)  # in place of thousands
        with pytest.raises(_EnoughError):
            laws.fits_of(model, digits(20), quiet=True)


def of_scores(model: CapsNet) -> None:
    evaluate.evaluate(model, digits())
    evaluate.evaluate_pairs(network(model.config.routing, 36), digits())


def of_pairs(model: CapsNet) -> None:
    wide = network(model.config.routing, 36)
    images = np.random.default_rng(0).random((3, 36, 36), np.float32)
    overlap.two_longest(wide, images)
    overlap.right_by_iterations(wide, images, np.zeros((3, 2), np.int64))
    overlap.split_picture(wide, images[0])


def of_truth(model: CapsNet) -> None:
    factor_report.read_code(model, sprites(16, 0).pictures)


@pytest.mark.usefixtures("_brought_home")
@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # numbers that are all zero
@pytest.mark.parametrize("name", ROUTINGS)
def test_results_of_a_trace_stay_on_the_network_s_device(name):
    of_a_trace(network(name))


@pytest.mark.usefixtures("_brought_home")
@pytest.mark.parametrize(
    "analysis", [of_attacks, of_poses, of_movements, of_scores, of_pairs, of_truth]
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_an_analysis_brings_its_pictures_to_the_network(analysis):
    analysis(network("dynamic"))


def test_tensors_left_on_the_meta_device_raise():
    with BroughtHome(), pytest.raises(RuntimeError):
        network("dynamic")(torch.zeros(1, 28, 28))
    with BroughtHome(), pytest.raises((RuntimeError, TypeError, NotImplementedError)):
        torch.zeros(2, device=META).numpy()
