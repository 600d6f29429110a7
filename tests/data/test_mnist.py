"""MNIST as the project loads it, and shifts in training."""

from __future__ import annotations

import shutil

import pytest
import torch

from capsviz.data.augment import shift_images, warp
from capsviz.data.vision import Mnist, read_root, root_of
from capsviz.errors import CapsvizError


def test_test_images_are_the_known_ones(mnist_root):
    digits = Mnist(mnist_root).test()
    assert len(digits) == 10_000
    assert digits.images.shape == (10_000, 28, 28)
    assert digits.images.dtype == torch.uint8
    assert digits.labels[:8].tolist() == [7, 2, 1, 0, 4, 1, 4, 9]
    # White on black, inside the raster.
    assert digits.images[:, 0].max() == 0
    assert digits.images.max() == 255


def test_training_images_are_sixty_thousand(mnist_root):
    digits = read_root("MNIST", mnist_root, train=True, download=False)
    assert len(digits) == 60_000
    assert digits.labels[:5].tolist() == [5, 0, 4, 1, 9]


@pytest.mark.parametrize("train", [True, False])
def test_a_root_without_mnist_gets_one_sentence(tmp_path, train):
    with pytest.raises(CapsvizError, match=r"no readable MNIST in .*--data") as caught:
        read_root("MNIST", tmp_path, train=train, download=False)
    assert "\n" not in str(caught.value)


def test_a_failed_download_does_not_advise_to_download(tmp_path, monkeypatch):
    def fail(*_arguments, **_options):
        raise OSError

    monkeypatch.setattr("capsviz.data.vision._read_by_torchvision", fail)
    with pytest.raises(CapsvizError, match="could not be downloaded") as caught:
        Mnist(tmp_path, download=True).learning()
    assert "--download" not in str(caught.value)


def test_a_damaged_file_gets_one_sentence(mnist_root, tmp_path):
    shutil.copytree(mnist_root / "MNIST" / "raw", tmp_path / "MNIST" / "raw")
    images = tmp_path / "MNIST" / "raw" / "t10k-images-idx3-ubyte"
    images.write_bytes(images.read_bytes()[:1000] if images.is_file() else b"")
    with pytest.raises(CapsvizError, match="no readable MNIST"):
        Mnist(tmp_path).test()


def test_the_environment_names_the_root(monkeypatch, tmp_path):
    monkeypatch.setenv("CAPSVIZ_DATA", str(tmp_path))
    assert root_of("mnist") == tmp_path


def test_shifting_moves_each_image_by_its_own_pixels_and_fills_with_zeros():
    images = torch.rand(4, 6, 6, generator=torch.Generator().manual_seed(0)) + 0.1
    moves = torch.tensor([[0, 0], [2, -1], [-2, 2], [1, 1]])
    found = shift_images(images, moves, 2)
    for image, (down, right) in enumerate(moves.tolist()):
        for row in range(6):
            for column in range(6):
                inside = 0 <= row - down < 6 and 0 <= column - right < 6
                expected = images[image, row - down, column - right] if inside else 0.0
                assert found[image, row, column] == expected


def test_turning_by_nothing_changes_nothing_and_by_a_right_angle_turns():
    images = torch.rand(3, 8, 8, generator=torch.Generator().manual_seed(0))
    ones = torch.ones(3)
    torch.testing.assert_close(warp(images, torch.zeros(3), ones), images)
    torch.testing.assert_close(
        warp(images, 90 * ones, ones), torch.rot90(images, 1, (1, 2)), atol=1e-5, rtol=1e-5
    )


def test_a_size_above_one_enlarges():
    image = torch.zeros(1, 28, 28)
    image[:, 10:18, 10:18] = 1
    larger = warp(image, torch.zeros(1), torch.tensor([1.5]))
    assert float(larger.sum()) == pytest.approx(1.5**2 * float(image.sum()), rel=0.05)
