"""The Overlap page's messages and routes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import torch
from jaxtyping import Float32, Int64
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from capsviz.analysis import overlap as analysis
from capsviz.analysis.overlap import (
    COMPARED_ITERATIONS,
    feeds,
    longest_two,
    mean_couplings,
    probabilities,
)
from capsviz.data.drawing import to_bytes
from capsviz.data.overlap import SIDE, draw_pairs, pictures
from capsviz.engine import YieldPoint, engine
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network
from capsviz.tracing import reconstructions, trace
from capsviz.training import checkpoint
from capsviz.ui.live import messages
from capsviz.ui.networks import cache
from capsviz.ui.pages.overlap.digit import Digit
from capsviz.ui.pages.overlap.view import SplitRequest, read_iterations, read_pair
from capsviz.ui.server import endpoints

#: The network that reads two digits, and the CNN beside it.
MODEL, PLAIN = "overlap", "overlap_cnn"
#: Pairs drawn at a time to find one that the network errs on, or to count its right answers.
SEARCH_BATCH = 64
#: Draws in a search. The network errs on about one pair in twenty, so one draw in 25 has none.
MAX_DRAWS = 16


def decode(header: dict[str, Any], raw: bytes) -> SplitRequest:
    """Read a request and the picture behind it; raises `CapsvizError` with what is wrong."""
    forced, iterations = (
        read_pair(header.get("forced")),
        read_iterations(header.get("iterations")),
    )
    if len(raw) != SIDE * SIDE:
        raise CapsvizError(f"the picture of two digits must be {SIDE} x {SIDE} bytes")
    image = np.frombuffer(raw, np.uint8).reshape(SIDE, SIDE)
    return SplitRequest(image, forced, iterations, messages.read_seq(header))


def answer(question: SplitRequest) -> bytes:
    """Ask the network, in the engine's thread; raises `CapsvizError`."""
    return engine().run(lambda: _answer(question)).result()


def _answer(question: SplitRequest) -> bytes:
    # In float32: in bfloat16 55 of 10,000 pairs are read otherwise.
    network = engine().checkpoint(MODEL).capsnet
    network.decoder.require()
    image = question.image.astype(np.float32) / 255
    iterations = network.rounds(question.iterations)
    routing = trace(network, image, max(iterations, COMPARED_ITERATIONS))
    iterations = min(iterations, routing.lengths.shape[1])  # one if the routing has no iterations
    two = question.forced or longest_two(routing.lengths[0, iterations - 1])
    types = network.config.primary_types
    arrays = {
        "lengths": routing.lengths[0],
        "reconstructions": to_bytes(
            reconstructions(network, routing.capsules[:, iterations - 1])[0]
        ),
        "couplings": mean_couplings(routing, two, types),
        "feeds": feeds(routing, two, types),
    }
    plain = _load_cnn()
    if plain is not None:
        arrays["probabilities"] = probabilities(plain, image)
    header = {"seq": question.seq, "iterations": iterations, "capsules": list(two)}
    return messages.pack_arrays(header, arrays)


def _load_cnn() -> Network | None:
    """The CNN beside the capsules, where it is on this machine and can be read."""
    if PLAIN not in checkpoint.names():
        return None
    try:
        return engine().checkpoint(PLAIN).model
    except CapsvizError:
        return None


# --- routes --------------------------------------------------------------------------------


async def _read(header: Any, raw: bytes) -> bytes:
    question = decode(header, raw)
    return await asyncio.wrap_future(engine().run(lambda: _answer(question)))


async def pair(request: Request) -> Response:
    """A random test pair; with ``?wrong=1`` one that the network errs on, found on the spot."""
    parameters = dict(request.query_params)
    seed = _seed(parameters)
    if not parameters.get("wrong"):
        return JSONResponse(_pair(await endpoints.run_in_thread(_random_pairs, seed, 1), 0))
    for k in range(MAX_DRAWS):
        pairs = await endpoints.run_in_thread(_random_pairs, seed + k, SEARCH_BATCH)
        index = await endpoints.run_live(partial(_wrong_one, pairs))
        if index is not None:
            return JSONResponse(_pair(pairs, index))
    raise CapsvizError(f"the network names both digits of all {MAX_DRAWS * SEARCH_BATCH} pairs")


async def count(request: Request) -> Response:
    """On how many of some random test pairs both are right, by number of iterations."""
    pairs = await endpoints.run_in_thread(
        _random_pairs, _seed(dict(request.query_params)), SEARCH_BATCH
    )
    return JSONResponse(
        {"n": SEARCH_BATCH, "right": await endpoints.run_live(lambda p: _count(pairs, p))}
    )


def _wrong_one(pairs: _PairBatch, pause: YieldPoint) -> int | None:
    """Number of a pair that the network errs on, or None."""
    two = analysis.two_longest(_network(), pairs.images, pause)
    is_wrong = (np.sort(two, axis=1) != np.sort(pairs.labels, axis=1)).any(1)
    return int(is_wrong.argmax()) if is_wrong.any() else None


def _pair(pairs: _PairBatch, index: int) -> dict[str, Any]:
    return {
        "digits": [
            Digit(
                pairs.digits[index, k].tobytes(),
                int(pairs.labels[index, k]),
                (int(pairs.moves[index, k, 0]), int(pairs.moves[index, k, 1])),
            ).to_plain()
            for k in (0, 1)
        ]
    }


def _count(pairs: _PairBatch, pause: YieldPoint) -> list[int]:
    return analysis.right_by_iterations(_network(), pairs.images, pairs.labels, pause)


@dataclass(frozen=True, slots=True)
class _PairBatch:
    """Images of random test pairs; the digits apart, as bytes; their classes and places."""

    images: Float32[np.ndarray, "n side side"]
    digits: np.ndarray
    labels: Int64[np.ndarray, "n 2"]
    moves: np.ndarray


def _random_pairs(seed: int, n: int) -> _PairBatch:
    test = cache.mnist_test()
    random = torch.Generator().manual_seed(seed)
    first = torch.randint(len(test), (n,), generator=random)
    pairs = draw_pairs(test.labels, first, random)
    images, _, labels = pictures(test, pairs)
    digits = test.images[torch.stack([pairs.first, pairs.second], 1)].numpy()
    return _PairBatch(images.numpy(), digits, labels.numpy(), pairs.moves.numpy())


def _network() -> CapsNet:
    return engine().checkpoint(MODEL).capsnet


def _seed(parameters: dict[str, str]) -> int:
    text = parameters.get("seed", "")
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise CapsvizError("the seed must be a whole number of at most nine digits")
    return int(text)


def routes() -> list[BaseRoute]:
    """All of them."""
    return [
        *endpoints.live("overlap/", _read, messages.MAX_REQUEST),
        endpoints.get("overlap/pair", pair),
        endpoints.get("overlap/count", count),
    ]
