"""Checks of shapes and types during tests, at an affordable cost.

jaxtyping wraps every function: its arguments are bound and checked before the call, and again with
the result after it. For functions without shapes beartype alone checks the same in a hundredth of
that time; and classes made within a function would be compiled at each of its calls.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from types import FunctionType, SimpleNamespace
from typing import Any, get_type_hints

import jaxtyping
from beartype import BeartypeConf, beartype

#: Both cases raise the same error, which the product treats as a `TypeError`.
_beartype = beartype(conf=BeartypeConf(violation_type=jaxtyping.TypeCheckError))
_jaxtyped = jaxtyping.jaxtyped


def _jaxtyped_where_shapes_are(*, typechecker: Callable[..., Any]) -> Callable[[Any], Any]:
    return functools.partial(_check, _jaxtyped(typechecker=typechecker))


def _check(with_shapes: Callable[[Any], Any], made: Any) -> Any:
    if not isinstance(made, FunctionType) or has_shapes(made):
        return with_shapes(made)
    if "<locals>" in made.__qualname__:
        return made
    made.__annotations__ = {name: _hint(text, made) for name, text in made.__annotations__.items()}
    return _beartype(made)


def _hint(text: Any, made: FunctionType) -> Any:
    """Evaluate an annotation; names that only type checkers import are ignored."""
    try:
        return get_type_hints(SimpleNamespace(__annotations__={"it": text}), made.__globals__)["it"]
    except Exception:
        return Any


def has_shapes(function: FunctionType) -> bool:
    """Return whether an annotation uses a type of jaxtyping."""
    names = re.findall(r"\w+", " ".join(map(str, function.__annotations__.values())))
    named = map(function.__globals__.get, names)
    kinds = (jaxtyping.AbstractDtype, jaxtyping.AbstractArray)
    return any(isinstance(kind, type) and issubclass(kind, kinds) for kind in named)


# Decorates every function and class in place of jaxtyping's import hook.
jaxtyping.jaxtyped = _jaxtyped_where_shapes_are
