"""Queries of a topic: a word alone, combined words, a word on a site."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, zip_longest
from urllib.parse import urlsplit

from topiccrawl.relevance.topic.topic import Topic

MOST_WORDS = 40
"""Number of topic words to use in queries, by weight."""

_LONGEST_WORD = 12
"""Maximum length of a word in a query; longer ones are slogans that few pages contain verbatim."""


@dataclass(frozen=True, slots=True)
class Query:
    """A query for a search engine.

    Attributes:
        words: its words.
        site: the only site that is searched; empty: all.
    """

    words: tuple[str, ...]
    site: str = ""

    @property
    def text(self) -> str:
        """Return the query as search engines read it.

        >>> Query(("党建", "社区"), "people.com.cn").text
        '党建 社区 site:people.com.cn'
        """
        return " ".join([*self.words, *([f"site:{self.site}"] if self.site else [])])

    @property
    def kind(self) -> str:
        """Return the form of the query: "word", "words" or "site"."""
        return "site" if self.site else "word" if len(self.words) == 1 else "words"


def topic_words(topic: Topic, most: int = MOST_WORDS) -> list[str]:
    """Return the words of a topic that queries are made of, the weightiest first.

    The words of its title come first if they are topic words: that is what people call the topic.
    """
    usable = {word: weight for word, weight in topic.words.items() if 2 <= len(word) <= _LONGEST_WORD}
    titled = [word for word in usable if word in topic.title]
    ranked = sorted(usable, key=lambda word: -usable[word])
    return list(dict.fromkeys([*sorted(titled, key=len, reverse=True)[:1], *ranked]))[:most]


def sites_of(topic: Topic) -> list[str]:
    """Return the sites of a topic: its domains, or the hosts of its seeds."""
    hosts = (str(urlsplit(url).hostname).removeprefix("www.") for url in topic.seeds)
    return list(dict.fromkeys(topic.domains or hosts))


def planned(words: Sequence[str], sites: Sequence[str]) -> Iterator[Query]:
    """Yield the queries that words and sites give: the three forms in turn, the best words first.

    >>> [query.text for query in planned(["党建", "党员"], ["a.cn"])]
    ['党建', '党建 党员', '党建 site:a.cn', '党员', '党员 site:a.cn']
    """
    alone = (Query((word,)) for word in words)
    # Ordered by the sum of ranks, so that the second word is not paired with all others first.
    pairs = sorted(combinations(range(len(words)), 2), key=lambda pair: (sum(pair), pair))
    combined = (Query((words[one], words[other])) for one, other in pairs)
    on_sites = (Query((word,), site) for word, site in _crossed(words, sites))
    for group in zip_longest(alone, combined, on_sites):
        yield from (query for query in group if query is not None)


def _crossed(words: Sequence[str], sites: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Return all pairs of a word and a site, the best words first."""
    return ((word, site) for word in words for site in sites)
