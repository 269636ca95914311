"""What a page says of itself: title, meta description, meta keywords (paper A: description information)."""

from __future__ import annotations

from dataclasses import dataclass

from topiccrawl.page.page import Page


@dataclass(frozen=True)
class Description:
    """A page's title and meta texts; empty where the page gives none."""

    title: str = ""
    description: str = ""
    keywords: str = ""

    @property
    def text(self) -> str:
        """All of it as one text, the title first."""
        return "\n".join(part for part in (self.title, self.description, self.keywords) if part)


def describe(page: Page) -> Description:
    """Read the description of a page; `og:` forms stand in for what is missing."""
    head: dict[str, str] = {}
    title = ""
    for element in page.tree.iter("title", "meta"):
        if element.tag == "title":
            title = title or " ".join(element.text_content().split())
        else:
            name = (element.get("name") or element.get("property") or "").strip().lower()
            content = " ".join((element.get("content") or "").split())
            if name and content:
                head.setdefault(name, content)
    return Description(
        title or head.get("og:title", ""),
        head.get("description") or head.get("og:description", ""),
        head.get("keywords", ""),
    )
