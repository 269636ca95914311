"""Find the thread of a page: its posts in order, and what kind of thread it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from statistics import median

from topiccrawl.extraction.article import furniture
from topiccrawl.extraction.article.body import find_body
from topiccrawl.extraction.article.edges import SENTENCE_ENDS
from topiccrawl.extraction.article.weights import page_headline
from topiccrawl.extraction.lines import Layout, Line, page_layout
from topiccrawl.extraction.threads.authors import (
    CERTAIN,
    clean_name,
    find_author,
    names_author,
)
from topiccrawl.extraction.threads.contents import Contents
from topiccrawl.extraction.threads.items import Group, Item, ancestors, groups_of, is_hidden
from topiccrawl.extraction.threads.opening import has_stamp, lone_post_lines, opening_lines
from topiccrawl.extraction.threads.post import Post, Thread
from topiccrawl.extraction.threads.stamps import floor_of, is_stamp, stamp_lines, stamp_time, without_time
from topiccrawl.extraction.threads.wording import has_thread_mark, is_blog, is_microblog, is_thread_name
from topiccrawl.page.elements import page_title
from topiccrawl.page.page import Page

_RE = re.compile(r"^(?:Re|回复|回覆|答复)[:：]", re.IGNORECASE)

MIN_STAMPS = 2
MIN_HEADLINE = 8
"""Minimum length of a linked line that may be a headline."""

MIN_TEXT, MIN_TEXT_SHARE = 3, 0.15
"""Minimum text of posts beside stamps and links: characters a post, and share of all characters."""

MIN_LINKED_TITLE = 12
"""Minimum length of a headline in the line of a stamp; shorter links are names and buttons."""

SHORT_POST = 140
"""Median length of the posts of a microblog, in characters."""


@dataclass(frozen=True)
class _Found:
    """A post with its place on the page."""

    first: int
    post: Post


@dataclass(frozen=True)
class _Posts:
    """The posts of a group."""

    group: Group
    found: tuple[_Found, ...]
    size: int


def page_thread(page: Page) -> Thread | None:
    """Return the thread of a page, None when it has none; use it with `Page.once`, which caches it."""
    layout = page.once(page_layout)
    stamps = stamp_lines(layout)
    if len(stamps) < MIN_STAMPS:
        return _lone_post(page, layout) if stamps else None
    groups = groups_of(layout, stamps)
    if groups:
        wanted = furniture.squeeze(page_title(page))
        groups = [group for group in groups if not _lists_headlines(layout, group, wanted)]
    found = _Reader(page, layout, groups).thread() if groups else None
    return found or _lone_post(page, layout)


def _lone_post(page: Page, layout: Layout) -> Thread | None:
    """Return a thread without replies, where the page has no article but the wording of a thread."""
    head = page.once(page_headline)
    if head < 0 or find_body(page) or not any(has_thread_mark(line.text) for line in layout.lines):
        return None
    lines = lone_post_lines(layout, head)
    text = "\n".join(layout.lines[index].text for index in lines)
    return Thread("thread", (Post(text),), "a post without replies") if lines else None


def _lists_headlines(layout: Layout, group: Group, wanted: str) -> bool:
    """Return whether the items are entries of a list: most have a linked headline, or hardly any text."""
    linked = own = whole = 0
    for item in group.items:
        headline = False
        for index in range(item.first, item.end):
            line = layout.lines[index]
            whole += len(line.text)
            if index == item.stamp:
                headline = headline or _holds_headline(line)
                continue
            own += len(line.text) - line.link_chars
            headline = headline or (
                line.link_chars >= MIN_HEADLINE
                and line.link_chars >= 0.7 * len(text := furniture.squeeze(line.text))
                and _RE.sub("", text) not in wanted
                and "@" not in line.text
                and "://" not in line.text
            )
        linked += headline
    return linked >= 0.6 * len(group.items) or own < max(MIN_TEXT * len(group.items), MIN_TEXT_SHARE * whole)


def _holds_headline(stamp: Line) -> bool:
    """Return whether the line of a stamp is a linked headline with the date beside it, outside the link."""
    rest = len(furniture.squeeze(without_time(stamp.text)))
    return stamp.link_chars >= MIN_LINKED_TITLE and 0.7 * rest <= stamp.link_chars <= rest


class _Reader:
    """Reads the posts of the groups of a page."""

    def __init__(self, page: Page, layout: Layout, groups: Sequence[Group]) -> None:
        self._page = page
        self._layout = layout
        self._groups = groups
        self._items = [item for group in groups for item in group.items]

    def thread(self) -> Thread | None:
        """Return the thread, None when no group holds posts."""
        read = [posts for posts in map(self._posts, self._groups) if posts is not None]
        if not read:
            return None
        best = max(read, key=lambda posts: posts.size)
        if self._is_among_paragraphs(best):
            return None
        kept = [posts for posts in read if posts is best or self._belong_together(posts, best)]
        found: dict[int, _Found] = {}
        for posts in kept:
            for one in posts.found:
                if one.first not in found or len(found[one.first].post.text) < len(one.post.text):
                    found[one.first] = one
        replies = [found[first] for first in sorted(found)]
        return self._with_opening(replies, best.group)

    def _is_among_paragraphs(self, posts: _Posts) -> bool:
        """Return whether more text stands between posts than in them: boxes of readers in an article."""
        items = sorted(posts.group.items, key=lambda item: item.first)
        between = [at for one, other in pairwise(items) for at in range(one.end, other.first)]
        texts = [line.text for line in map(self._layout.lines.__getitem__, between) if not line.link_chars]
        return sum(len(text) for text in texts if text.endswith(SENTENCE_ENDS)) > posts.size

    def _posts(self, group: Group) -> _Posts | None:
        own = [self._own_lines(item) for item in group.items]
        contents = Contents(self._layout, group, own)
        found: list[_Found] = []
        certain = marked = 0
        for number, item in enumerate(group.items):
            lines = contents.lines(number)
            author, value = self._author(item, lines, own[number])
            lines = [index for index in lines if self._layout.lines[index].text.strip() != author]
            certain += value >= CERTAIN
            around = [self._layout.lines[index].text for index in own[number]]
            marked += any(has_thread_mark(line) or names_author(line) for line in around)
            text = "\n".join(self._layout.lines[index].text for index in lines)
            if text:
                found.append(_Found(lines[0], self._post(text, author, item, own[number])))
        if len(found) < 2 or 2 * len(found) < len(group.items):
            return None
        if 2 * certain < len(group.items) and 2 * marked < len(group.items):
            return None
        return _Posts(group, tuple(found), sum(len(one.post.text) for one in found))

    def _own_lines(self, item: Item) -> list[int]:
        """Return the visible lines of an item that are in no other item inside it."""
        inner = [
            other
            for other in self._items
            if other.block != item.block and item.first <= other.first and other.end <= item.end
            and not (other.first == item.first and other.end == item.end)
            and not other.first <= item.stamp < other.end
        ]  # fmt: skip
        shown = (index for index in range(item.first, item.end) if not is_hidden(self._layout, index))
        return [index for index in shown if not any(other.first <= index < other.end for other in inner)]

    def _post(self, text: str, author: str, item: Item, own: Sequence[int]) -> Post:
        stamps = [self._layout.lines[index].text for index in own if is_stamp(self._layout.lines[index].text)]
        time = next(filter(None, map(stamp_time, stamps)), None)
        head = [self._layout.lines[index].text for index in own if len(self._layout.lines[index].text) <= 60]
        floor = next((number for number in map(floor_of, [*stamps, *head]) if number is not None), None)
        return Post(text, author, time or self._machine_time(item), floor)

    def _machine_time(self, item: Item) -> str | None:
        """Return the time that attributes state beside a relative one."""
        element = self._layout.elements[self._layout.lines[item.stamp].block]
        for one in element.iter("time", "span", "abbr", "a", "em", "div"):
            for name in ("datetime", "title", "data-time", "data-original-title"):
                time = stamp_time(one.get(name) or "")
                if time:
                    return time
        return None

    def _author(self, item: Item, text: Sequence[int], own: Sequence[int]) -> tuple[str, int]:
        elements = self._layout.elements
        if item.is_range:
            return clean_name(self._layout.lines[item.stamp].text), 0
        kept = {self._layout.lines[index].block for index in text} - {item.block}
        name, value = find_author(elements[item.block], {elements[block] for block in kept})
        if value < CERTAIN:
            near = self._name_near(item, text, own)
            name = near or name
        return name, value

    def _name_near(self, item: Item, text: Sequence[int], own: Sequence[int]) -> str:
        """Return the name in the line of the stamp or in a short line above it."""
        before = [index for index in own if index < item.stamp and index not in text]
        return next(filter(None, (clean_name(self._layout.lines[index].text) for index in before)), "")

    def _belong_together(self, posts: _Posts, best: _Posts) -> bool:
        """Return whether the items of one group stand among those of another."""
        blocks = self._layout.blocks
        one, other = posts.group.around, best.group.around
        return one == other or one in ancestors(blocks, other) or other in ancestors(blocks, one)

    def _with_opening(self, replies: list[_Found], group: Group) -> Thread | None:
        """Return the thread of these posts, with the opening post above them if it is not one of them."""
        layout = self._layout
        posts = tuple(one.post for one in replies)
        hints = " ".join(
            {
                layout.blocks[block].hint
                for item in group.items[:2]
                for block in ancestors(layout.blocks, item.block)
            }
        )
        lines = (layout.lines[index].text for item in group.items for index in range(item.first, item.end))
        marked = is_thread_name(hints) or any(map(has_thread_mark, lines))
        microblog = is_microblog(hints, page_title(self._page))
        opening = self._opening(replies, group, marked or microblog)
        if opening is not None:
            size = sum(len(post.text) for post in posts)
            if not marked and len(opening.text) >= size:
                kind = "blog" if is_blog(self._page.html) else "article"
                return Thread(kind, (opening, *posts), "comments stand below its text")
            posts = (opening, *posts)
        if microblog and not marked and median(len(post.text) for post in posts) <= SHORT_POST:
            return Thread("microblog", posts, "short posts with author and time, and no thread")
        return Thread("thread", posts, "posts with author and time in repeated blocks")

    def _opening(self, replies: Sequence[_Found], group: Group, marked: bool) -> Post | None:
        """Return the text above the first reply, None when the first post opens the thread."""
        start = min(min(item.first for item in group.items), replies[0].first)
        head = self._page.once(page_headline)
        if marked:
            if not has_stamp(self._layout, head, start):
                return None
            found = opening_lines(self._layout, group.around, start, head)
            lines = [self._layout.lines[index].text for index in found]
        else:
            lines = self._body_above(start)
        return self._opening_post("\n".join(lines), head, start) if lines else None

    def _body_above(self, start: int) -> list[str]:
        """Return the lines of the page's body where it begins above the replies; empty elsewhere."""
        lines = find_body(self._page).splitlines()
        begins = bool(lines) and any(lines[0] in line.text for line in self._layout.lines[:start])
        return lines if begins else []

    def _opening_post(self, text: str, head: int, start: int) -> Post:
        """Return an opening post with author and time of the stamp between headline and replies."""
        layout = self._layout
        near = range(max(head, 0), start)
        stamp = next((index for index in near if is_stamp(layout.lines[index].text)), -1)
        if stamp < 0:
            return Post(text)
        around = list(ancestors(layout.blocks, layout.lines[stamp].block))[:2]
        found = [find_author(layout.elements[block], frozenset()) for block in around]
        author, value = max(found, key=itemgetter(1))
        item = Item(around[0], stamp, stamp, stamp + 1, stamp)
        time = stamp_time(layout.lines[stamp].text) or self._machine_time(item)
        return Post(text, author if value >= CERTAIN else "", time)
