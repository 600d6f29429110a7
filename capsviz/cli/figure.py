"""``capsviz figure``."""

from __future__ import annotations

import argparse
import importlib.util
import inspect
from pathlib import Path
from typing import Any

import numpy as np

from capsviz import figures
from capsviz.analysis import claims, factor_report
from capsviz.analysis.overlap import overlay, place
from capsviz.bounds import Number
from capsviz.cli import pictures
from capsviz.cli.options import add_reading, network_name
from capsviz.cli.parser import add_switch
from capsviz.config import MAX_ITERATIONS
from capsviz.data.affine import KINDS
from capsviz.errors import CapsvizError
from capsviz.figures.export_frame import on_sheet
from capsviz.files import writable, write_file
from capsviz.tracing import trace
from capsviz.training import checkpoint

#: Formats of a figure by suffix; all but the first need a Chromium.
ENDINGS = (".html", ".svg", ".png", ".pdf")
#: Options that only some figures have, by the names of their parameters.
_SPECIFIC_OPTIONS = ("capsule", "iteration", "kind")
#: Shifts of two pictures that are overlaid.
_PAIR_SHIFTS = ((-2, -3), (2, 3))
#: Figures of saved results about a network: no picture is read.
_FINDINGS = ("dimensions", "factors", "disentanglement")
#: Figures that need the known factors of sprites.
_SPRITE_FIGURES = _FINDINGS[1:]
#: Figures of a network of parts and objects.
_PARTS_FIGURES = ("parts", "objects")
#: Figures of several networks.
_COMPARISON_FIGURES = ("comparison", "disentanglement")


def add_options(command: argparse.ArgumentParser) -> None:
    """Add options for figure, pictures and file."""
    command.add_argument(
        "name", choices=figures.__all__, metavar="NAME", help=", ".join(figures.__all__)
    )
    command.add_argument(
        "pictures",
        nargs="*",
        metavar="PICTURE",
        help=f"{pictures.HELP}; for claims, the name of one claim",
    )
    command.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help=f"one of {', '.join(ENDINGS)}"
    )
    command.set_defaults(reading="figure")
    add_reading(command)
    command.add_argument(
        "--capsule",
        type=Number(int, 0, 49),
        help="index of a capsule, by default the longest; for factors, all",
    )
    command.add_argument(
        "--iteration",
        type=Number(int, 1, MAX_ITERATIONS),
        help="iteration of flow, by default the last",
    )
    command.add_argument(
        "--kind", choices=KINDS, help="transform of viewpoint, by default rotation"
    )
    add_switch(command, "--dark", "use the dark colours")
    add_switch(command, "--transparent", "without a background")


def run(options: argparse.Namespace) -> int:
    """Draw a figure and save it."""
    _check_options(options)
    figure, heading, network = _draw_figure(options)
    figure = on_sheet(
        figure,
        heading,
        network,
        "dark" if options.dark else "light",
        paper=not options.transparent,
    )
    html = options.out.suffix == ".html"
    content = (
        figure.to_html(include_plotlyjs=True) if html else _picture(figure, options.out.suffix)
    )
    write_file(options.out, content)
    print(f"wrote {options.out}")
    return 0


def _draw_figure(options: argparse.Namespace) -> tuple[Any, str, str]:
    """Return the figure, its title, and the name of its network, if it has only one."""
    if options.name == "claims":
        claim, mode = options.pictures[0], "dark" if options.dark else "light"
        return figures.claims(claim, mode=mode), claims.load().claim(claim).says, ""
    loaded = _load(options)
    network = "" if options.name in _COMPARISON_FIGURES else loaded.name
    return _draw(options, loaded), _heading(options.name), network


def _load(options: argparse.Namespace) -> checkpoint.Checkpoint | checkpoint.PartsCheckpoint:
    if options.name in _PARTS_FIGURES:
        return checkpoint.load_parts(options.checkpoint or "parts", options.device)
    default = "sprites" if options.name in _SPRITE_FIGURES else "dynamic"
    return checkpoint.load(network_name(options, default), options.device)


