"""`topiccrawl vocabulary build`: make a topic folder from picked words, or add words to one."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from topiccrawl.cli.shared.tables import plain_console
from topiccrawl.cli.topic.crawl_command import crawl_command
from topiccrawl.cli.vocabulary.counted_words import general_frequencies
from topiccrawl.cli.vocabulary.word_tables import picked_words
from topiccrawl.errors import VocabularyError
from topiccrawl.messages import message
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.segment import Segmenter
from topiccrawl.topics.making.folder import add_words, write_topic
from topiccrawl.topics.making.scale import set_scale
from topiccrawl.topics.making.unlabelled_weights import unlabelled_weights
from topiccrawl.topics.making.weights import TopicWeights
from topiccrawl.topics.words.documents import documents


def build_topic(
    tables: Sequence[Path],
    out: Path,
    title: str,
    seeds: Sequence[str],
    texts: Sequence[Path],
    general: Sequence[Path],
    topic_words: int,
) -> None:
    """Make a new topic."""
    from topiccrawl.relevance.topic.seeds import parse_seeds  # here, because Scrapy takes a second to load

    console = plain_console()
    words = picked_words(tables)
    if not texts:
        raise VocabularyError(message("a new topic needs --texts: weights and thresholds come from them"))
    seed_urls = list(dict.fromkeys(url for seed in seeds for url in parse_seeds(seed)))
    weights = _weights(words, texts, general, topic_words, console)
    write_topic(out, title, seed_urls, words, weights)
    try:
        check = set_scale(out, documents(texts), topic_words)
    except BaseException:
        shutil.rmtree(out)  # `write_topic` created it, or it was empty
        raise
    weighted = sum(weights.seen(word) for word in words)
    console.print(
        f"{out}: {len(words)} topic words ({weighted} with weights of their own), "
        f"{len(weights.of_others(words)):,} weights of other words, "
        f"{len(seed_urls)} {'seed' if len(seed_urls) == 1 else 'seeds'}",
    )
    console.print(
        f"would keep {check.domain_kept} of {check.domain} texts with at least {topic_words} topic words, "
        f"and {check.other_kept} of {check.other} others",
    )
    console.print(crawl_command(out, seed_urls))


def add_to_topic(
    tables: Sequence[Path], out: Path, texts: Sequence[Path], general: Sequence[Path], topic_words: int
) -> None:
    """Add words to a topic."""
    if not (out / "topic.toml").is_file():
        raise VocabularyError(message("{out}: holds no topic; --title makes a new one", out=out))
    console = plain_console()
    words = picked_words(tables)
    weights = None
    if texts:
        all_words = list(dict.fromkeys([*Topic.load(out).words, *words]))
        weights = _weights(all_words, texts, general, topic_words, console)
    new = add_words(out, words, weights)
    console.print(f"{out}: {len(new)} words added, {len(words) - len(new)} already present")


def _weights(
    words: Sequence[str], texts: Sequence[Path], general: Sequence[Path], topic_words: int, console: Console
) -> TopicWeights:
    background = general_frequencies(general, Segmenter(), console)
    return unlabelled_weights(words, documents(texts), background, topic_words).weights
