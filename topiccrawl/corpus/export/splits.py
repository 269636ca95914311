"""Splits by site, so that the pages of one site, which share a template, are all in the same split."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import sha256

from topiccrawl.corpus.columns import ExportColumn, Kind, site_of
from topiccrawl.errors import ExportError

_PART = re.compile(r"([a-z]\w*)=(0?\.\d+|0|1|1?\d{1,2}%)")


def parse_splits(text: str) -> dict[str, float]:
    """Return the share of each split; the first one gets what is left.

    Raises:
        ExportError: the text is not of the form `train=.9,test=.1`, or the shares do not add up to 1.

    >>> parse_splits("train=.8,validation=.1,test=10%")
    {'train': 0.8, 'validation': 0.1, 'test': 0.1}
    """
    shares: dict[str, float] = {}
    for part in text.replace(" ", "").split(","):
        match = _PART.fullmatch(part)
        if match is None or match[1] in shares:
            raise ExportError("--split {text!r}: write shares such as train=.9,test=.1", text=text)
        shares[match[1]] = float(match[2].rstrip("%")) / (100 if match[2].endswith("%") else 1)
    if len(shares) < 2 or abs(sum(shares.values()) - 1) > 1e-6 or not all(shares.values()):
        raise ExportError("--split {text!r}: two or more shares that add up to 1 are needed", text=text)
    return shares


def split_column(sites: Mapping[str, str]) -> ExportColumn:
    """Return the column `split` of an export to one file.

    Args:
        sites: the split of each site; may be filled later.
    """
    doc = "the split of the page's site"
    return ExportColumn("split", Kind.TEXT, ("url",), doc, lambda row: sites[site_of(row["url"])])


def assign_sites(urls: Iterable[str], shares: Mapping[str, float]) -> dict[str, str]:
    """Return the split of each site, such that the numbers of pages come near the shares.

    Sites are taken in the order of a hash of their names, so that more pages move few sites.

    Args:
        urls: of all pages.
        shares: from `parse_splits`.

    Raises:
        ExportError: there are fewer sites than splits.
    """
    pages = Counter(map(site_of, urls))
    if pages and len(pages) < len(shares):
        raise ExportError(
            "the pages are of {count} {sites}: too few for {splits} splits that share no site",
            count=len(pages),
            sites="site" if len(pages) == 1 else "sites",
            splits=len(shares),
        )
    total = sum(pages.values())
    first, *others = shares
    left = sorted(pages, key=lambda site: sha256(site.encode()).digest())
    splits: dict[str, str] = {}
    for split in others:
        taken = _fitting(left, pages, total * shares[split])
        splits |= dict.fromkeys(taken, split)
        left = [site for site in left if site not in splits]
    return dict.fromkeys(left, first) | splits


def _fitting(sites: list[str], pages: Mapping[str, int], wanted: float) -> list[str]:
    """Return sites that together have about as many pages as wanted; at least one."""
    taken: list[str] = []
    room = wanted
    for site in sites:
        if pages[site] <= room:
            taken.append(site)
            room -= pages[site]
    return taken or sorted(sites, key=lambda site: pages[site])[:1]
