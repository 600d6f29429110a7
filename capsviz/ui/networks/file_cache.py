"""Function caches that are invalidated when a file changes."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

from capsviz.files import stamp

Names = ParamSpec("Names")
Made = TypeVar("Made")


class Fresh(Generic[Names, Made]):
    """A function whose results are cached until one of their files changes.

    Nothing is cached while the first of those files is missing.
    """

    def __init__(
        self, make: Callable[Names, Made], behind: Callable[Names, Sequence[Path | None]]
    ) -> None:
        self._make, self._behind = make, behind
        self._made: dict[Any, tuple[list[Any], Made]] = {}
        functools.update_wrapper(self, make)

    def __call__(self, *names: Names.args, **named: Names.kwargs) -> Made:
        """The cached result, or a new one."""
        stamps = self._stamps(*names, **named)
        if stamps[0] is None:
            return self._make(*names, **named)
        entry = self._made.get(names)
        if entry is None or entry[0] != stamps:
            entry = self._made[names] = (stamps, self._make(*names, **named))
        return entry[1]

    def find(self, *names: Names.args, **named: Names.kwargs) -> Made | None:
        """The cached result, if it is of the present files."""
        stamps, entry = self._stamps(*names, **named), self._made.get(names)
        return entry[1] if stamps[0] is not None and entry and entry[0] == stamps else None

    def _stamps(self, *names: Names.args, **named: Names.kwargs) -> list[Any]:
        return [path and stamp(path) for path in self._behind(*names, **named)]

    def cache_clear(self) -> None:
        """Clear the cache."""
        self._made.clear()


def cache_by_files(
    behind: Callable[Names, Sequence[Path | None]],
) -> Callable[[Callable[Names, Made]], Fresh[Names, Made]]:
    """Cache a function as `Fresh` does; `behind` returns the files that the result depends on."""
    return lambda make: Fresh(make, behind)
