"""A briefing: the top stories of a period or a subject, each with sentences of its first page."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from topiccrawl.admin.lists.page_filter import PageFilter
from topiccrawl.admin.lists.search_query import rule_query
from topiccrawl.admin.lists.text_index import TextIndex
from topiccrawl.admin.lists.text_search import search_all
from topiccrawl.corpus.training.summary import summarise
from topiccrawl.newsroom.analysis.periods import Period
from topiccrawl.newsroom.analysis.volume import within
from topiccrawl.storage import schema
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.text.display import one_line

_INDEX, _PAGES, _MARKS = schema.page_index.c, schema.pages.c, schema.duplicates.c
_EVENTS, _LINKS = schema.events.c, schema.event_pages.c
NOTE = "编者按："
"""Sets what an editor adds apart from the sentences of pages."""
_MOST_SITES = 8
_NUMBER = r"(?:\d{1,2}(?:/\d{1,2})?|[一二三四五六七八九十]{1,2}|[上中下])"
_PART_OF_TITLE = re.compile(
    rf"\s*(?:[（(【\[]\s*{_NUMBER}\s*[)）】\]]|[-_—]\s*第?\d{{1,2}}页?|第\d{{1,2}}页)$"
)
_PART_OF_URL = re.compile(r"[_-]\d{1,2}(?=\.\w{3,5}$)|[?&](?:page|p)=\d{1,2}$")


@dataclass(frozen=True, slots=True)
class Item:
    """A story of a briefing.

    Attributes:
        page: id of the page that its sentences are from.
        title: its headline.
        url: its URL.
        site: its site.
        day: its day.
        place: place of the event; empty: not known.
        category: category of the event; empty: not known.
        sentences: sentences of the page, as they stand in it.
        pages: pages of the story in the period.
        sites: hosts with pages of the story, the first ones.
        event: id of the event; None: the page belongs to none.
        section: heading that it stands under; empty: none.
        note: what an editor adds, shown apart from the sentences; empty: nothing.
    """

    page: int
    title: str
    url: str
    site: str
    day: str
    place: str
    category: str
    sentences: tuple[str, ...]
    pages: int
    sites: tuple[str, ...]
    event: int | None
    section: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Letterhead:
    """What an edited briefing is headed with.

    Attributes:
        masthead: its name; empty: that of the topic.
        subtitle: below the masthead; empty: nothing.
        office: who publishes it; empty: not said.
        issue: its number, such as 2026年第12期.
    """

    masthead: str = ""
    subtitle: str = ""
    office: str = ""
    issue: str = ""


@dataclass(frozen=True, slots=True)
class Briefing:
    """The top stories of a period.

    Attributes:
        topic: name of the topic.
        period: days of the pages.
        subject: words that the pages have; empty: any.
        items: the stories, those with the most pages first.
        pages: number of pages of the period and subject that were read.
        are_all: whether these are all of them; otherwise they are the newest ones.
        stories: number of their stories; a page without an event counts as one story with its copies.
        letterhead: of a briefing that an editor has chosen; None: none has.
        title: the topic in words; empty: not known.
    """

    topic: str
    period: Period
    subject: str
    items: tuple[Item, ...]
    pages: int
    are_all: bool
    stories: int
    letterhead: Letterhead | None = None
    title: str = ""

    @property
    def days(self) -> str:
        """Return the period as a line."""
        return str(self.period.first) if self.period.days == 1 else str(self.period)

    @property
    def name(self) -> str:
        """Return the masthead."""
        return (self.letterhead and self.letterhead.masthead) or f"{self.title or self.topic}简报"

    @property
    def imprint(self) -> str:
        """Return number, office and days as a line."""
        head = self.letterhead or Letterhead()
        return "　".join(filter(None, (head.issue, head.office, self.days)))

    @property
    def heading(self) -> str:
        """Return the title of the briefing."""
        which = self.letterhead.issue if self.letterhead else self.days
        return f"{self.name} {which}" + (f"：{self.subject}" if self.subject else "")

    @property
    def count(self) -> str:
        """Return the numbers of pages and stories as a sentence."""
        pages = f"共 {self.pages} 个网页" if self.are_all else f"最新的 {self.pages} 个网页"
        shown = f"选登 {len(self.items)} 个" if self.letterhead else f"以下是报道最多的 {len(self.items)} 个"
        return f"本期{pages}，{self.stories} 个事件，{shown}。"

    @property
    def sections(self) -> tuple[tuple[str, tuple[tuple[int, Item], ...]], ...]:
        """Return the headings in their order, each with its numbered stories."""
        names = tuple(dict.fromkeys(item.section for item in self.items))
        numbered = tuple(enumerate(sorted(self.items, key=lambda item: names.index(item.section)), 1))
        return tuple((name, tuple(one for one in numbered if one[1].section == name)) for name in names)


def make_briefing(
    connection: Connection,
    index: TextIndex,
    topic: str,
    period: Period,
    *,
    subject: str = "",
    most: int = 10,
    sentences: int = 2,
    read: int = 5_000,
) -> Briefing:
    """Return the briefing of a period.

    A story is an event of `topiccrawl stories`; a page without an event forms a story with its copies. Parts
    of one article, which have their number in the title or the URL, are in one story.

    Args:
        connection: of the database.
        index: of the texts.
        topic: name of the topic.
        period: days of publication.
        subject: only pages that a search for it finds; empty: all pages.
        most: maximum number of stories.
        sentences: maximum number of sentences of a story.
        read: maximum number of pages to read, newest first.

    Raises:
        AdminError: there is a subject, and not all pages are indexed yet.
    """
    chosen = PageFilter(topic=topic, since=str(period.first), until=str(period.last))
    query = rule_query(subject) if subject.strip() else None
    among = search_all(connection, index, query, chosen) if query else None
    rows, are_all = _rows(connection, topic, period, among, read)
    stories: dict[object, list[dict[str, Any]]] = {}
    articles: dict[object, object] = {}
    numbered = {(row["host"], base) for row in rows if (base := _whole_title(row["title"])) != row["title"]}
    for row in rows:
        own = row["event"] or row["original"] or row["url_hash"]
        article = articles.setdefault(_article(row, numbered), own)
        stories.setdefault(article, []).append(row)

    def rank(pages: list[dict[str, Any]]) -> tuple[float, ...]:
        best = max(page["relevance"] or 0.0 for page in pages)
        return -len(pages), -len({page["host"] for page in pages}), -best, pages[0]["page_id"]

    top = sorted(stories.values(), key=rank)[:most]
    items = tuple(_item(connection, pages, sentences) for pages in top)
    return Briefing(topic, period, subject, items, len(rows), are_all, len(stories))


def _article(row: Mapping[str, Any], numbered: Collection[tuple[str, str]]) -> object:
    """Return what the parts of an article have in common: its title, or the beginning of its URL."""
    whole = row["host"], _whole_title(row["title"])
    return whole if whole in numbered else (*whole, _PART_OF_URL.sub("", row["url"]))


def _whole_title(title: str) -> str:
    """Return the title of an article without the number of its part.

    >>> _whole_title("百年侨批（二）"), _whole_title("百年侨批(2/3)"), _whole_title("党建工作第2期")
    ('百年侨批', '百年侨批', '党建工作第2期')
    """
    return _PART_OF_TITLE.sub("", title).strip()


def _rows(
    connection: Connection, topic: str, period: Period, among: Sequence[int] | None, read: int
) -> tuple[list[dict[str, Any]], bool]:
    """Return the newest pages of a period in ascending order, and whether these are all of its pages.

    Of `among`, the newest first, only so many are read.
    """
    joined = (
        schema.page_index.join(schema.pages, _PAGES.id == _INDEX.page_id)
        .outerjoin(schema.duplicates, _MARKS.page_id == _INDEX.page_id)
        .outerjoin(schema.event_pages, _LINKS.page_id == _INDEX.page_id)
        .outerjoin(schema.events, _EVENTS.id == _LINKS.event_id)
    )
    query = (
        select(
            _INDEX.page_id, _INDEX.host, _INDEX.day, _INDEX.relevance, _INDEX.title,
            _PAGES.url_hash, _PAGES.url, _PAGES.published,
            _MARKS.original_hash.label("original"), _EVENTS.id.label("event"), _EVENTS.first_page,
            _EVENTS.place, _EVENTS.category,
        )
        .select_from(joined)
        .where(_INDEX.topic == topic, within(period))
        .order_by(_INDEX.page_id.desc())
        .limit(read)
    )  # fmt: skip
    if among is not None:
        are_all = len(among) < read
        found = [
            row
            for part in chunks(among[:read])
            for row in connection.execute(query.where(_INDEX.page_id.in_(part))).mappings()
        ]
    else:
        found = list(connection.execute(query).mappings())
        are_all = len(found) < read
    rows = sorted(map(dict, found), key=lambda row: (row["day"], row["published"] or "~", row["page_id"]))
    return rows, are_all


def _item(connection: Connection, pages: list[dict[str, Any]], sentences: int) -> Item:
    first = pages[0]
    # The first page of the event if it falls in the period; otherwise the earliest that is not a copy.
    lead = next(
        (page for page in pages if page["page_id"] == first["first_page"]),
        next((page for page in pages if page["original"] is None), first),
    )
    query = select(_PAGES.title, _PAGES.url, _PAGES.site, _PAGES.text).where(_PAGES.id == lead["page_id"])
    row = connection.execute(query).one()
    hosts = tuple(dict.fromkeys(page["host"] for page in pages))[:_MOST_SITES]
    return Item(
        page=lead["page_id"],
        title=one_line(row.title) or one_line(row.url),
        url=row.url,
        site=one_line(row.site or lead["host"]),
        day=lead["day"],
        place=lead["place"] or "",
        category=lead["category"] or "",
        sentences=tuple(summarise(row.title, row.text, sentences)),
        pages=len(pages),
        sites=hosts,
        event=lead["event"],
    )


def plain_text(briefing: Briefing) -> Iterable[str]:
    """Yield the lines of a briefing for a terminal or a plain e-mail."""
    yield one_line(briefing.heading)
    if briefing.letterhead:
        yield from (one_line(line) for line in (briefing.letterhead.subtitle, briefing.imprint) if line)
    yield briefing.count
    for section, numbered in briefing.sections:
        yield from ("", one_line(f"【{section}】")) if section else ()
        for number, item in numbered:
            yield ""
            yield one_line(f"{number}. {item.title}")
            yield one_line(f"   {details(item)}")
            for sentence in item.sentences:
                yield one_line(f"   {sentence}")
            yield from (one_line(f"   {NOTE}{item.note}"),) if item.note else ()
            yield one_line(f"   {item.url}")


def details(item: Item) -> str:
    """Return site, day, place, subject and size of a story as a line."""
    extent = f"{item.pages} 个网页，{len(item.sites)} 个网站"
    parts = [item.site, item.day, item.place, item.category, extent]
    return " · ".join(part for part in parts if part)
