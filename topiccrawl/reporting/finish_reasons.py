"""Scrapy's finish reasons in words."""

from __future__ import annotations

from topiccrawl.crawl.engine import DATABASE_UNAVAILABLE, FRONTIER_LOST
from topiccrawl.text.language import marked, translated

_REASONS = {
    "finished": marked("no link waits"),
    "dry": marked("of the last TOPICCRAWL_DRY_PAGES pages almost none was new and on the topic"),
    "discovered": marked("the search engines were asked; what they found waits for the next crawl"),
    "shutdown": marked("stopped from outside (Ctrl-C or SIGTERM)"),
    "cancelled": marked("cancelled by the spider"),
    DATABASE_UNAVAILABLE: marked("the database went away; pages that were not stored are fetched again"),
    FRONTIER_LOST: marked("the queue lost links that it held; start over: the same command with -a fresh=1"),
    "closespider_pagecount": marked("the limit CLOSESPIDER_PAGECOUNT was reached"),
    "closespider_itemcount": marked("the limit CLOSESPIDER_ITEMCOUNT was reached"),
    "closespider_timeout": marked("the limit CLOSESPIDER_TIMEOUT was reached"),
    "closespider_timeout_no_item": marked("no page was kept for CLOSESPIDER_TIMEOUT_NO_ITEM"),
    "closespider_errorcount": marked("the limit CLOSESPIDER_ERRORCOUNT was reached"),
    "memusage_exceeded": marked("it used more memory than MEMUSAGE_LIMIT_MB allows"),
}


_COMPLETE = marked("every link worth a visit is visited")
_UNREAD = marked("no link waits, but not everything could be read")


def reason_text(reason: str, *, is_complete: bool = False, has_unread: bool = False) -> str:
    """Return what Scrapy's finish reason means.

    Args:
        reason: the reason.
        is_complete: whether all that was worth a visit is known to be visited.
        has_unread: whether something is known that could not be read.

    >>> reason_text("finished"), reason_text("my_reason")
    ('no link waits', 'my_reason')
    >>> reason_text("finished", is_complete=True)
    'every link worth a visit is visited'
    """
    if reason == "finished" and has_unread:
        return translated(_UNREAD)
    if reason == "finished" and is_complete:
        return translated(_COMPLETE)
    return translated(_REASONS.get(reason, reason))
