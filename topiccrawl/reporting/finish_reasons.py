"""Scrapy's finish reasons in words."""

from __future__ import annotations

from topiccrawl.crawl.engine import DATABASE_UNAVAILABLE
from topiccrawl.text.language import marked, translated

_REASONS = {
    "finished": marked("every link worth a visit is visited"),
    "dry": marked("of the last TOPICCRAWL_DRY_PAGES pages almost none was new and on the topic"),
    "discovered": marked("the search engines were asked; what they found waits for the next crawl"),
    "shutdown": marked("stopped from outside (Ctrl-C or SIGTERM)"),
    "cancelled": marked("cancelled by the spider"),
    DATABASE_UNAVAILABLE: marked("the database went away; pages that were not stored are fetched again"),
    "closespider_pagecount": marked("the limit CLOSESPIDER_PAGECOUNT was reached"),
    "closespider_itemcount": marked("the limit CLOSESPIDER_ITEMCOUNT was reached"),
    "closespider_timeout": marked("the limit CLOSESPIDER_TIMEOUT was reached"),
    "closespider_timeout_no_item": marked("no page was kept for CLOSESPIDER_TIMEOUT_NO_ITEM"),
    "closespider_errorcount": marked("the limit CLOSESPIDER_ERRORCOUNT was reached"),
    "memusage_exceeded": marked("it used more memory than MEMUSAGE_LIMIT_MB allows"),
}


def reason_text(reason: str) -> str:
    """Return what Scrapy's finish reason means.

    >>> reason_text("finished"), reason_text("my_reason")
    ('every link worth a visit is visited', 'my_reason')
    """
    return translated(_REASONS.get(reason, reason))
