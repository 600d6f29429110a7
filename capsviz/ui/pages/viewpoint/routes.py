"""Routes of the Viewpoint page: a digit read while it is turned, its curves, attacks on it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from jaxtyping import Float32, UInt8
from starlette.responses import Response
from starlette.routing import BaseRoute

from capsviz.analysis.adversarial import MAX_EPSILON, Reply, attack_and_read
from capsviz.analysis.verdict import judge
from capsviz.analysis.viewpoint import curve
from capsviz.config.read_settings import ReadSettings
from capsviz.data.affine import KINDS, Transform, transform_image
from capsviz.data.drawing import Drawing, shown_bytes
from capsviz.engine import Reading, ReadRequest, YieldPoint, engine
from capsviz.errors import CapsvizError
from capsviz.tracing import live, reconstructions, trace
from capsviz.training.checkpoint import Checkpoint
from capsviz.ui.live import messages
from capsviz.ui.live.request_json import read_json
from capsviz.ui.networks import cache
from capsviz.ui.server import endpoints, replies

#: Largest request accepted, in bytes.
MAX_REQUEST = 300_000


@dataclass(frozen=True, slots=True)
class TransformRequest:
    """A digit as it is transformed at present.

    Attributes
    ----------
    image : as the network is given it, before the transform; pixels in 0..1.
    digit : the class it is of, or -1 for what the network says of it untransformed.
    """

    image: Float32[np.ndarray, "*c side side"]
    transform: Transform
    settings: ReadSettings
    digit: int = -1

    @classmethod
    def from_plain(cls, plain: Any) -> TransformRequest:
        """Check what a browser asks; raises `CapsvizError`."""
        settings = ReadSettings.from_plain(plain)
        loaded = engine().checkpoint(settings.model)
        digit = plain.get("digit", -1)
        if type(digit) is not int or not -1 <= digit < loaded.model.config.classes:
            raise CapsvizError("digit must be the number of a class, or -1")
        drawing = Drawing.from_plain(plain.get("drawing"))
        image = loaded.draw(drawing, center=settings.center)
        return cls(image, Transform.from_plain(plain.get("transform", {})), settings, digit)


# --- live --------------------------------------------------------------------------------


async def _read(header: Any, raw: bytes) -> bytes:
    """A header with a transform, and a raster."""
    request = messages.read_request(header, raw)
    transform = Transform.from_plain(header.get("transform", {}))
    return await asyncio.wrap_future(engine().run(lambda: _reply(request, transform)))


def first_reply(raster: UInt8[np.ndarray, "*c side side"], settings: ReadSettings) -> bytes:
    """Reply for the unmoved drawing; raises `CapsvizError`."""
    return engine().run(lambda: _reply(ReadRequest(raster, settings), Transform())).result()


def _reply(request: ReadRequest, transform: Transform) -> bytes:
    began, settings = time.perf_counter(), request.settings
    loaded = engine().fast(settings.model)
    network = loaded.capsnet
    image = transform_image(loaded.picture(request.raster, center=settings.center), transform)
    seen = live(network, image, settings.iterations)
    reading = Reading.of(settings.model, seen, reconstructions(network, seen.poses)[0])
    plain = cache.plain_network(settings.model)
    return replies.of(
        reading,
        settings,
        seq=request.seq,
        milliseconds=(time.perf_counter() - began) * 1000,
        extra={"cnn": None if plain is None else _probabilities(plain, image)},
    )


@torch.inference_mode()
def _probabilities(plain: Checkpoint, image: Float32[np.ndarray, "*c side side"]) -> list[float]:
    device = next(plain.model.parameters()).device
    probabilities = plain.model(torch.from_numpy(image[None]).to(device)).lengths[0]
    return messages.exact(probabilities.cpu().numpy())


# --- curves and attacks ------------------------------------------------------------------


async def curves(body: bytes) -> Response:
    """One kind of transform run through its range."""
    question, kind = await endpoints.in_thread(_parse_curve, body)
    return endpoints.octets(
        await endpoints.run_live(lambda pause: _run_curves(question, kind, pause))
    )


async def attack(body: bytes) -> Response:
    """The digit as it is, attacked, as a capsule network and a plain one read it."""
    question, strength, method = await endpoints.in_thread(_parse_attack, body)
    return endpoints.octets(
        await endpoints.run_live(
            lambda pause: messages.pack_arrays(*run_attack(question, strength, method, pause))
        )
    )


def _parse_curve(body: bytes) -> tuple[TransformRequest, str]:
    plain = _plain(body)
    question, kind = TransformRequest.from_plain(plain), plain.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise CapsvizError(f"kind must be one of {', '.join(KINDS)}")
    return question, kind


def _run_curves(question: TransformRequest, kind: str, pause: YieldPoint) -> bytes:
    settings = question.settings
    network = engine().fast(settings.model).capsnet
    beside = cache.plain_network(settings.model)
    digit = _digit(question)
    curves = curve(
        network,
        beside and beside.model,
        question.image,
        question.transform,
        kind,
        digit,
        settings.iterations,
        pause,
    )
    header = {"kind": kind, "digit": digit, "empty": not question.image.any()}
    return messages.pack_arrays(
        header,
        {
            "values": curves.values,
            "images": shown_bytes(curves.images, network.config.channels),
            "lengths": curves.lengths,
            "poses": curves.poses,
            "cnn": curves.probabilities,
        },
    )


def _digit(question: TransformRequest) -> int:
    if question.digit >= 0:
        return question.digit
    network = engine().checkpoint(question.settings.model).capsnet
    seen = trace(network, question.image, question.settings.iterations)
    return int(seen.winners[0])


def _parse_attack(body: bytes) -> tuple[TransformRequest, float, str]:
    plain = _plain(body)
    question = TransformRequest.from_plain(plain)
    epsilon, method = plain.get("epsilon"), plain.get("method")
    if (
        isinstance(epsilon, bool)
        or not isinstance(epsilon, int | float)
        or not 0 <= epsilon <= MAX_EPSILON
    ):
        raise CapsvizError(f"the strength of an attack must be a number from 0 to {MAX_EPSILON:g}")
    if not isinstance(method, str):
        raise CapsvizError("the attack must be fgsm or pgd")
    return question, float(epsilon), method


def run_attack(
    question: TransformRequest,
    epsilon: float,
    method: str,
    pause: Callable[[], object] = lambda: None,
    *,
    exact: bool = False,
) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Predictions of both networks before and after an attack, and the pictures.

    Parameters
    ----------
    pause : called between its steps.
    exact : use float32, unlike the page's live pictures.
    """
    digit = _digit(question)
    image = transform_image(question.image, question.transform)
    settings, beside = question.settings, cache.plain_network(question.settings.model)
    networks = {"capsules": engine().checkpoint(settings.model)}
    if beside is not None:
        networks["cnn"] = beside
    header: dict[str, Any] = {"digit": digit, "empty": not image.any()}
    arrays: dict[str, np.ndarray] = {}
    channels = len(image) if image.ndim == 3 else 1
    for part, loaded in networks.items():
        iterations = settings.iterations if part == "capsules" else None
        # Read as the page's live pictures are, or the same picture would have two lengths.
        live_too = part == "capsules" and not exact
        reader = engine().fast(settings.model).model if live_too else None
        both = attack_and_read(
            loaded.model, image, digit, epsilon, method, iterations, pause, reader
        )
        for when, one in zip(("before", "after"), both, strict=True):
            header[f"{part}_{when}"] = _describe(one, settings.model)
            arrays[f"{part}_{when}"] = shown_bytes(one.image, channels)
            if one.reconstruction is not None:
                decoded = shown_bytes(one.reconstruction, channels)
                arrays[f"{part}_{when}_decoded"] = decoded
    return header, arrays


def _describe(one: Reply, model: str) -> dict[str, Any]:
    header: dict[str, Any] = {
        "lengths": messages.exact(one.lengths),
        "winner": int(one.lengths.argmax()),
    }
    if one.misfit is None:
        return header
    thresholds = cache.thresholds(model)
    verdict = judge(one.image, one.lengths, one.misfit, thresholds, cache.class_score(model))
    return {
        **header,
        "misfit": round(one.misfit, 1),
        "limit": round(thresholds.misfit, 1),
        "fits": one.misfit <= thresholds.misfit,
        "verdict": verdict.text,
    }


def _plain(body: bytes) -> dict[str, Any]:
    plain = read_json(body)
    if not isinstance(plain, dict):
        raise CapsvizError("the request holds no drawing")
    return plain


def routes() -> list[BaseRoute]:
    """All of them."""
    return [
        *endpoints.live("viewpoint/", _read, messages.MAX_REQUEST),
        endpoints.post("viewpoint/curves", curves, MAX_REQUEST),
        endpoints.post("viewpoint/attack", attack, MAX_REQUEST),
    ]
