"""A language that nobody speaks: English with accents, a third longer."""

from __future__ import annotations

import re

from fluent.syntax import ast, parse, serialize
from fluent.syntax.visitor import Transformer

_LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "åƀçđéƒğħíĵķłɱñöþɋřšŧüṽŵẋýžÅƁÇĐÉƑĞĦÍĴĶŁṀÑÖÞɊŘŠŦÜṼŴẊÝŽ",
)
#: An element of HTML or a reference to a character, which stay as they are.
_MARKUP = re.compile(r"(<[^<>]*>|&[#\w]+;)")
_WORD = re.compile(r"\w+")


def lengthen(word: re.Match[str]) -> str:
    return word[0].translate(_LETTERS) + "~" * (len(word[0]) // 3)


class _Pseudo(Transformer):
    def visit_TextElement(self, node: ast.TextElement) -> ast.TextElement:  # noqa: N802
        pieces = _MARKUP.split(node.value)
        node.value = "".join(
            piece if at % 2 else _WORD.sub(lengthen, piece) for at, piece in enumerate(pieces)
        )
        return node


def pseudo(messages: str) -> str:
    """Messages in Fluent's syntax, each letter with an accent, each word a third longer."""
    resource = parse(messages)
    _Pseudo().visit(resource)
    return serialize(resource)
