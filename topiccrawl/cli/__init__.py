"""The `topiccrawl` command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import TextIOWrapper


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the entry point of `topiccrawl`.

    Args:
        arguments: words after the command's name; those of the process without them.

    Returns:
        The exit status: 0 done, 1 failed, 2 used wrongly, 130 stopped by Ctrl-C. A failure is one line on
        stderr.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        # What the terminal's encoding lacks, a name that is no text among it, is escaped, as on stderr.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        from topiccrawl.cli.app import run  # here, so that `import topiccrawl.cli` stays light

        return run(arguments)
    except KeyboardInterrupt:  # the commands' own is seen to there; importing takes its time as well
        return 130
