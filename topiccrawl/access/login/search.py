"""A site's own search as a start: `[search.NAME]` in `topic.toml`."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import quote_plus

from topiccrawl.messages import message
from topiccrawl.page.canonical_url import is_http_url

MOST_PAGES = 100
"""Maximum number of pages of results for a word."""


@dataclass(frozen=True)
class SiteSearch:
    """The URL of a site's search, and the words that are searched for.

    Attributes:
        url: the URL of a page of results, with `{word}` and perhaps `{page}` in it.
        words: what is searched for; empty: the heaviest topic words.
        most: how many topic words are searched for when `words` is empty.
        pages: pages of results for each word; more than one need `{page}` in the URL.
        first_page: number of the first page of results.
        charset: how the word is encoded in the URL.
        results: regular expression that the URLs of results match; empty: all links of a page of results are
            scored like other links. Matching links are fetched whatever their anchor text says.
    """

    url: str = ""
    words: tuple[str, ...] = ()
    most: int = 10
    pages: int = 1
    first_page: int = 1
    charset: str = "utf-8"
    results: str = ""

    def __post_init__(self) -> None:
        if not is_http_url(self.url) or "{word}" not in self.url:
            raise ValueError(
                message("url = {url!r} must be an http or https URL with {{word}} in it", url=self.url)
            )
        if not 1 <= self.pages <= MOST_PAGES:
            raise ValueError(
                message(
                    "pages = {pages} is not between 1 and {most_pages}",
                    pages=self.pages,
                    most_pages=MOST_PAGES,
                )
            )
        if self.pages > 1 and "{page}" not in self.url:
            raise ValueError(message("pages = {pages} needs {{page}} in the URL", pages=self.pages))
        if self.most < 1:
            raise ValueError(message("most = {most} is not a number of at least 1", most=self.most))
        try:
            codecs.lookup(self.charset)
        except LookupError:
            raise ValueError(message("charset = {charset!r} is unknown", charset=self.charset)) from None
        try:
            re.compile(self.results)
        except re.error as error:
            raise ValueError(
                message(
                    "results = {results!r} is not a regular expression ({error})",
                    results=self.results,
                    error=error,
                )
            ) from None

    def urls(self, topic_words: Mapping[str, float]) -> Iterator[str]:
        """Yield the URLs of the pages of results, first pages first.

        Args:
            topic_words: words with their weights.

        >>> list(SiteSearch("http://a.cn/s?q={word}", most=1, charset="gbk").urls({"党": 1.0, "党建": 2.0}))
        ['http://a.cn/s?q=%B5%B3%BD%A8']
        """
        heaviest = sorted(topic_words, key=lambda word: -topic_words[word])
        words = self.words or heaviest[: self.most]
        for page in range(self.first_page, self.first_page + self.pages):
            for word in words:
                encoded = quote_plus(word, encoding=self.charset, errors="replace")
                yield self.url.replace("{word}", encoded).replace("{page}", str(page))

    def is_result(self, url: str) -> bool:
        """Return whether a link of a page of results is one of the results."""
        return bool(self.results) and re.search(self.results, url) is not None
