"""What a page shows when something outside the program is wrong: one sentence, as it is.

Streamlit's messages, labels and tables are Markdown. Whatever comes from a link, a file or a
checkpoint goes through `plain`, or a picture would be fetched and a link shown for whoever
wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from capsviz.errors import CapsvizError, hide_folders

#: What begins something wherever it stands; a backslash before it shows it as it is.
_SPECIAL = re.compile(r"[\\`*_{}\[\]<>&~|$#!]")
#: What is found in the text after that, backslash or not: addresses, and names between colons
#: that become icons, colours and faces. An invisible mark that joins words parts it.
_FOUND = re.compile(r"(?<=:)(?=\S)|(?<=www)(?=\.)|(?=@)", re.IGNORECASE)
#: What begins a list, a line or a heading, at the start of the text only.
_FIRST = re.compile(r"(?=[-+=]|\d+[.)])")
_JOINER = "\u2060"


def plain(text: str) -> str:
    """Markdown that shows any text letter by letter."""
    line = _SPECIAL.sub(r"\\\g<0>", " ".join(text.split()))
    line = _FOUND.sub(_JOINER, line)
    return _JOINER + line if _FIRST.match(line) else line


def warn(text: str) -> None:
    """Tell what is wrong with something that a browser, a file or a checkpoint brought."""
    st.warning(plain(hide_folders(text)))


@contextmanager
def one_sentence() -> Iterator[None]:
    """Show a `CapsvizError` raised within as its sentence; the rest of the page goes on.

    To be used inside a fragment, not around it: Streamlit catches what a fragment raises.
    """
    try:
        yield
    except CapsvizError as error:
        st.error(plain(hide_folders(str(error))), icon=":material/info:")
