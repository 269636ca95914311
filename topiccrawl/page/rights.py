"""What the owner of a page allows: robots directives, reserved text and data mining (TDMRep), a licence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lxml.html import HtmlElement

from topiccrawl.page.canonical_url import absolute_url
from topiccrawl.page.facts.json_ld import json_ld_objects
from topiccrawl.page.page import Page

RESERVING = frozenset({"noai", "noimageai", "noml", "noarchive", "none"})
"""Robots directives of pages that exports leave out: no training, or no copies."""
UNFOLLOWED = frozenset({"nofollow", "none"})
"""Robots directives of pages whose links are not followed."""
SIGNALS = RESERVING | UNFOLLOWED | {"noindex", "nosnippet"}
"""Robots directives that are counted."""

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
    named = {name.lower(): str(value) for name, value in headers.items()}
    found: dict[str, str] = {}
    # Each header is a line: what one says to another crawler does not concern the next.
    robots = [one for line in named.get("x-robots-tag", "").split("\n") for one in _directives(line)]
    signals = _LicenceSignals(page.url)
    for element in page.tree.iter("meta", "link", "a", "script"):
        if element.tag != "meta":
            (signals.script if element.tag == "script" else signals.link)(element)
            continue
        name = (element.get("name") or element.get("property") or "").strip().lower()
        content = (element.get("content") or "").strip()
        if name in _ROBOTS_NAMES:
            robots += _directives(content)
        elif name.startswith("tdm-") and content:
            found.setdefault(name, content)
        else:
            signals.metadata(name, content)
    reservation = named.get("tdm-reservation") or found.get("tdm-reservation")
    return Rights(
        ",".join(dict.fromkeys(robots)) or None,
        None if reservation is None else reservation.strip() == "1",
        named.get("tdm-policy") or found.get("tdm-policy"),
        signals.licence,
    )


def tdm_source(page: Page, headers: Mapping[str, object]) -> str:
    """Return which signal decides about text and data mining: header, meta, or file when the page gives none.

    >>> tdm_source(Page.of('<meta name="tdm-reservation" content="1">'), {})
    'meta'
    """
    if any(name.lower() == "tdm-reservation" and value for name, value in headers.items()):
        return "header"
    return "file" if read_rights(page, {}).tdm_reservation is None else "meta"


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


class _LicenceSignals:
    """Collects the licences that elements of a page state; the first of the strongest kind counts.

    Args:
        url: of the page, which relative links begin from.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._linked: str | None = None
        self._data: str | None = None
        self._named: str | None = None

    @property
    def licence(self) -> str | None:
        """The URL of the licence; None when the page states none."""
        return self._linked or self._data or self._named

    def link(self, element: HtmlElement) -> None:
        """Read a link; one whose `rel` has `license` counts."""
        href = element.get("href")
        if self._linked is None and href and "license" in (element.get("rel") or "").lower().split():
            self._linked = absolute_url(self._url, href)

    def metadata(self, name: str, content: str) -> None:
        """Read an entry of the page's metadata."""
        if self._named is not None:
            return
        if name in _LICENCE_NAMES and _WEB.match(content):
            self._named = content
        elif name in _LICENCE_NAMES | _LICENCE_TEXTS and (found := _CREATIVE_COMMONS.search(content)):
            self._named = found.group()

    def script(self, element: HtmlElement) -> None:
        """Read a script; `license` of the objects in JSON-LD counts, invalid JSON is ignored."""
        text = element.text or ""
        if self._data is None and '"license"' in text and "ld+json" in (element.get("type") or "").lower():
            self._data = next(_stated(text), None)


def _stated(text: str) -> Iterator[str]:
    """Yield the URLs of licences that JSON-LD states for its objects; not those of pictures within them."""
    for node in json_ld_objects(text) or ():
        values = node.get("license")
        for value in values if isinstance(values, list) else [values]:
            url = value.get("@id") or value.get("url") if isinstance(value, dict) else value
            if isinstance(url, str) and _WEB.match(url.strip()):
                yield url.strip()
