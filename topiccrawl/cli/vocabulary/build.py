"""What `topiccrawl vocabulary build` does: a topic folder of picked words, or more words for one."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from topiccrawl.cli.tables import plain_console
from topiccrawl.cli.topic.crawl_command import crawl_command
from topiccrawl.cli.vocabulary.steps import counted, picked_words
from topiccrawl.errors import VocabularyError
from topiccrawl.relevance.topic.seeds import parse_seeds
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.segment import Segmenter
from topiccrawl.vocabulary.candidates import CandidateTable
from topiccrawl.vocabulary.documents import documents
from topiccrawl.vocabulary.general import GeneralFrequencies, lexicon
from topiccrawl.vocabulary.topic.folder import add_words, write_topic
from topiccrawl.vocabulary.topic.scale import set_scale
from topiccrawl.vocabulary.topic.unlabelled_weights import unlabelled_weights
from topiccrawl.vocabulary.topic.weights import TopicWeights


def build_step(
    tables: Sequence[Path],
    out: Path,
    title: str,
    seeds: Sequence[str],
    texts: Sequence[Path],
    general: Sequence[Path],
    topic_words: int,
) -> None:
    """Make a new topic."""
    console = plain_console()
    words = _picked(tables)
    if not texts:
        raise VocabularyError("a new topic needs --texts: weights and thresholds come from them")
    addresses = list(dict.fromkeys(url for seed in seeds for url in parse_seeds(seed)))
    weights = _weights(words, texts, general, topic_words, console)
    write_topic(out, title, addresses, words, weights)
    try:
        check = set_scale(out, documents(texts), topic_words)
    except BaseException:
        shutil.rmtree(out)  # it was empty before
        raise
    seen = sum(weights.seen(word) for word in words)
    console.print(
        f"{out}: {len(words)} topic words ({seen} with a weight of their own), "
        f"{len(weights.of_others(words)):,} weights of other words, {_seeds(len(addresses))}",
    )
    console.print(
        f"of {check.domain} texts with {topic_words} topic words and more {check.domain_kept} would be kept, "
        f"of {check.other} others {check.other_kept}",
    )
    console.print(crawl_command(out, addresses))


def add_step(
    tables: Sequence[Path], out: Path, texts: Sequence[Path], general: Sequence[Path], topic_words: int
) -> None:
    """Add words to a topic."""
    if not (out / "topic.toml").is_file():
        raise VocabularyError(f"{out}: no topic is there; --title makes a new one")
    console = plain_console()
    words = _picked(tables)
    weights = None
    if texts:
        known = list(Topic.load(out).words)
        weights = _weights(list(dict.fromkeys([*known, *words])), texts, general, topic_words, console)
    new = add_words(out, words, weights)
    console.print(f"{out}: {len(new)} words added, {len(words) - len(new)} were there")


def _seeds(count: int) -> str:
    return f"{count} seed" if count == 1 else f"{count} seeds"


def _picked(tables: Sequence[Path]) -> list[str]:
    return picked_words(tables, [CandidateTable.read(path) for path in tables])


def _weights(
    words: Sequence[str], texts: Sequence[Path], general: Sequence[Path], topic_words: int, console: Console
) -> TopicWeights:
    background: GeneralFrequencies = lexicon().frequencies()
    if general:
        background = counted("general texts", general, Segmenter(), console).frequencies()
    return unlabelled_weights(words, documents(texts), background, topic_words).weights
