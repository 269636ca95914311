"""Records that a crawl stores: pages kept, URLs dropped, pages judged, links visited or given up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.storage.frontier.contract import State


class Record(Protocol):
    """Something that a crawl stores; `topiccrawl.storage.pages.kinds` writes each kind."""

    @property
    def topic(self) -> str:
        """Name of the topic, at most 64 characters."""

    @property
    def url(self) -> str:
        """The URL that it belongs to."""


@dataclass(frozen=True, slots=True)
class PartRecord:
    """A page that continues an article.

    Attributes:
        url: the final URL exactly as fetched.
        fetched_at: when, with a time zone.
        status: HTTP status.
        headers: response headers that matter, JSON-ready.
        raw_html: the body as fetched, not compressed.
    """

    url: str
    fetched_at: datetime
    status: int
    headers: Mapping[str, object]
    raw_html: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRecord:
    """A page and where it came from: a row of `pages` and its rows in other tables.

    `topic` and `url` identify it: a later record replaces the earlier one.

    Attributes:
        topic: name of the topic, at most 64 characters.
        url: the final URL exactly as fetched.
        run_id: the run that fetched it.
        fetched_at: when, with a time zone.
        status: HTTP status.
        canonical_url: `url` in canonical form, see `topiccrawl.page.canonical_url`.
        headers: response headers that matter, JSON-ready.
        charset: encoding the body was read with.
        charset_source: how the encoding was found.
        body_sha256: sha256 of the body as fetched, hexadecimal.
        raw_html: the body as fetched, not compressed; None when it is not kept.
        kind: what the page is, such as an article or an index.
        extractor: name of the extractor that found the text.
        title: title after cleaning, without the site's suffix.
        raw_title: title as the page gives it.
        author: None when the page does not show it, as with `published` and `site`.
        published: ISO 8601 in China time, as exact as the page: a date, or a date with time.
        site: the site the page belongs to.
        raw_text: extracted text before cleaning, a paragraph a line.
        text: the corpus text.
        posts: author, time, floor and text of each post, JSON-ready; None for a page without posts.
        relevance: the verdict's value in [0, 1], computed from the next two.
        description_relevance: relevance of title, keywords and description.
        body_relevance: relevance of the body.
        priority: the link's priority when it was fetched.
        priority_parts: the parts of the priority.
        anchor: anchor text of the link that led here.
        parent_url: the page with that link.
        depth: links from a seed, 0 for a seed.
        duplicate_of: URL of the original; None for originals.
        duplicate_kind: what is similar, such as title or body.
        duplicate_similarity: how similar, in [0, 1].
        fingerprint: for the comparison with other pages; None: it is computed from title and text.
        dedup: how it is compared with the pages of its topic in the transaction that stores it, which then
            decides `duplicate_of`, `duplicate_kind` and `duplicate_similarity`; None: these are as given.
        quality: quality attributes of the text, JSON-ready; None when they were not computed, as with the
            next four.
        robots: the robots directives of page and headers, as found.
        tdm_reservation: whether the right to text and data mining is reserved (TDMRep).
        tdm_policy: URL of the policy (TDMRep).
        licence: URL of the licence that the page states.
        source: the source of the text that the page names; None when it names none.
        url_segments: directories of the URL that may name a view, see `topiccrawl.page.url_forms.steps`;
            None: nothing is learned about twins from the URL.
        parts: the other pages of an article over several pages, in order.
        partial: whether some of them are missing; None for an article on one page.
        set_aside: why exports leave the page out; None: they do not.
    """

    topic: str
    url: str
    run_id: int
    fetched_at: datetime
    status: int = 200
    canonical_url: str | None = None
    headers: Mapping[str, object] = field(default_factory=dict)
    charset: str | None = None
    charset_source: str | None = None
    body_sha256: str | None = None
    raw_html: bytes | None = None
    kind: str | None = None
    extractor: str | None = None
    title: str = ""
    raw_title: str = ""
    author: str | None = None
    published: str | None = None
    site: str | None = None
    raw_text: str = ""
    text: str = ""
    posts: Sequence[Mapping[str, object]] | None = None
    relevance: float | None = None
    description_relevance: float | None = None
    body_relevance: float | None = None
    priority: float | None = None
    priority_parts: Mapping[str, object] = field(default_factory=dict)
    anchor: str | None = None
    parent_url: str | None = None
    depth: int | None = None
    duplicate_of: str | None = None
    duplicate_kind: str | None = None
    duplicate_similarity: float | None = None
    fingerprint: Fingerprint | None = None
    dedup: DedupRule | None = None
    quality: Mapping[str, object] | None = None
    robots: str | None = None
    tdm_reservation: bool | None = None
    tdm_policy: str | None = None
    licence: str | None = None
    source: str | None = None
    url_segments: frozenset[str] | None = None
    parts: tuple[PartRecord, ...] = ()
    partial: bool | None = None
    set_aside: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DropRecord:
    """A URL that was not kept, and the reason; one row of `drops`.

    `topic`, `url` and `stage` identify it: a later record replaces the earlier one.

    Attributes:
        topic: name of the topic, at most 64 characters.
        url: the URL.
        stage: where it was dropped, such as a gate or a pipeline; at most 64 characters.
        reason: why.
        run_id: the run that dropped it.
        dropped_at: when, with a time zone.
        score: the value that was too low, if that was the reason.
        parent_url: the page that linked to it.
        anchor: anchor text of that link.
        score_parts: the parts of the score, JSON-ready.
    """

    topic: str
    url: str
    stage: str
    reason: str
    run_id: int
    dropped_at: datetime
    score: float | None = None
    parent_url: str | None = None
    anchor: str | None = None
    score_parts: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitRecord:
    """A page that was judged; it counts in a row of `url_sections`.

    Attributes:
        topic: name of the topic, at most 64 characters.
        url: the URL.
        accepted: whether the page was accepted.
    """

    topic: str
    url: str
    accepted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisitRecord:
    """A list page, sitemap or feed that is asked for again; one row of `revisits`.

    `topic` and `url` identify it: a later record replaces the earlier one; `changes` and `days` are added.

    Attributes:
        topic: name of the topic, at most 64 characters.
        url: the URL that is requested.
        kind: "list", "sitemap" or "feed".
        visited_at: when it was last asked for, with a time zone.
        why: JSON on the link's origin, as in the frontier.
        etag: header ETag of the last answer; empty: none.
        last_modified: header Last-Modified of the last answer; empty: none.
        changes: visits that found something new.
        days: days over which the visits spread.
    """

    topic: str
    url: str
    kind: str
    visited_at: datetime
    why: str = ""
    etag: str = ""
    last_modified: str = ""
    changes: int = 0
    days: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingRecord:
    """A page whose verdict waits for the pages that it links to; one row of `waiting_pages`.

    `topic` and `url` identify it: a later record replaces the earlier one.

    Attributes:
        topic: name of the topic, at most 64 characters.
        url: the final URL exactly as fetched.
        run_id: the run that fetched it.
        fetched_at: when, with a time zone.
        status: HTTP status.
        headers: response headers that matter, JSON-ready.
        raw_html: the body as fetched, not compressed.
        why: JSON on the link's origin: anchor text, parent page, parts of the score.
        similarity: its own similarity to the topic.
        expected: number of children that it waits for; 0: the end of the crawl.
        weak_before: number of weak pages in a row on the way to it.
        links: what its links are worth by their anchor texts, by canonical URL.
    """

    topic: str
    url: str
    run_id: int
    fetched_at: datetime
    status: int = 200
    headers: Mapping[str, object] = field(default_factory=dict)
    raw_html: bytes = b""
    why: str = ""
    similarity: float = 0.0
    expected: int = 0
    weak_before: int = 0
    links: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingChildRecord:
    """A fetched page that a waiting page links to; one row of `waiting_children`.

    Attributes:
        topic: name of the topic, at most 64 characters.
        page_url: canonical URL of the waiting page.
        url: canonical URL of the child.
        similarity: of the child to the topic.
    """

    topic: str
    page_url: str
    url: str
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledRecord:
    """A page whose verdict does not wait any more; its rows are deleted.

    Attributes:
        topic: name of the topic, at most 64 characters.
        url: the final URL exactly as fetched.
        canonical_url: its canonical URL.
    """

    topic: str
    url: str
    canonical_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRecord:
    """The final state of a link, for databases that do not hold the queue; one row of `links`.

    `topic` and `key` identify it: a later record replaces the earlier one.

    Attributes:
        topic: name of the topic, at most 64 characters.
        key: the frontier's key of the URL, at most 64 bytes.
        host: the downloader's slot.
        state: `State.DONE` or `State.DEAD`.
        score: its priority.
        url: its URL.
        why: JSON on the link's origin: anchor text, parent page, parts of the score.
        reason: why it is dead.
    """

    topic: str
    key: bytes
    host: str
    state: State
    score: float
    url: str
    why: str = ""
    reason: str | None = None
