"""Making a topic's folder from a list of words, with weights from documents where there are some."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from topiccrawl.errors import TopicError
from topiccrawl.page.canonical_url import is_host_name, is_http_url
from topiccrawl.relevance.relevance import Relevance
from topiccrawl.relevance.topic.toml_edit import write_values
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.relevance.topic.word_table import check_tab, read_text
from topiccrawl.text.normalise import normalise
from topiccrawl.vocabulary.topic.weights import TopicWeights, others_table, words_table

SCALE_SHARES = {"description": 0.5, "anchor": 0.05, "body": 0.3}
"""Shares of the median relevance that make good scales (docs/decisions/0001)."""
_UNWEIGHTED_MEDIANS = (0.25, 0.13)
"""Median relevance of titles and bodies on the topic, all words weighing 1: measured on labelled party news,
where titles are ranked nearly as well by that as by fitted weights (AUC .934 and .937)."""

_BEGINNING = 40
"""Characters of a document without a title that stand for it."""

_TEMPLATE = """\
title = {title}

# Where a crawl starts.
seeds = [{seeds}]

# Registered domains and hosts that links may lead to; empty: anywhere.
domains = [{domains}]

[similarity]
# With th1 and th2 from .9 on only close variants and synonyms of topic words count. See docs/relevance.md.
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
"""


@dataclass(frozen=True)
class Draft:
    """What a new topic is made of.

    Attributes:
        title: the topic in words.
        words: topic words.
        seeds: where a crawl starts.
        domains: that links may lead to.

    Raises:
        TopicError: a value that no topic may have.
    """

    title: str
    words: tuple[str, ...]
    seeds: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.title.strip():
            raise TopicError(f"the title {self.title!r} is empty")
        for seed in self.seeds:
            if not is_http_url(seed):
                raise TopicError(f"the seed {seed!r} is not an http or https URL")
        for domain in self.domains:
            if not is_host_name(domain):
                raise TopicError(f"the domain {domain!r} is not a host name such as example.cn")


def create_topic(
    folder: Path,
    draft: Draft,
    domain: Sequence[tuple[str, str]] = (),
    general: Sequence[tuple[str, str]] = (),
) -> Topic:
    """Write a topic's folder and load it.

    Args:
        folder: does not exist yet, or is empty; its name will be the topic's.
        draft: what the topic is made of.
        domain: titles and texts of documents of the domain, for the weights; without them all words
            weigh the same.
        general: the same of other fields; both or neither must be given.

    Raises:
        TopicError: the folder is in use, there are no words, or only one kind of documents.
    """
    if folder.exists() and any(folder.iterdir()):
        raise TopicError(f"{folder}: is not empty; name a folder that does not exist yet")
    if not draft.words:
        raise TopicError(f"{folder}: a topic needs words")
    if bool(domain) != bool(general):
        raise TopicError(f"{folder}: weights need documents of the domain and of other fields")
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return _write(folder, draft, domain, general)
    except BaseException:
        shutil.rmtree(folder)  # it was empty before
        raise


def _write(
    folder: Path,
    draft: Draft,
    domain: Sequence[tuple[str, str]],
    general: Sequence[tuple[str, str]],
) -> Topic:
    text = _TEMPLATE.format(
        title=_quoted(draft.title),
        seeds="".join(f"\n    {_quoted(seed)}," for seed in draft.seeds) + ("\n" if draft.seeds else ""),
        domains=", ".join(map(_quoted, draft.domains)),
    )
    (folder / "topic.toml").write_text(text, encoding="utf-8")
    plain = "".join(f"{word}\t1\n" for word in draft.words)
    (folder / "words.tsv").write_text(f"# topic word, weight\n{plain}", encoding="utf-8")
    if domain:
        note = f"topic new` from {len(domain)} documents of the domain, {len(general)} others"
        medians = _fit_weights(folder, domain, general, note)
    else:
        note = "topic new`, without documents: all words weigh 1"
        write_values(folder, "weights", {"mean": 1.0}, note)
        medians = _UNWEIGHTED_MEDIANS
    scales = dict(zip(SCALE_SHARES, (medians[0], medians[0], medians[1]), strict=True))
    values = {name: float(f"{SCALE_SHARES[name] * value:.3g}") for name, value in scales.items()}
    write_values(folder, "scale", values, note)
    return Topic.load(folder)


def _fit_weights(
    folder: Path, domain: Sequence[tuple[str, str]], general: Sequence[tuple[str, str]], note: str
) -> tuple[float, float]:
    """Write the tables; the median relevance of titles and texts of the domain."""
    topic = Topic.load(folder)
    cut = Relevance(topic).segmenter.content_words
    weights = TopicWeights.of(
        (cut(f"{title}\n{text}") for title, text in domain),
        (cut(f"{title}\n{text}") for title, text in general),
    )
    (folder / "words.tsv").write_text(words_table(topic.words, weights), encoding="utf-8")
    (folder / "weights.tsv").write_text(others_table(weights.of_others(topic.words)), encoding="utf-8")
    write_values(folder, "weights", {"mean": float(f"{weights.mean:.6g}")}, note)
    fitted = Relevance(Topic.load(folder))
    without = sum(not fitted.topic_words_in(f"{title}\n{text}") for title, text in domain)
    if 2 * without >= len(domain):
        raise TopicError(
            f"{folder}: {without} of {len(domain)} documents of the domain hold no topic word: "
            "are they of it?"
        )
    bodies = _middle([fitted.score(text or title) for title, text in domain])
    if not bodies:
        raise TopicError(
            f"{folder}: the topic words weigh nothing, as documents of other fields hold them too"
        )
    # Short, as titles are, and often without a topic word where the text is full of them.
    titles = _middle([fitted.score(title or text[:_BEGINNING]) for title, text in domain])
    return titles or bodies * _UNWEIGHTED_MEDIANS[0] / _UNWEIGHTED_MEDIANS[1], bodies


def _middle(values: Sequence[float]) -> float:
    """The median; where most values are 0, that of the others, and 0 where all are."""
    return median(values) or median([value for value in values if value] or [0.0])


def read_word_list(file: Path) -> tuple[str, ...]:
    """Words in the first column of a file, in normal form, each once; lines that start with `#` are comments.

    Raises:
        TopicError: the file cannot be read, is not UTF-8, holds no word, or a number behind a blank.
    """
    lines = read_text(file, str(file)).splitlines()
    for number, line in enumerate(lines, 1):
        check_tab(line, f"{file}:{number}")
    found = (
        re.split(r"[\t,;，；]", line, maxsplit=1)[0].strip() for line in lines if not line.startswith("#")
    )
    words = tuple(dict.fromkeys(normalise(word) for word in found if word))
    if not words:
        raise TopicError(f"{file}: expected a word a line, found none")
    return words


def _quoted(value: str) -> str:
    # TOML's basic strings are JSON's, but for one control character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
