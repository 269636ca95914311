"""The file tdmrep.json, in which a site reserves text and data mining (TDMRep, W3C community group)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from topiccrawl.access.robots import Rule, comparable_path, path_rule

PATH = "/.well-known/tdmrep.json"
MAX_BYTES = 512 * 1024
"""Largest file that is read."""
_MAX_RULES = 5000


@dataclass(frozen=True, slots=True)
class TdmReservation:
    """What a site says about a URL.

    Attributes:
        is_reserved: whether text and data mining is reserved.
        policy: URL of the policy; None without one.
    """

    is_reserved: bool
    policy: str | None = None


@dataclass(frozen=True, slots=True)
class TdmFile:
    """The rules of a file, the longest location first."""

    rules: tuple[tuple[Rule, TdmReservation], ...] = ()

    def of(self, url: str) -> TdmReservation | None:
        """Return what the file says about a URL; None when it says nothing.

        >>> file = parse_tdm_file(b'[{"location": "/news/*", "tdm-reservation": 1}]')
        >>> file.of("http://a.cn/news/1.html"), file.of("http://a.cn/")
        (TdmReservation(is_reserved=True, policy=None), None)
        """
        path = comparable_path(url)
        return next((what for rule, what in self.rules if rule.matches(path)), None)


def parse_tdm_file(body: bytes) -> TdmFile:
    """Return the rules of a file; rules without a location or a reservation of 0 or 1 are left out.

    A file that is not JSON has no rules, as the protocol says of errors.
    """
    try:
        rows = json.loads(body[:MAX_BYTES].decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        return TdmFile()
    found = [
        rule for row in (rows if isinstance(rows, list) else [rows])[:_MAX_RULES] if (rule := _rule(row))
    ]
    return TdmFile(tuple(sorted(found, key=lambda one: -one[0].length)))


def _rule(row: Any) -> tuple[Rule, TdmReservation] | None:
    if not isinstance(row, dict):
        return None
    location, value, policy = row.get("location"), row.get("tdm-reservation"), row.get("tdm-policy")
    if not isinstance(location, str) or str(value) not in ("0", "1"):
        return None
    rule = path_rule(location.strip()[:2000])
    if rule is None:
        return None
    return rule, TdmReservation(str(value) == "1", policy[:2000] if isinstance(policy, str) else None)
