"""Graded pages as a topic judges them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from topiccrawl.cli.shared.topic_option import topic_name
from topiccrawl.corpus.labelling import stored_pages
from topiccrawl.errors import LabelError
from topiccrawl.messages import message
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.learner.grades import LEAST_GRADES
from topiccrawl.relevance.learner.seen import SeenPage
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.topics.calibration import verdict
from topiccrawl.topics.calibration.graded_pages import OTHER, RELEVANT, GradedRow, read_grades
from topiccrawl.topics.calibration.verdict import JudgedPage
from topiccrawl.topics.making.scale import title_or_beginning


class _Text(NamedTuple):
    row: GradedRow
    description: str
    body: str

    @property
    def site(self) -> str:
        """Return the site of the table, or else the host of the URL."""
        try:
            return self.row.site or urlsplit(self.row.url).hostname or self.row.where
        except ValueError:  # a bracket that is not an IPv6 address
            return self.row.where


def judged_pages(file: Path, topic: str, database: str) -> tuple[list[JudgedPage], int]:
    """Judge the graded pages of a table, without earlier pages of their sections.

    Args:
        file: the table.
        topic: name or folder of the topic.
        database: where pages without a text are looked up.

    Returns:
        The pages, and the number of those whose text was not found.

    Raises:
        LabelError: not such a table, or too few pages of one kind.
        TopicError: the topic cannot be loaded.
        StorageError: the database is needed and cannot be read.
    """
    rows, focus, pages = _graded_rows(file), Focus(Topic.load(topic)), []
    for text in _texts(rows, topic, database):
        description = focus.description(text.description)
        relevance = focus.judge(description, text.body).relevance
        pages.append(JudgedPage(text.site, text.row.grade or 0, description, relevance))
    grades = [page.grade for page in pages]
    _check_number(file, grades, (RELEVANT,), message("relevant"), verdict.LEAST_PAGES)
    _check_number(file, grades, (OTHER,), message("not relevant"), verdict.LEAST_PAGES)
    return pages, len(rows) - len(pages)


def graded_pages(file: Path, topic: str, database: str) -> tuple[list[SeenPage], int, float]:
    """Return the graded pages of a table for the learner; near ones are not relevant.

    Args:
        file: the table.
        topic: name or folder of the topic.
        database: where pages without a text are looked up.

    Returns:
        The pages as the topic judges them without what was learned, the number of those whose text was not
        found, and the topic's threshold.

    Raises:
        LabelError: not such a table, or too few pages of one kind.
        TopicError: the topic cannot be loaded.
        StorageError: the database is needed and cannot be read.
    """
    rows, focus, pages = _graded_rows(file), Focus(Topic.load(topic), moved=False), []
    for text in _texts(rows, topic, database):
        words, grade = focus.words(text.body), float(text.row.grade == RELEVANT)
        relevance = focus.judge_words(focus.description(text.description), words).relevance
        pages.append(SeenPage(text.row.url or text.row.where, words, 0, grade, relevance, text.site))
    grades = [int(page.grade or 0) for page in pages if page.words]
    _check_number(file, grades, (1,), message("relevant"), LEAST_GRADES)
    _check_number(file, grades, (0,), message("near or not relevant"), LEAST_GRADES)
    return pages, len(rows) - len(pages), focus.verdict.threshold


def _graded_rows(file: Path) -> list[GradedRow]:
    """Return the rows with a grade, each page once."""
    rows = (row for row in read_grades(file) if row.grade is not None)
    return [*{row.url or row.where: row for row in rows}.values()]


def _texts(rows: Sequence[GradedRow], topic: str, database: str) -> Iterator[_Text]:
    """Yield the texts of a table, and those of the database if the table has rows without a text."""
    by_url = {row.url: row for row in rows}
    for row in rows:
        if row.text:
            yield _Text(row, title_or_beginning(row.title, row.text), row.text)
    if all(row.text for row in rows):
        return
    for page in stored_pages(database, topic_name(topic)):
        found = by_url.get(page.url)
        if found is not None and not found.text:
            yield _Text(found, page.description(), page.text)


def _check_number(file: Path, grades: Sequence[int], wanted: Collection[int], kind: str, least: int) -> None:
    """Raise an error if there are too few pages with some grades."""
    if (count := sum(grade in wanted for grade in grades)) < least:
        raise LabelError(
            "{file}: expected at least {least} pages with texts that are {kind}, found {count}",
            file=file,
            least=least,
            kind=kind,
            count=count,
        )
