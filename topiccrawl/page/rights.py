"""What the owner of a page allows: robots directives, reserved text and data mining (TDMRep), a licence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from topiccrawl.page.licence import LicenceSignals
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
    signals = LicenceSignals(page.url)
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
