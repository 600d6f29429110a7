"""Replies of networks on this machine: a reading with the decoder's data."""

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
    """A network's decoder, cached: checking the files for each reply takes time in a class."""
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

    Its "decoder" belongs to the poses: the file may have been replaced since the browser loaded the
    decoder. Raises `CapsvizError` if the network has none or no longer exists.
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
    """The reply of a reading; files are read in a thread."""
    decoder = _decoder.find(settings.model)
    if decoder is None:
        decoder = await endpoints.run_in_thread(_decoder, settings.model)
    extra = {"decoder": decoder, **(extra or {})}
    return messages.encode_reply(reading, settings, seq=seq, extra=extra)


def first_reply(drawing: Drawing, settings: ReadSettings) -> str:
    """A page's first reply, in base64 to be part of JSON.

    Raises `CapsvizError` if the drawing cannot be read.
    """
    reading = engine().read(cache.raster(settings.model, drawing), settings)
    return base64.b64encode(build(reading.result(), settings)).decode()
