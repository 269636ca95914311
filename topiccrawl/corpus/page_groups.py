"""Groups of the kept pages of a topic: made, stored, asked about, and answered by grades."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from topiccrawl.calibration.graded_pages import OTHER, RELEVANT
from topiccrawl.corpus.labels import read_labels, writing_beside
from topiccrawl.corpus.stored_verdicts import FAR_GROUP
from topiccrawl.errors import LabelError
from topiccrawl.messages import message
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.learner.seen import evidence
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.storage import schema
from topiccrawl.storage.pages.existing import existing_corpus
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.learned import StoredText, read_groups, read_texts, write_groups
from topiccrawl.text.language import marked, say
from topiccrawl.vocabulary.page_groups import group_pages

MILESTONES = (50, 200)
"""Numbers of kept pages after which a crawl groups them."""
_MOST = 1_000
"""Number of kept pages that are grouped, the last ones."""
_BATCH = 200
_TITLES = 2
_WANTED = 5
"""Typical pages of a wanted group that are graded."""
_QUESTION = marked("{count:,} pages speak of {words}: wanted?")
_FAR_QUESTION = marked(
    "{count:,} pages speak of {words}, far from the topic words, and are not exported: wanted?"
)


@dataclass(frozen=True)
class StoredGroup:
    """A group of kept pages, as it is asked about.

    Attributes:
        number: from 1.
        words: its name.
        urls: its pages, the most typical one first.
        titles: of its first pages.
        is_far: whether exports leave it out as long as nobody wants it.
        wanted: what its grades say; None: it has none.
    """

    number: int
    words: tuple[str, ...]
    urls: tuple[str, ...]
    titles: tuple[str, ...]
    is_far: bool
    wanted: bool | None

    @property
    def question(self) -> str:
        """The question whether it is wanted, in the user's language."""
        template = _FAR_QUESTION if self.is_far and self.wanted is None else _QUESTION
        return say(template, count=len(self.urls), words=" ".join(self.words))


def answer_grades(urls: Sequence[str], *, wanted: bool) -> dict[str, int]:
    """Return the grades that an answer on a group means: of all pages, or of the typical ones if wanted.

    The pages of a wanted group are kept without grades; many would drown those of other groups.

    Args:
        urls: the pages of the group, the most typical one first.
        wanted: the answer.
    """
    if wanted:
        return dict.fromkeys(urls[:_WANTED], RELEVANT)
    return dict.fromkeys(urls, OTHER)


def group_stored(store: CorpusStore, focus: Focus, before: int) -> bool:
    """Group the kept pages of a topic, and store the groups; takes some seconds, and may run in a thread.

    Args:
        store: the corpus.
        focus: of the topic.
        before: only if they were last grouped with fewer pages.

    Returns:
        Whether they were stored: another worker may have done it.
    """
    kept, groups = _grouped(store, focus)
    count = max(kept, before)  # fewer may be kept than when it was due
    name = focus.topic.name
    return store.transact(lambda connection: write_groups(connection, name, count, groups, before))


def _grouped(store: CorpusStore, focus: Focus) -> tuple[int, list[dict[str, Any]]]:
    """Return the number of pages that are kept now, and their groups."""
    name, topic_words = focus.topic.name, focus.topic.words
    kept = _kept(store, name)
    titles = [frozenset(focus.short_words(page.title)) for page in kept]
    bodies = [focus.words(page.text) for page in kept]
    groups = group_pages(
        [title | body for title, body in zip(titles, bodies, strict=True)],
        topic_words,
        [evidence(topic_words, title, body) for title, body in zip(titles, bodies, strict=True)],
        [page.relevance or 0.0 for page in kept],
    )
    return len(kept), [
        {"words": one.words, "pages": [kept[member].number for member in one.members], "far": one.is_far}
        for one in groups
    ]


def group_now(database: str, topic: Topic) -> list[StoredGroup]:
    """Group the pages of a topic that are kept now, also while a crawl runs; return the groups.

    Args:
        database: its URL.
        topic: its pages are judged by what crawls learn.

    Raises:
        LabelError: no crawl has learned anything about the topic.
        StorageError: the database cannot be used.
    """
    with existing_corpus(database, topic.name) as store:
        kept, groups = _grouped(store, Focus(topic))
        with writing_beside(database) as connection:
            if not write_groups(connection, topic.name, kept, groups, None):
                raise LabelError(
                    message("{topic}: its pages are not judged by what crawls learn", topic=topic.name)
                )
        return store.read(stored_groups, topic.name)


def _kept(store: CorpusStore, topic: str) -> list[StoredText]:
    """Return the last pages that are kept, or would be if their group were not far from the topic."""
    kept: list[StoredText] = []
    last = 0
    while texts := store.read(read_texts, topic, last, _BATCH, duplicates=False):
        last = texts[-1].number
        kept = [*kept, *(page for page in texts if page.reason in (None, FAR_GROUP))][-_MOST:]
    return kept


def stored_groups(connection: Connection, topic: str) -> list[StoredGroup]:
    """Return the groups of a topic as they were stored last, with what grades say of them."""
    _, groups = read_groups(connection, topic)
    grades = read_labels(connection, topic) if groups else {}
    pages = schema.pages.c
    found = []
    for number, group in enumerate(groups, 1):
        query = select(pages.id, pages.url, pages.title).where(pages.id.in_(group["pages"]))
        rows = {row.id: row for row in connection.execute(query)}
        own = [rows[page] for page in group["pages"] if page in rows]
        urls, titles = tuple(row.url for row in own), tuple(row.title for row in own[:_TITLES])
        given = [grades[url] == RELEVANT for url in urls[:_WANTED] if url in grades]
        wanted = sum(given) * 2 > len(given) if len(given) * 2 > min(_WANTED, len(urls)) else None
        found.append(StoredGroup(number, tuple(group["words"]), urls, titles, group["far"], wanted))
    return found


def questions(connection: Connection, topic: str) -> list[str]:
    """Return the numbered questions about the groups that have no answer, in the user's language."""
    asked = [group for group in stored_groups(connection, topic) if group.wanted is None]
    return [f"{group.number}. {group.question}" for group in asked]


def answers(
    groups: Collection[StoredGroup], wanted: Collection[int], unwanted: Collection[int]
) -> dict[str, int]:
    """Return the grades that answers mean, by URL.

    Args:
        groups: all groups.
        wanted: numbers of wanted ones.
        unwanted: numbers of the others that are answered.

    Raises:
        LabelError: a number is that of no group, or both wanted and unwanted.
    """
    known = {group.number: group for group in groups}
    for number in (*wanted, *unwanted):
        if number not in known:
            raise LabelError(message("there is no group {number}", number=number))
        if number in wanted and number in unwanted:
            raise LabelError(message("group {number} is both wanted and unwanted", number=number))
    grades: dict[str, int] = {}
    for number in (*wanted, *unwanted):
        grades |= answer_grades(known[number].urls, wanted=number in wanted)
    return grades
