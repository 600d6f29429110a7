"""The one exception that is meant to be read by a person."""


class CapsvizError(ValueError):
    """Something outside the program is wrong: a file, an argument, a picture.

    The message is one clear sentence that says what was wrong and what to do;
    the command line prints it and the pages show it, without a traceback.
    """
