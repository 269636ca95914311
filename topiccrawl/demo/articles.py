"""The stories of the demo web: short articles of our own in `demo/articles/<subject>.toml`."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib import resources
from typing import Any

PARTY = "party"
"""The subject the demo crawl looks for."""


@dataclass(frozen=True)
class Article:
    """One story, before any site prints it.

    Attributes:
        id: its name, unique among all stories.
        subject: what it is about, the name of the file it stands in (`party`, `sports`, ...).
        title: the headline, without any site's name.
        published: ISO date or date and time, as `datetime.fromisoformat` reads it.
        source: who wrote it first, as a dateline names it.
        author: name of the writer; may be empty.
        paragraphs: the body, at least one paragraph, plain text.
        near_miss: true for a story of another subject that uses the words of the party subject.
    """

    id: str
    subject: str
    title: str
    published: str
    source: str
    author: str
    paragraphs: tuple[str, ...]
    near_miss: bool = False


def load_articles() -> tuple[Article, ...]:
    """All stories shipped with the demo, sorted by file and in the order of the file.

    Raises:
        ValueError: a file is not as described in `Article`, or a story's id is used twice.
    """
    found: list[Article] = []
    folder = resources.files("topiccrawl.demo") / "articles"
    files = [entry for entry in folder.iterdir() if entry.name.endswith(".toml")]
    for entry in sorted(files, key=lambda entry: entry.name):
        found += parse_articles(entry.read_text(encoding="utf-8"), entry.name)
    twice = [name for name, times in Counter(article.id for article in found).items() if times > 1]
    if twice:
        raise ValueError(f"demo articles: id used twice: {', '.join(twice)}")
    return tuple(found)


def parse_articles(text: str, name: str) -> list[Article]:
    """The stories of one file.

    Args:
        text: TOML, one `[[article]]` a story.
        name: the file's name; the part before the first dot is the subject.

    Raises:
        ValueError: bad TOML, a missing or empty field or a date that cannot be read; names file and story.
    """
    try:
        entries = tomllib.loads(text).get("article", [])
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{name}: {error}") from error
    subject = name.partition(".")[0]
    return [_article(entry, subject, f"{name}: article {number}") for number, entry in enumerate(entries, 1)]


def _article(entry: Mapping[str, Any], subject: str, where: str) -> Article:
    texts = {key: str(entry.get(key, "")).strip() for key in ("id", "title", "published", "source", "author")}
    for key in ("id", "title", "published", "source"):
        if not texts[key]:
            raise ValueError(f"{where}: {key} is missing or empty")
    try:
        datetime.fromisoformat(texts["published"])
    except ValueError as error:
        raise ValueError(f"{where}: published = {texts['published']!r} is no ISO date") from error
    paragraphs = entry.get("paragraphs", [])
    if not isinstance(paragraphs, list) or not all(isinstance(text, str) for text in paragraphs):
        raise ValueError(f"{where}: paragraphs must be a list of texts")
    if not paragraphs or not all(text.strip() for text in paragraphs):
        raise ValueError(f"{where}: paragraphs are missing or one is empty")
    return Article(
        subject=subject,
        paragraphs=tuple(text.strip() for text in paragraphs),
        near_miss=bool(entry.get("near_miss", False)),
        **texts,
    )
