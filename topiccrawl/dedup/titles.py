"""Detection of duplicate stories by title (paper C)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from topiccrawl.dedup.fingerprint import Fingerprint, fingerprint
from topiccrawl.dedup.memory import MemoryOriginals
from topiccrawl.dedup.originals import Originals, Role
from topiccrawl.dedup.repeats import Match, find_title


class TitleStore(Protocol):
    """Keeps titles between runs as (title, key, body or None) in order of adding; a list is one."""

    def __iter__(self) -> Iterator[tuple[str, str, str | None]]:
        """Return all originals in the order of adding."""

    def append(self, original: tuple[str, str, str | None], /) -> None:
        """Add an original."""


class TitleIndex:
    """Finds the most similar earlier original of a title.

    Two titles are duplicates when the cosine of their tf-idf vectors reaches the threshold and, where both
    bodies are known, the bodies agree: formulaic titles ("notice of ...", "news in brief") have different
    texts.

    Args:
        threshold: minimum cosine of duplicates, in (0, 1]; the paper's bounds are .5 and .8165.
        store: store of the originals, such as `topiccrawl.storage.sketches.originals`; or a list of the
            originals of earlier runs, which is extended; in memory if None.

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
        """Return the key of the original that `title` duplicates, or add it as an original. See `match`."""
        found = self.match(title, key, body)
        return found.key if found else None

    def match(self, title: str, key: str, body: str | None = None) -> Match | None:
        """Return the original that `title` duplicates; if None, `title` becomes an original.

        Args:
            title: the headline, or the title of the page.
            key: key of the page, such as its URL.
            body: the text; without it (or the original's) only the titles are compared.

        Returns:
            The most similar original; of equally similar ones the first that was added. A blank title is
            neither a duplicate nor an original.
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
