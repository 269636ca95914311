"""A post, and a thread of posts."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Post:
    """A post of a forum thread, a microblog or the comments of a blog.

    Attributes:
        text: the text, one paragraph per line.
        author: the name of its author as displayed, empty when not found.
        time: "YYYY-MM-DD" or "YYYY-MM-DD HH:MM", None when the page gives no date, as in 3天前.
        floor: its number on the page, None when there is none.
    """

    text: str
    author: str = ""
    time: str | None = None
    floor: int | None = None

    def row(self) -> dict[str, Any]:
        """Return the post as a mapping that JSON can hold."""
        return asdict(self)


@dataclass(frozen=True)
class Thread:
    """The posts of a page.

    Attributes:
        kind: "thread", "microblog", "blog" (comments below a blog's post) or "article" (below another text).
        posts: the posts in order; the first one is the opening post.
        reason: why the page has this kind.
    """

    kind: str
    posts: tuple[Post, ...]
    reason: str

    @property
    def text(self) -> str:
        """The texts of all posts of a thread or microblog; of a blog the first one, without comments."""
        return "\n".join(post.text for post in self.posts) if self.holds_replies else self.posts[0].text

    @property
    def holds_replies(self) -> bool:
        """Whether replies are part of the text."""
        return self.kind in ("thread", "microblog")
