"""Findings in words: messages, which terminals and pages say in their language."""

from __future__ import annotations

from collections.abc import Mapping

from topiccrawl.access.polite_client import Problem
from topiccrawl.messages import Message, message
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.probe.findings import Advice, ArticleFindings, Continues, ListFindings, SiteFindings, State
from topiccrawl.probe.reasons import (
    INTERNAL,
    LISTING,
    NO_LINKS,
    NO_RECORDS,
    NO_TEXT,
    NOT_HTML,
    STATUS,
    TOO_COMPLEX,
)

_REASONS: Mapping[str, Message] = {
    Problem.ROBOTS: message("robots.txt disallows it"),
    Problem.ROBOTS_ERROR: message("the server answers robots.txt with {detail}", detail=""),
    Problem.PRIVATE: message("a loopback or private address"),
    Problem.DNS: message("the name of the host is unknown"),
    Problem.CONNECTION: message("no connection"),
    Problem.TIMEOUT: message("no answer in time"),
    Problem.CERTIFICATE: message("the certificate cannot be verified"),
    Problem.TLS: message("the TLS handshake fails"),
    Problem.REDIRECTS: message("redirects that lead nowhere"),
    Problem.TOO_LARGE: message("the page is too large"),
    Problem.BUDGET: message("the requests or the time for the site are used up"),
    Unread.CHALLENGE: message("a page that checks for a browser"),
    Unread.SCRIPT_LIST: message("a script fills the page"),
    Unread.LOGIN: message("a log-in page"),
    Unread.FILE_TEXT: message("the texts are files"),
    STATUS: message("the server answered {detail}", detail=""),
    NOT_HTML: message("not a page"),
    TOO_COMPLEX: message("too complex to be parsed"),
    NO_RECORDS: message("the data of the list has no links"),
    NO_LINKS: message("no links to articles"),
    NO_TEXT: message("no text found"),
    LISTING: message("a sitemap or feed that cannot be read"),
    INTERNAL: message("an error in topiccrawl"),
}
_STATES = {
    State.REACHED: message("reached"),
    State.REFUSED: message("refused"),
    State.UNREACHABLE: message("not reached"),
    State.EMPTY: message("no articles"),
}
_CONTINUES = {
    Continues.LINKS: message("links"),
    Continues.SCRIPT: message("script"),
    Continues.SELECT: message("selection"),
    Continues.FORM_GET: message("form (GET)"),
    Continues.FORM_POST: message("form (POST)"),
    Continues.DATA_NUMBER: message("data, by number"),
    Continues.DATA_CURSOR: message("data, by cursor"),
    Continues.FRAME: message("frame"),
    Continues.RULE: message("the site's file"),
    Continues.FORM_UNSENT: message("a form that we do not send"),
    Continues.UNKNOWN: message("a pager of unknown kind"),
    Continues.NONE: message("one page"),
}
_ADVICE = {
    Advice.NOTHING: message("nothing"),
    Advice.BROWSER: message("try the browser: extra `browser`, TOPICCRAWL_BROWSER=shells"),
    Advice.LOG_IN: message("log in: see docs/access.md"),
    Advice.OTHER_TOPIC: message("not about the topic: leave it out, or look at the topic words"),
    Advice.NEXT_RULE: message("say where the list goes on: `next` in sites/<host>.toml"),
    Advice.BODY_RULE: message("say where the text is: `body` in sites/<host>.toml"),
    Advice.FILES: message("the texts are in files"),
    Advice.ASK_OWNER: message("leave it out, or ask the owner"),
    Advice.LATER: message("try again later"),
    Advice.CHECK_URL: message("check the URL"),
    Advice.CERTIFICATE: message("TOPICCRAWL_TLS = record reads such servers"),
    Advice.PRIVATE: message("--allow-private permits it"),
}
_NOT_FOLLOWED = (Continues.NONE, Continues.UNKNOWN, Continues.FORM_UNSENT)
_MOST_NAMED = 3


def reason_text(reason: str, detail: str = "") -> Message:
    """Return why a site or an article was not read.

    Args:
        reason: see `SiteFindings.reason`; an unknown one is returned as it is.
        detail: more about it.
    """
    known = _REASONS.get(reason)
    if known is None:
        return message("reason: {reason}", reason=reason)
    if "detail" in known.values:
        return message(known.template, detail=detail)
    return message("{text} ({detail})", text=known, detail=message(detail)) if detail else known


def state_text(found: SiteFindings) -> Message:
    """Return how a site was reached, with the reason if it was not."""
    state = _STATES[found.state]
    if found.reason:
        return message("{state}: {reason}", state=state, reason=reason_text(found.reason, found.detail))
    if found.tls:
        return message("{state} (TLS: {problem})", state=state, problem=found.tls)
    return state


def continues_text(listed: ListFindings) -> Message:
    """Return how a list goes on, and whether a crawl can follow it."""
    way = _CONTINUES[listed.continues]
    if listed.followed or listed.continues in _NOT_FOLLOWED:
        return way
    if listed.second == 0:
        return message("{way}: nothing new there", way=way)
    return message("{way}: not tried", way=way)


def count_text(listed: ListFindings) -> str:
    """Return the number of links in the two parts of a list.

    >>> count_text(ListFindings("http://a.cn/", 12, 10)), count_text(ListFindings("http://a.cn/", 12))
    ('12 + 10', '12')
    """
    return f"{listed.first}" if listed.second is None else f"{listed.first} + {listed.second}"


def verdict_text(article: ArticleFindings) -> Message:
    """Return the topic's verdict on an article, or why there is none."""
    if article.problem:
        return reason_text(article.problem, article.detail)
    if article.kept:
        return message("keep {relevance:.2f}", relevance=article.relevance)
    return message("drop {relevance:.2f}", relevance=article.relevance)


def advice_texts(found: SiteFindings) -> list[Message]:
    """Return what to do about a site, the most important first."""
    return [_better_seed(found) if one is Advice.BETTER_SEED else _ADVICE[one] for one in found.advice]


def _better_seed(found: SiteFindings) -> Message:
    if not found.columns:
        return message("a better seed: a page that lists articles")
    named = ", ".join(f"{column.name} {column.url}" for column in found.columns[:_MOST_NAMED])
    return message("a better seed: {columns}", columns=named)
