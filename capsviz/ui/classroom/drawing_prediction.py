"""The network's prediction for a drawing of the class."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import Drawing, render
from capsviz.engine import BusyError, Reading, engine
from capsviz.ui.classroom.drawing_board import BoardPrediction
from capsviz.ui.networks import cache
from capsviz.ui.server import endpoints

#: Classifies a drawing.
Reader = Callable[[Drawing, ReadSettings], Awaitable[BoardPrediction]]
#: Seconds until a drawing is tried again if the engine was full.
PAUSE = 1.0


async def read(drawing: Drawing, settings: ReadSettings) -> BoardPrediction:
    """Classify a drawing, in the same queue as the visitor's own live drawing.

    Returns
    -------
    ``class``, index of the longest capsule; ``says``, its name; ``length``, its length or
    activation; ``misfit``, the summed squared error of its reconstruction; ``sure``, whether a
    class was recognised.

    Raises
    ------
    CapsvizError : there is no such network, or it cannot be read.
    """
    raster = await endpoints.run_in_thread(render, drawing)
    while True:
        try:
            waiting = engine().read(raster, settings, pictures=False)
        except BusyError:
            await asyncio.sleep(PAUSE)
            continue
        reading = await asyncio.wrap_future(waiting)
        return await endpoints.run_in_thread(_board_prediction, reading)


def _board_prediction(reading: Reading) -> BoardPrediction:
    lengths = reading.lengths[-1]
    longest = int(lengths.argmax())
    return {
        "class": longest,
        "says": cache.subject(reading.model).classes[longest],
        "length": round(float(lengths[longest]), 4),
        "misfit": round(float(reading.misfit), 2),
        "sure": cache.thresholds(reading.model).recognise(reading.image, lengths),
    }
