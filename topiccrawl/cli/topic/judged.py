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
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.topics.calibration import axis, corrections, verdict
from topiccrawl.topics.calibration.axis import LabelledText
from topiccrawl.topics.calibration.corrections import JudgedText
from topiccrawl.topics.calibration.graded_pages import NEAR, OTHER, RELEVANT, GradedRow, read_grades
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


def judged_texts(file: Path, topic: str, database: str) -> tuple[list[JudgedText], int]:
    """Judge the graded pages of a table and the other pages of the database, without corrections.

    Args:
        file: the table.
        topic: name or folder of the topic.
        database: where pages without a text are looked up; the other pages are read only if there are any.

    Returns:
        The pages, and the number of graded ones whose text was not found.

    Raises:
        LabelError: not such a table, or too few pages of one kind.
        TopicError: the topic cannot be loaded.
        StorageError: the database is needed and cannot be read.
    """
    rows, focus, pages = _graded_rows(file), Focus(Topic.load(topic), corrected=False), []
    for text in _texts(rows, topic, database, with_others=True):
        words = focus.words(text.body)
        relevance = focus.judge_words(focus.description(text.description), words).relevance
        pages.append(JudgedText(text.site, text.row.grade, relevance, words))
    grades = [page.grade for page in pages if page.grade is not None]
    _check_number(file, grades, (RELEVANT,), message("relevant"), corrections.LEAST_PAGES)
    _check_number(file, grades, (NEAR, OTHER), message("near or not relevant"), corrections.LEAST_PAGES)
    return pages, len(rows) - len(grades)


def labelled_texts(file: Path, topic: str, database: str, focus: Focus) -> tuple[list[LabelledText], int]:
    """Return the texts of the graded pages of a table; near ones count as not relevant.

    Args:
        file: the table.
        topic: name or folder of the topic.
        database: where pages without a text are looked up.
        focus: of the topic; cuts texts into words.

    Returns:
        The texts, and the number of pages whose text was not found.

    Raises:
        LabelError: not such a table, or too few pages of one kind.
        StorageError: the database is needed and cannot be read.
    """
    rows = _graded_rows(file)
    pages = [
        LabelledText(text.site, text.row.grade == RELEVANT, focus.words(text.body))
        for text in _texts(rows, topic, database)
    ]
    labels = [int(page.relevant) for page in pages]
    _check_number(file, labels, (1,), message("relevant"), axis.LEAST_PAGES)
    _check_number(file, labels, (0,), message("near or not relevant"), axis.LEAST_PAGES)
    return pages, len(rows) - len(pages)


def _graded_rows(file: Path) -> list[GradedRow]:
    """Return the rows with a grade, each page once."""
    rows = (row for row in read_grades(file) if row.grade is not None)
    return [*{row.url or row.where: row for row in rows}.values()]


def _texts(
    rows: Sequence[GradedRow], topic: str, database: str, with_others: bool = False
) -> Iterator[_Text]:
    """Yield the texts of a table, and those of the database if the table has rows without a text.

    With `with_others`, pages of the database that are not in the table follow, without a grade.
    """
    by_url = {row.url: row for row in rows}
    for row in rows:
        if row.text:
            yield _Text(row, title_or_beginning(row.title, row.text), row.text)
    if all(row.text for row in rows):
        return
    for page in stored_pages(database, topic_name(topic)):
        found = by_url.get(page.url, GradedRow("", page.url, None) if with_others else None)
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
