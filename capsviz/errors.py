"""The one exception that is meant to be read by a person."""

import re

#: The folders of an absolute path; of an address a scheme or host stands before the slash.
_FOLDERS = re.compile(r"(?<![\w/:.~-])/(?:[^\s/\"',;]+/)+")


class CapsvizError(ValueError):
    """Something outside the program is wrong: a file, an argument, a picture.

    The message is one clear sentence that says what was wrong and what to do;
    the command line prints it and the pages show it, without a traceback.
    """


def hide_folders(sentence: str) -> str:
    """A sentence as visitors may read it: of an absolute path only the last name."""
    return _FOLDERS.sub("", sentence)
