"""Conversion of a teacher's text to HTML: Markdown, glossary links, TeX.

Text is CommonMark without raw HTML. ``[words](term:name)`` links to the glossary, ``[v](symbol:v)``
shows a symbol, ``[](lesson:name)`` shows a lesson's number as a link. Formulas are TeX with
``@{name}`` for a symbol; they become MathML, which browsers and screen readers support.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from html import escape
from types import MappingProxyType
from typing import Any
from xml.etree import ElementTree

from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from markdown_it.token import Token

from capsviz.errors import CapsvizError

#: Allowed MathML elements and attributes; all others raise an error.
_ELEMENTS = {
    *("math", "mrow", "mi", "mn", "mo", "ms", "mtext", "mspace", "mfrac", "msqrt", "mroot"),
    *("msup", "msub", "msubsup", "munder", "mover", "munderover", "mstyle", "mpadded"),
    *("mtable", "mtr", "mtd"),
}
_NAMESPACE = "{http://www.w3.org/1998/Math/MathML}"
_SYMBOL = re.compile(r"@\{([a-zA-Z][a-zA-Z_]*)\}")
#: A term with following punctuation: browsers would break lines between a button and a full stop.
_TERM_END = re.compile(r"(<button [^>]*>[^<]*</button>)([.,;:!?)，。；：！？）”、]+)")
#: Private code points stand for symbols while TeX is converted.
_FIRST_MARK = 0xE000


def text_html(
    text: str,
    terms: Mapping[str, Any],
    symbols: Mapping[str, Any],
    lessons: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Convert Markdown to HTML, with the glossary and the lessons' short names.

    Raises `CapsvizError` for a link to an unknown term or to another address.
    """
    tokens = _markdown().parse(text.strip())
    for token in tokens:
        if token.type == "inline" and token.children:
            token.children = _link_course(token.children, terms, symbols, lessons)
    rendered = _markdown().renderer.render(tokens, _markdown().options, {})
    return _TERM_END.sub(r'<span class="cv-together">\1\2</span>', rendered)


def inline_html(text: str) -> str:
    """Convert one line to HTML without a paragraph."""
    return _markdown().renderInline(text.strip())


def formula_html(tex: str, symbols: Mapping[str, Any]) -> str:
    """Convert TeX to MathML, with symbols marked by their names.

    Raises `CapsvizError` for invalid TeX or an unknown symbol.
    """
    names: list[str] = []

    def mark(match: re.Match[str]) -> str:
        if match[1] not in symbols:
            raise CapsvizError(f"the glossary has no symbol {match[1]!r}")
        names.append(match[1])
        return "{" + chr(_FIRST_MARK + len(names) - 1) + "}"

    math = _mathml(_SYMBOL.sub(mark, tex), display=True)
    for node in list(math.iter()):
        for index, child in enumerate(node):
            text = child.text or ""
            if len(text) == 1 and 0 <= ord(text) - _FIRST_MARK < len(names):
                node[index] = _symbol_row(names[ord(text) - _FIRST_MARK], symbols)
    return _render_math(math)


def symbol_names(tex: str) -> list[str]:
    """The symbols that a formula names, in order."""
    return _SYMBOL.findall(tex)


def symbol_html(name: str, symbols: Mapping[str, Any]) -> str:
    """A symbol in text, with its meaning for mouse, keyboard and screen reader."""
    symbol = symbols[name]
    math = _render_math(_mathml(symbol.tex, display=False))
    return (
        f'<span class="cv-sym" data-symbol="{escape(name)}" tabindex="0" role="img" '
        f'aria-label="{escape(symbol.label)}">{math}</span>'
    )


@functools.cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).disable("image")


def _link_course(
    tokens: list[Token],
    terms: Mapping[str, Any],
    symbols: Mapping[str, Any],
    lessons: Mapping[str, str],
) -> list[Token]:
    """Replace ordinary links by links to the glossary and to lessons."""
    result: list[Token] = []
    within = ""
    for token in tokens:
        if token.type == "link_open":
            target = str(token.attrs["href"])
            kind, _, name = target.partition(":")
            targets = {"term": terms, "symbol": symbols, "lesson": lessons}.get(kind)
            if targets is None:
                raise CapsvizError(
                    f"links go to term:name, symbol:name or lesson:name, not to {target!r}"
                )
            if name not in targets:
                source = "course" if kind == "lesson" else "glossary"
                raise CapsvizError(f"the {source} has no {kind} {name!r}")
            within = kind
            if kind == "term":
                result.append(_html(_term_open(name)))
            elif kind == "symbol":
                result.append(_html(symbol_html(name, symbols)))
            else:
                result.append(_html(_lesson_open(name) + escape(lessons[name])))
        elif token.type == "link_close":
            if within == "term":
                result.append(_html("</button>"))
            elif within == "lesson":
                result.append(_html("</a>"))
            within = ""
        elif within != "symbol":
            result.append(token)
    return result


def _term_open(name: str) -> str:
    return f'<button type="button" class="cv-term" data-term="{escape(name)}">'


def _lesson_open(name: str) -> str:
    return f'<a class="cv-link" data-lesson="{escape(name)}" href="?lesson={escape(name)}">'


def _html(content: str) -> Token:
    return Token("html_inline", "", 0, content=content)


def _symbol_row(name: str, symbols: Mapping[str, Any]) -> ElementTree.Element:
    row = ElementTree.Element(
        f"{_NAMESPACE}mrow",
        {"class": "cv-sym", "data-symbol": name, "tabindex": "0"},
    )
    row.extend(_mathml(symbols[name].tex, display=False))
    return row


def _mathml(tex: str, *, display: bool) -> ElementTree.Element:
    try:
        math = ElementTree.fromstring(convert(tex, display="block" if display else "inline"))
    except Exception as error:  # the converter raises many kinds of errors about the TeX
        raise CapsvizError(f"this TeX cannot be read: {tex!r} ({error})") from error
    for node in math.iter():
        if node.tag.removeprefix(_NAMESPACE) not in _ELEMENTS:
            raise CapsvizError(f"this TeX makes something that formulas here may not hold: {tex!r}")
        _embolden(node)
    return math


def _embolden(node: ElementTree.Element) -> None:
    # Few fonts have the mathematical bold letters; every font has bold ones.
    letter = node.text or ""
    if len(letter) == 1 and 0x1D400 <= ord(letter) <= 0x1D433:
        index = ord(letter) - 0x1D400
        node.text = chr(ord("A") + index) if index < 26 else chr(ord("a") + index - 26)
        node.set("mathvariant", "normal")
        node.set("class", "cv-bold")


def _render_math(math: ElementTree.Element) -> str:
    ElementTree.register_namespace("", _NAMESPACE[1:-1])
    math.attrib.pop("xmlns", None)
    return ElementTree.tostring(math, encoding="unicode")
