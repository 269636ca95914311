"""What a probe finds out about a site, as codes and values that JSON can hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Self


class State(StrEnum):
    """How a site was reached."""

    REACHED = "reached"
    """Its start page and its list were read."""
    REFUSED = "refused"
    """The server or its robots.txt refuses the crawler, or wants a browser or a log-in."""
    UNREACHABLE = "unreachable"
    """There is no answer, or an error of the server."""
    EMPTY = "empty"
    """It answers, but with no article links that can be read."""


class Continues(StrEnum):
    """How a list goes on."""

    LINKS = "links"
    SCRIPT = "script"
    SELECT = "select"
    FORM_GET = "form_get"
    FORM_POST = "form_post"
    DATA_NUMBER = "data_number"
    """Data that is asked for by a number."""
    DATA_CURSOR = "data_cursor"
    """Data that names its next part."""
    FRAME = "frame"
    RULE = "rule"
    """The file of the site says where."""
    FORM_UNSENT = "form_unsent"
    """A form that is never sent, as it takes free text."""
    UNKNOWN = "unknown"
    """It has a pager that cannot be read."""
    NONE = "none"


class Advice(StrEnum):
    """What to do before a crawl."""

    NOTHING = "nothing"
    BROWSER = "browser"
    LOG_IN = "log_in"
    BETTER_SEED = "better_seed"
    """The start page does not lead to articles of the topic; `SiteFindings.columns` may."""
    OTHER_TOPIC = "other_topic"
    """It can be crawled, but what was read is not about the topic."""
    NEXT_RULE = "next_rule"
    """Write down where the list goes on: `next` in a file of the site."""
    FILES = "files"
    """The texts are in files."""
    BODY_RULE = "body_rule"
    """Write down where the text is: `body` in a file of the site."""
    ASK_OWNER = "ask_owner"
    LATER = "later"
    CHECK_URL = "check_url"
    CERTIFICATE = "certificate"
    PRIVATE = "private"


@dataclass(frozen=True)
class ListFindings:
    """A list of articles.

    Attributes:
        url: of its first part.
        first: number of links to articles in the first part.
        second: number of those in the second part that the first has not; None: there was no request for it.
        continues: how it goes on.
        next_url: where it goes on; empty if that is not known.
        followed: whether the second part brought new articles.
        on_topic: number of links in the first part whose anchor text is about the topic.
    """

    url: str
    first: int
    second: int | None = None
    continues: Continues = Continues.NONE
    next_url: str = ""
    followed: bool = False
    on_topic: int = 0


@dataclass(frozen=True)
class ArticleFindings:
    """An article.

    Attributes:
        url: its URL.
        title: its title.
        published: its date; empty when not found.
        source: its source; empty when not found.
        sentence: its first sentence; empty without a text.
        length: characters of its text.
        relevance: its relevance to the topic, in [0, 1).
        kept: whether a crawl would keep it.
        problem: why it could not be read; empty if it was.
        detail: more about the problem, such as the status.
    """

    url: str
    title: str = ""
    published: str = ""
    source: str = ""
    sentence: str = ""
    length: int = 0
    relevance: float = 0.0
    kept: bool = False
    problem: str = ""
    detail: str = ""


@dataclass(frozen=True)
class Column:
    """A column of a site that may be a better seed: name and URL."""

    name: str
    url: str


@dataclass(frozen=True)
class SiteFindings:
    """What a probe found out about a site.

    Attributes:
        site: the URL that was probed.
        topic: name of the topic.
        state: how it was reached.
        reason: a member of `Problem` or `Unread`, or of `topiccrawl.probe.reasons`; empty if it was reached.
        detail: more about the reason, such as the status.
        url: of the start page after redirects; empty if it was not reached.
        requests: number of requests.
        charset: encoding of the start page. charset_from: evidence for it.
        system: what made the site; empty if nothing shows it.
        tls: what is wrong with the certificate or the encryption; empty: nothing.
        listing: "sitemap" or "feed" if the site's URL is one; otherwise empty.
        list: the list that was read; None if there was none.
        articles: up to three articles of the list.
        columns: columns that may be better seeds, the best first.
        advice: what to do, the most important first.
    """

    site: str
    topic: str
    state: State
    reason: str = ""
    detail: str = ""
    url: str = ""
    requests: int = 0
    charset: str = ""
    charset_from: str = ""
    system: str = ""
    tls: str = ""
    listing: str = ""
    list: ListFindings | None = None
    articles: tuple[ArticleFindings, ...] = ()
    columns: tuple[Column, ...] = ()
    advice: tuple[Advice, ...] = ()

    @property
    def crawlable(self) -> bool:
        """Whether a crawl gets articles from the site as it is."""
        return self.state is State.REACHED

    def as_dict(self) -> dict[str, Any]:
        """Return the findings as JSON can hold them."""
        return asdict(self) | {"crawlable": self.crawlable}

    @classmethod
    def of_dict(cls, stored: Mapping[str, Any]) -> Self:
        """Return the findings that `as_dict` returned.

        Raises:
            KeyError, TypeError, ValueError: they are others.
        """
        values = {name: value for name, value in stored.items() if name != "crawlable"}
        listed = values.get("list")
        if listed is not None:
            values["list"] = ListFindings(**listed | {"continues": Continues(listed["continues"])})
        values["state"] = State(values["state"])
        values["articles"] = tuple(ArticleFindings(**one) for one in values.get("articles", ()))
        values["columns"] = tuple(Column(**one) for one in values.get("columns", ()))
        values["advice"] = tuple(Advice(one) for one in values.get("advice", ()))
        return cls(**values)
