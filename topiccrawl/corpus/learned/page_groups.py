"""Groups of the kept pages of a topic: made, stored, asked about, and answered by grades."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select, true

from topiccrawl.corpus.labels import insert_labels, writing_beside
from topiccrawl.corpus.learned.stored_verdicts import FAR_GROUP
from topiccrawl.errors import LabelError
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.learner.seen import MOST_EVIDENCE, evidence
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.storage import schema
from topiccrawl.storage.pages.existing import existing_corpus
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.learned import StoredText, count_kept, read_groups, read_texts, write_groups
from topiccrawl.text.language import marked, say
from topiccrawl.topics.calibration.graded_pages import OTHER, RELEVANT
from topiccrawl.topics.page_groups import group_pages

_PAGES, _ASIDE = schema.pages.c, schema.set_aside
MILESTONES = (50, 200)
"""Numbers of kept pages after which a crawl groups them."""
_GROWN = 1.5
"""Growth of the kept pages since they were grouped from which a step after a crawl groups them anew."""
_MOST = 1_000
"""Number of kept pages that are grouped, the last ones."""
_BATCH = 200
_TITLES = 2
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
        count: number of its pages.
        titles: of its most typical pages.
        is_far: whether exports leave it out as long as nobody wants it.
        wanted: the answer; None: there is none.
    """

    number: int
    words: tuple[str, ...]
    count: int
    titles: tuple[str, ...]
    is_far: bool
    wanted: bool | None

    @property
    def question(self) -> str:
        """The question whether it is wanted, in the user's language."""
        template = _FAR_QUESTION if self.is_far and self.wanted is None else _QUESTION
        return say(template, count=self.count, words=" ".join(self.words))


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


def group_grown(store: CorpusStore, topic: Topic, database: str) -> str:
    """Group the kept pages if crawls judge them by what they learn, and they are many more than last time."""
    grouped, _ = store.read(read_groups, topic.name)
    kept = store.read(count_kept, topic.name)
    if kept < max(MILESTONES[-1], _GROWN * (grouped or 0)) or not group_stored(store, Focus(topic), kept):
        return ""
    return say("{kept:,} pages were grouped", kept=kept)


def _grouped(store: CorpusStore, focus: Focus) -> tuple[int, list[dict[str, Any]]]:
    """Return the number of pages that are kept now, and their groups."""
    name, topic_words = focus.topic.name, focus.topic.words
    kept = _kept(store, name)
    titles = [frozenset(focus.short_words(page.title)) for page in kept]
    bodies = [focus.words(page.text) for page in kept]
    groups = group_pages(
        [title | body for title, body in zip(titles, bodies, strict=True)],
        topic_words,
        [
            min(MOST_EVIDENCE, evidence(topic_words, title, body))
            for title, body in zip(titles, bodies, strict=True)
        ],
        [page.relevance or 0.0 for page in kept],
    )
    return len(kept), [
        {
            "words": one.words,
            "pages": [kept[member].number for member in one.members],
            "far": one.is_far,
            "wanted": None,
        }
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
                raise LabelError("{topic}: its pages are not judged by what crawls learn", topic=topic.name)
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
    """Return the groups of a topic as they were stored last, with their answers."""
    _, groups = read_groups(connection, topic)
    found = []
    for number, group in enumerate(groups, 1):
        query = select(_PAGES.id, _PAGES.title).where(_PAGES.id.in_(group["pages"][:_TITLES]))
        titles = {row.id: row.title for row in connection.execute(query)}
        shown = tuple(titles[page] for page in group["pages"] if page in titles)
        words, count = tuple(group["words"]), len(group["pages"])
        found.append(StoredGroup(number, words, count, shown, group["far"], group["wanted"]))
    return found


def questions(connection: Connection, topic: str) -> list[str]:
    """Return the numbered questions about the groups that have no answer, in the user's language."""
    asked = [group for group in stored_groups(connection, topic) if group.wanted is None]
    return [f"{group.number}. {group.question}" for group in asked]


def answer_groups(database: str, topic: str, answers: Mapping[int, bool]) -> int:
    """Store whether groups are wanted; return how many pages got a grade by that.

    All pages of unwanted groups are graded. Those of wanted ones need no grade, as they are kept, unless they
    were set aside. Grades of kept pages would teach too much: that what is like them is on the topic, too.

    Args:
        database: its URL; a crawl may run.
        topic: name of the topic.
        answers: whether a group is wanted, by its number.

    Raises:
        LabelError: a number is that of no group.
        StorageError: the database cannot be written.
    """
    with writing_beside(database) as connection:
        kept, groups = read_groups(connection, topic)
        grades: dict[str, int] = {}
        for number, wanted in answers.items():
            if not 0 < number <= len(groups):
                raise LabelError("there is no group {number}", number=number)
            group = groups[number - 1]
            group["wanted"] = wanted
            query = (
                select(_PAGES.url)
                .select_from(schema.pages.outerjoin(_ASIDE, _ASIDE.c.page_id == _PAGES.id))
                .where(_PAGES.id.in_(group["pages"]), _ASIDE.c.page_id.is_not(None) if wanted else true())
            )
            grades |= dict.fromkeys(connection.scalars(query), RELEVANT if wanted else OTHER)
        write_groups(connection, topic, kept or 0, groups, None)
        return insert_labels(connection, topic, grades)
