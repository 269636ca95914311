"""The `topiccrawl` command."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the entry point of `topiccrawl`.

    Args:
        arguments: words after the command's name; those of the process without them.

    Returns:
        The exit status: 0 done, 1 failed, 2 used wrongly. A failure is one line on stderr.
    """
    from topiccrawl.cli.app import run  # here, so that `import topiccrawl.cli` stays light

    return run(arguments)
