"""Meta-search of one crawl: which query is next, and its results as requests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain, islice

from scrapy import Request
from sqlalchemy import Connection

from topiccrawl.access.search.learning import AskedQuery, grown, next_query, page_words
from topiccrawl.access.search.query import Query, planned, sites_of, topic_words
from topiccrawl.access.search.services import SearchService
from topiccrawl.crawl.request_meta import LINK_KEY
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.starts.searches import (
    StoredQuery,
    StoredResult,
    claim_query,
    mark_kept,
    read_queries,
    read_relevant_texts,
    read_results,
    release_query,
    write_results,
)
from topiccrawl.topics.words.general import lexicon

_PLANNED = 3000
"""Number of candidate queries to compare."""
_PAGES_READ = 300
_CHARACTERS_READ = 500
_RESULTS_READ = 20_000


@dataclass
class Searches:
    """The queries of a topic, in its database. All methods block; the crawl calls them in a thread.

    Attributes:
        topic: the topic.
        store: its database.
        service: answers the queries.
        words_of: splits a text into words.
        sites: further sites that are searched.
    """

    topic: Topic
    store: CorpusStore
    service: SearchService
    words_of: Callable[[str], Sequence[str]]
    sites: Sequence[str] = ()
    _kept: set[str] = field(default_factory=set)

    def claim(self) -> tuple[int, Query] | None:
        """Return the next query and its id; None if all have been asked."""
        asked = [
            AskedQuery(Query(one.words, one.site), one.results, one.new, one.kept) for one in self.asked()
        ]
        words = topic_words(self.topic)
        plan = planned(words, [*self.sites, *sites_of(self.topic)])
        candidates = list(islice(chain(self._learned(words) if asked else [], plan), _PLANNED))
        while (query := next_query(candidates, asked)) is not None:
            number = self.store.transact(self._claim_of(query))
            if number is not None:
                return number, query
            asked.append(AskedQuery(query))  # another worker has it
        return None

    def ask(self, number: int, query: Query) -> list[StoredResult]:
        """Ask a query that was claimed.

        Raises:
            SearchError: the service does not answer; the query may be claimed again.
        """
        try:
            found = self.service.search(query.text)
        except BaseException:
            self.store.transact(lambda connection: release_query(connection, number))
            raise
        return [StoredResult(one.url, query.text, one.engine, one.rank, one.title, one.text) for one in found]

    def write(self, number: int, results: Sequence[StoredResult]) -> None:
        """Store the results of a query that was claimed."""
        self.store.transact(lambda connection: write_results(connection, self.topic.name, number, results))

    def keep(self, url: str) -> None:
        """Remember that a result was stored as a page of the topic; this does not block."""
        self._kept.add(url)

    def flush(self) -> None:
        """Write what `keep` remembered."""
        kept, self._kept = self._kept, set()
        if kept:
            self.store.transact(lambda connection: mark_kept(connection, self.topic.name, kept))

    def asked(self) -> list[StoredQuery]:
        """Return the queries of all crawls of the topic."""
        return self.store.read(read_queries, self.topic.name)

    def earlier_results(self) -> list[StoredResult]:
        """Return the results of earlier queries; a killed crawl may not have fetched all of them."""
        return self.store.read(read_results, self.topic.name, _RESULTS_READ)

    def _learned(self, words: Sequence[str]) -> list[Query]:
        """Return queries with words of the relevant pages."""
        texts = list(self.store.read(read_relevant_texts, self.topic.name, _PAGES_READ, _CHARACTERS_READ))
        new = page_words(texts, self.words_of, lexicon().frequencies(), frozenset(words))
        return grown(new, words)

    def _claim_of(self, query: Query) -> Callable[[Connection], int | None]:
        topic, service, now = self.topic.name, self.service.name, datetime.now(UTC)
        return lambda connection: claim_query(
            connection, topic, service, query.text, query.words, query.site, now
        )


def result_request(result: StoredResult) -> Request:
    """Return the request for a result, which is a seed with its provenance."""
    context = LinkContext(
        anchor=result.title,
        around=result.text,
        seed=True,
        source="search",
        query=result.query,
        engine=result.engine,
        rank=result.rank,
    )
    return Request(result.url, meta={LINK_KEY: context})
