"""Messages of a language: a file in Fluent's syntax for each page, with English as a fallback.

A file contains sentences with named values, plurals and selections. Each page has one, and
``shared.ftl`` and ``shell.ftl`` are for all pages. An element of a page's markup names its message
by ``data-text``: the message's value is the element's content, after an icon if it starts with one,
and the message's attributes are the element's attributes. Messages of elements are HTML, and may
use `MARKUP_VALUES`. All others are plain text, for scripts by ``browser/text.js`` and for Python by
`text`.
"""

from __future__ import annotations

import functools
import html
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypedDict

from babel.numbers import format_compact_decimal
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number
from fluent.syntax import FluentParser, FluentSerializer, ast

from capsviz.errors import CapsvizError
from capsviz.ui.languages import ENGLISH, FOLDER, languages, source

#: An element with ``data-text``, up to the end of its icon.
_NAMED_ELEMENT = re.compile(
    r'(<[^<>]*? data-text="([\w-]+)")([^<>]*>)(\s*<svg.*?</svg>)?', re.DOTALL
)
_ID = re.compile(r'data-text="([\w-]+)"')
_TAG = re.compile(r"<[^<>]+>")
#: The file of shared messages.
SHARED_FILE = "shared"
#: Values that messages of markup may use, initially of a network of digits.
MARKUP_VALUES = {"thing": "digit", "dimensions": 16}
_SERIALIZER = FluentSerializer()


class Texts(TypedDict):
    """Messages for a browser, as ``Texts`` of ``browser/text.js``.

    ``locale`` is a BCP 47 tag. ``shared`` and ``messages``, those of one page, are in Fluent's
    syntax.
    """

    locale: str
    direction: str
    shared: str
    messages: str


def files(root: Path = FOLDER) -> list[str]:
    """Names of the files of messages, without suffixes."""
    return sorted(path.stem for path in (root / ENGLISH).glob("*.ftl"))


def texts(language: str, *names: str, markup: str = "", root: Path = FOLDER) -> Texts:
    """The messages of some files, in English if not translated.

    Parameters
    ----------
    names : of files, such as "draw"; a missing file has no messages.
    markup : markup that contains its English messages already; they are left out, unless they have
        values.

    Raises
    ------
    CapsvizError : a file is invalid; the message says which and where.
    """
    entry = languages(root)[language]
    present = set(_ID.findall(markup)) if language == ENGLISH else set()
    result: Texts = {
        "locale": entry.locale,
        "direction": entry.direction,
        "shared": "",
        "messages": "",
    }
    for name in names:
        for identifier, message in messages(language, name, root).items():
            if identifier not in present or "$" in message:
                result["shared" if name in ("shared", "shell") else "messages"] += message
    return result


@functools.cache
def messages(language: str, name: str, root: Path = FOLDER) -> dict[str, str]:
    """The messages of a file by name, in Fluent's syntax; raises `CapsvizError`."""
    parsed = parse_messages(language, name, root)
    return {identifier: _serialize(entry) for identifier, entry in parsed.items()}


@functools.cache
def parse_messages(language: str, name: str, root: Path) -> dict[str, ast.Message]:
    """The messages of a file by name, as syntax trees; raises `CapsvizError`."""
    english = _read(root / ENGLISH / f"{name}.ftl")
    if language == ENGLISH:
        return english
    originals = {identifier: _serialize(entry) for identifier, entry in english.items()}
    stale = source.stale_places(root / language, f"{name}.ftl", originals)
    result = dict(english)
    for identifier, entry in _read(root / language / f"{name}.ftl").items():
        location = f"{language}/{name}.ftl, {identifier}"
        if identifier not in english:
            raise CapsvizError(f"{location}: the English file lacks a message of this name")
        _check_alike(english[identifier], entry, location)
        if identifier not in stale:
            result[identifier] = entry
    return result


def read_file(path: Path) -> dict[str, str]:
    """The messages of a single file by name, without a fallback; raises `CapsvizError`."""
    return {identifier: _serialize(entry) for identifier, entry in _read(path).items()}


def text(
    language: str, name: str, identifier: str, /, *, root: Path = FOLDER, **values: Any
) -> str:
    """A message of a file or of the shared ones, with its values.

    Raises `CapsvizError` if the message or a value is missing.
    """
    bundle = _bundle(language, name, root)
    try:
        pattern = bundle.get_message(identifier).value
    except LookupError as error:
        raise CapsvizError(f"{name}.ftl has no message {identifier!r}") from error
    if pattern is None:
        raise CapsvizError(f"the message {identifier!r} of {name}.ftl has no value")
    return _format(bundle, pattern, values, f"the message {identifier!r} of {name}.ftl")


def fill(language: str, template: str, **values: Any) -> str:
    """Fill in a text of a lesson file, in Fluent's syntax.

    Raises `CapsvizError` if the syntax is invalid or a value is missing.
    """
    bundle = _words_bundle(languages()[language].locale, template)
    if not (bundle.has_message("words") and (pattern := bundle.get_message("words").value)):
        raise CapsvizError(f"the words {template!r} cannot be read")
    return _format(bundle, pattern, values, f"the words {template!r}")


