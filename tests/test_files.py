"""Files are written atomically, with the usual permissions, and nothing is left beside them."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from capsviz.errors import CapsvizError


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "results.json"
    path.write_text("old")
    return path


def test_the_new_content_is_on_the_disk_before_the_old_file_goes(old, monkeypatch):
    from capsviz.files import replacing

    done = []
    real_sync, real_replace = os.fsync, os.replace

    def sync(descriptor):
        done.append(("sync", os.readlink(f"/proc/self/fd/{descriptor}")))
        real_sync(descriptor)

    def replace(source, target):
        done.append(("replace", str(target)))
        real_replace(source, target)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(os, "replace", replace)
    with replacing(old) as partial:
        partial.write_text("new")
    assert old.read_text() == "new"
    assert done == [("sync", str(partial)), ("replace", str(old)), ("sync", str(old.parent))]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, RuntimeError])
def test_a_failed_write_leaves_the_old_file_alone(old, error):
    from capsviz.files import replacing

    def fail(partial):
        partial.write_text("half")
        raise error

    with pytest.raises(error), replacing(old) as partial:
        fail(partial)
    assert old.read_text() == "old"
    assert list(old.parent.iterdir()) == [old]


def test_a_full_disk_gets_one_sentence_and_leaves_nothing(old, full_disk):
    from capsviz.errors import CapsvizError
    from capsviz.files import replacing

    with (
        full_disk(10),
        pytest.raises(CapsvizError, match=r"results\.json cannot be written: File too large"),
        replacing(old) as partial,
    ):
        partial.write_text("x" * 1000)
    assert old.read_text() == "old"
    assert list(old.parent.iterdir()) == [old]


def test_a_folder_that_was_made_for_nothing_is_gone_again(old, full_disk):
    from capsviz.data.sprites import write_folder
    from capsviz.errors import CapsvizError
    from capsviz.files import replacing

    new = old.parent / "new" / "within"
    with full_disk(10), pytest.raises(CapsvizError), replacing(new / "file.json") as partial:
        partial.write_text("x" * 1000)
    assert list(old.parent.iterdir()) == [old]
    with full_disk(10), pytest.raises(CapsvizError, match="cannot be written"):
        write_folder(new, classes=2, per_class=2)
    assert list(old.parent.iterdir()) == [old]


def test_the_next_write_removes_leftovers_of_a_killed_one(old):
    from capsviz.files import replacing

    with replacing(old) as partial:
        partial.write_text("new")
    partial.write_text("orphan")
    with replacing(old) as again:
        again.write_text("newer")
    assert partial.exists()  # somebody may be writing it
    os.utime(partial, (0, 0))
    with replacing(old) as again:
        again.write_text("newest")
    assert list(old.parent.iterdir()) == [old]


def test_two_writers_of_one_file_both_succeed(old):
    from capsviz.files import replacing

    with replacing(old) as first, replacing(old) as second:
        first.write_text("first")
        second.write_text("second")
    assert old.read_text() == "first"  # the last writer
    assert list(old.parent.iterdir()) == [old]


def test_a_link_stays_a_link_and_its_target_is_replaced(old):
    from capsviz.files import replacing

    link = old.with_name("link.json")
    link.symlink_to(old)
    with replacing(link) as partial:
        partial.write_text("new")
    assert link.is_symlink()
    assert old.read_text() == "new"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("results.txt", "ends in .json"),
        (".json", "ends in .json"),
        ("folder.json", "not a plain file"),
        ("results.json/new.json", r"results.json is no folder"),
        ("x" * 300 + ".json", "File name too long"),
    ],
)
def test_writable_refuses_places_that_cannot_be_written(old, name, says):
    from capsviz.errors import CapsvizError
    from capsviz.files import writable

    (old.parent / "folder.json").mkdir()
    with pytest.raises(CapsvizError, match=says):
        writable(old.parent / name, ".json")


def test_writable_changes_no_files(old):
    from capsviz.files import writable

    new = old.parent / "folder" / "within" / "new.json"
    assert writable(old, ".json") == old
    assert writable(new, ".json") == new
    assert old.read_text() == "old"
    assert list(old.parent.iterdir()) == [old]


def test_a_folder_is_replaced_by_a_whole_one(tmp_path, monkeypatch):
    from capsviz.files import replacing_folder

    site = tmp_path / "new" / "site"
    for content in ("first", "second"):
        with replacing_folder(site) as partial:
            (partial / f"{content}.txt").write_text(content)
            assert not list(site.glob(f"{content}*"))
        assert [path.name for path in site.iterdir()] == [f"{content}.txt"]
        assert list(site.parent.iterdir()) == [site]
    monkeypatch.chdir(site)
    with replacing_folder(Path()) as partial:
        (partial / "third.txt").touch()
    assert [path.name for path in site.iterdir()] == ["third.txt"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, RuntimeError])
@pytest.mark.parametrize("when", ["while it is filled", "while it is renamed"])
def test_a_failed_replacement_leaves_the_old_folder_alone(error, when, tmp_path, monkeypatch):
    from capsviz.files import replacing_folder

    site = tmp_path / "site"
    site.mkdir()
    (site / "old.txt").touch()
    rename = os.rename

    def fail(source, target):
        if str(target) == str(site) and (Path(source) / "new.txt").exists():
            raise error
        rename(source, target)

    monkeypatch.setattr(os, "rename", fail)

    def replace():
        with replacing_folder(site) as partial:
            (partial / "new.txt").touch()
            if when == "while it is filled":
                raise error

    with pytest.raises(error):
        replace()
    assert list(tmp_path.iterdir()) == [site]
    assert [path.name for path in site.iterdir()] == ["old.txt"]


def test_a_folder_that_cannot_be_renamed_is_one_sentence(tmp_path, monkeypatch):
    from capsviz.files import replacing_folder

    site = tmp_path / "site"
    site.mkdir()

    def refuse(*_):
        raise OSError(errno.EBUSY, "Device or resource busy")  # as of a volume of a container

    monkeypatch.setattr(os, "rename", refuse)
    said = "site cannot be written: Device or resource busy"
    with pytest.raises(CapsvizError, match=said), replacing_folder(site):
        pass
