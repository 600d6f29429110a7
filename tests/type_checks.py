"""Shapes and types are checked while testing, at a price that the tests can pay.

jaxtyping wraps every function: its arguments are bound and checked before the call, and once more
with the result after it. Where no shape is told beartype alone checks the same in a hundredth of
that time; and what is made within a function would be compiled anew at each of its calls.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from types import FunctionType, SimpleNamespace
from typing import Any, get_type_hints

import jaxtyping
from beartype import BeartypeConf, beartype

#: What is wrong is said by the same error in both cases: the product takes it for a `TypeError`.
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
    """What an annotation says; one of a name that only type checkers import says nothing."""
    try:
        return get_type_hints(SimpleNamespace(__annotations__={"it": text}), made.__globals__)["it"]
    except Exception:
        return Any


def has_shapes(function: FunctionType) -> bool:
    """Whether an annotation names a type of jaxtyping's, or one that the module made of them."""
    names = re.findall(r"\w+", " ".join(map(str, function.__annotations__.values())))
    named = map(function.__globals__.get, names)
    kinds = (jaxtyping.AbstractDtype, jaxtyping.AbstractArray)
    return any(isinstance(kind, type) and issubclass(kind, kinds) for kind in named)


# What its import hook decorates every function and class with.
jaxtyping.jaxtyped = _jaxtyped_where_shapes_are
