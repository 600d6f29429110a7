"""Import of torchvision, even if torch lacks its compiled operators."""

from __future__ import annotations

import importlib
import sys
import threading
from types import ModuleType

import torch

#: Held while torchvision is imported: two concurrent imports would undo each other's work.
_importing = threading.Lock()

_OPERATORS = {
    "torchvision::nms": "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    "torchvision::qnms": "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
}


def torchvision_module(name: str) -> ModuleType:
    """Import a torchvision module such as ``torchvision.datasets``.

    The workaround applies only if torchvision does not import directly.
    """
    with _importing:
        try:
            return importlib.import_module(name)
        except RuntimeError as error:
            if "torchvision::" not in str(error):
                raise
        for operator, schema in _OPERATORS.items():
            torch.library.define(operator, schema)
        for module in [*sys.modules]:
            if module.split(".")[0] == "torchvision":
                del sys.modules[module]
        return importlib.import_module(name)
