"""Replies of networks on this machine: a reading, and what must be said beside it."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import Drawing
from capsviz.engine import Reading, engine
from capsviz.ui.live import messages
from capsviz.ui.live.weights import DecoderData
from capsviz.ui.networks import cache
from capsviz.ui.networks.file_cache import cache_by_files
from capsviz.ui.server import endpoints


@cache_by_files(cache.analysis_files)
def _decoder(model: str) -> DecoderData:
    """Known beforehand: every look at the files costs each of a class's replies its share."""
    return cache.decoder_plain(model)


def build(
    reading: Reading,
    settings: ReadSettings,
    *,
    seq: int = 0,
    alone: bool = False,
    extra: Mapping[str, Any] | None = None,
) -> bytes:
    """A reply message, as of `messages.encode_reply`.

    Its "decoder" is that of the poses: the file may have been replaced since the browser fetched
    the decoder. Raises `CapsvizError` where the network has none, or is no longer there.
    """
    extra = {"decoder": _decoder(settings.model), **(extra or {})}
    return messages.encode_reply(reading, settings, seq=seq, alone=alone, extra=extra)


async def encode(
    reading: Reading,
    settings: ReadSettings,
    *,
    seq: int = 0,
    extra: Mapping[str, Any] | None = None,
) -> bytes:
    """The reply `of` a reading; files that must be read for it are read beside the event loop."""
    decoder = _decoder.find(settings.model)
    if decoder is None:
        decoder = await endpoints.run_in_thread(_decoder, settings.model)
    extra = {"decoder": decoder, **(extra or {})}
    return messages.encode_reply(reading, settings, seq=seq, extra=extra)


def first_reply(drawing: Drawing, settings: ReadSettings) -> str:
    """The reply that a page begins with, in base64: bytes cannot travel inside other data.

    If the drawing cannot be read, raises `CapsvizError`.
    """
    reading = engine().read(cache.raster(settings.model, drawing), settings)
    return base64.b64encode(build(reading.result(), settings)).decode()
