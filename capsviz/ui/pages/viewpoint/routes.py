"""Routes of the Viewpoint page: a digit read while it is turned, its curves, attacks on it."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from jaxtyping import Float32, UInt8
from starlette.responses import Response
from starlette.routing import BaseRoute

from capsviz.analysis.adversarial import MAX_EPSILON, Reply, attack_and_read
from capsviz.analysis.viewpoint import POINTS, read_each
from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import shown_bytes
from capsviz.engine import Reading, YieldPoint, engine
from capsviz.errors import CapsvizError
from capsviz.tracing import live, trace, winners
from capsviz.training.checkpoint import Checkpoint
from capsviz.ui.live import messages
from capsviz.ui.networks import cache
from capsviz.ui.server import endpoints, replies

#: Inputs of a network in one request, at most: a curve's, and the untouched digit.
MAX_INPUTS = POINTS + 1
#: Largest request accepted, in bytes.
MAX_REQUEST = 600_000


@dataclass(frozen=True, slots=True)
class InputsRequest:
    """A digit as a network reads it.

    Attributes
    ----------
    inputs : pixels in 0..1, the untouched digit first.
    digit : the class it is of, or -1 for what the network says of it untouched.
    """

    inputs: Float32[np.ndarray, "n *c side side"]
    settings: ReadSettings
    digit: int = -1

    @classmethod
    def read(cls, header: Any, raw: bytes) -> InputsRequest:
        """Check what a browser asks; raises `CapsvizError`."""
        settings = ReadSettings.from_plain(header)
        config = engine().checkpoint(settings.model).model.config
        digit = header.get("digit", -1)
        if type(digit) is not int or not -1 <= digit < config.classes:
            raise CapsvizError("digit must be the number of a class, or -1")
        shape = config.format.shape
        count, rest = divmod(len(raw), math.prod(shape))
        if rest or not 1 <= count <= MAX_INPUTS:
            sizes = " x ".join(map(str, shape))
            raise CapsvizError(f"the request must hold 1 to {MAX_INPUTS} pictures of {sizes} bytes")
        pixels = np.frombuffer(raw, np.uint8).reshape(count, *shape)
        return cls(pixels.astype(np.float32) / 255, settings, digit)


# --- live --------------------------------------------------------------------------------


async def _read(header: Any, raw: bytes) -> bytes:
    """A header, and a network's input as bytes."""
    seq = messages.read_seq(header)
    return await asyncio.wrap_future(
        engine().run(lambda: _reply(InputsRequest.read(header, raw), seq))
    )


def first_reply(raster: UInt8[np.ndarray, "*c side side"], settings: ReadSettings) -> bytes:
    """Reply for the unmoved drawing; raises `CapsvizError`."""
    image = engine().fast(settings.model).picture(raster, center=settings.center)
    return engine().run(lambda: _reply(InputsRequest(image[None], settings))).result()


def _reply(request: InputsRequest, seq: int = 0) -> bytes:
    settings, image = request.settings, request.inputs[-1]
    network = engine().fast(settings.model).capsnet
    trace = live(network, image, settings.iterations)
    pictures = winners(network, trace) if network.decoder.exists else np.empty((0, *image.shape))
    reading = Reading.of(settings.model, trace, pictures.astype(np.float32))
    plain = cache.plain_network(settings.model)
    return replies.build(
        reading,
        settings,
        seq=seq,
        alone=True,
        extra={"cnn": None if plain is None else _probabilities(plain, image)},
    )


@torch.inference_mode()
def _probabilities(plain: Checkpoint, image: Float32[np.ndarray, "*c side side"]) -> list[float]:
    device = next(plain.model.parameters()).device
    probabilities = plain.model(torch.from_numpy(image[None]).to(device)).lengths[0]
    return messages.exact(probabilities.cpu().numpy())


# --- curves and attacks ------------------------------------------------------------------


async def curves(body: bytes) -> Response:
    """Lengths of several inputs, and poses of one digit."""
    return endpoints.octets(await endpoints.run_live(lambda pause: _run_curves(body, pause)))


async def attack(body: bytes) -> Response:
    """The digit as it is, attacked, as a capsule network and a plain one read it."""
    question, strength, method = await endpoints.run_in_thread(_parse_attack, body)
    return endpoints.octets(
        await endpoints.run_live(
            lambda pause: messages.pack_arrays(*run_attack(question, strength, method, pause))
        )
    )


def _run_curves(body: bytes, pause: YieldPoint) -> bytes:
    question = InputsRequest.read(*messages.unpack_request(body))
    settings = question.settings
    network = engine().fast(settings.model).capsnet
    cnn_checkpoint = cache.plain_network(settings.model)
    poses, lengths, cnn = read_each(
        network,
        cnn_checkpoint and cnn_checkpoint.model,
        question.inputs,
        settings.iterations,
        pause,
    )
    digit = question.digit if question.digit >= 0 else int(lengths[0].argmax())
    arrays = {"lengths": lengths[1:], "poses": poses[1:, digit], "cnn": cnn[1:]}
    return messages.pack_arrays({"digit": digit}, arrays)


def _parse_attack(body: bytes) -> tuple[InputsRequest, float, str]:
    header, raw = messages.unpack_request(body)
    question = InputsRequest.read(header, raw)
    epsilon, method = header.get("epsilon"), header.get("method")
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
    question: InputsRequest,
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
    digit, image = _digit(question), question.inputs[-1]
    settings, cnn_checkpoint = question.settings, cache.plain_network(question.settings.model)
    networks = {"capsules": engine().checkpoint(settings.model)}
    if cnn_checkpoint is not None:
        networks["cnn"] = cnn_checkpoint
    header: dict[str, Any] = {"digit": digit}
    arrays: dict[str, np.ndarray] = {}
    channels = len(image) if image.ndim == 3 else 1
    for part, loaded in networks.items():
        iterations = settings.iterations if part == "capsules" else None
        # Read as the page's live pictures are, or the same picture would have two lengths.
        live_too = part == "capsules" and not exact
        reader = engine().fast(settings.model).model if live_too else None
        replies = attack_and_read(
            loaded.model, image, digit, epsilon, method, iterations, pause, reader
        )
        for when, reply in zip(("before", "after"), replies, strict=True):
            header[f"{part}_{when}"] = _describe(reply)
            arrays[f"{part}_{when}"] = shown_bytes(reply.image, channels)
            if reply.reconstruction is not None:
                decoded = shown_bytes(reply.reconstruction, channels)
                arrays[f"{part}_{when}_decoded"] = decoded
    return header, arrays


def _describe(reply: Reply) -> dict[str, Any]:
    header: dict[str, Any] = {"lengths": messages.exact(reply.lengths)}
    return header if reply.misfit is None else {**header, "misfit": float(reply.misfit)}


def _digit(question: InputsRequest) -> int:
    if question.digit >= 0:
        return question.digit
    network = engine().checkpoint(question.settings.model).capsnet
    return int(trace(network, question.inputs[0], question.settings.iterations).winners[0])


def routes() -> list[BaseRoute]:
    """All of them."""
    return [
        *endpoints.live("viewpoint/", _read, messages.MAX_REQUEST),
        endpoints.post("viewpoint/curves", curves, MAX_REQUEST),
        endpoints.post("viewpoint/attack", attack, MAX_REQUEST),
    ]
