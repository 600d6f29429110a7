"""Input pictures of a command: files, a folder, test pictures, bundled drawings."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from capsviz.analysis.overlap import place
from capsviz.cli.networks import data_set_for, note
from capsviz.data.augment import center_on_canvas
from capsviz.data.drawing import render
from capsviz.data.normalisation import INPUT, normalise
from capsviz.data.samples import samples
from capsviz.data.sets import open_set
from capsviz.data.upload import read
from capsviz.errors import CapsvizError
from capsviz.tracing import as_images
from capsviz.training.checkpoint import Checkpoint, PartsCheckpoint

#: Prefixes of test pictures, and of bundled drawings.
TEST, SAMPLE = "test:", "sample:"
HELP = (
    f"a picture file, a .npy file of the network's own size, a folder of them, {TEST}N for a test "
    f"picture, or {SAMPLE}NAME for a drawing that ships, such as {SAMPLE}7-continental"
)
_ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".npy")


def read_pictures(
    options: argparse.Namespace, loaded: Checkpoint | PartsCheckpoint
) -> tuple[tuple[str, ...], np.ndarray]:
    """Read ``options.pictures`` in order: their names, and pixels in 0..1, [n, side, side].

    Raises `CapsvizError` if one cannot be read.
    """
    test = _test_pictures(options, loaded)
    names, images = [], []
    for text in options.pictures:
        if text.startswith(TEST):
            pairs = [(text, test[_number(text)])]
        elif text.startswith(SAMPLE):
            pairs = [(text, _sample(text.removeprefix(SAMPLE), loaded))]
        else:
            pairs = [(str(path), _file(path, loaded)) for path in _files(text)]
        names += [name for name, _ in pairs]
        images += [image for _, image in pairs]
    return tuple(names), np.stack(images)


def _test_pictures(
    options: argparse.Namespace, loaded: Checkpoint | PartsCheckpoint
) -> dict[int, np.ndarray]:
    """Load the requested test pictures, and log their use."""
    numbers = {_number(text) for text in options.pictures if text.startswith(TEST)}
    if not numbers:
        return {}
    if isinstance(loaded, PartsCheckpoint):
        side = loaded.model.config.image_size
        test = open_set(loaded.subject.data_set, options.data, side=side).test()
    else:
        test = data_set_for(options, loaded).test()
    if max(numbers) >= len(test):
        raise CapsvizError(f"there is no test picture {max(numbers)}: there are {len(test):,}")
    note(loaded, options.reading, len(numbers))
    side = loaded.model.config.image_size
    return {n: center_on_canvas(test.images[n] / 255, side).numpy() for n in numbers}


def _files(text: str) -> list[Path]:
    path = Path(text)
    if not path.exists():
        raise CapsvizError(f"there is no picture {text!r}: give {HELP}")
    if not path.is_dir():
        return [path]
    files = sorted(child for child in path.iterdir() if child.suffix.lower() in _ENDINGS)
    if not files:
        raise CapsvizError(f"the folder {text} holds no pictures ({', '.join(_ENDINGS)})")
    return files


def _file(path: Path, loaded: Checkpoint | PartsCheckpoint) -> np.ndarray:
    if path.suffix.lower() == ".npy":
        return _array(path, loaded)
    try:
        return _network_input(read(path.read_bytes(), loaded.subject.way), loaded)
    except CapsvizError as error:
        raise CapsvizError(f"{path}: {error}") from error


def _array(path: Path, loaded: Checkpoint | PartsCheckpoint) -> np.ndarray:
    """Load one picture saved by numpy, of the network's own size."""
    try:
        values = np.load(path, allow_pickle=False)
    except (ValueError, EOFError, OSError) as error:
        raise CapsvizError(f"{path} is no array that numpy saved without pickle") from error
    try:
        images = as_images(values, loaded.model.config.format)
    except CapsvizError as error:
        raise CapsvizError(f"{path}: {error}") from error
    if len(images) > 1:
        raise CapsvizError(f"{path} holds {len(images)} pictures: save each in a file of its own")
    return images[0].numpy()


def _sample(name: str, loaded: Checkpoint | PartsCheckpoint) -> np.ndarray:
    match = next((sample for sample in samples() if sample.name == name), None)
    if match is None:
        names = ", ".join(sample.name for sample in samples())
        raise CapsvizError(f"there is no drawing {name!r}: choose one of {names}")
    return _network_input(render(match.drawing), loaded)


def _network_input(raster: np.ndarray, loaded: Checkpoint | PartsCheckpoint) -> np.ndarray:
    side = loaded.model.config.image_size
    # a network for two digits: one of them, in the middle
    if loaded.subject.digits and side > INPUT:
        return place(normalise(raster), (0, 0), side)
    return loaded.picture(raster)


def _number(text: str) -> int:
    number = text.removeprefix(TEST)
    if not (number.isascii() and number.isdigit()):
        raise CapsvizError(f"{text!r} names no test picture: give {TEST}0, {TEST}1, ...")
    return int(number)
