"""The one exception that is meant to be read by a person."""

import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

#: The folders of an absolute path; of an address a scheme or host stands before the slash. A name
#: with a space in it goes on where the path stands in quotation marks.
_FOLDERS = re.compile(
    r"""(?<=')/(?:[^/'\n]+/)+(?=[^/'\n]*')|(?<=")/(?:[^/"\n]+/)+(?=[^/"\n]*")"""
    r"""|(?<![\w/:.~-])(?:/(?:[^\s/"',;]+/)+|[A-Za-z]:\\(?:[^\s\\"',;]+\\)+)"""
)
#: Paths in a setting of the environment: it is one, or a list in JSON.
_PATHS = re.compile(r"/[^\"\n]*")


class CapsvizError(ValueError):
    """Something outside the program is wrong: a file, an argument, a picture.

    The message is one clear sentence that says what was wrong and what to do;
    the command line prints it and the pages show it, without a traceback.
    """


def hide_folders(sentence: str) -> str:
    """A sentence as visitors may read it: of an absolute path only the last name.

    Folders that the program was told of are found whatever their names hold, others unless they
    have spaces and stand without quotation marks.
    """
    for folder in sorted(set(_known_folders()), key=len, reverse=True):
        sentence = sentence.replace(folder, "")
    return _FOLDERS.sub("", sentence)


def _known_folders() -> Iterator[str]:
    named = [
        path.rstrip(os.sep)
        for name, value in os.environ.items()
        if name.startswith("CAPSVIZ_")
        for path in _PATHS.findall(value)
    ]
    home, clone = os.path.expanduser("~"), str(Path(__file__).parents[1])
    for path in (*named, home, clone, tempfile.gettempdir()):
        for folder in (path, os.path.dirname(path)):
            if folder.count(os.sep) > 1:  # not "/" nor "/home", which addresses of pages begin with
                yield folder + os.sep
