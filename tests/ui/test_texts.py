"""Texts that a visitor sees are messages: none is left in code, none is missing, none is unused."""

from __future__ import annotations

import ast
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from pseudo_language import pseudo

from capsviz.ui.browser import markup, page_texts
from capsviz.ui.catalogue.navigation import ENTRIES, FOLDER, entry
from capsviz.ui.languages import ENGLISH, messages, native_names

UI = FOLDER.parent
#: Folders whose texts are messages.
PLACES = [
    *("browser", "classroom", "lessons", "report", "session", "shell", "site"),
    *(f"pages/{each.name}" for each in ENTRIES),
]
#: Strings that are no words for a visitor: names of things, errors that are caught.
NAMES = {
    *("{{title}} · capsviz", "capsviz ${} ", "poll ${}"),
    *(
        "capsviz",
        "local detail",
        "hardly any change",
        "card guess",
        "card of ${}",
        "weights of ${}",
    ),
    *("train ${} ${}", "check ${}", "gradient ${}", "update ${}", "weight ${}"),
    *("network ${}", "board ${}", "figure ${}", "typed ${}", "quiz ${} ${}", "quiz start ${}"),
    *("poll quiz ${} ${}", "capsviz lecture", "select, input, textarea", "too large"),
    # Names of Plotly's buttons.
    *("Zoom in", "Zoom out", "Reset axes"),
    *("the weights' file has a wrong size", "the site lacks ${}"),
    *("no such step", "no version", "no drawing", "no settings", "not all", "no message ${}"),
    *("each figure has its own", "each decoder has its own"),
    *("the decoder file has a wrong size", "A file of this site cannot be reached: load it again."),
}

_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`\w])//[^\n]*", re.DOTALL)
_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
_WORDS = re.compile(r"[A-Za-z]{2,}[,:;.?!]? +\(?[A-Za-z]{2,}|[a-z]{3,} \$\{|\} [a-z]{3,}")
#: Class names, selectors, styles, markup, media queries, shaders, formulas, and terms of symbols.
_CODE = re.compile(
    r"void main|\{[-_] |^squash norm_s$|"
    r"^(?:[b-zû]|u_hat|sigma) (?:capsule|cost|coupling|squash|vote)\b|"
    r"cv-|[<>=\[{][\"a-z/\]]|^\s*[.#\[:]|px\b|rem\b|(var|url)\(|--|sans-serif|^\(|[;,]\n|image/"
)
#: Lines of selectors, of styles, and of the terms that a part of a lesson's figure shows.
_PLACE = re.compile(
    r"querySelector|className|classList|closest\(|matches\(|font|transition|: d,$|"
    r"\bshows\b|_TERMS\b"
)


def scripts_of(folder: Path) -> list[Path]:
    return [
        path for path in sorted(folder.rglob("*.js")) if not {"test", "vendor"} & set(path.parts)
    ]


def visible_texts(script: str) -> list[str]:
    """Strings of a script that look like words for a visitor."""
    code = _COMMENT.sub("", re.sub(r"^(import|} from).*$", "", script, flags=re.MULTILINE))
    found = []
    for match in _STRING.finditer(code):
        before = code[code.rfind("\n", 0, match.start()) + 1 : match.start()]
        plain = re.sub(r"\$\{[^}]*\}", "${}", match[1] or match[2] or "")
        if _WORDS.search(plain) and not _CODE.search(plain) and not _PLACE.search(before):
            found.append(plain)
    return found


#: Asks for a message, or for words of a lesson file.
_ASKS = re.compile(
    r"\b(?:text|message|(?:fill|draw)Text|word|say)\(|\bthis\.t\(|\bwords(?:\.\w|\[)"
)


def joined_texts(script: str) -> list[str]:
    """Templates of a script that join a message and something else."""
    # A regular expression and a string hold this sign alone.
    code, found = re.sub(r'\(`\+\)|"`"', "", _COMMENT.sub("", script)), []

    def read(at: int) -> int:
        """Read the template that begins at a place; returns the place behind it."""
        begin, plain, parts = at, "", list[str]()
        while code[at] != "`":
            if code.startswith("${", at):
                part, depth, at = at + 2, 1, at + 2
                while depth:
                    depth += (code[at] == "{") - (code[at] == "}")
                    at = read(at + 1) if code[at] == "`" else at + 1
                parts.append(code[part : at - 1])
            else:
                plain += code[at]
                at += 2 if code[at] == "\\" else 1
        several = plain.strip() or len(parts) > 1
        if several and "{" not in plain and any(map(_ASKS.search, parts)):  # no formula
            found.append(code[begin:at])
        return at + 1

    at = 0
    while (at := code.find("`", at)) >= 0:
        at = read(at + 1)
    said = r"\b(?:text|message|(?:fill|draw)Text|word)\([^()]*\)"
    return found + re.findall(rf"{said} \+ |\+ {said}", code)


