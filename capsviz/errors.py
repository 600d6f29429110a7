"""The exception with a message for users."""

import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

#: Folders of an absolute path; an address has a scheme or host before the slash. A name with a
#: space continues only if the path is in quotation marks.
_FOLDERS = re.compile(
    r"""(?<=')/(?:[^/'\n]+/)+(?=[^/'\n]*')|(?<=")/(?:[^/"\n]+/)+(?=[^/"\n]*")"""
    r"""|(?<![\w/:.~-])(?:/(?:[^\s/"',;]+/)+|[A-Za-z]:\\(?:[^\s\\"',;]+\\)+)"""
)
#: Paths in an environment variable: a single one, or a JSON list.
_PATHS = re.compile(r"/[^\"\n]*")


class CapsvizError(ValueError):
    """Invalid input from outside the program: a file, an argument, a picture.

    The message is one clear sentence with the cause and a remedy. The command line prints it and
    the pages show it, without a traceback.

    Examples
    --------
    >>> capsviz.load("dynamik")
    Traceback (most recent call last):
    capsviz.errors.CapsvizError: ...
    """


def hide_folders(sentence: str) -> str:
    """Replace absolute paths in a message by their last name, for visitors.

    Configured folders are found with any name, others unless they contain spaces and are not
    quoted.
    """
    for folder in sorted(set(_known_folders()), key=len, reverse=True):
        sentence = sentence.replace(folder, "")
    return _FOLDERS.sub("", sentence)


def _known_folders() -> Iterator[str]:
    configured = [
        path.rstrip(os.sep)
        for name, value in os.environ.items()
        if name.startswith("CAPSVIZ_")
        for path in _PATHS.findall(value)
    ]
    home, clone = os.path.expanduser("~"), str(Path(__file__).parents[1])
    for path in (*configured, home, clone, tempfile.gettempdir()):
        for folder in (path, os.path.dirname(path)):
            # not "/" nor "/home", which may begin the address of a page
            if folder.count(os.sep) > 1:
                yield folder + os.sep
