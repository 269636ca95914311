"""Alerts about new pages with a given word."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from topiccrawl.admin.lists.pages import PageFilter, find_pages
from topiccrawl.storage import schema
from topiccrawl.text.display import one_line

MOST = 1_000
"""Pages of one alert."""
_TITLES = 3


@dataclass(frozen=True, slots=True)
class WordAlert:
    """New pages with a word.

    Attributes:
        word: the word.
        pages: their number, up to `MOST`.
        titles: titles of the newest ones.
        last_page: id of the newest page of the topic that was checked, with or without the word.
    """

    word: str
    pages: int
    titles: tuple[str, ...]
    last_page: int

    @property
    def text(self) -> str:
        """Return the alert as a line."""
        return f"「{self.word}」出现在 {self.pages} 个新网页：{'；'.join(self.titles)}"


def find_word_alert(connection: Connection, topic: str, word: str, after: int) -> WordAlert:
    """Return the pages with a word that were stored after a page; copies do not count.

    Args:
        connection: of the database.
        topic: name of the topic.
        word: what title or beginning of the text contain.
        after: id of a page.

    Raises:
        StorageError: words are searched in a database without a full-text index.
    """
    last = last_page(connection, topic)
    found = find_pages(connection, PageFilter(topic=topic, words=word, copies=False, after=after), MOST)
    titles = tuple(one_line(page.title) for page in found[:_TITLES])
    return WordAlert(word, len(found), titles, max([last, *(page.number for page in found[:1])]))


def last_page(connection: Connection, topic: str) -> int:
    """Return the id of the newest page of a topic; 0 without one."""
    index = schema.page_index.c
    return connection.scalar(select(func.max(index.page_id)).where(index.topic == topic)) or 0
