"""The Overlap page's messages and routes."""

from __future__ import annotations

import asyncio
import time
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
from capsviz.analysis.overlap import Split
from capsviz.data.drawing import RASTER_SIDE, to_bytes
from capsviz.data.normalisation import INPUT
from capsviz.data.overlap import draw_pairs, pictures
from capsviz.engine import YieldPoint, engine
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network
from capsviz.training import checkpoint
from capsviz.ui.live import messages
from capsviz.ui.networks import cache
from capsviz.ui.pages.overlap.digit import (
    Digit,
    from_bytes,
    normalise_drawing,
    read_label,
    read_move,
)
from capsviz.ui.pages.overlap.view import SplitRequest, read_iterations, read_pair
from capsviz.ui.server import endpoints

#: The network that reads two digits, and the CNN beside it.
MODEL, PLAIN = "overlap", "overlap_cnn"
#: Largest request accepted, in bytes: a header and two rasters.
MAX_REQUEST = 2 * RASTER_SIDE * RASTER_SIDE + 4096
#: Pairs drawn at a time to find one that the network errs on, or to count its right answers.
SEARCHED = 64
#: Draws in a search. The network errs on about one pair in twenty, so one draw in 25 has none.
MAX_DRAWS = 16


def decode(header: dict[str, Any], raw: bytes) -> SplitRequest:
    """Read a request; raises `CapsvizError` with what is wrong with it.

    The header's "digits" say of each digit its "side" in pixels (112 for a drawing, that is
    brought to MNIST's form first, 28 for a digit that has it), "move" and "label"; a single
    one of 112 is the whole canvas. The rasters follow one another.
    """
    listed = header.get("digits")
    if not isinstance(listed, list) or len(listed) not in (1, 2):
        raise CapsvizError("the request must hold two digits, or one drawing of both")
    pictures, moves, labels = [], [], []
    for each in listed:
        picture, raw = _picture(each, raw, alone=len(listed) == 1)
        pictures.append(picture)
        labels.append(read_label(each.get("label")))
        if len(listed) == 2:
            moves.append(read_move(each.get("move")))
    if raw:
        raise CapsvizError("the request's rasters are too long")
    forced, iterations = (
        read_pair(header.get("forced")),
        read_iterations(header.get("iterations")),
    )
    what = tuple(pictures), tuple(moves), tuple(labels)
    return SplitRequest(*what, forced, iterations, messages.read_seq(header))


def _picture(described: Any, raw: bytes, *, alone: bool) -> tuple[np.ndarray, bytes]:
    """A request's next raster, and what follows it."""
    side = described.get("side") if isinstance(described, dict) else None
    if side != RASTER_SIDE and (side != INPUT or alone):
        raise CapsvizError(f"a digit must have a side of {INPUT} or {RASTER_SIDE} pixels")
    size = INPUT * INPUT if side == INPUT else RASTER_SIDE * RASTER_SIDE
    piece, rest = raw[:size], raw[size:]
    if len(piece) < size:
        raise CapsvizError("the request's rasters are too short")
    if side == INPUT:
        return from_bytes(piece, INPUT), rest
    raster = np.frombuffer(piece, np.uint8).reshape(RASTER_SIDE, RASTER_SIDE)
    return raster if alone else normalise_drawing(raster), rest


def answer(question: SplitRequest) -> bytes:
    """Ask the network, in the engine's thread; raises `CapsvizError`."""
    return engine().run(lambda: _answer(question)).result()


def _answer(question: SplitRequest) -> bytes:
    began = time.perf_counter()
    # In float32: in bfloat16 55 of 10,000 pairs are read otherwise.
    network = engine().checkpoint(MODEL).capsnet
    side = network.config.image_size
    if question.moves:
        placed = zip(question.pictures, question.moves, strict=True)
        parts = np.stack([analysis.place(digit, move, side) for digit, move in placed])
        image = analysis.overlay(parts)
        labels = (question.labels[0], question.labels[1])
    else:
        parts, labels = None, (None, None)
        image = analysis.shrink(question.pictures[0], side)
    split = analysis.split_picture(
        network,
        image,
        parts,
        labels,
        forced=question.forced,
        iterations=question.iterations,
        plain=_plain(),
    )
    return encode(split, question, (time.perf_counter() - began) * 1000)


