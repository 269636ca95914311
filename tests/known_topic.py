"""The shipped topic and what scores texts for it, read once in each process of the tests: each time takes half a second.

Nobody changes the shipped topic while tests run. Topics in folders of tests are read as ever, and so is the shipped one
by commands and crawls that start from nothing.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

from e2e.crawling import stories, story_html
from servers.corpora import opened

from topiccrawl.page.hidden_links.urls import site_of
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier
from topiccrawl.text.general_idf import general_idf
from topiccrawl.text.segment import default_segmenter

_NAME = "partybuild"
_load, _make = Topic.load, Focus.__init__


@cache
def topic() -> Topic:
    return _load(_NAME)


@cache
def focus() -> Focus:
    made = Focus.__new__(Focus)
    _make(made, topic())
    return made


def load(name_or_path: str | Path) -> Topic:
    """Do what `Topic.load` does."""
    return topic() if name_or_path == _NAME else _load(name_or_path)


def read_from(of: Topic) -> tuple[object, ...]:
    """Return what a focus reads of a topic; tables of words by their identity."""
    tables = {**of.tables, "learning": None}
    return id(of.words), id(of.weights), id(of.overrides), of.mean_weight, of.folder, tables


def make(made: Focus, of: Topic, *arguments: Any, **named: Any) -> None:
    """Do what `Focus.__init__` does; caches are shared."""
    if read_from(of) == read_from(topic()) and arguments in ((), ("rjieba",)) and not named:
        vars(made).update(vars(focus()), topic=of)
    else:
        _make(made, of, *arguments, **named)


def read_all() -> None:
    """Read and compile what a crawl needs at its first pages, for all processes that are forked from this one."""
    default_segmenter().content_words("共產黨員")  # traditional: the converter is read, too
    # Some words of the stories are in no table, so that the vectors are read, too.
    focus().prepare([story.title for story in stories()])
    for story in stories():
        focus().body("".join(story.paragraphs))
    links_of(Page.from_bytes(story_html(stories()[0]), "http://a.test/"))
    general_idf("党员")
    site_of("a.test")
    # The first statements that create tables take longest.
    with TemporaryDirectory() as folder:
        store = opened(f"sqlite:///{folder}/corpus.db")
        SqliteFrontier(store.writer, _NAME).close()
        store.close()


PATCHES = (mock.patch.object(Topic, "load", load), mock.patch.object(Focus, "__init__", make))
"""What is patched where the topic is known."""
