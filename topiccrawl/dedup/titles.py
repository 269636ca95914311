"""Is the same story already there, by its title? Paper C, title dedup."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from topiccrawl.dedup.fingerprint import Fingerprint, fingerprint
from topiccrawl.dedup.match import Match
from topiccrawl.dedup.memory import MemoryOriginals
from topiccrawl.dedup.originals import Originals, Role
from topiccrawl.dedup.repeats import find_title


class TitleStore(Protocol):
    """Where titles stay between two runs: (title, key, body or None), first one first; a list will do."""

    def __iter__(self) -> Iterator[tuple[str, str, str | None]]:
        """All originals, in the order they were appended."""

    def append(self, original: tuple[str, str, str | None], /) -> None:
        """Keep a new original."""


class TitleIndex:
    """Finds, for a title, the most similar earlier original.

    Two titles are duplicates when the cosine of their tf-idf vectors reaches the threshold and, where
    both bodies are known, the bodies agree: titles made by formula ("notice of ...", "news in brief")
    stand over different texts.

    Args:
        threshold: least cosine of duplicates, in (0, 1]; the paper's bounds are .5 and .8165.
        store: keeps the originals, as `topiccrawl.storage.sketches.originals` does in a database; or a list
            of those of earlier runs, which are read at once and added to; None: in memory only.

    Raises:
        ValueError: the threshold is outside of (0, 1].
    """

    def __init__(self, threshold: float = 0.8, store: Originals | TitleStore | None = None) -> None:
        if not 0 < threshold <= 1:
            raise ValueError(f"threshold {threshold!r} is not in (0, 1]")
        self._threshold = threshold
        self._store: TitleStore | None = None
        if isinstance(store, Originals):
            self._originals: Originals = store
        else:
            self._originals, self._store = MemoryOriginals(threshold), store
            for title, key, body in store or ():
                self._keep(fingerprint(title, body), key)

    def add(self, title: str, key: str, body: str | None = None) -> str | None:
        """The key of the original that `title` repeats; None makes it an original itself. See `match`."""
        found = self.match(title, key, body)
        return found.key if found else None

    def match(self, title: str, key: str, body: str | None = None) -> Match | None:
        """The original that `title` repeats; None makes it an original itself.

        Args:
            title: the headline, or the page's title.
            key: what names the page, such as its URL.
            body: the text, for the second look; without it (or the original's) only the title counts.

        Returns:
            The most similar original, of equally similar ones the first that was added. A blank title repeats
            nothing and is no original.
        """
        own = fingerprint(title, body)
        if not own.title:
            return None
        with self._originals.candidates(own) as candidates:
            found = find_title(own, candidates, self._threshold)
            match = Match(candidates.key_of(found.number), found.similarity) if found else None
        if match is None:
            self._keep(own, key)
            if self._store is not None:
                self._store.append((title, key, body))
        return match

    def _keep(self, own: Fingerprint, key: str) -> None:
        self._originals.keep(own, key, Role.TITLE)
