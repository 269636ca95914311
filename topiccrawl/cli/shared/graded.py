"""Graded pages as a topic judges them."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from topiccrawl.calibration.corrections import LEAST_PAGES as FEWEST_GRADES
from topiccrawl.calibration.corrections import JudgedText
from topiccrawl.calibration.graded_pages import OTHER, RELEVANT, GradedRow, read_grades
from topiccrawl.calibration.verdict import LEAST_PAGES, JudgedPage
from topiccrawl.cli.shared.topic_option import topic_name
from topiccrawl.corpus.labelling import stored_pages
from topiccrawl.errors import LabelError
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.vocabulary.topic.scale import title_or_beginning


def judged_pages(file: Path, topic: str, database: str) -> tuple[list[JudgedPage], int]:
    """Judge the graded pages of a table, without earlier pages of their sections.

    Args:
        file: the table.
        topic: name or folder of the topic.
        database: where pages without a text are looked up.

    Returns:
        The pages, and the number of those that the database does not hold.

    Raises:
        LabelError: not such a table, or too few pages of one kind.
        TopicError: the topic cannot be loaded.
        StorageError: the database is needed and cannot be read.
    """
    rows = [row for row in read_grades(file) if row.grade is not None]
    focus = Focus(Topic.load(topic))
    pages = [
        _judged(focus, row, title_or_beginning(row.title, row.text), row.text) for row in rows if row.text
    ]
    wanted = {row.url: row for row in rows if not row.text}
    if wanted:
        pages += [
            _judged(focus, row, page.description(), page.text)
            for page in stored_pages(database, topic_name(topic))
            if (row := wanted.pop(page.url, None)) is not None
        ]
    for grade, name in ((RELEVANT, "relevant"), (OTHER, "not relevant")):
        count = sum(page.grade == grade for page in pages)
        if count < LEAST_PAGES:
            raise LabelError(
                f"{file}: expected at least {LEAST_PAGES} pages with texts that are {name}, found {count}"
            )
    return pages, len(wanted)


def judged_texts(file: Path, topic: str, database: str) -> list[JudgedText]:
    """Judge the pages of a table and all others of the database, without corrections.

    Args:
        file: the table; one of texts needs no database.
        topic: name or folder of the topic.
        database: where pages without a text are looked up.

    Raises:
        LabelError: not such a table, or too few pages of one kind.
        TopicError: the topic cannot be loaded.
        StorageError: the database cannot be read.
    """
    rows = {row.url or row.where: row for row in read_grades(file) if row.grade is not None}
    focus = Focus(Topic.load(topic), corrected=False)
    texts = [
        _judged_text(focus, row, title_or_beginning(row.title, row.text), row.text)
        for row in rows.values()
        if row.text
    ]
    if len(texts) < len(rows):  # a table of texts needs no database
        for page in stored_pages(database, topic_name(topic)):
            row = rows.get(page.url) or GradedRow("", page.url, None)
            if not row.text:
                texts.append(_judged_text(focus, row, page.description(), page.text))
    for wanted, name in ((True, "relevant"), (False, "near or not relevant")):
        count = sum(text.grade is not None and (text.grade == RELEVANT) is wanted for text in texts)
        if count < FEWEST_GRADES:
            raise LabelError(
                f"{file}: expected at least {FEWEST_GRADES} pages with texts that are {name}, found {count}"
            )
    return texts


def _judged_text(focus: Focus, row: GradedRow, description: str, text: str) -> JudgedText:
    words = frozenset(focus.relevance.segmenter.content_words(text))
    relevance = focus.judge(focus.description(description), text).relevance
    return JudgedText(_site(row), row.grade, relevance, words)


def _judged(focus: Focus, row: GradedRow, description: str, text: str) -> JudgedPage:
    own = focus.description(description)
    return JudgedPage(_site(row), row.grade or 0, own, focus.judge(own, text).relevance)


def _site(row: GradedRow) -> str:
    try:
        return row.site or urlsplit(row.url).hostname or row.where
    except ValueError:  # a bracket that is not an IPv6 address
        return row.where
