"""The description of a page: title, meta description, meta keywords (paper A: description information)."""

from __future__ import annotations

from dataclasses import dataclass

from topiccrawl.page.page import Page

LONGEST = 10_000
"""Characters of each text that are read: a million would be split into words, at 100 bytes each."""


@dataclass(frozen=True)
class Description:
    """Title and meta texts of a page; empty where missing, and cut after `LONGEST` characters."""

    title: str = ""
    description: str = ""
    keywords: str = ""

    @property
    def text(self) -> str:
        """Return all fields as one text, the title first."""
        return "\n".join(part for part in (self.title, self.description, self.keywords) if part)


def describe(page: Page) -> Description:
    """Return the description of a page; `og:` elements replace missing ones."""
    head: dict[str, str] = {}
    title = ""
    for element in page.tree.iter("title", "meta"):
        if element.tag == "title":
            title = title or _line(element.text_content())
        else:
            name = (element.get("name") or element.get("property") or "").strip().lower()
            content = _line(element.get("content") or "")
            if name and content:
                head.setdefault(name, content)
    return Description(
        title or head.get("og:title", ""),
        head.get("description") or head.get("og:description", ""),
        head.get("keywords", ""),
    )


def _line(text: str) -> str:
    return " ".join(text[: 2 * LONGEST].split())[:LONGEST]
