"""The `topiccrawl` command: `topiccrawl NAME` is the module or folder of that name, registered in `app`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import TextIOWrapper

from topiccrawl.supervision.blas import use_one_thread


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the entry point of `topiccrawl`.

    Args:
        arguments: words after the command's name; default: those of the process.

    Returns:
        The exit status: 0 success, 1 failure, 2 wrong usage, 130 stopped by Ctrl-C. An error is one line on
        stderr.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        # Escapes characters that the terminal's encoding lacks, as stderr does, and undecodable file names.
        sys.stdout.reconfigure(errors="backslashreplace")
    use_one_thread()
    try:
        from topiccrawl.cli.app import run  # here, to keep `import topiccrawl.cli` light

        return run(arguments)
    except KeyboardInterrupt:  # Typer handles it within commands, but not while modules are imported
        return 130
