"""Function caches that are invalidated when a file changes."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

from capsviz.files import stamp

Names = ParamSpec("Names")
Result = TypeVar("Result")


class Fresh(Generic[Names, Result]):
    """A function whose results are cached until one of their files changes.

    Results are not cached while the first of those files is missing.
    """

    def __init__(
        self, make: Callable[Names, Result], dependencies: Callable[Names, Sequence[Path | None]]
    ) -> None:
        self._make, self._dependencies = make, dependencies
        self._cache: dict[Any, tuple[list[Any], Result]] = {}
        functools.update_wrapper(self, make)

    def __call__(self, *names: Names.args, **kwargs: Names.kwargs) -> Result:
        """The cached result, or a new one."""
        stamps = self._stamps(*names, **kwargs)
        if stamps[0] is None:
            return self._make(*names, **kwargs)
        entry = self._cache.get(names)
        if entry is None or entry[0] != stamps:
            entry = self._cache[names] = (stamps, self._make(*names, **kwargs))
        return entry[1]

    def find(self, *names: Names.args, **kwargs: Names.kwargs) -> Result | None:
        """The cached result, if it is of the current files."""
        stamps, entry = self._stamps(*names, **kwargs), self._cache.get(names)
        return entry[1] if stamps[0] is not None and entry and entry[0] == stamps else None

    def _stamps(self, *names: Names.args, **kwargs: Names.kwargs) -> list[Any]:
        return [path and stamp(path) for path in self._dependencies(*names, **kwargs)]

    def cache_clear(self) -> None:
        """Clear the cache."""
        self._cache.clear()


def cache_by_files(
    dependencies: Callable[Names, Sequence[Path | None]],
) -> Callable[[Callable[Names, Result]], Fresh[Names, Result]]:
    """Cache a function as `Fresh` does; `dependencies` returns the files behind a result."""
    return lambda make: Fresh(make, dependencies)
