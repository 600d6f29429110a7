"""``python3 -m capsviz`` is the command ``capsviz``."""

import sys

from capsviz.cli import main

if __name__ == "__main__":
    sys.exit(main())
