"""The interface of strategies: what they decide, and what they know.

The live crawl and the offline replay use the same strategies. For each page that arrives they call `gate`,
then `link` for each of its links if these are followed, `verdict` if the page has a main text, and `visited`
at the end, once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from types import MappingProxyType
from typing import TYPE_CHECKING

from topiccrawl.page.anchors.link import Link
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.history import UrlHistory
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority
from topiccrawl.relevance.judgement import Verdict
from topiccrawl.relevance.topic.topic import Topic

if TYPE_CHECKING:
    from topiccrawl.page.description import Description

_BEGINNING = 3_000
"""Characters by which a text is taken for a list of words."""
_BEST_FIRST = 1e-10
"""How far the own score of a link that leads on moves it before others of its kind."""
SEED_SCORE = 1.0
"""The score of seeds; the scores of links are below it."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A page that an earlier crawl or another worker fetched, or that a person graded.

    Attributes:
        url: its URL.
        context: the link that led to it, as far as it is known.
        relevance: the verdict's value; None when there was no verdict.
        worth: in [0, 1], by a person's grade, which counts instead of the verdict; None: there is none.
        title: of a graded page that is stored.
        text: of a graded page that is stored.
    """

    url: str
    context: LinkContext
    relevance: float | None
    worth: float | None = None
    title: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class KnownLink:
    """A link that an earlier process of the crawl has found and that waits.

    Attributes:
        url: its URL.
        context: the best link to it.
    """

    url: str
    context: LinkContext


NO_SCORES: Mapping[str, float] = MappingProxyType({})
"""No link has a new score."""


@dataclass(frozen=True)
class FetchedPage:
    """A page that has arrived, before its main text is extracted.

    Attributes:
        url: URL of the page.
        requested_url: URL of the link that led to it; differs from `url` after redirects.
        context: where that link stood.
        description: title, description and keywords.
        links: its links, whether they will be followed or not.
        is_hub: whether it is a home, channel or list page.
        displayed_text: returns all text that the page displays, menus included; it is made only when called.
        sent: body of the request for it, if that was a POST.
    """

    url: str
    requested_url: str
    context: LinkContext
    description: Description
    links: tuple[Link, ...]
    is_hub: bool
    displayed_text: Callable[[], str]
    sent: str = ""


@dataclass(frozen=True)
class Passage:
    """The decision about a page that has arrived.

    A page that is no candidate and whose links are not followed is dropped.

    Attributes:
        relevance: relevance in [0, 1) that its links inherit as `LinkContext.description`.
        description_relevance: relevance in [0, 1) of the description alone.
        candidate: whether the page may be kept; its text is extracted, and the verdict decides.
        follows: whether its links are scored.
        rejected: whether the page itself is dropped although its links are scored.
    """

    relevance: float
    description_relevance: float
    candidate: bool
    follows: bool
    rejected: bool = False

    def outcome(self, page: FetchedPage) -> Outcome:
        """Return the outcome of a page that is not a candidate."""
        if page.is_hub or (self.follows and not self.rejected):
            return Outcome.LIST
        return Outcome.REJECTED


class Outcome(Enum):
    """Outcome of a requested URL."""

    KEPT = auto()
    """The page was stored as a new story."""
    COPY = auto()
    """The page was stored as a copy of another page."""
    REJECTED = auto()
    """The page was not kept: for its description, for lack of text, or by the verdict."""
    WAITING = auto()
    """The page is stored, but its verdict waits for the pages that it links to."""
    LIST = auto()
    """The page was read for its links alone."""
    FAILED = auto()
    """There was no page: an error, a bad status, or another type of content."""


@dataclass(frozen=True)
class VisitedPage:
    """A page that the crawl has finished.

    Attributes:
        url: URL of the page; of the link if there was no page.
        outcome: its outcome.
        verdict: the verdict on the page; None if there was none.
    """

    url: str
    outcome: Outcome
    verdict: Verdict | None = None


class Strategy:
    """Decides about the pages and links of one crawl, and may learn from their outcomes.

    This base class has what most strategies share; `gate`, `link` and `verdict` differ. A strategy may keep
    state. It is used from one thread, and may not block: `gate` and `link` stand between two downloads.

    Args:
        focus: scores texts for the topic.

    Attributes:
        name: the name by which a topic chooses the strategy.
        needs_words: whether the topic must have words.
        lessons_at_start: number of pages of earlier crawls that `resume` gets, the latest ones; 0: none.
        links_at_start: number of waiting links of earlier crawls that `resume_links` gets, the best ones.
        ends_traps: whether groups of URLs that may be traps are left once they bring nothing.
        has_budgets: whether sites of spam are left, and the crawl stops when it has run dry.
        skips_links_of_copies: whether the links of a copy of another page of the same host are not followed.
        focus: scores texts for the topic.
        history: the URLs visited so far, if links are compared with them. The crawl restores it from the
            corpus, and replaces it by one that all workers share.
    """

    name = ""
    needs_words = True
    lessons_at_start = 0
    links_at_start = 0
    ends_traps = True
    has_budgets = True
    skips_links_of_copies = True

    def __init__(self, focus: Focus) -> None:
        self.focus = focus
        self.history: UrlHistory | None = None

    def resume(self, lessons: Sequence[Lesson]) -> None:
        """Learn from pages of earlier crawls, the oldest first; called once, before the first page."""

    def resume_links(self, links: Sequence[KnownLink]) -> Mapping[str, float]:
        """Score links again that earlier crawls left waiting; called with some at a time.

        Returns:
            As `visited`.
        """
        return NO_SCORES

    @property
    def lessons(self) -> int:
        """Number of pages that taught the strategy."""
        return 0

    @classmethod
    def prepare(cls, topic: Topic) -> Topic:
        """Return the topic with the parameters that the strategy prescribes.

        Raises:
            TopicError: a parameter of the strategy is unknown or out of range.
        """
        return topic

    def names_topic(self, anchor: str) -> bool:
        """Return whether an anchor text names the topic by itself, as that of a column may."""
        return False

    def in_scope(self, url: str) -> bool:
        """Return whether the crawl may follow a link to a URL; asked for every link, so it must be fast."""
        return self.focus.in_domains(url)

    def gate(self, page: FetchedPage) -> Passage:
        """Return whether a page may be kept, and whether its links are followed."""
        raise NotImplementedError

    def link(self, url: str, context: LinkContext) -> Priority:
        """Return the priority of a link, with a value in [0, 1); `SEED_PRIORITY` for a seed."""
        raise NotImplementedError

    def rated(self, url: str, context: LinkContext) -> Priority:
        """Return the priority of a link; one that leads on is admitted behind all better links."""
        priority = self.link(url, context)
        if not self.comes_last(url, context, priority):
            return priority
        least = self.least(priority)
        value = max(math.nextafter(least, 1), least + _BEST_FIRST * (priority.value + context.leads_on))
        return replace(priority, value=value, parts=priority.parts or {context.role: 1.0})

    def comes_last(self, url: str, context: LinkContext, priority: Priority) -> bool:
        """Return whether a link is admitted behind all better links, whatever its own score."""
        return context.leads_on and not self.should_enqueue(priority)

    def least(self, priority: Priority) -> float:
        """Return the threshold that a priority must exceed to be admitted."""
        return 0.0

    def may_rise(self, url: str, context: LinkContext) -> bool:
        """Return whether pages that are visited meanwhile may raise the priority of a link of a list."""
        return False

    def risen(self, url: str, context: LinkContext) -> Priority | None:
        """Return the priority of a link that may rise when its turn comes; None: it is not visited."""
        return None

    def brought(self, url: str, anchor: str) -> None:
        """Learn that a list brought a new headline, which is visited."""

    def is_in_vain(self, url: str, context: LinkContext) -> bool:
        """Return whether a link is left when its turn comes: such links have brought too little."""
        return False

    def is_repetition(self, url: str, context: LinkContext, *, waits: bool) -> bool:
        """Return whether `link` need not be called: the same link was scored before, and not lower.

        A strategy that counts links counts this one.

        Args:
            url: URL of the link, which was not visited.
            context: where it stands; not a seed.
            waits: whether the URL waits to be visited; otherwise it is unknown or was dropped.
        """
        return False

    def chance(self, score: float) -> float:
        """Return the approximate probability that a link with a score leads to a relevant page.

        It determines how long idle hosts wait while better links wait for busy hosts.
        """
        return score

    def should_enqueue(self, priority: Priority) -> bool:
        """Return whether a link with such a priority is visited at all; seeds always are."""
        return True

    def judge(self, page: FetchedPage, passage: Passage, text: str) -> Verdict:
        """Return the verdict on a candidate by its sentences: piled up topic words do not count.

        Args:
            page: see `verdict`.
            passage: see `verdict`.
            text: see `verdict`.
        """
        sentences = self._sentences_of(text)
        if sentences is text:
            return self.verdict(page, passage, text)
        if _is_little(sentences, text):
            return Verdict(0.0, passage.description_relevance, 0.0, kept=False, is_word_list=True)
        # A headline on the topic above a text of another field says no more than its sentences.
        description = min(passage.description_relevance, self.focus.body(sentences))
        found = self.verdict(page, replace(passage, description_relevance=description), sentences)
        return found if found.kept else replace(found, waits=False, set_aside=None, is_word_list=True)

    def is_word_list(self, text: str) -> bool:
        """Return whether more than half of the beginning of a text is piled up topic words."""
        beginning = text[:_BEGINNING]
        return _is_little(self._sentences_of(beginning), beginning)

    def _sentences_of(self, text: str) -> str:
        is_judged = self.has_budgets and self.focus.topic.words
        return self.focus.relevance.sentences_of(text) if is_judged else text

    def verdict(self, page: FetchedPage, passage: Passage, text: str) -> Verdict:
        """Return whether a candidate is kept.

        Args:
            page: the page.
            passage: what `gate` returned for it.
            text: its main text; not empty.
        """
        raise NotImplementedError

    def visited(self, page: VisitedPage) -> Mapping[str, float]:
        """Learn from a page that the crawl is finished with.

        Returns:
            New scores, in [0, 1), of links that may still wait, by URL. Links that do not wait any more are
            ignored; all others keep their scores.
        """
        return NO_SCORES

    def score_parts(self, url: str) -> Mapping[str, float]:
        """Return the parts of a waiting link's learned score as they stand now, by name.

        They are stored with the page that is fetched; none if the score is what `link` returned.
        """
        return NO_SCORES

    def learn_from(self, lessons: Sequence[Lesson]) -> Mapping[str, float]:
        """Learn from pages of other workers and from grades, while the crawl runs.

        A page that was learned before is left out, unless a person graded it meanwhile.

        Returns:
            As `visited`.
        """
        return NO_SCORES


def _is_little(sentences: str, text: str) -> bool:
    return 2 * len(sentences) < len(text)
