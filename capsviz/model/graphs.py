"""A pass over a few images as a CUDA graph: one launch in place of a few hundred.

A GPU has done with a handful of images before the next kernel is launched, so most of the time
it waits. A graph is captured for each size of batch when that is first asked for, and held
against the pass itself before it is used.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import torch
from torch import Tensor

from capsviz.model.adapter import AdaptedNetwork
from capsviz.model.capsnet import CapsNet

#: Sizes of batch that are captured; what lies between is filled up with empty images.
BATCHES = (1, 4, 16)
#: Passes before a capture, in which libraries choose their kernels and lay out what they need.
WARMING = 3
#: By how much a graph may differ from the pass: bfloat16 has 8 bits, and another kernel may
#: be chosen while capturing. What is wrong with a graph, old numbers or none, is far more.
RELATIVE, ABSOLUTE = 2e-2, 5e-3

Made = TypeVar("Made", bound=tuple[Tensor, ...])
Pass = Callable[[CapsNet, Tensor, int], Made]

_log = logging.getLogger("capsviz")
#: By rounds and size of batch; None where a graph was made and found wrong. They read the
#: weights where these lie, so they end with the network.
_made: WeakKeyDictionary[CapsNet, dict[Any, _Graph | None]] = WeakKeyDictionary()


def size(model: CapsNet, n: int) -> int | None:
    """Into how large a batch n images go; None where they are read without a graph."""
    here = model.W.device.type == "cuda" and model.precision is torch.bfloat16
    if not here or isinstance(model, AdaptedNetwork):  # what others' networks do is not known
        return None
    return next((batch for batch in BATCHES if n <= batch), None)


def replay(work: Pass[Made], model: CapsNet, x: Tensor, rounds: int) -> Made:
    """``work(model, x, rounds)``, by a graph where that gives the same.

    Parameters
    ----------
    work : does the same kernels whatever the numbers, and never waits for the device.
    x : as many images as `size` says.

    Returns
    -------
    What holds until the next call; under ``torch.inference_mode``, as the call itself.
    """
    known, key = _made.setdefault(model, {}), (work, rounds, len(x))
    if key not in known:
        known[key] = _capture_and_check(functools.partial(_once, work, model, rounds), x)
    graph = known[key]
    return work(model, x, rounds) if graph is None else graph(x)  # pyright: ignore[reportReturnType]


def _once(work: Pass[Made], model: CapsNet, rounds: int, x: Tensor) -> Made:
    return work(model, x, rounds)


def _capture_and_check(work: Callable[[Tensor], Made], like: Tensor) -> _Graph | None:
    try:
        graph, x = _Graph(work, like), torch.rand_like(like)
    except RuntimeError as error:
        _log.warning("no CUDA graph of %d images can be made: %s", len(like), error)
        return None
    for got, expected in zip(graph(x), work(x), strict=True):
        if not torch.allclose(got, expected, rtol=RELATIVE, atol=ABSOLUTE):
            _log.warning("a CUDA graph of %d images gives other numbers: not used", len(x))
            return None
    return graph


class _Graph:
    """A captured pass; its input and its results lie in one place each.

    Parameters
    ----------
    work : the pass; not kept.
    like : an input of the shape, type and device that all will have.
    """

    def __init__(self, work: Callable[[Tensor], tuple[Tensor, ...]], like: Tensor) -> None:
        self._x = torch.zeros_like(like)
        with torch.cuda.device(like.device):
            beside = torch.cuda.Stream()
            beside.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(beside):
                for _ in range(WARMING):
                    work(self._x)
            torch.cuda.current_stream().wait_stream(beside)
            self._graph = torch.cuda.CUDAGraph()
            # Other threads may load a network meanwhile, which is none of the graph's business.
            with torch.cuda.graph(self._graph, capture_error_mode="thread_local"):
                self._results = work(self._x)

    def __call__(self, x: Tensor) -> tuple[Tensor, ...]:
        self._x.copy_(x)
        self._graph.replay()
        return self._results
