"""Networks on the Hugging Face Hub: download and upload of their files."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from types import ModuleType

from capsviz.errors import CapsvizError

#: Prefix of the name of a network on the Hub.
PREFIX = "hf:"
#: File of the weights in a repository, as other libraries name it.
FILE = "model.safetensors"


def fetch(name: str) -> Path:
    """Download a network's checkpoint, or find it in the Hub's cache.

    Parameters
    ----------
    name : "hf:user/name", or with a revision "hf:user/name@v1".

    Raises
    ------
    CapsvizError : `huggingface_hub` is missing, or the network cannot be fetched.
    """
    hub = _library()
    repository, _, revision = repository_of(name).partition("@")
    try:
        return Path(
            hub.hf_hub_download(repository, FILE, revision=revision or None, endpoint=_endpoint())
        )
    except Exception as error:  # many kinds: names, rights, network, disk
        raise CapsvizError(f"{name} cannot be fetched: {_reason(error)}") from error


def upload(folder: Path, name: str, *, private: bool, token: str | None) -> str:
    """Upload a folder's files to a repository, which is created if needed; returns its address.

    Raises
    ------
    CapsvizError : `huggingface_hub` is missing, or the Hub refuses the files.
    """
    hub, repository = _library(), repository_of(name)
    api = hub.HfApi(endpoint=_endpoint(), token=token)
    try:
        url = api.create_repo(repository, private=private, exist_ok=True)
        api.upload_folder(
            repo_id=repository, folder_path=folder, commit_message="Upload a capsule network"
        )
    except Exception as error:  # many kinds: names, rights, network
        raise CapsvizError(f"{name} cannot be uploaded: {_reason(error)}") from error
    return str(url)


def _library() -> ModuleType:
    try:
        return import_module("huggingface_hub")
    except ImportError as error:
        raise CapsvizError(
            'networks of the Hugging Face Hub need its library: pip install "capsviz[hub]"'
        ) from error


def repository_of(name: str) -> str:
    """Return the repository of "hf:user/name"; raises `CapsvizError` for another name."""
    repository = name.removeprefix(PREFIX)
    if not name.startswith(PREFIX) or repository.count("/") != 1:
        raise CapsvizError(f"{name!r} names no network of the Hub: write it as in hf:user/name")
    return repository


def _endpoint() -> str | None:
    return os.environ.get("HF_ENDPOINT")


def _reason(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
