"""The description of a page: title, meta description, meta keywords (paper A: description information)."""

from __future__ import annotations

from dataclasses import dataclass

from topiccrawl.page.elements import Elements
from topiccrawl.page.facts.own_headline import names_no_article
from topiccrawl.page.metadata import read_metadata
from topiccrawl.page.page import Page

LONGEST = 10_000
"""Characters of each text that are read: a million would be split into words, at 100 bytes each."""


@dataclass(frozen=True)
class Description:
    """Title and meta texts of a page; empty where missing, and cut after `LONGEST` characters.

    Attributes:
        title: text of <title>.
        description: meta description.
        keywords: meta keywords.
        headline: the headline that the page shows, if <title> names only a site, a paper or a channel.
    """

    title: str = ""
    description: str = ""
    keywords: str = ""
    headline: str = ""

    @property
    def text(self) -> str:
        """Return all fields as one text, the title first."""
        return "\n".join(
            part for part in (self.title, self.headline, self.description, self.keywords) if part
        )


def describe(page: Page) -> Description:
    """Return the description of a page; `og:` elements replace missing ones."""
    head: dict[str, str] = {}
    title = ""
    for element in Elements.of(page).telling:
        if element.tag == "title":
            title = title or _line(element.text_content())
        elif element.tag == "meta":
            name = (element.get("name") or element.get("property") or "").strip().lower()
            content = _line(element.get("content") or "")
            if name and content:
                head.setdefault(name, content)
    title = title or head.get("og:title", "")
    return Description(
        title,
        head.get("description") or head.get("og:description", ""),
        head.get("keywords", ""),
        _headline(page) if names_no_article(title) else "",
    )


def _headline(page: Page) -> str:
    headline = page.once(read_metadata).title
    return "" if names_no_article(headline) else headline


def _line(text: str) -> str:
    return " ".join(text[: 2 * LONGEST].split())[:LONGEST]