def _heading(name: str) -> str:
    """Return the title of a figure, from the first words of its docstring."""
    doc = inspect.getdoc(getattr(figures, name)) or name
    return doc.split("\n")[0].split(":")[0].rstrip(".")


def _check_options(options: argparse.Namespace) -> None:
    name, count = options.name, len(options.pictures)
    none = dict.fromkeys(_FINDINGS, 0)
    high = {**none, "interpolation": 2, "overlap": 2}.get(name, 1)
    low = {**none, "interpolation": 2}.get(name, 1)
    if not low <= count <= high:
        expected = str(high) if low == high else f"{low} or {high}"
        noun = "claim" if name == "claims" else "picture"
        raise CapsvizError(
            f"{name} is drawn of {expected} {noun}{'s' * (high != 1)}, not of {count}"
        )
    for option in _SPECIFIC_OPTIONS:
        if getattr(options, option) is not None and option not in _parameters(name):
            raise CapsvizError(f"{name} has no --{option}: leave it out")
    if options.out.suffix not in ENDINGS:
        raise CapsvizError(f"{options.out} must end in one of {', '.join(ENDINGS)}")
    if options.out.suffix != ".html" and importlib.util.find_spec("kaleido") is None:
        raise CapsvizError(
            f'a {options.out.suffix} needs kaleido: pip install "capsviz[figures]", or choose .html'
        )
    writable(options.out, options.out.suffix)


def _parameters(name: str) -> Any:
    return inspect.signature(getattr(figures, name)).parameters


def _draw(
    options: argparse.Namespace, loaded: checkpoint.Checkpoint | checkpoint.PartsCheckpoint
) -> Any:
    draw, mode = getattr(figures, options.name), "dark" if options.dark else "light"
    if isinstance(loaded, checkpoint.PartsCheckpoint):
        return draw(loaded, pictures.read_pictures(options, loaded)[1], mode=mode)
    arguments: dict[str, Any] = {"mode": mode}
    if "classes" in _parameters(options.name):
        arguments["classes"] = loaded.subject.classes
    for option in _SPECIFIC_OPTIONS:
        if (value := getattr(options, option)) is not None:
            arguments[option] = value
    if options.name == "disentanglement":
        return draw(_with_factors(options, loaded), **arguments)
    if options.name in _FINDINGS:
        return draw(loaded, **arguments)
    _, images = pictures.read_pictures(options, loaded)
    if options.name == "comparison":
        return draw(_comparable(options, loaded), images[0], **arguments)
    if options.name == "overlap" and len(images) == 2:
        images = _overlay(images)[None]
    return draw(loaded.capsnet, trace(loaded.capsnet, images, options.iterations), **arguments)


def _overlay(images: np.ndarray) -> np.ndarray:
    side = images.shape[-1]
    return overlay(
        np.stack([place(x, move, side) for x, move in zip(images, _PAIR_SHIFTS, strict=True)])
    )


def _comparable(
    options: argparse.Namespace, first: checkpoint.Checkpoint
) -> list[checkpoint.Checkpoint]:
    """Return all networks for the same pictures."""
    names = checkpoint.list_offers(
        first.model.config.image_size, capsules=False, data_set=first.subject.data_set
    )
    return [checkpoint.load(name, options.device) for name in names]


def _with_factors(
    options: argparse.Namespace, first: checkpoint.Checkpoint
) -> list[checkpoint.Checkpoint]:
    """Return all networks for the same pictures that have measured factors."""
    reports = [
        network
        for network in _comparable(options, first)
        if factor_report.path_beside(network.path).exists()
    ]
    return reports or [first]


def _picture(figure: Any, ending: str) -> bytes:
    try:
        return figure.to_image(format=ending[1:], scale=2 if ending == ".png" else 1)
    # anything may keep a browser from starting
    except (RuntimeError, ValueError, OSError) as error:
        raise CapsvizError(
            f"no browser could draw the {ending}: install Chromium, or choose .html"
        ) from error
