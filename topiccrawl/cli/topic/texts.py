"""Texts that commands read: of a topic's domain, of other fields, and the words that they hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from topiccrawl.cli.shared.progress import document_counter
from topiccrawl.errors import VocabularyError
from topiccrawl.messages import message
from topiccrawl.topics.words.general import GeneralFrequencies, lexicon

if TYPE_CHECKING:
    from topiccrawl.text.segment import Segmenter
    from topiccrawl.topics.words.counting import WordCounts

Domain = Annotated[
    list[Path],
    typer.Option(
        "--documents",
        help="Texts of the domain: text files, saved pages, exports, or folders of these (repeatable).",
    ),
]
General = Annotated[
    list[Path], typer.Option("--general", help="Texts of other fields, for comparison (repeatable).")
]


def titles_and_bodies(paths: Sequence[Path]) -> Iterator[tuple[str, str]]:
    """Yield title and text of each document, with a progress line."""
    from topiccrawl.topics.words.documents import documents

    if not paths:
        return
    with document_counter(message("reading {name}", name=paths[0].name)) as on_progress:
        for number, document in enumerate(documents(paths), 1):
            on_progress(number)
            yield document.title, document.body


def counted(name: str, sources: Sequence[Path], segmenter: Segmenter) -> WordCounts:
    """Count the words of texts.

    Raises:
        VocabularyError: a source cannot be used, or there are no words in any of them.
    """
    from topiccrawl.topics.words.counting import count_words
    from topiccrawl.topics.words.documents import documents

    with document_counter(message("counting {name}", name=name)) as on_progress:
        counts = count_words(documents(sources), segmenter, on_progress)
    if not counts.total:
        raise VocabularyError("{sources}: no words found", sources=", ".join(map(str, sources)))
    return counts


def general_frequencies(general: Sequence[Path], segmenter: Segmenter) -> GeneralFrequencies:
    """Return the word frequencies of general texts; without any those of the shipped dictionary."""
    if not general:
        return lexicon().frequencies()
    return counted("general texts", general, segmenter).frequencies()
