"""The stories of the demo web: short articles in `demo/articles/<subject>.toml`."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib import resources
from typing import Any

PARTY = "party"
"""The subject of the demo crawl."""


@dataclass(frozen=True)
class Article:
    """A story, independent of the sites that publish it.

    Attributes:
        id: unique name.
        subject: subject, the name of its file (`party`, `sports`, ...).
        title: headline without a site's name.
        published: date, or date and time, in ISO format.
        source: original source, as named in a dateline.
        author: name of the author; may be empty.
        paragraphs: paragraphs of the body, at least one, plain text.
        near_miss: whether it uses the words of the party subject, but has another subject.
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
    """Return all stories, sorted by file and in the order of each file.

    Raises:
        ValueError: a file is invalid, or the id of a story is used twice.
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
    """Return the stories of a file.

    Args:
        text: TOML with one `[[article]]` per story.
        name: name of the file; the part before the first dot is the subject.

    Raises:
        ValueError: invalid TOML, a missing or empty field or an invalid date; names file and story.
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
        raise ValueError(f"{where}: published = {texts['published']!r} is not an ISO date") from error
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
