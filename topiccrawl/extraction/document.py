"""The result of extraction: the body of a page with its metadata."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from topiccrawl.extraction.kinds.teaser import is_teaser
from topiccrawl.extraction.threads.post import Post

THREAD_TEXTS = ("posts", "first", "off")
"""What the text of a thread or microblog is: all posts, the opening post, or that of an article."""


@dataclass(frozen=True)
class Document:
    """An extracted page.

    Attributes:
        title: the headline, without the name of the site.
        text: the body as extracted, one paragraph per line (`clean` is the next step); empty when the page
            has none. Articles have one, galleries have their captions, threads and microblogs their posts.
        author: names of the authors, empty when not found.
        published: "YYYY-MM-DD" or "YYYY-MM-DD HH:MM", None when not found.
        kind: "article", "thread", "blog", "microblog", "list", "video", "picture", "login" or "error".
        extractor: name of the extractor, a key of `topiccrawl.extraction.EXTRACTORS`, or `file` for the
            text of a file.
        source: source of the text named on the page, empty when not found.
        site: name of the site, empty when not found.
        posts: posts of a thread or microblog, the opening one first; of a blog or article with comments its
            text and the comments; empty for other pages.
    """

    title: str = ""
    text: str = ""
    author: str = ""
    published: str | None = None
    kind: str = "article"
    extractor: str = "article"
    source: str = ""
    site: str = ""
    posts: tuple[Post, ...] = ()

    @property
    def is_teaser(self) -> bool:
        """Whether the text, or the opening post of a thread, is the beginning of one on another page."""
        return is_teaser(self.posts[0].text if self.posts else self.text)

    @property
    def post_rows(self) -> list[dict[str, Any]] | None:
        """Return the posts as JSON can hold them, None when there are none."""
        return [post.row() for post in self.posts] or None
