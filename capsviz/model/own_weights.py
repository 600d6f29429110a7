"""Weights of a user's own network: from a file or as tensors, whatever prefix their names have."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor, nn

from capsviz.errors import CapsvizError

#: Usual names of the weights among the values that a training loop saves.
_KEYS = ("state_dict", "model_state_dict", "model", "network", "net")

Weights = str | os.PathLike[str] | Mapping[str, Tensor]


def load_weights(network: nn.Module, weights: Weights) -> None:
    """Load weights into a network, in place.

    A prefix that all names share and the network does not have is dropped: "module." of
    DataParallel, "_orig_mod." of torch.compile, "model." of a Lightning module.

    Raises `CapsvizError` if the file cannot be read, or its tensors are not those of the network.

    Parameters
    ----------
    weights : a state, or a file of one: ``.safetensors``, or else what ``torch.save`` writes,
        which is read with ``weights_only=True`` and so runs no code.
    """
    class_name = type(network).__name__
    source = "the mapping" if isinstance(weights, Mapping) else os.fspath(weights)
    try:
        state = weights if isinstance(weights, Mapping) else _read(os.fspath(weights))
        network.load_state_dict(_without_prefix(state, set(network.state_dict())))
    except (OSError, RuntimeError) as error:
        last = str(error).strip().splitlines()[-1].strip()
        raise CapsvizError(f"{source} does not hold the weights of {class_name}: {last}") from error
    except CapsvizError as error:
        raise CapsvizError(
            f"{source} does not hold the weights of {class_name}: {error}"
        ) from error


def _read(path: str) -> Mapping[str, Tensor]:
    if path.endswith(".safetensors"):
        try:
            return load_file(path)
        except SafetensorError as error:
            raise CapsvizError(
                "it is not a safetensors file, write one by "
                f"safetensors.torch.save_file(network.state_dict(), FILE) ({error})"
            ) from error
    try:
        saved: Any = torch.load(path, map_location="cpu", weights_only=True)
    except OSError:
        raise
    except Exception as error:  # bytes of anything else may break the unpickler in any way
        raise CapsvizError(
            "it is no file of tensors alone, and nothing else is run; write one by "
            "torch.save(network.state_dict(), FILE)"
        ) from error
    while isinstance(saved, Mapping) and not _is_state(saved):
        inner = next((saved[name] for name in _KEYS if name in saved), None)
        if inner is None:
            break
        saved = inner
    if not isinstance(saved, Mapping) or not _is_state(saved):
        raise CapsvizError(
            f"it has no weights by their names under any of {', '.join(_KEYS)}; write them by "
            "torch.save(network.state_dict(), FILE)"
        )
    return saved


def _is_state(saved: Mapping[Any, Any]) -> bool:
    return bool(saved) and all(
        isinstance(name, str) and isinstance(value, Tensor) for name, value in saved.items()
    )


def _without_prefix(state: Mapping[str, Tensor], expected: set[str]) -> dict[str, Tensor]:
    names = list(state)
    while names and expected.isdisjoint(names):
        prefixes = {name.partition(".")[0] for name in names}
        if len(prefixes) > 1 or not all("." in name for name in names):
            return dict(state)
        names = [name.partition(".")[2] for name in names]
    return dict(zip(names, state.values(), strict=True))
