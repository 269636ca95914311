"""What extraction gives: the body of a page with what is known about it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Document:
    """A page as a text.

    Attributes:
        title: the headline, without the name of the site.
        text: the body, a paragraph a line, as the extractor gave it (`clean` is the step after it);
            empty when the page has no article.
        author: the writer or reporter, empty when not named.
        published: "YYYY-MM-DD" or "YYYY-MM-DD HH:MM", None when not found.
        kind: "article", or, for pages without one, "list", "video", "picture", "login" or "error".
        extractor: name of the extractor, a key of `topiccrawl.extraction.EXTRACTORS`.
        source: where the page says the text comes from, empty when it does not.
        site: the name of the site, empty when not found.
    """

    title: str = ""
    text: str = ""
    author: str = ""
    published: str | None = None
    kind: str = "article"
    extractor: str = "article"
    source: str = ""
    site: str = ""
