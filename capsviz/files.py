"""Files that appear whole or not at all, and that survive a power cut."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from capsviz.errors import CapsvizError

try:
    import fcntl
except ImportError:  # on Windows nobody is kept from writing a file twice
    fcntl = None

#: Ends the name of what is being written.
_PARTIAL = ".partial"
#: Seconds since somebody wrote to it last, after which it is left of a program that was killed.
_LEFT = 3600.0


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A path beside `path` to write to; it takes its place when all went well.

    The folder is made where it is missing. What is written reaches the disk before the old
    file goes, and nothing stays behind when it does not go well. Of several who write at a time
    each has a path of its own, and the last one's file stays.

    Raises
    ------
    CapsvizError : the file cannot be written, as on a full disk; the old one is untouched.
    """
    target, partial = _places(path)
    try:
        with folder_for(target):
            try:
                yield partial
                _sync(partial)
                os.replace(partial, target)
            finally:
                partial.unlink(missing_ok=True)
            _sweep(target)
            _sync(target.parent)  # the new name itself
    except OSError as error:
        raise _unwritable(path, error) from error


@contextmanager
def hold_lock(path: Path) -> Iterator[int]:
    """Hold a lock that ends with the process, and give the descriptor of its file.

    Raises
    ------
    BlockingIOError : another process holds it.
    """
    with path.open("a") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield file.fileno()


@contextmanager
def only_writer(path: Path) -> Iterator[None]:
    """Be the one program that writes this file again and again; a lock lies beside it meanwhile.

    Raises
    ------
    CapsvizError : another program is that, or the lock cannot be written.
    """
    target = Path(os.path.realpath(path))
    lock = target.with_name(f".{target.name}.lock")
    with ExitStack() as stack:
        try:
            stack.enter_context(folder_for(target))
            descriptor = stack.enter_context(hold_lock(lock))
            # Its last holder may have removed it after this process had opened it.
            if os.fstat(descriptor).st_ino != lock.stat().st_ino:
                raise BlockingIOError
        except (BlockingIOError, FileNotFoundError) as error:
            raise CapsvizError(
                f"another program is writing {path}: wait for its end, or choose another name"
            ) from error
        except OSError as error:
            raise _unwritable(path, error) from error
        stack.callback(lock.unlink, missing_ok=True)
        yield


@contextmanager
def replacing_folder(path: Path) -> Iterator[Path]:
    """A new folder beside `path` to fill; it takes the place of that folder when all went well.

    Nothing stays behind when it does not go well. A program that is killed leaves the old
    folder, or between the two renames at the end none.

    Raises
    ------
    CapsvizError : the folder cannot be written or renamed; the old one is untouched.
    """
    target, partial = _places(path)
    old = _places(path)[1]
    try:
        with folder_for(target):
            partial.mkdir()
            try:
                yield partial
                if target.exists():
                    os.rename(target, old)
                os.rename(partial, target)
            except BaseException:
                if old.exists():
                    os.rename(old, target)
                raise
            finally:
                for left in (partial, old):
                    shutil.rmtree(left, ignore_errors=True)
            _sweep(target)
    except OSError as error:
        raise _unwritable(path, error) from error


@contextmanager
def folder_for(path: Path) -> Iterator[None]:
    """The folder that `path` goes to, made where it is missing.

    What was made for it is gone again when it does not go well, unless something lies in there.
    """
    new = [folder for folder in path.parents if not folder.exists()]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        with suppress(OSError):
            for folder in new:
                folder.rmdir()
        raise


def stamp(path: Path) -> tuple[str, int, int, int] | None:
    """What differs once a file is replaced or rewritten; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return str(path), status.st_mtime_ns, status.st_size, status.st_ino


def must_have_room(path: Path, size: int) -> None:
    """Raise `CapsvizError` where the disk that `path` goes to has no room for so many bytes."""
    there = next(folder for folder in Path(os.path.realpath(path)).parents if folder.exists())
    free = shutil.disk_usage(there).free
    if free < size:
        raise CapsvizError(
            f"{path} cannot be written: it takes {size / 1e6:,.1f} MB, and {free / 1e6:,.1f} MB "
            "are free: make room first"
        )


def writable(path: Path, ending: str) -> Path:
    """`path`, once such a file, and the folders that it still lacks, could be made there.

    Asked before hours of work whose result goes there; leaves nothing behind.

    Parameters
    ----------
    ending : that the name must have.

    Raises
    ------
    CapsvizError : another ending, no plain file, or no right or room to write there.
    """
    if not path.name.endswith(ending) or path.name == ending:
        raise CapsvizError(f"{path} must be the name of a file that ends in {ending}")
    target, partial = _places(path)
    try:
        if target.exists() and not target.is_file():
            raise CapsvizError(f"{path} is there and is no plain file: choose another name")
        there = next(folder for folder in target.parents if folder.exists())
        # In a folder of its own: other processes of a training ask the same at the same time.
        with tempfile.TemporaryDirectory(prefix=".", dir=there) as tried:
            new = tried / partial.relative_to(there)
            new.parent.mkdir(parents=True, exist_ok=True)
            new.touch()
    except OSError as error:
        raise _unwritable(path, error) from error
    return path


def _places(path: Path) -> tuple[Path, Path]:
    """The file itself, past any links that lead to it, and what is written beside it."""
    target = Path(os.path.realpath(path))
    return target, target.with_name(f"{target.name}.{secrets.token_hex(4)}{_PARTIAL}")


def _sweep(target: Path) -> None:
    """Remove what programs that were killed left beside a file."""
    with suppress(OSError):  # another sweeps too
        for left in target.parent.iterdir():
            ours = left.name.startswith(f"{target.name}.") and left.name.endswith(_PARTIAL)
            if ours and time.time() - left.stat().st_mtime > _LEFT:
                shutil.rmtree(left) if left.is_dir() else left.unlink()


def _sync(path: Path) -> None:
    if path.is_dir() and os.name != "posix":
        return  # there, folders cannot be opened
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _unwritable(path: Path, error: OSError) -> CapsvizError:
    why = error.strerror or str(error)
    if isinstance(error, (FileExistsError, NotADirectoryError)):
        why = f"{path.parent} is no folder"
    return CapsvizError(f"{path} cannot be written: {why}")
