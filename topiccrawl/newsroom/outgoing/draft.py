"""A briefing that editors work on: stories are chosen, ordered, shortened and annotated, never rewritten."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any, Self

from sqlalchemy import Connection, select

from topiccrawl.admin.lists.text_index import TextIndex
from topiccrawl.newsroom.analysis.briefing import Briefing, Item, Letterhead, make_briefing
from topiccrawl.newsroom.analysis.periods import Period
from topiccrawl.storage import schema
from topiccrawl.text.display import one_line

MOST_NOTE, MOST_SECTION = 500, 40
"""Maximum lengths in characters."""
SECTIONS = ("", "category", "place")
"""What the stories of a new draft are grouped by; empty: nothing."""
_STORIES, _SENTENCES, _CHOSEN = 20, 5, (10, 2)
"""Stories and sentences that can be chosen, and how many of them are at first."""
_OTHER = "其他"


@dataclass(frozen=True, slots=True)
class Entry:
    """A story of a draft.

    Attributes:
        item: the story with all sentences that can be chosen.
        on: whether it is chosen.
        kept: for each sentence whether it is chosen.
    """

    item: Item
    on: bool
    kept: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """An edited briefing.

    Attributes:
        whole: the briefing with all stories that can be chosen.
        entries: its stories in the order of the editor.
    """

    whole: Briefing
    entries: tuple[Entry, ...]

    @classmethod
    def make(
        cls,
        connection: Connection,
        index: TextIndex,
        topic: str,
        period: Period,
        subject: str = "",
        sections: str = "",
    ) -> Self:
        """Return the draft of a period, with the stories and sentences of `make_briefing` chosen.

        Args:
            connection: of the database.
            index: of the texts.
            topic: name of the topic.
            period: days of publication.
            subject: only pages that a search for it finds; empty: all pages.
            sections: one of `SECTIONS`.

        Raises:
            AdminError: there is a subject, and not all pages are indexed yet.
        """
        stories, sentences = _CHOSEN
        wide, short = (
            make_briefing(connection, index, topic, period, subject=subject, most=_STORIES, sentences=most)
            for most in (_SENTENCES, sentences)
        )
        best = {item.page: item.sentences for item in short.items}
        entries = tuple(
            Entry(
                replace(item, section=(getattr(item, sections) or _OTHER) if sections else ""),
                at < stories,
                tuple(sentence in best.get(item.page, ()) for sentence in item.sentences),
            )
            for at, item in enumerate(wide.items)
        )
        return cls(replace(wide, items=()), entries)

    @classmethod
    def read(cls, row: Mapping[str, Any]) -> Self:
        """Return the draft of a row of `briefing_issues`."""
        stored, (first, last, subject) = json.loads(row["content"]), json.loads(row["scope"])
        period = Period(date.fromisoformat(first), date.fromisoformat(last))
        whole = Briefing(
            row["topic"], period, subject, (), stored["pages"], stored["are_all"], stored["stories"]
        )
        return cls(whole, tuple(_entry(**one) for one in stored["entries"]))

    def content(self) -> str:
        """Return what `read` reads of the column `content`."""
        counts = {"pages": self.whole.pages, "are_all": self.whole.are_all, "stories": self.whole.stories}
        return json.dumps({**counts, "entries": [asdict(one) for one in self.entries]}, ensure_ascii=False)

    def edited(self, fields: Mapping[str, Sequence[str]]) -> Self:
        """Return the draft with the choices of a form; sentences can only be left out.

        Args:
            fields: `on` with ids of pages, `kept` with `PAGE.SENTENCE`, and `note.PAGE`, `section.PAGE`.
        """

        def text(name: str, page: int, most: int) -> str:
            return one_line(" ".join(fields.get(f"{name}.{page}", ())))[:most].strip()

        def edit(one: Entry) -> Entry:
            page, chosen = one.item.page, fields.get("kept", ())
            note, section = text("note", page, MOST_NOTE), text("section", page, MOST_SECTION)
            kept = tuple(f"{page}.{at}" in chosen for at in range(len(one.kept)))
            item = replace(one.item, note=note, section=section)
            return Entry(item, str(page) in fields.get("on", ()), kept)

        return replace(self, entries=tuple(map(edit, self.entries)))

    def moved(self, page: int, steps: int) -> Self:
        """Return the draft with a story some places further down, or up if negative."""
        entries = list(self.entries)
        at = next((at for at, one in enumerate(entries) if one.item.page == page), None)
        if at is not None and 0 <= at + steps < len(entries):
            entries.insert(at + steps, entries.pop(at))
        return replace(self, entries=tuple(entries))

    def standing(self, connection: Connection) -> tuple[Self, frozenset[tuple[int, int]]]:
        """Return the draft without what no longer stands in its pages, and which sentences these are.

        Returns:
            The draft, and pairs of the id of a page and the number of a sentence from 0.
        """
        pages = schema.pages.c
        query = select(pages.id, pages.text).where(pages.id.in_([one.item.page for one in self.entries]))
        texts: dict[int, str] = {row.id: row.text for row in connection.execute(query)}
        gone = frozenset(
            (one.item.page, at)
            for one in self.entries
            for at, sentence in enumerate(one.item.sentences)
            if sentence not in texts.get(one.item.page, "")
        )
        entries = tuple(
            replace(
                one,
                on=one.on and one.item.page in texts,
                kept=tuple(kept and (one.item.page, at) not in gone for at, kept in enumerate(one.kept)),
            )
            for one in self.entries
        )
        return replace(self, entries=entries), gone

    def briefing(self, letterhead: Letterhead) -> Briefing:
        """Return the briefing of what is chosen."""
        items = tuple(
            replace(
                one.item,
                sentences=tuple(
                    text for text, kept in zip(one.item.sentences, one.kept, strict=True) if kept
                ),
            )
            for one in self.entries
            if one.on
        )
        return replace(self.whole, items=items, letterhead=letterhead)


def scope_of(period: Period, subject: str = "") -> str:
    """Return the column `scope` of a period and subject."""
    return json.dumps([str(period.first), str(period.last), subject], ensure_ascii=False)


def _entry(item: dict[str, Any], on: bool, kept: list[bool]) -> Entry:
    lists = {name: tuple(item[name]) for name in ("sentences", "sites")}
    return Entry(Item(**item | lists), on, tuple(kept))
