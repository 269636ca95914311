"""Word counts of a user's texts, with a progress line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from topiccrawl.cli.shared.progress import document_counter
from topiccrawl.errors import VocabularyError
from topiccrawl.messages import message
from topiccrawl.text.segment import Segmenter
from topiccrawl.topics.words.counting import WordCounts, count_words
from topiccrawl.topics.words.documents import documents
from topiccrawl.topics.words.general import GeneralFrequencies, lexicon


def counted(name: str, sources: Sequence[Path], segmenter: Segmenter, console: Console) -> WordCounts:
    """Count the words of texts.

    Raises:
        VocabularyError: a source cannot be used, or there are no words in any of them.
    """
    with document_counter(message("counting {name}", name=name)) as on_progress:
        counts = count_words(documents(sources), segmenter, on_progress)
    if not counts.total:
        raise VocabularyError(message("{sources}: no words found", sources=", ".join(map(str, sources))))
    return counts


def general_frequencies(
    general: Sequence[Path], segmenter: Segmenter, console: Console
) -> GeneralFrequencies:
    """Return the word frequencies of general texts; without any those of the shipped dictionary."""
    if not general:
        return lexicon().frequencies()
    return counted("general texts", general, segmenter, console).frequencies()
