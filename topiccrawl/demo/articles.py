"""The stories of the demo web: short articles in `demo/articles/<subject>.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources

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
    """Return all stories, sorted by file and in the order of each file."""
    folder = resources.files("topiccrawl.demo") / "articles"
    found: list[Article] = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        for story in tomllib.loads(entry.read_text(encoding="utf-8"))["article"]:
            story["paragraphs"] = tuple(story["paragraphs"])
            found.append(Article(subject=entry.name.removesuffix(".toml"), **story))
    return tuple(found)
