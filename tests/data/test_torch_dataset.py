"""Pictures and arrays of every kind are read alike."""

from __future__ import annotations

import io

import numpy as np
import pytest
import torch
from PIL import Image

from capsviz.config import PictureFormat
from capsviz.data import folder, upload
from capsviz.data.picture_file import decode
from capsviz.data.torch_dataset import pictures_of
from capsviz.errors import CapsvizError

#: A ramp beside a stroke: every grey level, and ink.
GREY = np.zeros((28, 28), np.uint8)
GREY[8:20, 4:24] = np.linspace(55, 255, 20).astype(np.uint8)
INK = Image.fromarray(GREY)


def _in_alpha(ink: int, paper: int) -> Image.Image:
    whole = Image.new("RGBA", INK.size, (ink, ink, ink, 0))
    whole.paste((paper, paper, paper), (0, 0, 1, 1))
    whole.putalpha(INK)
    return whole


def _palette() -> Image.Image:
    made = INK.copy()
    made.putpalette([level for level in range(256) for _ in range(3)])
    return made


#: Each picture in a mode of its own, and its bytes.
MODES = {
    "L": (INK, GREY),
    "1": (INK.convert("1", dither=Image.Dither.NONE), np.where(GREY > 127, 255, 0)),
    "P": (_palette(), GREY),
    "LA": (Image.merge("LA", (INK, Image.new("L", INK.size, 255))), GREY),
    "I;16": (Image.fromarray(GREY.astype(np.uint16) * 257), GREY),
    "I": (Image.fromarray(GREY.astype(np.int32) * 4000), GREY),
    "F": (Image.fromarray(GREY.astype(np.float32) / 255), GREY),
}


@pytest.mark.parametrize("mode", MODES)
def test_a_grey_picture_stays_grey_at_the_same_levels(mode):
    picture, expected = MODES[mode]
    assert picture.mode == mode
    read = pictures_of([(picture, 1)]).images
    assert read.shape == (1, 28, 28)
    assert int((read[0].int() - torch.tensor(expected.astype(np.int32))).abs().max()) <= 1


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode not in ("I", "F")])
def test_a_file_a_folder_and_a_dataset_read_one_picture_alike(mode, tmp_path):
    picture = MODES[mode][0]
    file = tmp_path / "picture.png"
    picture.save(file)
    with Image.open(file) as opened:
        item = pictures_of([(opened, 0)]).images[0].numpy()
    assert np.array_equal(np.rint(decode(file.read_bytes())[..., 0]), item)
    assert np.array_equal(folder.read_picture(file, PictureFormat(28)), item)
    assert upload.read(file.read_bytes(), "whole").max() == 255


@pytest.mark.parametrize("ink", [0, 255])
def test_ink_in_alpha_lies_on_paper_that_shows_it(ink):
    read = pictures_of([(_in_alpha(ink, ink), 1)]).images[0]
    assert read.shape == (3, 28, 28)
    drawn = torch.tensor(GREY) if ink else 255 - torch.tensor(GREY)
    assert int((read[0].int() - drawn.int()).abs().max()) <= 1


def test_grey_pictures_among_coloured_ones_are_colours_too():
    coloured = Image.merge("RGB", (INK, INK, Image.new("L", INK.size)))
    read = pictures_of([(INK, 0), (coloured, 1)]).images
    assert read.shape == (2, 3, 28, 28)
    assert bool((read[0] == read[0, :1]).all())


#: The same picture in common array layouts.
ARRAYS = {
    "flipped": GREY[:, ::-1][:, ::-1],
    "by columns": np.asfortranarray(GREY),
    "big-endian": (GREY / 255).astype(">f4"),
    "float16": (GREY / 255).astype(np.float16),
    "long double": (GREY / 255).astype(np.longdouble),
    "a list": (GREY / 255).tolist(),
}


@pytest.mark.parametrize("kind", ARRAYS)
def test_an_array_of_any_layout_is_read(kind, tiny_model):
    import capsviz

    read = pictures_of([(ARRAYS[kind], 1)]).images[0]
    assert int((read.int() - torch.tensor(GREY).int()).abs().max()) <= 1
    seen = capsviz.trace(tiny_model, ARRAYS[kind])
    assert np.abs(seen.images[0] - GREY / 255).max() < 1e-3