def joined_sentences(module: str) -> list[str]:
    """Strings of a module that join a message and something else."""

    def asks(node: ast.AST) -> bool:
        if isinstance(node, ast.Subscript):
            return ast.unparse(node.value).endswith("words")
        called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        return bool(re.search(r"(?:^|\.)(?:text|say|words|fill|word)$", called))

    found = []
    for node in ast.walk(ast.parse(module)):
        if isinstance(node, ast.JoinedStr):
            plain = "".join(
                str(each.value) for each in node.values if isinstance(each, ast.Constant)
            )
            values = [each for each in node.values if isinstance(each, ast.FormattedValue)]
            some = any(asks(inner) for each in values for inner in ast.walk(each))
            if some and "<" not in plain and '="' not in plain and (plain.strip() or values[1:]):
                found.append(ast.unparse(node))
    return found


class Bare(HTMLParser):
    """Collects text, and attributes that are read, in elements that name no message."""

    READ = ("title", "aria-label", "aria-description", "placeholder", "alt", "data-lack")
    VOID = ("input", "br", "img")

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        named = "data-text" in given
        if tag not in self.VOID:
            self.open.append(
                named or tag in ("math", "svg", "style") or (bool(self.open) and self.open[-1])
            )
        if not named:
            self.found += [str(given[name]) for name in self.READ if _is_word(given.get(name))]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if _is_word(data) and not (self.open and self.open[-1]):
            self.found.append(data.strip())


def _is_word(text: str | None) -> bool:
    # A template has names in double braces.
    return bool(text and re.search(r"[A-Za-z]{2,}", re.sub(r"\{\{.*?\}\}", "", text)))


@cache
def own(name: str) -> frozenset[str]:
    return frozenset(messages.messages("en", name))


def test_what_looks_like_words_is_found():
    assert visible_texts('say("Draw here."); make(`no ${thing} is here`)') == [
        "Draw here.",
        "no ${} is here",
    ]
    assert visible_texts('// not this\nfind(".cv-a .cv-b"); text("here-draw")') == []
    assert joined_texts('say(`${text("a", { b })}: ${c}`); find(`${name} ${one(`x`)}`)') == [
        '${text("a", { b })}: ${c}'
    ]
    assert joined_texts('say(`${text("a")} `); text(`a-${b}`); x + text("a")') == ['+ text("a")']
    assert joined_sentences("f'{say(1)} {a}', f'{say(1)}', f'<b>{words[1]}</b>'") == [
        "f'{say(1)} {a}'"
    ]
    bare = Bare()
    bare.feed('<p data-text="a">Words <b>here</b></p><p title="A title">Bare</p><svg>xx</svg>')
    assert bare.found == ["A title", "Bare"]


