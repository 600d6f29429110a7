"""A user's folder of pictures: loading, splitting, and errors."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image


def _bar(k: int, n: int, size=(28, 28), dark=False) -> Image.Image:
    """A picture of class k, the n-th of its kind: a bar at a height of its own, and a mark."""
    pixels = np.zeros((28, 28), np.uint8)
    pixels[4 + 5 * k : 7 + 5 * k, 6:22] = 255
    pixels[23, 2 : 2 + n % 24], pixels[25, 2 : 2 + n // 24] = 200, 150
    return Image.fromarray(255 - pixels if dark else pixels).resize(size)


def _fill(root: Path, classes=("apple", "pear", "plum"), each: int = 60, **how) -> Path:
    for k, name in enumerate(classes):
        (root / name).mkdir(parents=True)
        for n in range(each):
            _bar(k, n, **how).save(root / name / f"{n:03}.png")
    return root


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    return _fill(tmp_path_factory.mktemp("fruit") / "fruit")


@pytest.fixture
def fruit(filled, tmp_path):
    return shutil.copytree(filled, tmp_path / "fruit")


def _open(path: Path, side: int = 28):
    from capsviz.data.folder import Folder
    from capsviz.data.sets import open_set

    chosen = open_set(f"folder:{path}", side=side)
    assert isinstance(chosen, Folder)
    return chosen


def _bytes(pictures) -> set[bytes]:
    return {image.numpy().tobytes() for image in pictures.images}


def test_every_picture_is_in_one_part_and_stays_there_whatever_it_is_called(fruit):
    chosen = _open(fruit)
    assert chosen.classes == ("apple", "pear", "plum")
    assert chosen.name == "folder:fruit"
    learning = chosen.learning()
    parts = [learning.training(0), learning.validation, chosen.test()]
    assert sum(len(part) for part in parts) == 180
    seen = [_bytes(part) for part in parts]
    assert sum(map(len, seen)) == 180
    assert [len(part) for part in parts] == [126, 27, 27]
    for part in parts:
        assert set(part.labels.tolist()) == {0, 1, 2}
        for image, label in zip(part.images, part.labels.tolist(), strict=True):
            assert (image[4 + 5 * label : 7 + 5 * label, 6:22] == 255).all()

    for path in (fruit / "pear").iterdir():
        path.rename(path.with_name(f"x{path.name}"))
    again = _open(fruit)
    after = [again.learning().training(0), again.learning().validation, again.test()]
    assert [_bytes(now) for now in after] == seen
    assert again.contents.how == chosen.contents.how
    # Another picture may move others between parts, which the record shows.
    _bar(0, 60).save(fruit / "apple" / "060.bmp")
    assert _open(fruit).contents.how != chosen.contents.how


def test_dark_ink_is_inverted_for_all_pictures_together(tmp_path, filled):
    dark = _fill(tmp_path / "dark", dark=True)
    _bar(1, 300).save(dark / "pear" / "odd.png")  # one bright one changes nothing
    chosen, bright = _open(dark), _open(filled)
    assert "dark on bright, so all 154 turned over" in chosen.describe()
    assert (chosen.subject.inverted, chosen.subject.way) == (True, "inverted")
    assert "bright on dark" in bright.describe()
    shown = chosen.learning().training(0).images
    assert float(shown[:, 0].float().median()) == 0
    assert chosen.test().images.float().mean() < 100


def test_pictures_of_any_size_and_format_are_resized_to_the_network_input(tmp_path):
    from capsviz.data.picture_file import fit_square

    root = _fill(tmp_path / "mixed", each=50, size=(90, 70))
    for path in list((root / "apple").iterdir())[:20]:
        with Image.open(path) as picture:
            picture.convert("RGB").save(path.with_suffix(".jpg"), quality=95)
        path.unlink()
    images = _open(root, side=36).learning().training(0).images
    assert images.shape[1:] == (36, 36)
    # Wide ones keep their shape: bands above and below are as their border, black.
    assert int(images[:, :3].max()) < 40
    grey = np.full((20, 40), 50, np.float32)
    grey[5:15, 10:30] = 200
    small = fit_square(grey, 20)
    assert small.shape == (20, 20)
    assert (small[:5] == 50).all()
    assert (small[15:] == 50).all()
    assert int(small[10, 10]) > 190


def test_unreadable_files_are_counted_and_listed_not_fatal(fruit):
    for n in range(40):
        (fruit / "plum" / f"note{n:02}.txt").write_text(f"no picture {n}")
    whole = (fruit / "plum" / "007.png").read_bytes()
    (fruit / "plum" / "half.png").write_bytes(whole[: len(whole) // 2])
    for left in (".DS_Store", "Thumbs.db"):
        (fruit / "plum" / left).write_bytes(b"left behind")
    chosen = _open(fruit)
    told = chosen.describe()
    bad = [path.name for paths in chosen.unreadable.values() for path in paths]
    assert 25 <= len(bad) <= 41
    assert all(name.startswith(("note", "half")) for name in bad)
    assert f"{len(bad)} left out, not readable: plum/" in told
    assert f"and {len(bad) - 5} more" in told
    assert "\n" in told
    # Unreadable files of the test part are found when it is read, not before.
    assert "test" not in chosen.unreadable
    chosen.test()
    assert len(bad) + len(chosen.unreadable["test"]) == 41


def test_copies_are_left_out_and_nothing_lies_in_two_parts(fruit):
    for n in range(30):
        shutil.copy(fruit / "apple" / f"{n:03}.png", fruit / "apple" / f"copy{n:03}.png")
    shutil.copy(fruit / "pear" / "003.png", fruit / "plum" / "003b.png")
    chosen = _open(fruit)
    told = chosen.describe()
    assert "30 left out, the same as another: apple/" in told
    assert "2 left out, the same in two classes: pear/003.png, plum/003b" in told
    seen = [_bytes(chosen.learning().training(0)), _bytes(chosen.learning().validation)]
    seen.append(_bytes(chosen.test()))
    assert sum(map(len, seen)) == len(set().union(*seen)) == 179


def _missing(root: Path) -> Path:
    return root / "nowhere"


def _a_file(root: Path) -> Path:
    return next((root / "apple").iterdir())


def _one_class(root: Path) -> Path:
    shutil.rmtree(root / "apple")
    shutil.rmtree(root / "pear")
    return root


def _no_class(root: Path) -> Path:
    return root / "apple"


def _many_classes(root: Path) -> Path:
    for n in range(200):
        (root / f"more{n}").mkdir()
    return root


def _empty_class(root: Path) -> Path:
    (root / "kiwi").mkdir()
    return root


def _nothing_readable(root: Path) -> Path:
    (root / "kiwi").mkdir()
    for n in range(60):
        (root / "kiwi" / f"{n}.txt").write_text(str(n))
    return root


def _nested(root: Path) -> Path:
    (root / "pear" / "green").mkdir()
    return root


def _few(root: Path) -> Path:
    (root / "kiwi").mkdir()
    for n in range(2):
        _bar(1, 400 + n).save(root / "kiwi" / f"{n}.png")
    return root


def _link_to_another(root: Path) -> Path:
    (root / "kiwi").symlink_to(root / "pear")
    return root


def _bad_name(root: Path) -> Path:
    (root / "plum").rename(root / ("plum" * 20))
    return root


def _copied(root: Path) -> Path:
    _few(root)
    for n in range(2, 6):
        shutil.copy(root / "kiwi" / "0.png", root / "kiwi" / f"{n}.png")
    return root


def _split_above(root: Path) -> Path:
    return root.parent


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_missing, "there is no folder .*nowhere"),
        (_a_file, "there is no folder"),
        (_one_class, "holds 1 folder: there must be one for each class, 2 to 200"),
        (_no_class, "holds 0 folders"),
        (_many_classes, "holds 203 folders"),
        (_empty_class, "kiwi is empty: put pictures of 'kiwi' there or remove it"),
        (_nothing_readable, "of the 60 files of 'kiwi' no readable picture falls to the training"),
        (_nested, "pear holds folders of its own, such as 'green'"),
        (_few, "'kiwi' has 2 files to split: 3 are the minimum"),
        (
            _link_to_another,
            "'kiwi' has 0 files .*; 60 more are not counted, as another class has them",
        ),
        (_copied, "'kiwi' has 2 files .*; 4 more are not counted, as they are copies of others"),
        (_split_above, "holds 1 folder"),
        (_bad_name, "cannot be called 'plumplum.*: use 1 to 60 printable characters"),
    ],
)
def test_an_unusable_folder_gets_one_sentence(fruit, change, says):
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match=says) as caught:
        _open(change(fruit)).learning()
    assert "\n" not in str(caught.value)


def test_a_folder_with_too_many_files_is_refused(fruit, monkeypatch):
    from capsviz.data import folder_split as folder
    from capsviz.errors import CapsvizError

    monkeypatch.setattr(folder, "MAX_FILES", 179)
    with pytest.raises(CapsvizError, match="more than 179 files"):
        _open(fruit).learning()
    monkeypatch.setattr(folder, "MAX_FILES", 180)
    assert len(_open(fruit).learning().training(0)) > 100


def test_a_huge_file_is_no_picture(fruit, monkeypatch):
    from capsviz.data import folder

    noise = np.random.default_rng(0).integers(0, 256, (200, 200), np.uint8)
    content = io.BytesIO()
    Image.fromarray(noise).save(content, "PNG")
    for n in range(8):
        (fruit / "pear" / f"huge{n}.png").write_bytes(content.getvalue() + bytes([n]))
    monkeypatch.setattr(folder, "MAX_BYTES", 20_000)
    chosen = _open(fruit)
    chosen.learning()
    chosen.test()
    assert sum(len(paths) for paths in chosen.unreadable.values()) == 8


def test_a_training_decodes_no_test_picture(fruit, monkeypatch):
    from capsviz.data import folder

    read = []
    real = folder.decode
    monkeypatch.setattr(folder, "decode", lambda data, most: read.append(data) or real(data, most))
    chosen = _open(fruit)
    chosen.describe()
    chosen.learning()
    test = {path.read_bytes() for path, _ in chosen.contents.splits["test"]}
    assert len(test) > 10
    assert not test & set(read)
    assert torch.is_tensor(chosen.test().images)
    assert test <= set(read)


def test_a_class_of_three_gives_each_split_one_picture_and_is_reported_as_small(fruit):
    (fruit / "kiwi").mkdir()
    for n in range(3):
        _bar(1, 400 + n).save(fruit / "kiwi" / f"{n}.png")
    chosen = _open(fruit)
    assert "so few pictures that little can be measured of them: kiwi 3" in chosen.describe()
    parts = [chosen.learning().training(0), chosen.learning().validation, chosen.test()]
    assert [int((part.labels == 1).sum()) for part in parts] == [1, 1, 1]
    assert len(chosen.whole()) == 183


@pytest.mark.parametrize(
    "given",
    [("Training", "validate", "Testing"), ("TRAIN", "dev", "test"), ("train", "Valid", "Test")],
)
def test_folders_of_the_parts_are_known_by_their_usual_names(tmp_path, given):
    from capsviz.data.folder_split import SPLITS, layout

    for name in given:
        for called in ("apple", "pear"):
            (tmp_path / name / called).mkdir(parents=True)
    found = {
        part: [each.parent.name for each in classes] for part, classes in layout(tmp_path).items()
    }
    assert found == {part: [name] * 2 for part, name in zip(SPLITS, given, strict=True)}


@pytest.mark.parametrize("given", [("train", "val", "test"), ("train", "test")])
def test_folders_of_the_parts_are_taken_as_they_are(tmp_path, given):
    root = tmp_path / "parted"
    for at, name in enumerate(given):
        for k, called in enumerate(("apple", "pear")):
            (root / name / called).mkdir(parents=True)
            for n in range(20 + at):
                _bar(k, 40 * at + n).save(root / name / called / f"{n}.png")
    # A test picture is not trained on.
    shutil.copy(root / "test/pear/3.png", root / "train/pear/again.png")
    (root / "test" / "apple" / "extra.png").write_bytes((root / "test/apple/4.png").read_bytes())
    chosen = _open(root)
    learning = chosen.learning()
    whole = {"train": 40, "val": 42, "test": 42 if len(given) == 2 else 44}
    held = 6 if len(given) == 2 else whole["val"]
    assert len(chosen.test()) == whole["test"]
    assert learning.validation is not None
    assert len(learning.validation) == held
    assert len(learning.training(0)) == 40 - (held if len(given) == 2 else 0)
    assert "parted by its own folders: training" in chosen.describe()
    assert sorted(path.name for path in chosen.contents.copies) == ["again.png", "extra.png"]


def test_an_unknown_test_class_is_refused(tmp_path):
    from capsviz.errors import CapsvizError

    for name in ("train/apple", "train/pear", "test/apple", "test/kiwi"):
        (tmp_path / name).mkdir(parents=True)
    with pytest.raises(CapsvizError, match=r"kiwi is not a class of .*train"):
        _open(tmp_path).learning()


def test_a_link_that_goes_round_is_left_out_alone(fruit):
    (fruit / "pear" / "up").symlink_to(fruit)
    (fruit / "pear" / "self").symlink_to(fruit / "pear" / "self")
    (fruit / "round").symlink_to(fruit)
    chosen = _open(fruit)
    assert chosen.classes == ("apple", "pear", "plum")
    assert "2 left out, links that lead back or nowhere: pear/self, pear/up" in chosen.describe()
    assert len(chosen.whole()) == 180


def test_neighbouring_frames_on_two_sides_are_hinted_at(tmp_path):
    noise = np.random.default_rng(0).integers(0, 200, (120, 28, 28), np.uint8)
    for k, name in enumerate(("apple", "pear")):
        for kind in ("film", "apart"):
            (tmp_path / kind / name).mkdir(parents=True)
        for n in range(60):
            here = f"{name}/obj{k}__{n}.png"
            frame = noise[n // 10 + 60 * k] + np.uint8(n % 10)
            Image.fromarray(frame).save(tmp_path / "film" / here)
            Image.fromarray(noise[n + 60 * k]).save(tmp_path / "apart" / here)
    assert "neighbouring" not in _open(tmp_path / "apart").describe()
    assert "neighbouring frames such as " in _open(tmp_path / "film").describe()


def test_colour_pictures_stay_coloured_on_request_and_are_never_inverted(tmp_path):
    from capsviz.data.sets import open_set

    root = tmp_path / "photos"
    for name, colour in (("leaf", (20, 200, 40)), ("sky", (90, 130, 250))):
        (root / name).mkdir(parents=True)
        for n in range(20):
            picture = Image.new("RGB", (48, 40), (250, 250, 250))
            picture.paste(colour, (10 + n % 7, 8, 30, 30))
            picture.putpixel((n, 0), (n, n, n))
            picture.save(root / name / f"{n:02}.png")
    chosen = open_set(f"folder:{root}", side=None, channels=None)
    shown = chosen.learning().training(0)
    assert shown.images.shape[1:] == chosen.format.shape == (3, 32, 32)
    assert shown.images[shown.labels == 1][0, :, 16, 14].tolist() == [90, 130, 250]
    assert "in colour (--channels), fitted whole into squares of 32 pixels" in chosen.describe()
    assert "none turned over" in chosen.describe()
    grey = open_set(f"folder:{root}", side=28, channels=1)
    assert "grey (--channels), fitted" in grey.describe()
    assert grey.test().images.shape[1:] == (28, 28)


def test_a_long_list_of_classes_names_only_the_first(tmp_path):
    from capsviz.data.folder import _list_amounts

    assert _list_amounts({"pear": 12, "plum": 7}) == "pear 12, plum 7"
    many = _list_amounts({f"object-{k:02}": 30 - k % 2 for k in range(50)})
    assert many.endswith("object-04 30 and 45 more, 29 to 30 files each")
    assert len(many) < 120
