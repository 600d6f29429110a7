"""A user's own network from the command line: a class in a Python file, and its weights.

A Python file is a program, so only the command line, or its environment, can name one; pages and
links only use the network's name.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch import nn

from capsviz.errors import CapsvizError
from capsviz.files import stamp
from capsviz.model.adapter import AdaptedNetwork, adapt
from capsviz.torchvision_import import torchvision_module

#: Environment variables that pass the network to the processes of a command.
_MODEL, _WEIGHTS, _LENIENT = "CAPSVIZ_MODEL", "CAPSVIZ_WEIGHTS", "CAPSVIZ_LENIENT"
_ARGUMENTS = "CAPSVIZ_WITH"
#: Python's constants that JSON spells differently.
_CONSTANTS = {"True": True, "False": False, "None": None}


@dataclass(frozen=True, slots=True)
class UserModel:
    """The network's source.

    Attributes
    ----------
    file : Python file with the class.
    name : name of the class, or of a function that returns a network, and of the network.
    weights : a file of its state; None if the class has its own weights.
    strict : whether to reject a network with mistakes.
    arguments : of the class or function, "name=value" each.
    """

    file: Path
    name: str
    weights: Path | None
    strict: bool = True
    arguments: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """File whose modification invalidates the cached network."""
        return self.weights or self.file


def bring(
    model: str,
    weights: str | None = None,
    *,
    strict: bool = True,
    arguments: Sequence[str] = (),
) -> UserModel:
    """Select a network for this program and its child processes; runs nothing yet.

    Raises `CapsvizError` if the file does not exist, or the class is not named.

    Parameters
    ----------
    model : "FILE.py:NAME", of a class, a function that returns a network, or a network.
    weights : a file of its state, as for `adapt`.
    strict : as for `adapt`.
    arguments : of the class or function, "name=value" each: values are JSON, or else text.
    """
    network = name_user_model(model, weights)
    network = replace(network, strict=strict, arguments=tuple(arguments))
    _read_arguments(network.arguments)
    os.environ[_MODEL] = f"{network.file}:{network.name}"
    os.environ.pop(_WEIGHTS, None)
    os.environ[_LENIENT] = "" if strict else "1"
    os.environ[_ARGUMENTS] = json.dumps(network.arguments)
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
    arguments = tuple(json.loads(os.environ.get(_ARGUMENTS) or "[]"))
    strict = not os.environ.get(_LENIENT)
    return replace(_read(model, os.environ.get(_WEIGHTS)), strict=strict, arguments=arguments)


def _read_arguments(arguments: Sequence[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for argument in arguments:
        name, equals, text = argument.partition("=")
        if not (equals and name.isidentifier()):
            raise CapsvizError(f"{argument!r} is no NAME=VALUE, as in --with types=32")
        try:
            values[name] = _CONSTANTS[text] if text in _CONSTANTS else json.loads(text)
        except ValueError:
            values[name] = text
    return values


def _read(model: str, weights: str | None) -> UserModel:
    file, _, name = model.rpartition(":")
    if not file.endswith(".py") or not name.isidentifier():
        raise CapsvizError(
            f"{model!r} names no network: give FILE.py:CLASS, as in my_net.py:Net, or the name of "
            "a function that returns one"
        )
    return UserModel(
        Path(file).resolve(), name, None if weights is None else Path(weights).resolve()
    )


def load_user_network(model: UserModel, device: torch.device) -> AdaptedNetwork:
    """Load the network, cached until its `path` is replaced.

    Raises `CapsvizError` if the file cannot be run, lacks the class, or `adapt` finds a mistake.
    """
    network, message = _build(model, stamp(model.path), device)
    if network is None:
        raise CapsvizError(message)
    return network


@functools.lru_cache(maxsize=1)
def _build(
    model: UserModel, _stamp: object, device: torch.device
) -> tuple[AdaptedNetwork | None, str]:
    """Return the network, or an error message, cached since retrying takes as long."""
    try:
        with warnings.catch_warnings(), torch.random.fork_rng(devices=[]):
            warnings.simplefilter("ignore")  # the caller describes mistakes
            # Random weights must be equal in all processes, such as those of `publish`.
            torch.default_generator.manual_seed(0)
            network = adapt(_new(model).to(device), model.weights, strict=model.strict)
    except CapsvizError as error:
        return None, str(error)
    assert isinstance(network, AdaptedNetwork)
    return network, ""


def _new(model: UserModel) -> nn.Module:
    """Run the file as Python would, with its folder on the path, and instantiate the class."""
    spec = importlib.util.spec_from_file_location(f"capsviz_brought_{model.file.stem}", model.file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module  # dataclasses look up their module there
    if str(model.file.parent) not in sys.path:
        sys.path.append(str(model.file.parent))
    argv, sys.argv = sys.argv, [str(model.file)]  # hide the command's own arguments
    try:
        try:
            spec.loader.exec_module(module)
        except RuntimeError as error:
            if "torchvision::" not in str(error):
                raise
            torchvision_module("torchvision")  # with the operators that a plain import may lack
            spec.loader.exec_module(module)
        instance = getattr(module, model.name, None)
        if callable(instance) and not isinstance(instance, nn.Module):
            instance = instance(**_read_arguments(model.arguments))
        elif model.arguments:
            raise CapsvizError(f"{model.name} takes no arguments: leave out --with")
    except CapsvizError:
        raise
    except SystemExit as error:
        raise CapsvizError(
            f"{model.file.name} ends the program as it is run (sys.exit): put what it does as a "
            'program below if __name__ == "__main__":'
        ) from error
    except Exception as error:  # user code may raise anything
        hint = "; give its arguments by --with NAME=VALUE" if "argument" in str(error) else ""
        raise CapsvizError(
            f"{model.file.name} cannot make {model.name}: {type(error).__name__}, {error}{hint}"
        ) from error
    finally:
        sys.argv = argv
    if not isinstance(instance, nn.Module):
        candidates = [
            name
            for name, value in vars(module).items()
            if isinstance(value, type)
            and issubclass(value, nn.Module)
            and value.__module__ == module.__name__
        ]
        hint = f": choose one of {', '.join(candidates)}" if candidates else ""
        raise CapsvizError(f"{model.file.name} has no torch.nn.Module called {model.name!r}{hint}")
    return instance