def encode(split: Split, question: SplitRequest, milliseconds: float = 0.0) -> bytes:
    """A reply: a header, and the pictures as `messages.pack_arrays` lays them out."""
    limits = cache.thresholds(MODEL)
    header = {
        "seq": question.seq,
        "iterations": split.iterations,
        "lengths": messages.exact(split.lengths),
        "winners": list(split.winners),
        "shown": list(split.shown),
        "forced": question.forced is not None,
        "labels": list(split.labels),
        "ink": split.ink,
        "errors": split.errors,
        "ious": split.ious,
        "probabilities": None
        if split.probabilities is None
        else messages.exact(split.probabilities),
        "empty": not split.image.any(),
        "named": list(analysis.name_classes(split, limits)),
        "text": analysis.verdict(split, limits),
        "ms": round(milliseconds, 2),
    }
    arrays = {
        "image": to_bytes(split.image),
        "decoded": to_bytes(split.decoded),
        "shares": to_bytes(split.shares),
        "couplings": split.couplings,
        "feeds": split.feeds.astype(np.float32),
    }
    if split.parts is not None:
        arrays["parts"] = to_bytes(split.parts)
        arrays["digits"] = to_bytes(np.stack(question.pictures))
    return messages.pack_arrays(header, arrays)


def _plain() -> Network | None:
    """The CNN beside the capsules, where it is on this machine and can be read."""
    if PLAIN not in checkpoint.names():
        return None
    try:
        return engine().checkpoint(PLAIN).model
    except CapsvizError:
        return None


# --- routes --------------------------------------------------------------------------------


async def _read(header: Any, raw: bytes) -> bytes:
    question = await endpoints.in_thread(decode, header, raw)
    return await asyncio.wrap_future(engine().run(lambda: _answer(question)))


async def pair(request: Request) -> Response:
    """A random test pair; with ``?wrong=1`` one that the network errs on, found on the spot."""
    parameters = dict(request.query_params)
    seed = _seed(parameters)
    if not parameters.get("wrong"):
        return JSONResponse(_pair(await endpoints.in_thread(_random_pairs, seed, 1), 0))
    for k in range(MAX_DRAWS):
        drawn = await endpoints.in_thread(_random_pairs, seed + k, SEARCHED)
        at = await endpoints.run_live(partial(_wrong_one, drawn))
        if at is not None:
            return JSONResponse(_pair(drawn, at))
    raise CapsvizError(f"the network names both digits of all {MAX_DRAWS * SEARCHED} pairs")


async def count(request: Request) -> Response:
    """On how many of some random test pairs both are right, by number of iterations."""
    drawn = await endpoints.in_thread(_random_pairs, _seed(dict(request.query_params)), SEARCHED)
    return JSONResponse(
        {"n": SEARCHED, "right": await endpoints.run_live(lambda p: _count(drawn, p))}
    )


def _wrong_one(drawn: _PairBatch, pause: YieldPoint) -> int | None:
    """Number of a pair that the network errs on, or None."""
    two = analysis.two_longest(_network(), drawn.images, pause)
    wrong = (np.sort(two, axis=1) != np.sort(drawn.labels, axis=1)).any(1)
    return int(wrong.argmax()) if wrong.any() else None


def _pair(drawn: _PairBatch, at: int) -> dict[str, Any]:
    return {
        "digits": [
            Digit(
                drawn.digits[at, k].tobytes(),
                int(drawn.labels[at, k]),
                (int(drawn.moves[at, k, 0]), int(drawn.moves[at, k, 1])),
            ).to_plain()
            for k in (0, 1)
        ]
    }


def _count(drawn: _PairBatch, pause: YieldPoint) -> list[int]:
    return analysis.right_by_iterations(_network(), drawn.images, drawn.labels, pause)


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
        *endpoints.live("overlap/", _read, MAX_REQUEST),
        endpoints.get("overlap/pair", pair),
        endpoints.get("overlap/count", count),
    ]
