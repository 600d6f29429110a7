"""The Overlap page's view, its messages, and its routes."""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from jaxtyping import Float32, Int64
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket
from streamlit.logger import get_logger

from capsviz.analysis import overlap as analysis
from capsviz.analysis.overlap import FURTHEST, Split, Two
from capsviz.data.drawing import FIELD, INPUT, Drawing, normalise, render
from capsviz.data.overlap import draw_pairs, pictures
from capsviz.data.samples import samples
from capsviz.engine import engine
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network
from capsviz.training import checkpoint
from capsviz.ui import cache, messages, server

#: The network that reads two digits, and the CNN beside it.
MODEL, PLAIN = "overlap", "overlap_cnn"
#: Samples that the first screen shows, and where they lie.
_FIRST: tuple[tuple[str, Two], tuple[str, Two]] = (("5-upright", (1, -2)), ("0-round", (-2, 2)))
#: Largest request accepted, in bytes: a header and two rasters.
LARGEST = 2 * FIELD * FIELD + 4096
#: Pairs looked through for one that the network errs on, and counted at a time.
SEARCHED = 64

_log = get_logger("capsviz")

Pixels = Float32[np.ndarray, "side side"]


# --- what a visitor has laid out -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Digit:
    """One of the two digits, or the one drawing that holds both.

    Attributes
    ----------
    source : a drawing, still to be brought to MNIST's form, or 28 x 28 bytes that have it.
    label : the class it is meant to be; None where nobody said.
    move : rows down and columns right from the middle of the field.
    """

    source: Drawing | bytes
    label: int | None = None
    move: Two = (0, 0)

    @classmethod
    def from_plain(cls, plain: Any) -> Digit:
        """Check a digit that comes from a browser or a link; raises `CapsvizError`."""
        if not isinstance(plain, dict):
            raise CapsvizError("a digit must be a JSON object")
        label, pixels = _label(plain.get("label")), plain.get("pixels")
        move = _move(plain.get("move", [0, 0]))
        if pixels is None:
            return cls(Drawing.from_plain(plain.get("drawing")), label, move)
        try:
            found = base64.b64decode(pixels, validate=True) if isinstance(pixels, str) else b""
        except (binascii.Error, ValueError):
            found = b""
        if len(found) != INPUT * INPUT:
            raise CapsvizError(f"a digit's pixels must be {INPUT} x {INPUT} bytes as base64")
        return cls(found, label, move)

    def to_plain(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        drawing = pixels = None
        if isinstance(self.source, Drawing):
            drawing = self.source.to_plain()
        else:
            pixels = base64.b64encode(self.source).decode()
        return {
            "drawing": drawing,
            "pixels": pixels,
            "label": self.label,
            "move": list(self.move),
        }

    def pixels(self) -> Float32[np.ndarray, "28 28"]:
        """As the network was taught digits, 0..1."""
        if isinstance(self.source, Drawing):
            return _normalised(render(self.source))
        return _from_bytes(self.source, INPUT)


@dataclass(frozen=True, slots=True)
class View:
    """Everything that the page shows, as the visitor has set it.

    Attributes
    ----------
    digits : two of them; or one, whose drawing is the whole field with both digits on it.
    forced : capsules to look at in place of the two longest, or None.
    iterations : of the routing, 1 to 10.
    """

    digits: tuple[Digit, ...]
    forced: Two | None = None
    iterations: int = 3

    @classmethod
    def first(cls) -> View:
        """What the first screen shows."""
        known = {sample.name: sample for sample in samples()}
        return cls(
            tuple(Digit(known[name].drawing, known[name].digit, move) for name, move in _FIRST)
        )

    @classmethod
    def from_plain(cls, plain: Any) -> View:
        """Check a view that comes from a browser or a link; raises `CapsvizError`."""
        if not isinstance(plain, dict):
            raise CapsvizError("the view must be a JSON object")
        listed = plain.get("digits")
        if not isinstance(listed, list) or len(listed) not in (1, 2):
            raise CapsvizError("the view must hold two digits, or one drawing of both")
        digits = tuple(Digit.from_plain(each) for each in listed)
        if len(digits) == 1 and not isinstance(digits[0].source, Drawing):
            raise CapsvizError("both digits on one canvas must be a drawing")
        return cls(digits, _forced(plain.get("forced")), _iterations(plain.get("iterations", 3)))

    def to_plain(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "digits": [digit.to_plain() for digit in self.digits],
            "forced": None if self.forced is None else list(self.forced),
            "iterations": self.iterations,
        }

    def question(self) -> Question:
        """What the network is asked about this view."""
        labels = tuple(digit.label for digit in self.digits)
        if len(self.digits) == 1:
            (whole,) = self.digits
            assert isinstance(whole.source, Drawing)
            return Question((render(whole.source),), (), labels, self.forced, self.iterations)
        parts = tuple(digit.pixels() for digit in self.digits)
        moves = tuple(digit.move for digit in self.digits)
        return Question(parts, moves, labels, self.forced, self.iterations)


def _label(value: Any) -> int | None:
    if value is None or (type(value) is int and 0 <= value <= 9):
        return value
    raise CapsvizError("a digit's label must be a whole number from 0 to 9, or null")


def _move(value: Any) -> Two:
    if (
        isinstance(value, list)
        and len(value) == 2
        and all(type(step) is int and abs(step) <= FURTHEST for step in value)
    ):
        return value[0], value[1]
    raise CapsvizError(f"a digit can be moved by whole pixels, up to {FURTHEST} each way")


def _forced(value: Any) -> Two | None:
    if value is None:
        return None
    if (
        isinstance(value, list)
        and len(value) == 2
        and all(type(digit) is int and 0 <= digit <= 9 for digit in value)
        and value[0] != value[1]
    ):
        return value[0], value[1]
    raise CapsvizError("the forced capsules must be two different digits from 0 to 9")


def _iterations(value: Any) -> int:
    if type(value) is int and 1 <= value <= 10:
        return value
    raise CapsvizError("iterations must be a whole number from 1 to 10")


# --- one question and its answer -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Question:
    """What the network is asked.

    Attributes
    ----------
    pictures : two digits of 28 x 28 pixels in 0..1; or one raster of the whole field, bytes.
    moves : where the two lie; none for the whole field.
    labels : their classes, where known.
    seq : the client's number, sent back with the reply.
    """

    pictures: tuple[np.ndarray, ...]
    moves: tuple[Two, ...]
    labels: tuple[int | None, ...]
    forced: Two | None
    iterations: int
    seq: int = 0


def decode(message: bytes) -> Question:
    """Read a request; raises `CapsvizError` with what is wrong with it.

    The header's "digits" say of each digit its "side" in pixels (112 for a drawing, that is
    brought to MNIST's form first, 28 for a digit that has it), "move" and "label"; a single
    one of 112 is the whole field. The rasters follow one another.
    """
    if not 4 <= len(message) <= LARGEST:
        raise CapsvizError("the request has a wrong size")
    try:
        header, raw = messages.unpack(message)
    except (ValueError, RecursionError) as error:
        raise CapsvizError("the request's header is not JSON") from error
    listed = header.get("digits") if isinstance(header, dict) else None
    if not isinstance(listed, list) or len(listed) not in (1, 2):
        raise CapsvizError("the request must hold two digits, or one drawing of both")
    seq = header.get("seq")
    if type(seq) is not int or not 0 <= seq < 2**53:
        raise CapsvizError("seq must be a whole number")
    pictures, moves, labels = [], [], []
    for each in listed:
        picture, raw = _picture(each, raw, alone=len(listed) == 1)
        pictures.append(picture)
        labels.append(_label(each.get("label")))
        if len(listed) == 2:
            moves.append(_move(each.get("move")))
    if raw:
        raise CapsvizError("the request's rasters are too long")
    forced, iterations = _forced(header.get("forced")), _iterations(header.get("iterations"))
    return Question(tuple(pictures), tuple(moves), tuple(labels), forced, iterations, seq)


def _picture(described: Any, raw: bytes, *, alone: bool) -> tuple[np.ndarray, bytes]:
    """A request's next raster, and what follows it."""
    side = described.get("side") if isinstance(described, dict) else None
    if side != FIELD and (side != INPUT or alone):
        raise CapsvizError(f"a digit must have a side of {INPUT} or {FIELD} pixels")
    size = INPUT * INPUT if side == INPUT else FIELD * FIELD
    piece, rest = raw[:size], raw[size:]
    if len(piece) < size:
        raise CapsvizError("the request's rasters are too short")
    if side == INPUT:
        return _from_bytes(piece, INPUT), rest
    raster = np.frombuffer(piece, np.uint8).reshape(FIELD, FIELD)
    return raster if alone else _normalised(raster), rest


def answer(question: Question) -> bytes:
    """Ask the network, in the engine's thread; raises `CapsvizError`."""
    return engine().run(lambda: _answer(question)).result()


def _answer(question: Question) -> bytes:
    began = time.perf_counter()
    network = engine().loaded(MODEL).capsnet
    side = network.config.image_size
    if question.moves:
        placed = zip(question.pictures, question.moves, strict=True)
        parts = np.stack([analysis.place(digit, move, side) for digit, move in placed])
        image = analysis.overlay(parts)
        labels = (question.labels[0], question.labels[1])
    else:
        parts, labels = None, (None, None)
        image = analysis.shrink(question.pictures[0], side)
    found = analysis.split(
        network,
        image,
        parts,
        labels,
        forced=question.forced,
        iterations=question.iterations,
        plain=_plain(),
    )
    return encode(found, question, (time.perf_counter() - began) * 1000)


def encode(found: Split, question: Question, milliseconds: float = 0.0) -> bytes:
    """A reply: a header, and the pictures as `messages.pack_arrays` lays them out."""
    header = {
        "seq": question.seq,
        "iterations": found.iterations,
        "lengths": _rounded(found.lengths, 4),
        "winners": list(found.winners),
        "shown": list(found.shown),
        "forced": question.forced is not None,
        "labels": list(found.labels),
        "ink": [round(share, 4) for share in found.ink],
        "errors": found.errors and [round(error, 2) for error in found.errors],
        "ious": found.ious and [round(iou, 4) for iou in found.ious],
        "probabilities": None if found.probabilities is None else _rounded(found.probabilities, 4),
        "text": analysis.verdict(found),
        "ms": round(milliseconds, 2),
    }
    arrays = {
        "image": _bytes(found.image),
        "decoded": _bytes(found.decoded),
        "shares": _bytes(found.shares),
        "couplings": found.couplings,
        "feeds": found.feeds.astype(np.float32),
    }
    if found.parts is not None:
        arrays["parts"] = _bytes(found.parts)
        arrays["digits"] = _bytes(np.stack(question.pictures))
    return messages.pack_arrays(header, arrays)


def _plain() -> Network | None:
    """The CNN beside the capsules, where it is on this machine and can be read."""
    if PLAIN not in checkpoint.names():
        return None
    try:
        return engine().loaded(PLAIN).model
    except CapsvizError:
        return None


# --- routes --------------------------------------------------------------------------------


async def live(socket: WebSocket) -> None:
    """Read one layout after another, as fast as the visitor drags."""
    await server.serve(socket, reply, LARGEST)


async def reply(message: bytes) -> bytes:
    """Answer one message of the live path."""
    seq = 0
    try:
        question = await run_in_threadpool(decode, message)
        seq = question.seq
        return await asyncio.wrap_future(engine().run(lambda: _answer(question)))
    except CapsvizError as error:
        return messages.encode_error(seq, str(error))
    except Exception:
        _log.exception("a live request failed")
        return messages.encode_error(seq, "the server could not read these digits: try again")


async def read(request: Request) -> Response:
    """The same by plain HTTP, for networks that let no WebSocket through."""
    if not server.same_origin(request):
        return _error(403, "digits are taken from capsviz's own page only")
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            return _error(413, "this drawing is too large: draw less")
    return Response(await reply(bytes(body)), media_type="application/octet-stream")


async def pair(request: Request) -> Response:
    """A random test pair; with ``?wrong=1`` one that the network errs on, found on the spot."""
    return await _json(request, _pair)


async def count(request: Request) -> Response:
    """On how many of some random test pairs both are right, by number of iterations."""
    return await _json(request, _count)


async def _json(request: Request, make: Callable[[dict[str, str]], dict[str, Any]]) -> Response:
    try:
        return JSONResponse(await run_in_threadpool(make, dict(request.query_params)))
    except CapsvizError as error:
        return _error(404, str(error))
    except Exception:
        _log.exception("a request for test pairs failed")
        return _error(500, "the server could not read these pairs: try again")


def _pair(asked: dict[str, str]) -> dict[str, Any]:
    wanted = SEARCHED if asked.get("wrong") else 1
    images, digits, labels, moves = _random_pairs(_seed(asked), wanted)
    at = 0
    if asked.get("wrong"):
        network = _network()
        two = engine().run(lambda: analysis.two_longest(network, images)).result()
        wrong = (np.sort(two, axis=1) != np.sort(labels, axis=1)).any(1)
        if not wrong.any():
            raise CapsvizError(f"the network read all of {wanted} pairs rightly: try again")
        at = int(wrong.argmax())
    return {
        "digits": [
            Digit(
                digits[at, k].tobytes(),
                int(labels[at, k]),
                (int(moves[at, k, 0]), int(moves[at, k, 1])),
            ).to_plain()
            for k in (0, 1)
        ]
    }


def _count(asked: dict[str, str]) -> dict[str, Any]:
    images, _, labels, _ = _random_pairs(_seed(asked), SEARCHED)
    network = _network()
    right = engine().run(lambda: analysis.right_by_iterations(network, images, labels)).result()
    return {"n": SEARCHED, "right": right}


def _random_pairs(
    seed: int, n: int
) -> tuple[Float32[np.ndarray, "n side side"], np.ndarray, Int64[np.ndarray, "n 2"], np.ndarray]:
    """Images of random test pairs; the digits apart, as bytes; their classes and places."""
    test = cache.mnist_test()
    random = torch.Generator().manual_seed(seed)
    first = torch.randint(len(test), (n,), generator=random)
    pairs = draw_pairs(test.labels, first, random)
    images, _, labels = pictures(test, pairs)
    digits = test.images[torch.stack([pairs.first, pairs.second], 1)].numpy()
    return images.numpy(), digits, labels.numpy(), pairs.moves.numpy()


def _network() -> CapsNet:
    return engine().loaded(MODEL).capsnet


def _seed(asked: dict[str, str]) -> int:
    text = asked.get("seed", "")
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise CapsvizError("the seed must be a whole number of at most nine digits")
    return int(text)


def routes() -> list[BaseRoute]:
    """All of them, below the base path that the server is configured to live under."""
    base = f"{server.base_path()}{server.PREFIX}/overlap"
    return [
        WebSocketRoute(f"{base}/live", live),
        Route(f"{base}/read", read, methods=["POST"]),
        Route(f"{base}/pair", pair),
        Route(f"{base}/count", count),
    ]


# --- numbers and bytes ---------------------------------------------------------------------


def _from_bytes(data: bytes, side: int) -> Pixels:
    return np.frombuffer(data, np.uint8).reshape(side, side).astype(np.float32) / 255


def _normalised(raster: np.ndarray) -> Pixels:
    """A drawing in MNIST's form, in the very bytes that the browser will send from then on."""
    return _from_bytes(_bytes(normalise(raster)).tobytes(), INPUT)


def _bytes(values: Float32[np.ndarray, "..."]) -> np.ndarray:
    return np.rint(np.clip(values, 0, 1) * 255).astype(np.uint8)


def _rounded(values: Float32[np.ndarray, "..."], digits: int) -> list[Any]:
    return np.round(values.astype(np.float64), digits).tolist()


def _error(status: int, sentence: str) -> Response:
    return Response(
        json.dumps({"error": sentence}), status_code=status, media_type="application/json"
    )
