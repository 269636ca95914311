"""What a crawl has learned of a text, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from topiccrawl.cli.topic.judgement import GivenText
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.strategies.adaptive import LearningParameters
from topiccrawl.relevance.learner.model import EVIDENCE, THRESHOLD, PageModel
from topiccrawl.relevance.learner.seen import evidence
from topiccrawl.relevance.learner.stored import model_from_json
from topiccrawl.storage.pages.existing import existing_corpus
from topiccrawl.storage.rows.learned import read_model
from topiccrawl.text.general_idf import general_idf
from topiccrawl.text.language import marked, translated

_WORDS = 8

_NOTHING = marked("learned: nothing yet; a page needs two different topic words, or one in its title")
_NO_GRADES = marked("learned: nothing yet; ten relevant pages and ten others must be graded")
_KEPT = marked(
    "learned from {pages} pages and {grades} grades: {value:.3f} reaches {threshold:g}: on the topic"
)
_LEFT_OUT = marked(
    "learned from {pages} pages and {grades} grades: {value:.3f} is under {threshold:g}: off the topic"
)
_TOPIC_WORDS = marked("  topic words, most of all one in the title: {shift:+.1f} in log-odds")
_FIELD = marked("  words of another field ({field}): {shift:+.1f} in log-odds")
_MOVES = marked("learned from {grades} grades: moves the relevance by {shift:+.2f} in log-odds")
_MOVES_TOPIC = marked("learned words (learned.tsv) move the relevance by {shift:+.2f} in log-odds")
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
    topic_words = focus.topic.words if _is_alone(focus) else None
    return None if found is None else model_from_json(found, topic_words)


def _is_alone(focus: Focus) -> bool:
    """Return whether pages of the topic are judged by what crawls learn alone."""
    return focus.topic.section("learning", LearningParameters).pages


def learned_lines(model: PageModel | None, focus: Focus, text: GivenText) -> Iterator[str]:
    """Describe what a crawl, or its topic, has learned about a text, and the words that decided it."""
    if model is None:
        yield translated(_NOTHING if _is_alone(focus) else _NO_GRADES)
        return
    words = focus.words(text.body)
    if model.topic_words is None:
        template, shift = _MOVES if model.grades else _MOVES_TOPIC, model.log_odds(words)
        yield translated(template).format(grades=model.grades, shift=shift)
    else:
        title = frozenset(focus.short_words(text.description.partition("\n")[0]))
        count, words = evidence(model.fields.topic_words, title, words), title | words
        value = model.probability(words, count)
        verdict = _KEPT if value >= THRESHOLD else _LEFT_OUT
        yield translated(verdict).format(
            pages=model.pages, grades=model.grades, value=value, threshold=THRESHOLD
        )
        yield translated(_TOPIC_WORDS).format(shift=EVIDENCE[count])
        shift, field = model.fields.competitor(words, general_idf)
        if shift:
            yield translated(_FIELD).format(field=field, shift=shift)
    shares = model.shares(words)
    for line, sign in ((_FOR, 1), (_AGAINST, -1)):
        if named := _named(shares, sign):
            yield translated(line).format(words=named)


def _named(shares: Mapping[str, float], sign: int) -> str:
    """Return the heaviest words of one side with their log-odds."""
    side = sorted((share for share in shares.items() if sign * share[1] > 0), key=lambda one: -sign * one[1])
    return ", ".join(f"{word} {share:+.2f}" for word, share in side[:_WORDS])
