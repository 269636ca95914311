"""Alerts about new pages with a given word."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from topiccrawl.admin.lists.pages import PageFilter, listed
from topiccrawl.admin.lists.search_query import rule_query
from topiccrawl.admin.lists.text_index import TextIndex
from topiccrawl.admin.lists.text_search import search_all
from topiccrawl.storage import schema
from topiccrawl.text.display import one_line

_TITLES = 3


@dataclass(frozen=True, slots=True)
class WordAlert:
    """New pages with a word.

    Attributes:
        word: the word.
        pages: their number.
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


def find_word_alert(connection: Connection, index: TextIndex, topic: str, word: str, after: int) -> WordAlert:
    """Return the pages with a word that were stored after a page; copies do not count.

    Args:
        connection: of the database.
        index: of the texts.
        topic: name of the topic.
        word: what title or text contain, as in a search.
        after: id of a page.

    Raises:
        AdminError: not all pages are indexed yet.
    """
    last = last_page(connection, topic)
    chosen = PageFilter(topic=topic, copies=False, after=after)
    found = search_all(connection, index, rule_query(word), chosen)
    titles = tuple(one_line(page.title) for page in listed(connection, topic, found[:_TITLES]))
    return WordAlert(word, len(found), titles, max([last, *found[:1]]))


def last_page(connection: Connection, topic: str) -> int:
    """Return the id of the newest page of a topic; 0 without one."""
    index = schema.page_index.c
    return connection.scalar(select(func.max(index.page_id)).where(index.topic == topic)) or 0
