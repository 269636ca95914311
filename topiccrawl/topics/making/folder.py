"""Topic folders: `topic.toml`, word tables, and a user dictionary for segmenters."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean
from urllib.parse import urlsplit

from topiccrawl.errors import TopicError
from topiccrawl.relevance.relevance import Relevance
from topiccrawl.relevance.topic.toml_edit import with_keys, write_values
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.files.atomic_write import write_atomically
from topiccrawl.text.files.limits import check_length
from topiccrawl.text.segment import Segmenter
from topiccrawl.text.sources import TextDocument
from topiccrawl.topics.making.draft import Draft
from topiccrawl.topics.making.scale import (
    TITLE_BY_BODY,
    set_scale,
    title_or_beginning,
    typical,
    write_scale,
    write_scale_without_documents,
)
from topiccrawl.topics.making.unlabelled_weights import unlabelled_weights
from topiccrawl.topics.making.weights import (
    FLOOR,
    TopicWeights,
    others_table,
    overrides_table,
    words_table,
)
from topiccrawl.topics.words.general import lexicon

_UNWEIGHTED_NOTE = "topic new`, without documents: all words weigh 1"
_PROPOSED_NOTE = "topic new`, without documents: weights proposed from start pages, or given"
_LEARNING_NOTE = "topic new`: pages are judged by what a crawl learns from its pages and from grades"
_TEMPLATE = """\
title = ""

# Where a crawl starts.
seeds = []

# Registered domains and hosts that links may lead to; empty: anywhere.
domains = []

# E-mail address or URL by which site owners reach you; the setting TOPICCRAWL_CONTACT overrides it.
contact = ""

[similarity]
# Words count by their nearness to the topic words; "algorithm1" is the letter of paper A.
admit = "graded"
# Words in more than this share of general texts count only if they have a weight.
general = 0.001

[gate]
threshold = 0.1
topic_words = 5

[verdict]
threshold = 0.45
body_share = 0.7

[priority]
# Pairwise comparisons of description, anchor text, URL structure: weights .27, .53, .2.
matrix = [[1, 0.5, 1.35], [2, 1, 2.7], [0.7407, 0.3704, 1]]
threshold = 0.2
"""

SHORT = 60
"""Maximum number of words of a list whose pages are judged by what a crawl learns."""

Texts = Sequence[tuple[str, str]]
"""Titles and bodies."""


def create_topic(folder: Path, draft: Draft, domain: Texts = (), general: Texts = ()) -> Topic:
    """Write a topic's folder and load it.

    Args:
        folder: does not exist yet, or is empty; its name becomes the topic's name.
        draft: what the topic is made of.
        domain: documents for the weights; without them all words weigh the same.
        general: documents of other fields; without them, documents of the domain are those with several
            topic words.

    Raises:
        TopicError: the folder is in use, there are no words, or only documents of other fields.
        VocabularyError: no document contains enough of the words.
    """
    if general and not domain:
        raise TopicError("{folder}: weights need documents of the domain", folder=folder)
    with _new_folder(folder, draft):
        if general:
            _fit_weights(folder, domain, general)
        elif domain:
            _weigh_without_documents(folder, draft)
            texts = [TextDocument(title, body, 0) for title, body in domain]
            weights = unlabelled_weights(draft.words, texts, lexicon().frequencies())
            _write_weights(folder, draft.words, weights, f"topic new` from {len(texts)} unlabelled documents")
            write_dictionary(folder / "userdict.txt", draft.words)
            set_scale(folder, texts)
        else:
            _weigh_without_documents(folder, draft, title=True)
            if len(draft.words) <= SHORT:
                write_values(folder, "learning", {"pages": True}, _LEARNING_NOTE)
        return Topic.load(folder)


def add_words(folder: Path, words: Iterable[str]) -> list[str]:
    """Add words to a topic and return the new ones; nothing else in it changes.

    Args:
        folder: the topic.
        words: words that it already has are skipped; the others weigh as much as the mean.

    Raises:
        TopicError: there is no topic, or it is broken.
    """
    topic = Topic.load(folder)
    new = [word for word in dict.fromkeys(words) if word not in topic.words]
    for word in new:
        check_length(word, str(folder))
    rows = "".join(f"{word}\t\t0\t\n" for word in new)
    file = folder / "words.tsv"
    write_atomically(file, file.read_text(encoding="utf-8").rstrip("\n") + "\n" + rows)
    write_dictionary(folder / "userdict.txt", [*topic.words, *new])
    return new


def write_dictionary(path: Path, words: Iterable[str]) -> None:
    """Write a user dictionary in jieba's form: word, frequency, part of speech; no single characters."""
    known = lexicon()
    lines = []
    for word in words:
        if len(word) > 1 and " " not in word:
            frequency = max(known.counts.get(word, 0), 300 if len(word) == 2 else 1000)
            lines.append(f"{word} {frequency} {known.tags.get(word, 'nz')}")
    write_atomically(path, "".join(f"{line}\n" for line in lines))


