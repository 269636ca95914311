"""Options of the commands that read pages again: how they are extracted, compared and measured."""

from __future__ import annotations

from typing import Annotated

import typer

from topiccrawl.corpus.quality import SensitiveWords
from topiccrawl.extraction import EXTRACTORS

SensitiveOption = Annotated[
    str,
    typer.Option(
        "--sensitive-words",
        metavar="FILE",
        help="Words, one a line, whose density becomes the quality attribute sensitive.",
    ),
]
"""A list of the user's; empty: none."""


def _known_extractor(name: str) -> str:
    if name not in EXTRACTORS:
        raise typer.BadParameter(f"choose one of {', '.join(sorted(EXTRACTORS))}")
    return name


ExtractorOption = Annotated[
    str,
    typer.Option(
        "--extractor", help="Main-text extractor for pages with their source.", callback=_known_extractor
    ),
]
"""A key of `topiccrawl.extraction.EXTRACTORS`."""

TitleThresholdOption = Annotated[
    float,
    typer.Option(
        "--title-threshold", min=0.01, max=1.0, help="Cosine from which two titles count as the same story."
    ),
]


def sensitive_words(path: str) -> SensitiveWords | None:
    """Return the words of a file; None without a path.

    Raises:
        BadParameter: the file cannot be read or holds no words.
    """
    try:
        return SensitiveWords.read(path)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--sensitive-words") from None