def texts_of(place: str) -> list[str]:
    """All text of a folder's markup and scripts that is not a message."""
    folder, bare = UI / place, Bare()
    for path in sorted(folder.glob("*.html")):
        bare.feed(path.read_text("utf-8"))
    found = [text for path in scripts_of(folder) for text in visible_texts(path.read_text("utf-8"))]
    return [text for text in (*bare.found, *found) if text not in NAMES]


@pytest.mark.parametrize("place", PLACES)
def test_a_folder_has_no_text_outside_of_its_messages(place):
    assert texts_of(place) == []


@pytest.mark.parametrize("place", PLACES)
def test_no_text_is_made_by_joining_pieces(place):
    folder = UI / place
    found = [text for path in scripts_of(folder) for text in joined_texts(path.read_text("utf-8"))]
    for path in sorted(folder.rglob("*.py")):
        found += joined_sentences(path.read_text("utf-8"))
    assert found == []


# Errors' own sentences find those of refusals: tests/ui/test_refusals.py.
@pytest.mark.parametrize("name", [name for name in messages.files() if name != "refusals"])
def test_each_message_is_used_and_each_name_has_one(name):
    page = name.removesuffix("_sections")
    folders = (FOLDER / page, UI / name if name == "report" else UI)
    folder = next(each for each in folders if each.is_dir())
    code = "\n".join(
        path.read_text("utf-8")
        for path in folder.rglob("*")
        if path.suffix in (".js", ".html", ".py")
        and not {"test", "node_modules", "vendor"} & set(path.relative_to(folder).parts)
    )
    quoted = set(re.findall(r'["`]([a-z][\w-]*)["`]', code))
    begun = tuple(re.findall(r"""(?:text\(`|(?:say|words)\(f")([a-z][\w-]*-)\$?\{""", code))
    unused = {each for each in own(name) - {"title"} - quoted if not each.startswith(begun or "~")}
    assert not unused
    if f"pages/{name}" in PLACES:
        here = own(name) | own("shared") | own("shell")
        asked = re.findall(r'(?<!\.)\btext\("([a-z][\w-]*)"|data-text="([\w-]+)"', code)
        assert {one or other for one, other in asked} <= here


@pytest.mark.parametrize("page", [each.name for each in ENTRIES])
def test_a_message_belongs_to_one_file_and_either_to_markup_or_to_scripts(page):
    assert not own(page) & (own("shared") | own("shell"))
    named = set(re.findall(r'data-text="([\w-]+)"', markup(FOLDER / page)))
    code = "".join(path.read_text("utf-8") for path in scripts_of(FOLDER / page))
    assert not named & set(re.findall(r'\btext\("([\w-]+)"', code))
    # English markup has its messages already, but for those with values.
    told = page_texts(entry(page), "en")
    sent = set(re.findall(r"^([\w-]+) =", told["shared"] + told["messages"], re.MULTILINE))
    english = messages.messages("en", page) | messages.messages("en", "shared")
    plain = {each for each in named if "$" not in english.get(each, "")}
    assert not sent & plain
    assert own(page) - named <= sent


@pytest.mark.parametrize("name", messages.files())
@pytest.mark.parametrize("language", [name for name in native_names() if name != ENGLISH])
def test_a_file_of_messages_can_be_read_in_each_language(language, name):
    assert messages.messages(language, name).keys() == own(name)


@pytest.mark.parametrize("name", messages.files())
def test_a_translation_of_every_message_fits(name, tmp_path):
    for language in ("en", "xx"):
        (tmp_path / language).mkdir()
        (tmp_path / language / "language.toml").write_text(f'name = "{language}"')
    english = (UI / f"languages/en/{name}.ftl").read_text("utf-8")
    (tmp_path / f"en/{name}.ftl").write_text(english)
    (tmp_path / f"xx/{name}.ftl").write_text(pseudo(english))
    found = messages.messages("xx", name, tmp_path)
    assert list(found) == list(messages.messages("en", name, tmp_path))
    assert not [text for text in found.values() if re.search(r"^[\w-]+ = [a-zA-Z ]+$", text)]
