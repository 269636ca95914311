"""What the owner of a page allows: robots directives, reserved text and data mining (TDMRep), a licence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lxml.html import HtmlElement

from topiccrawl.page.canonical_url import absolute_url
from topiccrawl.page.elements import Elements
from topiccrawl.page.facts.json_ld import json_ld_objects
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.expressions import Expressions

RESERVING = frozenset({"noai", "noimageai", "noml", "noarchive", "none"})
"""Robots directives of pages that exports leave out: no training, or no copies."""
UNFOLLOWED = frozenset({"nofollow", "none"})
"""Robots directives of pages whose links are not followed."""
SIGNALS = RESERVING | UNFOLLOWED | {"noindex", "nosnippet"}
"""Robots directives that are counted."""

_STATING = frozenset(("meta", "link", "a", "script"))
"""Elements that state a licence."""
_ROBOTS_NAMES = ("robots", "topiccrawl")
_DIRECTIVE = re.compile(r"[,\s]+")
_DATED = re.compile(r"unavailable_after\s*:[^\n]*", re.IGNORECASE)
"""A directive whose value has commas and spaces; it ends the line."""

_LICENCE_NAMES = frozenset({"license", "licence", "dcterms.license", "dc.license"})
"""Metadata that holds the URL of a licence."""
_LICENCE_TEXTS = frozenset({"dc.rights", "dcterms.rights", "copyright", "rights", "og:license", "cc:license"})
"""Metadata in words, of which only a URL of a Creative Commons licence counts."""
_CREATIVE_COMMONS = re.compile(r"https?://creativecommons\.org/(?:licenses|publicdomain)/[\w./+-]*", re.I)
_WEB = re.compile(r"https?://\S+\Z", re.I)
_LICENSED = Expressions(first={"word": ("(?i:license)",)}, every={})


@dataclass(frozen=True, slots=True)
class Rights:
    """The signals of one page; all None when it gives none.

    Attributes:
        robots: the robots directives of page and headers, in lower case, separated by commas.
        tdm_reservation: whether the right to text and data mining is reserved (TDMRep).
        tdm_policy: URL of the policy (TDMRep).
        licence: URL of the licence that the page states.
    """

    robots: str | None = None
    tdm_reservation: bool | None = None
    tdm_policy: str | None = None
    licence: str | None = None


def read_rights(page: Page, headers: Mapping[str, object]) -> Rights:
    """Return the signals of a page and of its response headers; on TDMRep the headers count first.

    >>> page = Page.of('<meta name="Robots" content="NoAI, nofollow">')
    >>> read_rights(page, {"X-Robots-Tag": "noarchive", "TDM-Reservation": "1"})
    Rights(robots='noarchive,noai,nofollow', tdm_reservation=True, tdm_policy=None, licence=None)
    """
    own = page.once(_own_rights)
    named = {name.lower(): str(value) for name, value in headers.items()}
    # Each header is a line: what one says to another crawler does not concern the next.
    robots = [one for line in named.get("x-robots-tag", "").split("\n") for one in _directives(line)]
    reservation = named.get("tdm-reservation")
    return Rights(
        ",".join(dict.fromkeys([*robots, *(own.robots.split(",") if own.robots else ())])) or None,
        reservation.strip() == "1" if reservation else own.tdm_reservation,
        named.get("tdm-policy") or own.tdm_policy,
        own.licence,
    )


def _own_rights(page: Page) -> Rights:
    """Return the signals of a page without its headers."""
    found: dict[str, str] = {}
    robots: list[str] = []
    licences: dict[int, str] = {}
    elements = Elements.of(page)
    linked = _LICENSED.places(page.source) and any(
        "license" in (element.get("rel") or "").lower() for element in elements.anchors
    )
    telling = page.tree.iter("meta", "link", "a", "script") if linked else elements.telling
    for element in telling:
        if element.tag not in _STATING:
            continue
        for rank, url in _licences(page, element):
            licences.setdefault(rank, url)
        if element.tag != "meta":
            continue
        name, content = _meta(element)
        if name in _ROBOTS_NAMES:
            robots += _directives(content)
        elif name.startswith("tdm-") and content:
            found.setdefault(name, content)
    reservation = found.get("tdm-reservation")
    return Rights(
        ",".join(dict.fromkeys(robots)) or None,
        None if reservation is None else reservation.strip() == "1",
        found.get("tdm-policy"),
        licences[min(licences)] if licences else None,
    )


def tdm_source(page: Page, headers: Mapping[str, object]) -> str:
    """Return which signal decides about text and data mining: header, meta, or file when the page gives none.

    >>> tdm_source(Page.of('<meta name="tdm-reservation" content="1">'), {})
    'meta'
    """
    if any(name.lower() == "tdm-reservation" and value for name, value in headers.items()):
        return "header"
    return "file" if page.once(_own_rights).tdm_reservation is None else "meta"


def is_reserved(robots: str | None, tdm_reservation: bool | None) -> bool:
    """Return whether a page says that it may not be copied or used for text and data mining.

    >>> is_reserved("index,noai", None), is_reserved("noindex", None), is_reserved(None, True)
    (True, False, True)
    """
    return bool(tdm_reservation) or not RESERVING.isdisjoint((robots or "").split(","))


def _directives(value: str) -> list[str]:
    value = _DATED.sub("", value)
    # `X-Robots-Tag: somebot: noindex` speaks to one crawler alone; directives with a value have a colon too.
    agent, colon, rest = value.partition(":")
    if colon and "," not in agent and not agent.strip().lower().startswith("max-"):
        value = rest if agent.strip().lower() in _ROBOTS_NAMES else ""
    return [one for one in _DIRECTIVE.split(value.strip().lower()) if one]


def _licences(page: Page, element: HtmlElement) -> Iterator[tuple[int, str]]:
    """Yield the licences that an element states, each with its rank: a link, data, metadata."""
    if element.tag == "meta":
        name, content = _meta(element)
        if name in _LICENCE_NAMES and _WEB.match(content):
            yield 3, content
        elif name in _LICENCE_NAMES | _LICENCE_TEXTS and (found := _CREATIVE_COMMONS.search(content)):
            yield 3, found.group()
    elif element.tag == "script":
        text = element.text or ""
        if '"license"' in text and "ld+json" in (element.get("type") or "").lower():
            yield from ((2, url) for url in _stated(text))
    elif "license" in (element.get("rel") or "").lower().split() and (
        url := absolute_url(page.url, element.get("href") or "")
    ):
        yield 1, url


def _meta(element: HtmlElement) -> tuple[str, str]:
    name = element.get("name") or element.get("property") or ""
    return name.strip().lower(), (element.get("content") or "").strip()


def _stated(text: str) -> Iterator[str]:
    """Yield the URLs of licences that JSON-LD states for its objects; not those of pictures within them."""
    for node in json_ld_objects(text) or ():
        values = node.get("license")
        for value in values if isinstance(values, list) else [values]:
            url = value.get("@id") or value.get("url") if isinstance(value, dict) else value
            if isinstance(url, str) and _WEB.match(url.strip()):
                yield url.strip()