def hosts_of(urls: Iterable[str]) -> list[str]:
    """Return the distinct hosts of URLs, without `www.`.

    >>> hosts_of(["http://www.example.cn/", "https://news.example.cn/hr/"])
    ['example.cn', 'news.example.cn']
    """
    hosts = ((urlsplit(url).hostname or "").removeprefix("www.") for url in urls)
    return list(dict.fromkeys(host for host in hosts if host))


@contextmanager
def _new_folder(folder: Path, draft: Draft) -> Iterator[None]:
    """Write the files of every topic; if the block fails, the folder is removed."""
    if folder.exists() and any(folder.iterdir()):
        raise TopicError("{folder}: is not empty; name a folder that does not exist yet", folder=folder)
    if not draft.words:
        raise TopicError("{folder}: a topic needs words", folder=folder)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        values = {
            "title": draft.title,
            "seeds": draft.seeds,
            "domains": draft.domains,
            "contact": draft.contact,
        }
        (folder / "topic.toml").write_text(with_keys(_TEMPLATE, values), encoding="utf-8")
        plain = "".join(f"{word}\t{draft.weights.get(word, 1.0):.4g}\n" for word in draft.words)
        (folder / "words.tsv").write_text(f"# topic word, weight\n{plain}", encoding="utf-8")
        yield
    except BaseException:
        shutil.rmtree(folder)  # it was empty before
        raise


def _weigh_without_documents(folder: Path, draft: Draft, *, title: bool = False) -> None:
    """Write the mean weight and the scale of words whose weights, if any, are not from documents.

    With `title`, the title of the topic is a topic word, which helps a short list most.
    """
    note = _PROPOSED_NOTE if draft.weights else _UNWEIGHTED_NOTE
    mean = fmean(draft.weights.get(word, 1.0) for word in draft.words)
    words = {"title": True} if title else {}
    write_values(folder, "weights", {"mean": float(f"{mean:.6g}")} | words, note)
    write_scale_without_documents(folder, note)


def _write_weights(folder: Path, words: Iterable[str], weights: TopicWeights, note: str) -> None:
    words = list(words)
    write_atomically(folder / "words.tsv", words_table(words, weights))
    write_atomically(folder / "weights.tsv", others_table(weights.of_others(words)))
    general = weights.too_general(words)
    if general:
        write_atomically(folder / "overrides.tsv", overrides_table(general))
    means = {name: float(f"{mean:.6g}") for name, mean in weights.means().items()}
    write_values(folder, "weights", {"floor": FLOOR, **means}, note)


def _fit_weights(folder: Path, domain: Texts, general: Texts) -> None:
    """Write weights and scale from documents."""
    note = f"topic new` from {len(domain)} documents of the domain, {len(general)} others"
    topic = Topic.load(folder)
    cut = Segmenter(topic.dictionary()).content_words
    weights = TopicWeights.of(
        (("", cut(f"{title}\n{text}")) for title, text in domain),
        (("", cut(f"{title}\n{text}")) for title, text in general),
    )
    _write_weights(folder, topic.words, weights, note)
    fitted = Relevance(Topic.load(folder))
    without = sum(not fitted.topic_words_in(f"{title}\n{text}") for title, text in domain)
    if 2 * without >= len(domain):
        raise TopicError(
            "{folder}: {without} of {count} documents of the domain contain no topic "
            "word: do they belong to it?",
            folder=folder,
            without=without,
            count=len(domain),
        )
    bodies = typical([fitted.score(text or title) for title, text in domain])
    if not bodies:
        raise TopicError(
            "{folder}: the topic words weigh nothing, as documents of other fields contain them too",
            folder=folder,
        )
    titles = typical([fitted.score(title_or_beginning(title, text)) for title, text in domain])
    # Titles may contain no topic word where the texts are full of them.
    write_scale(folder, titles or bodies * TITLE_BY_BODY, bodies, fitted.level, note, digits=3)
