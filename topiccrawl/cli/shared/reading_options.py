"""Options of the commands that read pages again: how they are extracted, compared and measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from topiccrawl.cli.shared.progress import progress_bars
from topiccrawl.messages import message, said

if TYPE_CHECKING:
    from topiccrawl.corpus.quality import SensitiveWords
    from topiccrawl.dedup.rule import DedupRule
    from topiccrawl.storage.pages.store import CorpusStore

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
    from topiccrawl.extraction import EXTRACTORS

    if name not in EXTRACTORS:
        known = ", ".join(sorted(EXTRACTORS))
        raise typer.BadParameter(message("{name!r} is none of: {known}", name=name, known=known))
    return name


ExtractorOption = Annotated[
    str,
    typer.Option(
        "--extractor", help="Main-text extractor for pages with their source.", callback=_known_extractor
    ),
]
"""A key of `topiccrawl.extraction.EXTRACTORS`."""


def _known_thread_text(name: str) -> str:
    from topiccrawl.extraction import THREAD_TEXTS

    if name not in THREAD_TEXTS:
        raise typer.BadParameter(message("choose one of {known}", known=", ".join(THREAD_TEXTS)))
    return name


ThreadTextOption = Annotated[
    str,
    typer.Option(
        "--thread-text",
        help="Text of forum threads and microblogs: all posts, the first one, or off: that of an article. "
        "Use the `TOPICCRAWL_THREAD_TEXT` of your crawls.",
        callback=_known_thread_text,
    ),
]
"""A member of `topiccrawl.extraction.THREAD_TEXTS`."""

TitleThresholdOption = Annotated[
    float,
    typer.Option(
        "--title-threshold", min=0.01, max=1.0, help="Cosine from which two titles count as the same story."
    ),
]


def make_comparable(store: CorpusStore, topic: str, rule: DedupRule) -> None:
    """Make sketches for the stored pages of a topic that have none by this rule."""
    from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp

    with progress_bars() as show:
        total = 0

        def on_step(left: int) -> None:
            nonlocal total
            total = max(total, left)
            show("stored pages made comparable", total - left, total)

        SketchCatchUp(store, topic, rule).finish(on_step)


def sensitive_words(path: str) -> SensitiveWords | None:
    """Return the words of a file; None without a path.

    Raises:
        BadParameter: the file cannot be read or holds no words.
    """
    from topiccrawl.corpus.quality import SensitiveWords

    try:
        return SensitiveWords.read(path)
    except ValueError as error:
        raise typer.BadParameter(said(error), param_hint="--sensitive-words") from None
