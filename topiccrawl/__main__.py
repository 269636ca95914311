"""`python -m topiccrawl` is the `topiccrawl` command."""

from __future__ import annotations

import sys

from topiccrawl.cli import main

if __name__ == "__main__":
    sys.exit(main())
