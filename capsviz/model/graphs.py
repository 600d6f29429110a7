"""CUDA graphs of a pass over a few images: one launch in place of a few hundred.

A GPU finishes a handful of images before the next kernel is launched, so it waits most of the time.
A graph is captured when a batch size is first used, and compared with the pass itself before it is
replayed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import torch
from torch import Tensor

from capsviz.model.adapter import AdaptedNetwork
from capsviz.model.capsnet import CapsNet

#: Batch sizes that are captured; smaller batches are padded with empty images.
BATCHES = (1, 4, 16)
#: Passes before a capture, in which libraries choose kernels and allocate buffers.
WARM_UP_PASSES = 3
#: Tolerances of a graph against the pass: bfloat16 has 8 bits, and another kernel may be chosen
#: while capturing. The errors of a broken graph, stale or missing numbers, are far larger.
RELATIVE, ABSOLUTE = 2e-2, 5e-3

Results = TypeVar("Results", bound=tuple[Tensor, ...])
Pass = Callable[[CapsNet, Tensor, int], Results]

_log = logging.getLogger("capsviz")
#: Graphs by rounds and batch size; None for a graph that failed the comparison. They refer to the
#: network's weights, so they live as long as the network.
_graphs: WeakKeyDictionary[CapsNet, dict[Any, _Graph | None]] = WeakKeyDictionary()


def size(model: CapsNet, n: int) -> int | None:
    """Return the batch size for n images; None if no graph is used."""
    supported = model.W.device.type == "cuda" and model.precision is torch.bfloat16
    if not supported or isinstance(model, AdaptedNetwork):  # an adapted network may do anything
        return None
    return next((batch for batch in BATCHES if n <= batch), None)


def replay(work: Pass[Results], model: CapsNet, x: Tensor, rounds: int) -> Results:
    """Compute ``work(model, x, rounds)``, by a graph if the results agree.

    `work` runs the same kernels for all values, and never waits for the device; `x` is padded to
    the batch size of `size`.

    Returns
    -------
    Results that are valid until the next call; under ``torch.inference_mode``, as the call itself.
    """
    graphs, key = _graphs.setdefault(model, {}), (work, rounds, len(x))
    if key not in graphs:
        graphs[key] = _capture_and_check(lambda images: work(model, images, rounds), x)
    graph = graphs[key]
    return work(model, x, rounds) if graph is None else graph(x)  # pyright: ignore[reportReturnType]


def _capture_and_check(work: Callable[[Tensor], Results], like: Tensor) -> _Graph | None:
    try:
        graph, x = _Graph(work, like), torch.rand_like(like)
    except RuntimeError as error:
        _log.warning("no CUDA graph of %d images can be made: %s", len(like), error)
        return None
    for actual, expected in zip(graph(x), work(x), strict=True):
        if not torch.allclose(actual, expected, rtol=RELATIVE, atol=ABSOLUTE):
            _log.warning("a CUDA graph of %d images gives other numbers: not used", len(x))
            return None
    return graph


class _Graph:
    """A captured pass; its input and its results have fixed memory.

    Parameters
    ----------
    work : the pass; not stored.
    like : an input with the shape, type and device of all inputs.
    """

    def __init__(self, work: Callable[[Tensor], tuple[Tensor, ...]], like: Tensor) -> None:
        self._x = torch.zeros_like(like)
        with torch.cuda.device(like.device):
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                for _ in range(WARM_UP_PASSES):
                    work(self._x)
            torch.cuda.current_stream().wait_stream(stream)
            self._graph = torch.cuda.CUDAGraph()
            # Another thread may load a network now, which must not invalidate the capture.
            with torch.cuda.graph(self._graph, capture_error_mode="thread_local"):
                self._results = work(self._x)

    def __call__(self, x: Tensor) -> tuple[Tensor, ...]:
        self._x.copy_(x)
        self._graph.replay()
        return self._results