def _format(bundle: FluentBundle, pattern: Any, values: dict[str, Any], description: str) -> str:
    result, errors = bundle.format_pattern(pattern, values)
    if errors:
        raise CapsvizError(f"{description}: {errors[0]}")
    return str(result)


def name(say: Callable[..., str], kind: str, title: str) -> str:
    """Translate an English name of the program; unknown names stay.

    `kind` is a message for `say`: "network-name", "class-name" or "set-name".
    """
    key = re.sub("[^a-z]+", "-", title.lower())  # as `keyOf` of browser/names.js
    return say(kind, key=key, title=title)


def join(say: Callable[..., str], parts: Iterable[str], message: str) -> str:
    """Join parts by a message with the values ``before`` and ``next``; "" for no parts."""
    several = list(parts)
    if not several:
        return ""
    return functools.reduce(lambda before, each: say(message, before=before, next=each), several)


def decimal(value: float, digits: int, grouping: bool = True) -> Any:
    """A number as a value for `text`, with `digits` after the point and thousands separators."""
    return fluent_number(
        round(float(value), digits),
        minimumFractionDigits=digits,
        maximumFractionDigits=digits,
        useGrouping=grouping,
    )


def approximate(value: float, language: str) -> str:
    """A large number with its three leading digits, such as "188 million"."""
    leading = float(f"{value:.3g}")
    locale = languages()[language].locale.replace("-", "_")
    return format_compact_decimal(leading, format_type="long", locale=locale, fraction_digits=2)


def fill_markup(markup: str, *names: str, root: Path = FOLDER) -> str:
    """Fill the English messages of some files into the elements that name them.

    Browsers do the same for other languages (``browser/text.js``).
    """
    values = MARKUP_VALUES
    bundles = [_bundle(ENGLISH, name, root) for name in names]

    def fill(match: re.Match[str]) -> str:
        begin, identifier, end, icon = match.groups(default="")
        bundle = next((each for each in bundles if each.has_message(identifier)), None)
        if bundle is None:
            raise CapsvizError(f"no message {identifier!r} in {', '.join(names)}")
        message = bundle.get_message(identifier)
        attributes = "".join(
            f' {name}="{html.escape(str(bundle.format_pattern(pattern, values)[0]))}"'
            for name, pattern in message.attributes.items()
        )
        value = bundle.format_pattern(message.value, values)[0] if message.value else ""
        return f"{begin}{attributes}{end}{icon}{value}"

    return _NAMED_ELEMENT.sub(fill, markup)


@functools.cache
def _bundle(language: str, name: str, root: Path) -> FluentBundle:
    bundle = FluentBundle([languages(root)[language].locale], use_isolating=False)
    for each in dict.fromkeys((SHARED_FILE, name)):
        bundle.add_resource(ast.Resource(list(parse_messages(language, each, root).values())))
    return bundle


@functools.cache
def _words_bundle(locale: str, template: str) -> FluentBundle:
    bundle = FluentBundle([locale], use_isolating=False)
    bundle.add_resource(FluentResource(f"words = {template}"))
    return bundle


def _read(path: Path) -> dict[str, ast.Message]:
    """The messages of a file by name; empty without a file."""
    if not path.is_file():
        return {}
    result: dict[str, ast.Message] = {}
    location = f"{path.parent.name}/{path.name}"
    content = path.read_text("utf-8")
    for entry in FluentParser().parse(content).body:
        if isinstance(entry, ast.Junk):
            line = content[: entry.span.start].count("\n") + 1 if entry.span else 0
            raise CapsvizError(
                f"{location}, line {line} is no message: {entry.annotations[0].message}"
            )
        if isinstance(entry, ast.Message):
            if entry.id.name in result:
                raise CapsvizError(f"{location} has two messages {entry.id.name!r}")
            result[entry.id.name] = entry
        elif isinstance(entry, ast.Term):
            raise CapsvizError(
                f"{location} has a term -{entry.id.name}: write it out in each message"
            )
    return result


def _serialize(entry: ast.Message) -> str:
    entry.comment = None
    return _SERIALIZER.serialize_entry(entry)


def _check_alike(english: ast.Message, translation: ast.Message, location: str) -> None:
    """Check that a translation has the same attributes, values and elements."""
    for kind, parts in (("attributes", _attributes), ("values", _values), ("elements", _elements)):
        before, after = parts(english), parts(translation)
        # Not every language needs every value, such as the article of an English noun.
        if after - before if parts is _values else after != before:
            needed = ", ".join(sorted(before)) or "none"
            raise CapsvizError(f"{location}: the {kind} must be those of the English: {needed}")


def _attributes(message: ast.Message) -> set[str]:
    parts = {"a text"} if message.value else set[str]()
    return parts | {each.id.name for each in message.attributes}


def _values(message: ast.Message) -> set[str]:
    return {f"${name}" for name in re.findall(r"\$([\w-]+)", _serialize(message))}


def _elements(message: ast.Message) -> set[str]:
    return set(_TAG.findall(_serialize(message)))
