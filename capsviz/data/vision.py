"""torchvision, also beside a CPU build of torch that its wheel was not made for.

The registry's torchvision wheel links CUDA. Beside a CPU-only torch its compiled operators
cannot load, and ``import torchvision`` fails when it describes the missing ones. Datasets
and transforms need none of them: declaring the operators' names is enough.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

import torch

_MISSING = {
    "torchvision::nms": "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    "torchvision::qnms": "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
}


def torchvision_module(name: str) -> ModuleType:
    """Import a torchvision module such as ``torchvision.datasets``.

    Does nothing special where torchvision imports as it is.
    """
    try:
        return importlib.import_module(name)
    except RuntimeError as error:
        if "torchvision::" not in str(error):
            raise
    for operator, schema in _MISSING.items():
        torch.library.define(operator, schema)
    for loaded in [module for module in sys.modules if module.split(".")[0] == "torchvision"]:
        del sys.modules[loaded]
    return importlib.import_module(name)
