"""Validation pictures: equally many of each class, always the same, never trained on."""

from __future__ import annotations

import pytest
import torch


def _pictures(n: int, classes: int):
    """Pictures that differ in their corner pixels."""
    from capsviz.data.pictures import Pictures

    images = torch.zeros(n, 4, 4, dtype=torch.uint8)
    images[:, 0, 0], images[:, 0, 1] = torch.arange(n) % 251, torch.arange(n) // 251
    labels = torch.randint(0, classes, (n,), generator=torch.Generator().manual_seed(4))
    return Pictures(images, labels)


def _names(pictures) -> list[int]:
    return (pictures.images[:, 0, 0] + 251 * pictures.images[:, 0, 1].long()).tolist()


@pytest.mark.parametrize("held", [1, 50, 333, 999])
def test_each_picture_is_learnt_or_held_out_never_both(held):
    from capsviz.data.pictures import hold_out

    parted = hold_out(_pictures(1000, 7), held)
    assert len(parted.validation) == held
    names = _names(parted.validation) + _names(parted.training(0))
    assert sorted(names) == list(range(1000))
    assert _names(parted.training(3)) == _names(parted.training(0))


def test_each_class_gives_the_same_share_to_within_one_picture():
    from capsviz.data.pictures import hold_out

    pictures = _pictures(2000, 9)
    found = hold_out(pictures, 300).validation.labels.bincount()
    assert ((found - pictures.labels.bincount() * 300 / 2000).abs() <= 1).all()


def test_the_choice_hangs_on_the_seed_alone():
    from capsviz.data.pictures import hold_out

    pictures = _pictures(500, 3)
    first, again, other = (_names(hold_out(pictures, 60, seed).validation) for seed in (1, 1, 2))
    assert first == again != other
    assert first != sorted(first)[:60] or first[0] != 0


def test_a_whole_set_holds_every_picture_and_has_none_to_score():
    from capsviz.data.pictures import hold_out

    whole = hold_out(_pictures(100, 3), 20).whole()
    assert sorted(_names(whole.training(0))) == list(range(100))
    assert whole.validation is None
    assert whole.whole().validation is None


@pytest.mark.parametrize("held", [0, 10, 11])
def test_too_few_pictures_get_one_sentence(held):
    from capsviz.data.pictures import hold_out
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match="cannot be held out of 10"):
        hold_out(_pictures(10, 2), held)


def test_mnist_and_fashion_hold_out_five_hundred_of_a_class_or_nearly(mnist_root):
    from capsviz.data.vision import Mnist

    parted = Mnist(mnist_root).learning()
    assert len(parted.training(0)) == 55_000
    assert len(parted.validation) == 5_000
    share = parted.validation.labels.bincount() / parted.training(0).labels.bincount()
    assert ((share - 1 / 11).abs() < 3e-4).all()


def test_fashion_is_found_beside_the_clone_or_in_the_named_folder(monkeypatch, tmp_path):
    from capsviz.data.vision import Fashion, root_of
    from capsviz.errors import CapsvizError

    root = root_of("fashion")
    if (root / "FashionMNIST" / "raw").is_dir():
        test = Fashion().test()
        assert len(test) == 10_000
        assert test.labels[:6].tolist() == [9, 2, 1, 1, 6, 1]
        assert Fashion.classes[9] == "ankle boot"
    monkeypatch.setenv("CAPSVIZ_DATA", str(tmp_path))
    with pytest.raises(CapsvizError, match=r"no readable FashionMNIST in .*--download"):
        Fashion().test()


@pytest.mark.parametrize(
    ("images", "labels", "says"),
    [(3, [0, 1], "3 images cannot"), (2, [0, -1], "-1 is not a label")],
)
def test_images_and_labels_that_do_not_belong_together_are_refused(
    monkeypatch, images, labels, says
):
    import jaxtyping

    from capsviz.data.pictures import Pictures
    from capsviz.errors import CapsvizError

    # Outside of tests nothing else checks shapes.
    monkeypatch.setattr(jaxtyping.config, "jaxtyping_disable", True)
    with pytest.raises(CapsvizError, match=says):
        Pictures(torch.zeros(images, 4, 4, dtype=torch.uint8), torch.tensor(labels))
