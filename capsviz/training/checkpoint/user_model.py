"""A user's own network from the command line: a class in a Python file, and its weights.

A Python file is a program, so only the command line, or its environment, can name one; pages and
links only use the network's name.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import sys
import warnings
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from torch import nn

from capsviz.errors import CapsvizError
from capsviz.files import stamp
from capsviz.model.adapter import AdaptedNetwork, adapt

#: Environment variables that pass the network to the processes of a command.
_MODEL, _WEIGHTS, _LENIENT = "CAPSVIZ_MODEL", "CAPSVIZ_WEIGHTS", "CAPSVIZ_LENIENT"


@dataclass(frozen=True, slots=True)
class UserModel:
    """The network's source.

    Attributes
    ----------
    file : Python file with the class.
    name : name of the class, and of the network.
    weights : a safetensors file; None if the class has its own weights.
    strict : whether to reject a network with mistakes.
    """

    file: Path
    name: str
    weights: Path | None
    strict: bool = True

    @property
    def path(self) -> Path:
        """File whose modification means another network."""
        return self.weights or self.file


def bring(model: str, weights: str | None = None, *, strict: bool = True) -> UserModel:
    """Select a network for this program and its child processes; runs nothing yet.

    Parameters
    ----------
    model : "FILE.py:CLASS".
    weights : a safetensors file.
    strict : as for `adapt`.

    Raises
    ------
    CapsvizError : the file does not exist, or the class is not named.
    """
    network = replace(name_user_model(model, weights), strict=strict)
    os.environ[_MODEL] = f"{network.file}:{network.name}"
    os.environ.pop(_WEIGHTS, None)
    os.environ[_LENIENT] = "" if strict else "1"
    if network.weights is not None:
        os.environ[_WEIGHTS] = str(network.weights)
    return network


def name_user_model(model: str, weights: str | None = None) -> UserModel:
    """Parse the file and class of a network; runs nothing yet; raises as `bring` does."""
    network = _read(model, weights)
    for path in (network.file, network.weights):
        if path is not None and not path.is_file():
            raise CapsvizError(f"there is no file {str(path)!r}")
    return network


def user_model() -> UserModel | None:
    """Return the selected network, or None."""
    model = os.environ.get(_MODEL)
    if not model:
        return None
    return replace(_read(model, os.environ.get(_WEIGHTS)), strict=not os.environ.get(_LENIENT))


def _read(model: str, weights: str | None) -> UserModel:
    file, _, name = model.rpartition(":")
    if not file.endswith(".py") or not name.isidentifier():
        raise CapsvizError(f"{model!r} names no network: give FILE.py:CLASS, as in my_net.py:Net")
    return UserModel(
        Path(file).resolve(), name, None if weights is None else Path(weights).resolve()
    )


def load_user_network(which: UserModel, device: torch.device) -> AdaptedNetwork:
    """Load the network, cached until its `path` is replaced.

    Raises
    ------
    CapsvizError : the file cannot be run, lacks the class, or `adapt` finds a mistake.
    """
    network, wrong = _build(which, stamp(which.path), device)
    if network is None:
        raise CapsvizError(wrong)
    return network


@functools.lru_cache(maxsize=1)
def _build(
    which: UserModel, _stamp: object, device: torch.device
) -> tuple[AdaptedNetwork | None, str]:
    """Return the network, or an error message, cached since retrying takes as long."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # mistakes are described where the network is opened
            network = adapt(_new(which).to(device), which.weights, strict=which.strict)
    except CapsvizError as error:
        return None, str(error)
    assert isinstance(network, AdaptedNetwork)
    return network, ""


def _new(which: UserModel) -> nn.Module:
    """Run the file as Python would, with its folder on the path, and instantiate the class."""
    spec = importlib.util.spec_from_file_location(f"capsviz_brought_{which.file.stem}", which.file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module  # dataclasses look up their module there
    if str(which.file.parent) not in sys.path:
        sys.path.append(str(which.file.parent))
    try:
        spec.loader.exec_module(module)
        made = getattr(module, which.name, None)
        network = made() if isinstance(made, type) else None
    except Exception as error:  # user code may raise anything
        hint = "; give its arguments defaults" if "positional argument" in str(error) else ""
        raise CapsvizError(
            f"{which.file.name} cannot make {which.name}: {type(error).__name__}, {error}{hint}"
        ) from error
    if not isinstance(network, nn.Module):
        raise CapsvizError(f"{which.file.name} has no torch.nn.Module called {which.name!r}")
    return network