@pytest.mark.parametrize(
    "values",
    [GREY.astype(object), GREY.astype(str), [[1.0], [1.0, 2.0]], None],
)
def test_a_file_without_numbers_gets_one_sentence(values, tiny_model):
    import capsviz

    for read in (lambda: pictures_of([(values, 1)]), lambda: capsviz.trace(tiny_model, values)):
        with pytest.raises(CapsvizError, match="images must be an array of numbers"):
            read()


def test_two_arrays_are_pictures_and_their_classes():
    images, labels = np.stack([GREY, 255 - GREY, GREY]), np.array([2, 0, 1])
    for made in ((images, labels), (torch.tensor(images), labels.tolist())):
        read = pictures_of(made)
        assert np.array_equal(read.images, images)
        assert read.labels.tolist() == [2, 0, 1]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"train": [(GREY, 1)]}, "a dictionary of train: give one of these"),
        ((np.stack([GREY, GREY]), np.zeros(3)), "there are 2 pictures and 3 labels"),
        ([{"image": GREY, "label": 1}], "item 0 of the data is not a pair"),
    ],
)
def test_a_dataset_of_another_form_gets_one_sentence(data, says):
    with pytest.raises(CapsvizError, match=says):
        pictures_of(data)


@pytest.mark.parametrize("kind", ["?", "<i2", ">i4", "i8", "u2", "f2", ">f8"])
def test_pixels_of_any_type_are_read_alike_everywhere(kind, tiny_model):
    import capsviz

    ink = GREY > 100
    values = ink.astype(kind) * (255 if kind not in ("?", "f2", ">f8") else np.ones((), kind))
    (kept,) = pictures_of([(values, 1)]).images
    np.testing.assert_array_equal(kept.numpy(), 255 * ink)
    np.testing.assert_array_equal(capsviz.trace(tiny_model, values).images[0], ink)


@pytest.mark.parametrize(
    ("values", "says"),
    [
        (GREY.astype(np.float32), "these go from 0 to .*: divide bytes by 255"),
        (GREY / 127.5 - 1, "these go from -1 to .*leave out any other normalisation"),
        (GREY.astype(np.int64) * 200, "these go from 0 to "),
        (np.full((28, 28), np.nan), "not finite numbers"),
        (GREY.astype(complex), "not complex numbers"),
        (np.stack([GREY] * 3, -1), "make them grey first"),
        (GREY[:20, :20], "resize them first"),
    ],
)
def test_trace_and_evaluate_refuse_pictures_by_the_same_sentence(values, says, tiny_model):
    import capsviz

    for call in (
        lambda: capsviz.trace(tiny_model, values),
        lambda: capsviz.evaluate(tiny_model, [(values, 1)]),
    ):
        with pytest.raises(CapsvizError, match=says) as caught:
            call()
        assert "torch" not in str(caught.value)


@pytest.mark.parametrize(
    ("values", "says"),
    [
        (np.stack([GREY, GREY]), "holds 2 pictures: save each"),
        (GREY.astype(str), "array of numbers, not of <U"),
        (GREY.astype(object), "no array that numpy saved without pickle"),
        (GREY.astype(np.float32), "divide bytes by 255"),
        (GREY[:20], r"shape \['n', 28, 28\]|shape \[n, 28, 28\]"),
    ],
)
def test_a_npy_file_that_is_no_picture_gets_one_sentence(
    values, says, tiny_checkpoint, tmp_path, capsys
):
    import re

    from capsviz import cli

    np.save(tmp_path / "a.npy", values, allow_pickle=True)
    out = tmp_path / "out.npz"
    assert cli.main(["trace", str(tmp_path / "a.npy"), "--out", str(out)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert re.search(says, line)
    assert not out.exists()


def test_trace_takes_tiff_files_of_a_folder_and_arrays_of_any_byte_order(tiny_checkpoint, tmp_path):
    from capsviz import cli

    (tmp_path / "in").mkdir()
    INK.save(tmp_path / "in" / "a.tif")
    np.save(tmp_path / "in" / "b.npy", (GREY / 255).astype(">f8")[None, :, ::-1])
    out = tmp_path / "out.npz"
    assert cli.main(["trace", str(tmp_path / "in"), "--out", str(out)]) == 0
    with np.load(io.BytesIO(out.read_bytes())) as kept:
        assert kept["images"].shape == (2, 28, 28)
        assert np.allclose(kept["images"][1], GREY[:, ::-1] / 255, atol=1e-6)
