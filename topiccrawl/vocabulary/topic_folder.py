"""The result: a topic folder with `topic.toml`, word tables and a user dictionary for segmenters."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from topiccrawl.priority.link_priority import saturate
from topiccrawl.relevance.judgement import Verdict, VerdictParameters, verdict
from topiccrawl.relevance.relevance import Relevance
from topiccrawl.relevance.topic import Topic
from topiccrawl.relevance.topic_file import write_values
from topiccrawl.vocabulary.documents import Document
from topiccrawl.vocabulary.errors import VocabularyError
from topiccrawl.vocabulary.general import lexicon
from topiccrawl.vocabulary.topic_weights import TopicWeights

_SHARES = {"description": 0.5, "anchor": 0.05, "body": 0.3}
"""m of `Rel / (Rel + m)` as a share of the median Rel of titles, titles again, bodies: what came out of
fitting the topic partybuild on labelled documents and crawls."""

_TEMPLATE = """\
title = {title}

seeds = [
{seeds}]

# Links may lead to these hosts and to those below them; an empty list lets them lead anywhere.
domains = [{domains}]

[weights]
# Weight of words that the tables never saw.
mean = {mean:.6g}

# What follows came out of fitting the topic partybuild on labelled documents: a start.

[similarity]
alpha = 1.0
beta = 0.6
th1 = 0.95
th2 = 0.95

[gate]
threshold = 0.1
hub_threshold = 0.05
topic_words = 5

[verdict]
threshold = 0.44
body_share = 0.6

[priority]
threshold = 0.2
"""


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


def write_topic(folder: Path, title: str, seeds: Sequence[str], weights: TopicWeights) -> None:
    """Write a new topic. The scale of formula 3 is missing yet: see `set_scale`.

    Args:
        folder: a folder without a `topic.toml`; it is made when missing.
        title: the topic in words.
        seeds: where crawls start; they may also lead to other pages of the same hosts.
        weights: the words.

    Raises:
        VocabularyError: there is a topic in the folder already, or its name cannot be that of a topic.
        OSError: a file cannot be written.
    """
    if not re.fullmatch(r"[A-Za-z0-9_-]+", folder.name):
        raise VocabularyError(f"{folder.name!r} is no name for a topic: letters, digits, - and _ of ASCII")
    if (folder / "topic.toml").exists():
        raise VocabularyError(f"{folder}: there is a topic already; without a title, words are added to it")
    folder.mkdir(parents=True, exist_ok=True)
    text = _TEMPLATE.format(
        title=_quoted(title),
        seeds="".join(f"    {_quoted(seed)},\n" for seed in seeds),
        domains=", ".join(_quoted(domain) for domain in hosts_of(seeds)),
        mean=weights.mean,
    )
    rows = [_row(word, weights.words[word], weights.counts[word]) for word in weights.words]
    head = "# topic word, weight by formula 2 (empty: the mean), occurrences in the domain documents"
    _write_lines(folder / "words.tsv", [head, *rows])
    others = [f"{word}\t{weight:.4g}" for word, weight in weights.others.items()]
    _write_lines(folder / "weights.tsv", ["# other words, weight by formula 2", *others])
    write_dictionary(folder / "userdict.txt", weights.words)
    (folder / "topic.toml").write_text(text, encoding="utf-8")  # last: with it, the folder is a topic


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
    rows = [
        _row(word, weights.words.get(word), weights.counts.get(word, 0)) if weights else f"{word}\t\t"
        for word in new
    ]
    file = folder / "words.tsv"
    lines = file.read_text(encoding="utf-8").rstrip("\n").split("\n")
    _write_lines(file, [*lines, *rows])
    write_dictionary(folder / "userdict.txt", [*topic.words, *new])
    return new


def set_scale(folder: Path, documents: Iterable[Document], topic_words: int = 3) -> Check:
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
        title = document.title or document.text[:40]
        rows.append((belongs, relevance.score(title), relevance.score(document.body)))
    titles = [title for belongs, title, _ in rows if belongs]
    bodies = [body for belongs, _, body in rows if belongs]
    if not titles or not median(titles) or not median(bodies):
        raise VocabularyError("most texts of the domain have no relevance: do their titles hold topic words?")
    found = {"description": median(titles), "anchor": median(titles), "body": median(bodies)}
    values = {name: float(f"{share * found[name]:.2g}") for name, share in _SHARES.items()}
    note = (
        f"vocabulary build`: {', '.join(map(str, _SHARES.values()))} of the medians of {len(titles)} texts "
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
    _write_lines(path, lines)


def hosts_of(urls: Iterable[str]) -> list[str]:
    """The hosts of addresses, without `www.`, each once.

    >>> hosts_of(["http://www.example.cn/", "https://news.example.cn/hr/"])
    ['example.cn', 'news.example.cn']
    """
    hosts = ((urlsplit(url).hostname or "").removeprefix("www.") for url in urls)
    return list(dict.fromkeys(host for host in hosts if host))


def _row(word: str, weight: float | None, count: int) -> str:
    return f"{word}\t{'' if weight is None else f'{weight:.6g}'}\t{count}"


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    part = path.with_name(f".{path.name}.part")
    part.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    part.replace(path)


def _quoted(text: str) -> str:
    """A TOML string: JSON's, but that TOML wants the delete sign escaped, too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
