"""Atomic file writes that survive a power cut."""

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
except ImportError:  # Windows lacks it: concurrent writers are not locked out
    fcntl = None

#: Suffix of an unfinished file.
_PARTIAL_SUFFIX = ".partial"
#: Seconds since the last write after which an unfinished file counts as abandoned.
_ABANDONED_AFTER = 3600.0


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a path beside `path` to write to; it replaces `path` on success.

    A missing folder is created. The data reach the disk before the old file is replaced, and
    nothing is left behind on failure. Concurrent writers have separate paths; the last one's file
    remains.

    Raises `CapsvizError` if the file cannot be written, as on a full disk; the old one is
    unchanged.
    """
    target, partial = _paths(path)
    try:
        with folder_for(target):
            try:
                yield partial
                _sync(partial)
                os.replace(partial, target)
            finally:
                partial.unlink(missing_ok=True)
            _remove_leftovers(target)
            _sync(target.parent)  # flush the rename itself
    except OSError as error:
        raise _unwritable(path, error) from error


def write_file(path: Path, content: str | bytes) -> None:
    """Write a whole file, text as UTF-8, and raise as `replacing` does."""
    with replacing(path) as partial:
        partial.write_bytes(content.encode() if isinstance(content, str) else content)


@contextmanager
def hold_lock(path: Path) -> Iterator[int]:
    """Hold a lock that ends with the process; yields the descriptor of its file.

    Raises `BlockingIOError` if another process holds it.
    """
    with path.open("a") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield file.fileno()


@contextmanager
def lock_writer(path: Path) -> Iterator[None]:
    """Hold a lock beside a file, for a program that writes it repeatedly.

    Raises `CapsvizError` if another program writes the file, or the lock cannot be written.
    """
    target = Path(os.path.realpath(path))
    lock = target.with_name(f".{target.name}.lock")
    with ExitStack() as stack:
        try:
            stack.enter_context(folder_for(target))
            descriptor = stack.enter_context(hold_lock(lock))
            # The last holder may have removed it after this process had opened it.
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
    """Yield a new folder beside `path` to fill; it replaces `path` on success.

    Nothing is left behind on failure. A killed program leaves the old folder, or none between the
    two renames at the end.

    Raises `CapsvizError` if the folder cannot be written or renamed; the old one is unchanged.
    """
    target, partial = _paths(path)
    old = _paths(path)[1]
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
                for leftover in (partial, old):
                    shutil.rmtree(leftover, ignore_errors=True)
            _remove_leftovers(target)
    except OSError as error:
        raise _unwritable(path, error) from error


@contextmanager
def folder_for(path: Path) -> Iterator[None]:
    """Create the folder of `path` if it is missing.

    On failure the created folders are removed again, unless they contain files.
    """
    missing = [folder for folder in path.parents if not folder.exists()]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        with suppress(OSError):
            for folder in missing:
                folder.rmdir()
        raise


def stamp(path: Path) -> tuple[str, int, int, int] | None:
    """Return values that change when a file is replaced or rewritten; None without a file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return str(path), status.st_mtime_ns, status.st_size, status.st_ino


def require_space(path: Path, size: int) -> None:
    """Raise `CapsvizError` if the disk of `path` has no room for so many bytes."""
    existing = next(folder for folder in Path(os.path.realpath(path)).parents if folder.exists())
    free = shutil.disk_usage(existing).free
    if free < size:
        raise CapsvizError(
            f"{path} cannot be written: it takes {size / 1e6:,.1f} MB, and {free / 1e6:,.1f} MB "
            "are free: make room first"
        )


def writable(path: Path, suffix: str) -> Path:
    """Return `path` after checking that such a file, and its missing folders, could be created.

    It is called before hours of work whose result goes there, and leaves nothing behind.

    Raises `CapsvizError` if the suffix differs, the path is not a plain file, or there is no
    permission or room.

    `suffix` is the required suffix of the name.
    """
    if not path.name.endswith(suffix) or path.name == suffix:
        raise CapsvizError(f"{path} must be the name of a file that ends in {suffix}")
    target, partial = _paths(path)
    try:
        if target.exists() and not target.is_file():
            raise CapsvizError(f"{path} exists and is not a plain file: choose another name")
        existing = next(folder for folder in target.parents if folder.exists())
        # In a separate folder: other processes of a training check at the same time.
        with tempfile.TemporaryDirectory(prefix=".", dir=existing) as trial:
            file = trial / partial.relative_to(existing)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch()
    except OSError as error:
        raise _unwritable(path, error) from error
    return path


def _paths(path: Path) -> tuple[Path, Path]:
    """Return the file itself, with links resolved, and a path for its unfinished version."""
    target = Path(os.path.realpath(path))
    return target, target.with_name(f"{target.name}.{secrets.token_hex(4)}{_PARTIAL_SUFFIX}")


def _remove_leftovers(target: Path) -> None:
    """Remove the unfinished versions of a file that killed programs left in its folder."""
    with suppress(OSError):  # another process may sweep too
        for leftover in target.parent.iterdir():
            partial = (
                leftover.name.startswith(f"{target.name}.") and leftover.suffix == _PARTIAL_SUFFIX
            )
            if partial and time.time() - leftover.stat().st_mtime > _ABANDONED_AFTER:
                shutil.rmtree(leftover) if leftover.is_dir() else leftover.unlink()


def _sync(path: Path) -> None:
    if path.is_dir() and os.name != "posix":
        return  # folders cannot be opened there
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _unwritable(path: Path, error: OSError) -> CapsvizError:
    reason = error.strerror or str(error)
    if isinstance(error, (FileExistsError, NotADirectoryError)):
        reason = f"{path.parent} is no folder"
    return CapsvizError(f"{path} cannot be written: {reason}")
