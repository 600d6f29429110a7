"""``capsviz app``."""

from __future__ import annotations

import argparse
import ctypes
import os
import signal
import socket
import subprocess
import sys
from importlib import import_module
from pathlib import Path

from capsviz.bounds import PORT
from capsviz.cli.parser import add_folder, add_model, add_path, add_switch
from capsviz.errors import CapsvizError
from capsviz.paths import HOME
from capsviz.ui.server import embedding


def add_options(command: argparse.ArgumentParser) -> None:
    """Add options of the app; further options are passed to Streamlit."""
    command.add_argument("--server.port", type=PORT, dest="port", help="port, default 8501")
    command.add_argument(
        "--server.address", dest="address", help="address to listen at; 0.0.0.0 for all interfaces"
    )
    add_switch(
        command,
        "--allow-training",
        "let visitors start trainings even if other machines can reach the server",
    )
    command.add_argument(
        "--pictures",
        action="append",
        default=[],
        type=Path,
        metavar="DIR",
        help="a folder with a subfolder per class, to choose on the page Train; repeatable",
    )
    command.add_argument(
        "--allow-embedding",
        action="append",
        default=[],
        type=embedding.origin,
        metavar="ORIGIN",
        help="let pages of this origin embed the app in a frame; repeatable",
    )
    add_path(
        command, "--presets", "FILE", "file of pages prepared for a class, shown as a page of links"
    )
    add_folder(command)
    add_model(command, command)
    command.set_defaults(streamlit=[])  # Streamlit's options


def run(options: argparse.Namespace) -> int:
    """Start the app and wait for its end."""
    if options.streamlit:
        # Importing Streamlit takes a second, and is only needed to check its options.
        import_module("capsviz.ui.server.settings").check(options.streamlit)
    if options.model:
        _check_network()
    if options.allow_training:
        os.environ["CAPSVIZ_ALLOW_TRAINING"] = "1"
    if options.allow_embedding:
        os.environ[embedding.ALLOW_VARIABLE] = " ".join(options.allow_embedding)
    if options.presets:
        _check_presets(options.presets)
    if options.pictures:
        # Importing torch takes seconds, and is not always needed.
        import_module("capsviz.data.sets").offer(options.pictures)
    flags = {"--server.port": options.port, "--server.address": options.address}
    # Without a port Streamlit picks the first free one: then only the address can be invalid.
    _require_free_port(options.address or "127.0.0.1", options.port or 0)
    # Streamlit finds the app's settings beside app.py, from any working directory; -P keeps that
    # folder off the module path.
    command = [sys.executable, "-P", "-m", "streamlit", "run", str(HOME / "app.py")]
    command += [f"{flag}={value}" for flag, value in flags.items() if value is not None]
    # In a separate group: Ctrl-C only reaches this process, which then ends the server.
    with subprocess.Popen(
        [*command, *options.streamlit],
        process_group=0,
        preexec_fn=_end_with_parent if sys.platform == "linux" else None,
    ) as server:
        try:
            return server.wait()
        except BaseException:
            server.terminate()  # the server must not outlive this command
            raise


def _end_with_parent() -> None:
    """Ask the kernel to end this process with its parent."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG


def _check_network() -> None:
    """Raise `CapsvizError` if the user's own network cannot be shown."""
    # importing torch takes seconds, and is not always needed
    from capsviz.training import checkpoint

    model = checkpoint.user_model()
    assert model is not None
    loaded = checkpoint.load(model.name)
    decoder = loaded.capsnet.decoder
    mistakes = loaded.model.mistakes
    sound = "with mistakes" if mistakes else "sound"
    print(
        f"{model.name}: {sum(p.numel() for p in loaded.model.parameters()):,} parameters, {sound}"
    )
    for mistake in mistakes:
        print(f"{model.name}: {mistake}")
    if not decoder.exists:
        print(f"{model.name} has no decode: pages show all but reconstructions")


def _check_presets(file: Path) -> None:
    """Pass a file of presets to the app; raises `CapsvizError` if it is invalid."""
    from capsviz.ui.shell import presets  # importing torch takes seconds, and is not always needed

    os.environ[presets.FILE] = str(file.absolute())
    presets.app_presets()


def _require_free_port(address: str, port: int) -> None:
    """Raise `CapsvizError` if no server can listen at this address."""
    try:
        family, kind, _, _, endpoint = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(endpoint)
    except OSError as error:
        location = f"{address}, port {port}" if port else address
        raise CapsvizError(
            f"nothing can listen at {location} ({error.strerror}): choose another one"
        ) from error
