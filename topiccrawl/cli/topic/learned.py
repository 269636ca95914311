"""What a crawl has learned of a text, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from topiccrawl.cli.topic.judgement import GivenText
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.learner.model import THRESHOLD, PageModel
from topiccrawl.relevance.learner.seen import evidence
from topiccrawl.relevance.learner.stored import model_from_json
from topiccrawl.storage.pages.existing import existing_corpus
from topiccrawl.storage.rows.learned import read_model
from topiccrawl.text.language import marked, translated

_WORDS = 8

_NOTHING = marked("learned: nothing yet; a page needs two different topic words, or one in its title")
_KEPT = marked(
    "learned from {pages} pages and {grades} grades: {value:.3f} reaches {threshold:g}: on the topic"
)
_LEFT_OUT = marked(
    "learned from {pages} pages and {grades} grades: {value:.3f} is under {threshold:g}: off the topic"
)
_TOPIC_WORDS = marked("  topic words (one in the title counts twice): {count}")
_FOR = marked("  words for it: {words}")
_AGAINST = marked("  words against it: {words}")


def read_page_model(database: str, focus: Focus) -> PageModel | None:
    """Return what the crawls of a topic have learned; None if that is nothing.

    Raises:
        ExportError: the topic was never crawled into this database.
        StorageError: the database cannot be read.
    """
    name = focus.topic.name
    with existing_corpus(database, name) as store:
        found, _ = store.read(read_model, name)
    return None if found is None else model_from_json(found, focus.topic.words)


def learned_lines(model: PageModel | None, focus: Focus, text: GivenText) -> Iterator[str]:
    """Describe the learned verdict on a text, and the words that decided it."""
    if model is None:
        yield translated(_NOTHING)
        return
    title = frozenset(focus.short_words(text.description.partition("\n")[0]))
    body = focus.words(text.body)
    count = evidence(focus.topic.words, title, body)
    value = model.probability(title | body, count)
    verdict = _KEPT if value >= THRESHOLD else _LEFT_OUT
    yield translated(verdict).format(pages=model.pages, grades=model.grades, value=value, threshold=THRESHOLD)
    yield translated(_TOPIC_WORDS).format(count=count)
    shares = model.shares(title | body)
    for line, sign in ((_FOR, 1), (_AGAINST, -1)):
        if named := _named(shares, sign):
            yield translated(line).format(words=named)


def _named(shares: Mapping[str, float], sign: int) -> str:
    """Return the heaviest words of one side with their log-odds."""
    side = sorted((share for share in shares.items() if sign * share[1] > 0), key=lambda one: -sign * one[1])
    return "、".join(f"{word} {share:+.2f}" for word, share in side[:_WORDS])
