"""The option `--sensitive-words FILE`."""

from __future__ import annotations

from typing import Annotated

import typer

from topiccrawl.corpus.quality import SensitiveWords

SensitiveOption = Annotated[
    str,
    typer.Option(
        "--sensitive-words",
        metavar="FILE",
        help="Words, one a line, whose density becomes the quality attribute sensitive.",
    ),
]
"""A list of the user's; empty: none."""


def sensitive_words(path: str) -> SensitiveWords | None:
    """Return the words of a file; None without a path.

    Raises:
        BadParameter: the file cannot be read or holds no words.
    """
    try:
        return SensitiveWords.read(path)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--sensitive-words") from None
