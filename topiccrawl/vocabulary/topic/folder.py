"""The result: a topic folder with `topic.toml`, word tables and a user dictionary for segmenters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from topiccrawl.errors import VocabularyError
from topiccrawl.priority.link_priority import saturate
from topiccrawl.relevance.judgement import Verdict, VerdictParameters, verdict
from topiccrawl.relevance.relevance import Relevance
from topiccrawl.relevance.topic.toml_edit import write_values
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.files.atomic_write import write_atomically
from topiccrawl.text.sources import TextDocument
from topiccrawl.vocabulary.general import lexicon
from topiccrawl.vocabulary.topic.draft import SCALE_SHARES, Draft, create_topic
from topiccrawl.vocabulary.topic.weights import TopicWeights, others_table, words_table

_BEGINNING = 40
"""Characters of a text without a title that stand for it."""
_NOTE = "vocabulary build`"


@dataclass(frozen=True)
class Check:
    """How a topic judges the texts that it was built from.

    Attributes:
        domain: texts of the domain.
        domain_kept: of these, those that a crawl would keep.
        other: other texts.
        other_kept: of these, those that a crawl would keep.
    """

    domain: int
    domain_kept: int
    other: int
    other_kept: int


def write_topic(
    folder: Path, title: str, seeds: Sequence[str], words: Sequence[str], weights: TopicWeights
) -> None:
    """Write a new topic. Its scale of formula 3 is none for these weights yet: see `set_scale`.

    Args:
        folder: does not exist yet, or is empty.
        title: the topic in words.
        seeds: where crawls start; they may also lead to other pages of the same hosts.
        words: topic words.
        weights: of the words.

    Raises:
        VocabularyError: the folder's name cannot be that of a topic.
        TopicError: the folder is in use.
        OSError: a file cannot be written.
    """
    name = folder.resolve().name
    if not re.fullmatch(r"[\w-]+", name):
        raise VocabularyError(f"{name!r} is no name for a topic: letters of any script, digits, - and _")
    create_topic(folder, Draft(title, tuple(words), tuple(seeds), tuple(hosts_of(seeds))))
    write_atomically(folder / "words.tsv", words_table(words, weights))
    write_atomically(folder / "weights.tsv", others_table(weights.of_others(words)))
    write_values(folder, "weights", {"mean": float(f"{weights.mean:.6g}")}, _NOTE)
    write_dictionary(folder / "userdict.txt", words)


def add_words(folder: Path, words: Iterable[str], weights: TopicWeights | None) -> list[str]:
    """Add words to a topic; nothing else in it changes.

    Args:
        folder: the topic.
        words: those that it has already are passed over.
        weights: of the words; without them they get the mean.

    Returns:
        The words that were new.

    Raises:
        TopicError: there is no topic, or it is broken.
    """
    topic = Topic.load(folder)
    new = [word for word in dict.fromkeys(words) if word not in topic.words]
    rows = words_table(new, weights).partition("\n")[2] if weights else "".join(f"{word}\n" for word in new)
    file = folder / "words.tsv"
    write_atomically(file, file.read_text(encoding="utf-8").rstrip("\n") + "\n" + rows)
    write_dictionary(folder / "userdict.txt", [*topic.words, *new])
    return new


def set_scale(folder: Path, documents: Iterable[TextDocument], topic_words: int = 3) -> Check:
    """Fit the scale of formula 3 on the texts of the domain, write it, and judge all texts with it.

    Args:
        folder: the topic.
        documents: the texts that its weights came from.
        topic_words: distinct topic words that make a text one of the domain.

    Raises:
        VocabularyError: no text has to do with the topic.
    """
    relevance = Relevance(Topic.load(folder))
    rows = []
    for document in documents:
        belongs = len(relevance.topic_words_in(document.text)) >= topic_words
        title = document.title or document.body[:_BEGINNING]
        rows.append((belongs, relevance.score(title), relevance.score(document.body)))
    titles = [title for belongs, title, _ in rows if belongs]
    bodies = [body for belongs, _, body in rows if belongs]
    if not any(titles) or not any(bodies):
        raise VocabularyError("no title or no body of the texts has any relevance: do they hold topic words?")
    found = {"description": _middle(titles), "anchor": _middle(titles), "body": _middle(bodies)}
    values = {name: float(f"{share * found[name]:.2g}") for name, share in SCALE_SHARES.items()}
    note = (
        f"{_NOTE}: {', '.join(map(str, SCALE_SHARES.values()))} of the medians of {len(titles)} texts "
        f"of the domain (titles {found['description']:.4f}, bodies {found['body']:.4f})"
    )
    write_values(folder, "scale", values, note)
    parameters = Topic.load(folder).section("verdict", VerdictParameters)

    def kept(title: float, body: float) -> bool:
        return _judged(title, body, values, parameters).kept

    judged = [(belongs, kept(title, body)) for belongs, title, body in rows]
    return Check(
        domain=len(titles),
        domain_kept=sum(keep for belongs, keep in judged if belongs),
        other=len(rows) - len(titles),
        other_kept=sum(keep for belongs, keep in judged if not belongs),
    )


def _middle(values: Sequence[float]) -> float:
    """The median; where most values are 0, that of the others."""
    return median(values) or median(value for value in values if value)


def _judged(title: float, body: float, scale: dict[str, float], parameters: VerdictParameters) -> Verdict:
    return verdict(saturate(title, scale["description"]), saturate(body, scale["body"]), parameters)


def write_dictionary(path: Path, words: Iterable[str]) -> None:
    """A user dictionary in jieba's form (word, frequency, part of speech), without single characters."""
    known = lexicon()
    lines = []
    for word in words:
        if len(word) > 1 and " " not in word:
            frequency = max(known.counts.get(word, 0), 300 if len(word) == 2 else 1000)
            lines.append(f"{word} {frequency} {known.tags.get(word, 'nz')}")
    write_atomically(path, "".join(f"{line}\n" for line in lines))


def hosts_of(urls: Iterable[str]) -> list[str]:
    """The hosts of addresses, without `www.`, each once.

    >>> hosts_of(["http://www.example.cn/", "https://news.example.cn/hr/"])
    ['example.cn', 'news.example.cn']
    """
    hosts = ((urlsplit(url).hostname or "").removeprefix("www.") for url in urls)
    return list(dict.fromkeys(host for host in hosts if host))
