"""Expressions that are searched for at once: one walk through a text finds the places of all of them."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import hyperscan


class Expressions:
    """A set of expressions without assertions, as Hyperscan reads them: of bytes, letters are ASCII.

    A page is searched for a hundred clues; Python's own expressions would walk through it a hundred times.

    Args:
        first: expressions by name, of each of which one place is enough.
        every: those of which all places are found.
    """

    def __init__(self, first: Mapping[str, Iterable[str]], every: Mapping[str, Iterable[str]]) -> None:
        flags = ((first, hyperscan.HS_FLAG_SINGLEMATCH), (every, 0))
        self._expressions = [
            (name, one, flag) for group, flag in flags for name, all_ in group.items() for one in all_
        ]
        self._local = threading.local()

    def places(self, text: str | bytes) -> dict[str, list[int]]:
        """Return behind which places of a text the expressions end, in order, by their names."""
        found: dict[str, list[int]] = defaultdict(list)
        names = self._names
        scratch = getattr(self._local, "scratch", None)
        if scratch is None:  # what a scan writes to; threads cannot share it
            scratch = self._local.scratch = hyperscan.Scratch(self._database)

        def note(number: int, _start: int, end: int, _flags: int, _context: object) -> None:
            found[names[number]].append(end)

        # Replaced characters count one byte each, so that places are those of the text.
        data = text if isinstance(text, bytes) else text.encode("ascii", "replace")
        self._database.scan(data, match_event_handler=note, scratch=scratch)
        return found

    @cached_property
    def _names(self) -> list[str]:
        return [name for name, _, _ in self._expressions]

    @cached_property
    def _database(self) -> Any:
        database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
        database.compile(
            expressions=[one.encode() for _, one, _ in self._expressions],
            ids=list(range(len(self._expressions))),
            flags=[flag | hyperscan.HS_FLAG_DOTALL for _, _, flag in self._expressions],
        )
        return database
