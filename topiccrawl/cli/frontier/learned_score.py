"""Explanation of a link's learned score, by a link model rebuilt from the rows of pages and drops."""

from __future__ import annotations

from collections.abc import Iterator

from topiccrawl.crawl.lessons import lessons_of
from topiccrawl.errors import TopicError
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.learning.link_model import probability
from topiccrawl.priority.learning.reasons import Feature, Reasons
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.sections import SECTIONS
from topiccrawl.priority.strategies.adaptive import Adaptive
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.lessons import read_fetched
from topiccrawl.storage.rows.sampled.urls import sample_urls
from topiccrawl.storage.rows.sections import read_sections
from topiccrawl.text.language import marked, say, translated

_MOST = 5
"""Maximum number of features shown of one part."""
_GROUPS = {
    "h": marked("host"),
    "d": marked("directory"),
    "p": marked("pattern"),
    "s": marked("form"),
    "u": marked("parent page"),
    "v": marked("directory of the parent page"),
}
_PARTS = {
    "start": marked("value at the start"),
    "formula_5": marked("link formula"),
    "words": marked("words of the anchor text"),
    "names": marked("names in the URL"),
    "yields": marked("yield of such URLs"),
    "link": marked("place of the link"),
    "form": marked("form of the URL"),
}


def learned_facts(
    store: CorpusStore, folder: str, topic: str, url: str, context: LinkContext
) -> Iterator[tuple[str, str]]:
    """Yield names and values of a link's learned score.

    Nothing is yielded for a crawl without a link model, and for seeds.

    Args:
        store: the corpus.
        folder: name or folder of the topic.
        topic: the name under which it is stored.
        url: the link's URL.
        context: a link to it.
    """
    if context.seed or store.last_strategy(topic) != Adaptive.name:
        return
    try:
        strategy = Adaptive(Focus(Topic.load(folder)))
    except TopicError:
        yield marked("learned"), say("unknown without the topic: give its folder with --topic")
        return
    visited, sample = store.read(sample_urls, topic, strategy.history.capacity)
    strategy.history.resume(visited, sample, store.read(read_sections, topic, SECTIONS))
    strategy.resume(lessons_of(store.read(read_fetched, topic, strategy.lessons_at_start)))
    strategy.learn_lessons()
    strategy.link(url, context)
    reasons = strategy.reasons(url, [context.anchor])
    if reasons is None or strategy.lessons < strategy.learning.start:
        told = marked("not yet: {count} of {least} judged pages")
        yield "learned", say(told, count=strategy.lessons, least=strategy.learning.start)
        return
    # The actual model is in the memory of the workers, so this one differs slightly.
    told = marked("{value:.4f}, by a model rebuilt from {pages:,} pages")
    yield "learned", say(told, value=probability(reasons.log_odds), pages=strategy.lessons)
    yield from _parts(reasons)


def _parts(reasons: Reasons) -> Iterator[tuple[str, str]]:
    for part, label in _PARTS.items():
        yield f"  {label}", f"{reasons.parts[part]:+.2f}"
        for feature in reasons.features.get(part, ())[:_MOST]:
            yield f"    {feature.log_odds:+.2f}", _shown(feature)


def _shown(feature: Feature) -> str:
    kind, _, name = feature.name.partition(" ")
    if feature.pages:
        told = marked("{group} {name}: {worth:.1f} of {pages:.0f} pages")
        group = translated(_GROUPS[kind])
        return say(told, group=group, name=name, worth=feature.worth, pages=feature.pages)
    return feature.name.partition(":")[2] if feature.name.startswith("word:") else feature.name
