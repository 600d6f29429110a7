"""Loading and saving of trained networks, by name or file."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors import safe_open
from safetensors.torch import save as serialise
from torch import nn

from capsviz import hub, untrusted
from capsviz.config import DIGITS, OWN_SET, LabelSet, ModelConfig
from capsviz.errors import CapsvizError
from capsviz.files import write_file
from capsviz.model.adapter import AdaptedNetwork, adapt
from capsviz.model.networks import Network
from capsviz.training import checkpoint

#: Metadata of an own network's file that `save` wrote.
_CLASSES = "capsviz_classes"


def load(
    name_or_path: str | os.PathLike[str] = "dynamic",
    device: str | torch.device | None = None,
    *,
    precision: str = "float32",
    like: nn.Module | None = None,
) -> Network:
    """Load a trained network in evaluation mode, with frozen weights.

    ``model(images)`` takes a float tensor [n, 28, 28] with pixels in 0..1 and returns the output
    capsules ``v`` [n, 10, 16] and their ``lengths`` [n, 10] in [0, 1). The plain CNN named "cnn"
    has no capsules: its ``lengths`` are probabilities, its ``v`` is empty.

    Parameters
    ----------
    name_or_path : a name in the clone's ``checkpoints`` folder (or in the folder that the
        environment variable ``CAPSVIZ_CHECKPOINTS`` names), or "hf:user/name" for a network of the
        Hugging Face Hub (extra ``hub``); anything else is a path.
    device : device of the model; by default CUDA if available, else the CPU.
    precision : "float32" is exact and has gradients. "bfloat16" and "int8" are two and three times
        as fast on processors that support them (on others, bfloat16 is slow and int8 is rejected),
        but not exact: capsule lengths differ by less than 0.003 on average and up to 0.3; the
        shipped networks' model cards have the figures. "fastest" selects this machine's fastest
        precision for the network.
    like : a network of your own, as for `capsviz.adapt`. The weights in the file are loaded into
    it, with the names of classes that `capsviz.save` stored.

    Returns
    -------
    The network, frozen and in evaluation mode.

    Raises
    ------
    CapsvizError : the file or device does not exist, the file is not a complete checkpoint, or this
        machine does not support the precision for this network; the weights are not those of
        `like`.

    Examples
    --------
    >>> model = capsviz.load("dynamic", "cpu")
    >>> model.config.digit_dim
    16
    """
    if isinstance(name_or_path, str) and name_or_path.startswith(hub.PREFIX):
        name_or_path = hub.fetch(name_or_path)
    if like is not None:
        if precision != "float32":
            raise CapsvizError(f"a network of your own calculates in float32, not in {precision}")
        if isinstance(like, Network):
            raise CapsvizError(
                "like= is for a network of your own: load one of capsviz by its path alone"
            )
        return _load_like(name_or_path, like.to(checkpoint.pick_device(device)))
    return checkpoint.load(name_or_path, device).in_precision(precision).model


def _load_like(path: str | os.PathLike[str], like: nn.Module) -> AdaptedNetwork:
    adapted = adapt(like, path)
    assert isinstance(adapted, AdaptedNetwork)
    names = None
    if os.fspath(path).endswith(".safetensors"):
        with safe_open(path, framework="pt") as file:
            names = (file.metadata() or {}).get(_CLASSES)
    if names is not None:
        try:
            classes = tuple(untrusted.read(names)["names"])
        except untrusted.DAMAGED_FILE_ERRORS as error:
            raise CapsvizError(f"{path} has a damaged header: save it again") from error
        adapted.subject = _label_set(adapted, classes)
        adapted.class_names = adapted.subject.classes
    return adapted


def save(
    model: Network,
    path: str | os.PathLike[str],
    *,
    class_names: Sequence[str] | None = None,
    overwrite: bool = False,
) -> Path:
    """Save a network, such as one changed in a training loop of your own.

    Parameters
    ----------
    model : from `capsviz.load`, `capsviz.train` or `capsviz.adapt`, in float32. The file of an
        adapted one holds its weights: load it by ``capsviz.load(path, like=Net())``.
    path : path of the file, which ends in ".safetensors". In the folder of checkpoints the network
        is listed by its name.
    class_names : name of each class, in order; by default the network's own.
    overwrite : whether to replace an existing file, unless a network that ships.

    Returns
    -------
    The path.

    Raises
    ------
    CapsvizError : the model, path or names are not valid, or the file exists.

    Examples
    --------
    >>> trained = capsviz.load("dynamic", "cpu").requires_grad_(True)  # for a loop of your own
    >>> path = capsviz.save(trained, "mine.safetensors")
    >>> mine = capsviz.load(path)
    """
    config = getattr(model, "config", None)
    if not isinstance(model, nn.Module) or not isinstance(config, ModelConfig):
        raise CapsvizError(
            f"{type(model).__name__} is not a network of capsviz: save what load, train or adapt "
            "returns"
        )
    if model.precision is not torch.float32:
        raise CapsvizError(f"the network is in {model.precision}: save it as loaded, in float32")
    out = Path(path)
    if out.suffix != ".safetensors":
        raise CapsvizError(f"{out} must end in .safetensors")
    checkpoint.require_free(out, overwrite=overwrite)
    known_names = model.class_names or DIGITS.classes
    subject = _label_set(model, known_names if class_names is None else class_names)
    if not isinstance(model, AdaptedNetwork):
        checkpoint.save(out, model.state_dict(), config, {}, subject=subject)
        return out
    state = {
        name: value.detach().cpu().contiguous().clone()
        for name, value in model.network.state_dict().items()
    }
    names = json.dumps({"names": subject.classes})
    write_file(out, serialise(state, metadata={_CLASSES: names}))
    return out


def push(
    model: Network | str | os.PathLike[str],
    name: str,
    *,
    private: bool = False,
    token: str | None = None,
) -> str:
    """Upload a network to the Hugging Face Hub, with a model card.

    ``capsviz.load("hf:user/name")`` loads it again. The extra ``hub`` installs the Hub's library.

    Parameters
    ----------
    model : network from `capsviz.load`, `capsviz.train` or `capsviz.adapt`, or the name or file of
        a checkpoint, which is uploaded unchanged.
    name : "hf:user/name".
    private : whether a new repository is private.
    token : access token; by default that of ``hf auth login``.

    Returns
    -------
    The address of the repository.

    Raises
    ------
    CapsvizError : `huggingface_hub` is missing, the model is not one of capsviz, or the Hub refuses
        it.

    Examples
    --------
    >>> capsviz.push("dynamic", "hf:me/dynamic-capsules")  # doctest: +SKIP
    """
    repository = hub.repository_of(name)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / hub.FILE
        if isinstance(model, str | os.PathLike):
            path.write_bytes(checkpoint.find(model).read_bytes())
        else:
            save(model, path)
        (path.parent / "README.md").write_text(_card(path, repository, model), encoding="utf-8")
        return hub.upload(path.parent, name, private=private, token=token)


def _card(path: Path, repository: str, model: Any) -> str:
    """Return the card: description of the network, its record, and how to load it."""
    loaded = None if hasattr(model, "network") else checkpoint.load(path, "cpu")
    classes = loaded.subject.classes if loaded else model.class_names
    argument = "" if loaded else ", like=Net()"
    lines = [
        "---",
        "library_name: capsviz",
        "pipeline_tag: image-classification",
        "tags: [capsule-network]",
        "---",
        "",
        f"# {repository.partition('/')[2]}",
        "",
        "A capsule network of [capsviz](https://pypi.org/project/capsviz).",
        "",
        "```python",
        "import capsviz",
        f'model = capsviz.load("{hub.PREFIX}{repository}"{argument})',
        "```",
        "",
        f"Classes: {', '.join(classes)}.",
    ]
    if loaded:
        config = json.dumps(loaded.model.config.to_dict(), indent=2)
        lines += ["", loaded.model.describe_differences(loaded.model.config)]
        lines += ["", "```json", config, "```"]
        if command := loaded.training.get("command"):
            lines += ["", f"Trained by `{command}`."]
    return "\n".join(lines) + "\n"


def _label_set(model: Network, names: Sequence[object]) -> LabelSet:
    classes = tuple(map(str, names))
    if len(classes) != model.config.classes:
        raise CapsvizError(
            f"the network has {model.config.classes} classes: name as many, not {len(classes)}"
        )
    digits = classes == DIGITS.classes and model.config.format == ModelConfig().format
    return DIGITS if digits else LabelSet(OWN_SET, classes)


def list_networks() -> list[str]:
    """Return the names that `load` takes, in alphabetical order.

    These are the networks in the folder of checkpoints: that of the clone, or the one that the
    environment variable ``CAPSVIZ_CHECKPOINTS`` names, and those that ship with a wheel. Networks
    of parts are left out.

    Returns
    -------
    The names.

    Raises
    ------
    CapsvizError : the folder exists, but cannot be read.

    Examples
    --------
    >>> "dynamic" in capsviz.list_networks()
    True
    """
    return checkpoint.names()
