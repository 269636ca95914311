"""Validation of the `TOPICCRAWL_*` settings."""

from __future__ import annotations

import re
from difflib import get_close_matches

from scrapy.settings import BaseSettings

from topiccrawl.access.addresses import AddressRules
from topiccrawl.crawl.checks.setting_types import KNOWN, PORT, PREFIX, check_types, wrong_setting
from topiccrawl.messages import message
from topiccrawl.relevance.topic.contact import SETTING as CONTACT
from topiccrawl.relevance.topic.contact import check_contact
from topiccrawl.relevance.topic.topic import DEDUP

_TLS_MODES = ("record", "strict")
_FIXED = {
    "TOPICCRAWL_ALERT_INTERVAL": "a crawl is looked at every two seconds",
    "TOPICCRAWL_ALERT_PAUSE": "an alert is repeated after an hour",
    "TOPICCRAWL_BROWSER_SECONDS": "a page may take 30 seconds in the browser",
    "TOPICCRAWL_BROWSER_TABS": "the browser renders two pages at once",
    "TOPICCRAWL_CLUSTER_BUFFER": "50 samples wait until they are placed",
    "TOPICCRAWL_CLUSTER_GROWTH": "the clusters of `clustering` grow",
    "TOPICCRAWL_DRY_SHARE": "a crawl ends under 1 % of new pages",
    "TOPICCRAWL_FIGURES_INTERVAL": "figures are written every two seconds",
    "TOPICCRAWL_INBOX_INTERVAL": "a crawl looks for wishes every second",
    "TOPICCRAWL_MAX_ATTRIBUTES": "a tag may have 1,000 attributes",
    "TOPICCRAWL_MAX_CRAWL_DELAY": "hosts that ask for more than 30 seconds are left out",
    "TOPICCRAWL_MAX_DEPTH": "500 elements may be nested",
    "TOPICCRAWL_MAX_HEADER_BYTES": "headers may have 256 KiB",
    "TOPICCRAWL_MAX_LINKS_PER_PAGE": "2,000 links are taken from a page",
    "TOPICCRAWL_MAX_TAGS": "a page may have 100,000 tags",
    "TOPICCRAWL_MAX_UNPACK_RATIO": "a page may unpack to 200 times its size",
    "TOPICCRAWL_METRICS_HOST": "the address stands before the port: TOPICCRAWL_METRICS_PORT=0.0.0.0:9410",
    "TOPICCRAWL_MOST_PARTS": "20 parts of an article are joined",
    "TOPICCRAWL_POOR_PAGES": "hosts and directories are not parked for bringing nothing",
    "TOPICCRAWL_PROGRESS_INTERVAL": "the live line is updated every half second",
    "TOPICCRAWL_REQUEUE_AFTER": "links without a response are tried again after a day",
    "TOPICCRAWL_ROBOTS_TERM": "a robots.txt is used for a day",
    "TOPICCRAWL_SEARCH_CHARACTERS": "300 characters of a text are searched",
    "TOPICCRAWL_SEARCH_LEARNING": "results decide what is asked next",
    "TOPICCRAWL_SEGMENTER": "rjieba segments, which finds the words of jieba faster",
    "TOPICCRAWL_SITE_MEMORY": "lines that repeat over a site are removed",
    "TOPICCRAWL_SLICE_SITES": "one site has the turn",
    "TOPICCRAWL_STYLE_SHEETS": "visual-browser gets the style sheets of a page",
    "TOPICCRAWL_TITLE_IDF": "titles are compared by the general idf of their words",
    "TOPICCRAWL_URL_TWINS": "links to a stored page under another URL are left out",
}
"""Settings of earlier versions, and the value that holds since."""


def check_settings(settings: BaseSettings) -> None:
    """Check all `TOPICCRAWL_*` settings of a crawl.

    Raises:
        ValueError: a setting is unknown, has the wrong type or is out of range; the message names it.
    """
    for name in settings:
        if name in _FIXED:
            raise ValueError(f"{name} is no setting any more, leave it out: {_FIXED[str(name)]}")
        if str(name).startswith(PREFIX) and name not in KNOWN:
            near = get_close_matches(str(name), KNOWN, 1)
            if near:
                raise ValueError(
                    message("there is no setting {name}; did you mean {near}?", name=name, near=near[0])
                )
            raise ValueError(message("there is no setting {name}", name=name))
    check_types(settings)
    if (chosen := settings.get("TOPICCRAWL_DEDUP")) not in ("", *DEDUP):
        expected = message("one of {known}, or nothing", known=", ".join(DEDUP))
        raise wrong_setting("TOPICCRAWL_DEDUP", chosen, expected)
    place = settings.get(PORT)
    if not re.fullmatch(r"(?:[^\s:]+:|\[[\da-fA-F:]+\]:)?\d{1,5}", str(place)):
        raise wrong_setting(PORT, place, message("a port, or HOST:PORT"))
    check_contact(CONTACT, settings.get(CONTACT))
    must_verify_all(settings)
    address_rules(settings)


def must_verify_all(settings: BaseSettings) -> bool:
    """Return whether servers of all pages must be verified: `TOPICCRAWL_TLS`, or Scrapy's own setting.

    Raises:
        ValueError: there is no such mode.
    """
    if (chosen := settings.get("TOPICCRAWL_TLS", "record")) not in _TLS_MODES:
        expected = message("one of {known}", known=", ".join(_TLS_MODES))
        raise wrong_setting("TOPICCRAWL_TLS", chosen, expected)
    return chosen == "strict" or settings.getbool("DOWNLOAD_VERIFY_CERTIFICATES")


def address_rules(settings: BaseSettings) -> AddressRules:
    """Return the rules of `TOPICCRAWL_ALLOW_PRIVATE` and `TOPICCRAWL_ALLOW_NETWORKS`.

    Raises:
        ValueError: a network is not written as `ADDRESS/BITS`.
    """
    networks = settings.getlist("TOPICCRAWL_ALLOW_NETWORKS")
    try:
        return AddressRules.of(networks, allow_private=settings.getbool("TOPICCRAWL_ALLOW_PRIVATE"))
    except ValueError as error:
        raise wrong_setting(
            "TOPICCRAWL_ALLOW_NETWORKS",
            settings.get("TOPICCRAWL_ALLOW_NETWORKS"),
            message("networks such as 10.1.0.0/16, separated by commas ({error})", error=error),
        ) from None
