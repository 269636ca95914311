"""URLs that lead to the same page of a host, as far as the crawl has learned it."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Collection
from typing import TypeVar
from urllib.parse import urlsplit

from topiccrawl.dedup.url_habits import LearnedHabits
from topiccrawl.errors import StorageError
from topiccrawl.page.canonical_url import canonical_url, url_key
from topiccrawl.page.page import Page
from topiccrawl.page.url_forms import declared_segments, declared_url
from topiccrawl.priority.recent_keys import Latest
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.dead_links import have_no_page
from topiccrawl.storage.rows.twins import read_learned

T = TypeVar("T")
Ask = Callable[[Callable[[], T]], Awaitable[T]]

REFRESH = 5.0
"""Seconds between reads of what other workers have learned."""

_REMEMBERED = 10_000
"""Maximum number of remembered URLs: dropped variants, and stored pages."""
_MOST_FORMS = 3


class UrlTwins:
    """Maps twins to one key once the pages of their host have proved them to be twins.

    Habits are learned in the transactions that store pages, where workers share them. What a URL is requested
    by stays as the link has it: the key alone tells that another link leads to the same page. So a page that
    exists under one of the forms only is fetched as before.

    Args:
        store: the corpus; None: nothing is learned, and a URL's key is that of its canonical form.
        topic: name of the topic.
    """

    def __init__(self, store: CorpusStore | None = None, topic: str = "") -> None:
        self._store = store
        self._topic = topic
        self._learned = LearnedHabits()
        self._read_at = 0.0
        self._forms: Latest[bytes, list[str]] = Latest(_REMEMBERED)
        self._stored, self._dead, self._left_out = (Latest[bytes, str](_REMEMBERED) for _ in range(3))

    def __len__(self) -> int:
        """How many habits are learned."""
        return len(self._learned)

    def open(self) -> None:
        """Read what was learned before.

        Raises:
            StorageError: the database cannot be read.
        """
        if self._store is not None:
            self._learned = self._store.read(read_learned, self._topic)
            self._read_at = time.monotonic()

    def key(self, url: str) -> bytes:
        """Return the frontier's key of a URL, the same for its twins."""
        if not self._learned:
            return url_key(url)
        key = url_key(self._learned.base(url))
        return url_key(url) if key in self._dead else key

    def has_forms(self, url: str) -> bool:
        """Return whether a URL may have twins, so that links to it are to be remembered."""
        if not self._learned:
            return False
        base = self._learned.base(url)
        return canonical_url(url) != base or url_key(base) in self._forms

    def remember_form(self, url: str, *, is_known: bool) -> None:
        """Remember the URL of a link, in case its twin fails.

        Args:
            url: the URL.
            is_known: whether the frontier knows its key.
        """
        own, base = canonical_url(url), self._learned.base(url)
        key = url_key(base)
        forms = self._forms.get(key)
        if forms is None:
            if own == base:
                return  # most URLs have no twins
            # Where the key is known, the shortest form is most likely the one that was found before.
            forms = self._forms[key] = [base] if is_known else []
        if len(forms) < _MOST_FORMS and own not in map(canonical_url, forms):
            forms.append(url)

    def is_left_out(self, url: str) -> bool:
        """Return whether a URL that was not enqueued is a twin of one that was; True once for each URL."""
        forms = self._forms.get(url_key(self._learned.base(url)), ())
        own = canonical_url(url)
        return own in map(canonical_url, forms[1:]) and self.leave_out(url)

    def leave_out(self, url: str) -> bool:
        """Record that a URL is not fetched because of its twin; return whether it is the first time."""
        key = url_key(url)
        is_new = key not in self._left_out
        self._left_out[key] = url
        return is_new

    def other_form(self, url: str, tried: Collection[str]) -> str | None:
        """Return an untried twin of a failed URL; None if there is none."""
        if not self._learned:
            return None
        done = {canonical_url(one) for one in (url, *tried)}
        base = self._learned.base(url)
        forms = [*self._forms.get(url_key(base), ()), base]
        return next((form for form in forms if canonical_url(form) not in done), None)

    def mark_dead(self, url: str) -> None:
        """Give the twins of a URL keys of their own, since the URL failed."""
        if self._learned:
            self._dead[url_key(self._learned.base(url))] = url

    def is_dead(self, url: str) -> bool:
        """Return whether the shortest form of a URL failed; the others then get keys of their own.

        It may have been requested before the process began, or by another worker, so the database is read.
        """
        base, own = self._learned.base(url), canonical_url(url)
        if self._store is None or base == own or url_key(base) in self._stored:
            return False
        rest = base.partition(":")[2]
        try:
            dead = self._store.read(have_no_page, self._topic, [f"http:{rest}", f"https:{rest}"])
        except StorageError:
            dead = True  # a superfluous request is better than a lost page
        if dead:
            self.mark_dead(base)
        return dead

    def is_stored(self, url: str) -> bool:
        """Return whether this process has stored a twin of a URL, as far as it remembers."""
        if not self._learned:
            return False
        return self._stored.get(self.key(url), url) not in (url, canonical_url(url))

    def segments(self, url: str, page: Page) -> frozenset[str] | None:
        """Return `PageRecord.url_segments` of a page; None when nothing is learned."""
        return None if self._store is None else declared_segments(url, declared_url(page))

    async def stored(self, url: str, ask: Ask[LearnedHabits], *, new_habits: bool) -> None:
        """Remember a page that was just stored, and read what all workers have learned, now and then.

        Args:
            url: its URL.
            ask: runs a query in a thread.
            new_habits: whether the page was new evidence.

        Raises:
            StorageError: the database cannot be read.
        """
        store = self._store
        if store is None:
            return
        if new_habits or time.monotonic() - self._read_at >= REFRESH:
            self._read_at = time.monotonic()
            self._change(await ask(lambda: store.read(read_learned, self._topic)))
        self._stored[self.key(url)] = canonical_url(url)

    def _change(self, learned: LearnedHabits) -> None:
        """Act on new habits: the pages that were stored before get keys that follow from them."""
        hosts = {habit.host for habit in learned.habits - self._learned.habits}
        self._learned = learned
        if hosts:
            for url in [url for url in self._stored.values() if urlsplit(url).hostname in hosts]:
                self._stored[self.key(url)] = url
