"""How a command's options are read: what is wrong is one line."""

from __future__ import annotations

import argparse
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """Tells what is wrong in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        """End the program with a sentence and status 2."""
        self.exit(2, f"{self.prog}: {message}\n")
